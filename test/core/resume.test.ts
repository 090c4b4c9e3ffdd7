import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeZip } from '../support/zip-maker.ts';
import {
  ETAG,
  expectWhole,
  gone,
  half,
  type Reply,
  rest,
  restOf,
  setUp,
  type Whole,
  whole,
  zip,
} from './ranged-service.ts';

test('a body that breaks off is gone on with where the service names its version', async () => {
  const { asked, target, run, filesLeft } = await setUp(whole({ cutAt: half }), rest({ cutAt: 1000 }), rest());
  const sha256 = createHash('sha256').update(zip).digest('hex');
  expect(await run()).toEqual({ path: target, sizeBytes: zip.length, sha256 });
  expectWhole(target);
  expect(asked).toEqual(['whole', restOf(half), restOf(half + 1000)]);
  expect(filesLeft()).toEqual(['ana.zip']);
});

test('bytes that had arrived when a body broke are not thrown away', async () => {
  const { asked, run } = await setUp(whole({ cutAt: 60_000 }), rest());
  await run();
  expect(asked).toEqual(['whole', restOf(60_000)]);
});

test('tries that bring something each are not counted', async () => {
  const long = makeZip([{ name: 'model.glb', content: Buffer.alloc(1_000_000, 5), method: 0 }]);
  const step = 70_000;
  const { asked, target, run } = await setUp(
    whole({ bytes: long, cutAt: step }),
    rest({ bytes: long, cutAt: step }),
    ...Array.from({ length: 12 }, () => rest({ bytes: long, cutAt: step })),
    rest({ bytes: long }),
  );
  await run();
  expect(readFileSync(target).equals(long)).toBe(true);
  expect(asked.length).toBe(15);
});

test('tries that bring next to nothing are counted', async () => {
  const { asked, run } = await setUp(whole({ cutAt: half }), rest({ cutAt: 10 }));
  await expect(run()).rejects.toMatchObject({ code: 'network' });
  expect(asked.length).toBe(5);
});

test.each<[string, Whole]>([
  ['a weak validator', { etag: 'W/"v1"' }],
  ['no validator', { etag: '' }],
  ['a validator that is none', { etag: 'v1' }],
  ['no word about ranges', { acceptRanges: '' }],
  ['ranges refused', { acceptRanges: 'none' }],
])('with %s a broken body is fetched as a whole, and none is left', async (_what, headers) => {
  const { asked, target, run } = await setUp(whole({ ...headers, cutAt: half }), whole(headers));
  await run();
  expectWhole(target);
  expect(asked).toEqual(['whole', 'whole']);
  const broken = await setUp(whole({ ...headers, cutAt: half }));
  await expect(broken.run()).rejects.toMatchObject({ code: 'network' });
  expect(broken.filesLeft()).toEqual([]);
});

const other = makeZip([{ name: 'other.glb', content: Buffer.alloc(300_000, 9), method: 0 }]);

test('a 200 in the place of a rest begins anew, with the new version', async () => {
  const { asked, target, run } = await setUp(
    whole({ cutAt: half }),
    whole({ bytes: other, etag: '"v2"', cutAt: 1000 }),
    rest({ bytes: other, etag: '"v2"' }),
  );
  await run();
  expect(readFileSync(target).equals(other)).toBe(true);
  expect(asked).toEqual(['whole', restOf(half), 'bytes=1000- "v2"']);
});

const last = zip.length - 1;
test.each<[string, Reply]>([
  ['from another byte on', rest({ contentRange: `bytes ${half + 1}-${last}/${zip.length}` })],
  ['from the beginning', rest({ contentRange: `bytes 0-${last}/${zip.length}` })],
  ['up to another byte', rest({ contentRange: `bytes ${half}-${last - 1}/${zip.length}` })],
  ['of another length', rest({ contentRange: `bytes ${half}-${last}/${zip.length + 1}` })],
  ['of unknown length', rest({ contentRange: `bytes ${half}-${last}/*` })],
  ['of something else than bytes', rest({ contentRange: `lines ${half}-${last}/${zip.length}` })],
  ['of another version', rest({ etag: '"v2"' })],
  [
    'of another archive under the same name',
    rest({ bytes: Buffer.concat([zip.subarray(0, half), Buffer.alloc(zip.length - half)]) }),
  ],
  ['that is no longer there (416)', gone],
])('a rest %s is dropped, and the whole asked for', async (_what, reply) => {
  const { asked, target, run, filesLeft } = await setUp(whole({ cutAt: half }), reply, whole());
  await run();
  expectWhole(target);
  expect(asked).toEqual(['whole', restOf(half), 'whole']);
  expect(filesLeft()).toEqual(['ana.zip']);
});

test('a rest without a Content-Range is dropped, and one that goes on too long', async () => {
  const bare: Reply = (response) => response.writeHead(206, { etag: ETAG }).end(zip.subarray(half));
  const endless: Reply = (response) => {
    response.writeHead(206, { etag: ETAG, 'content-range': `bytes ${half}-${last}/${zip.length}` });
    response.end(Buffer.concat([zip.subarray(half), zip]));
  };
  for (const reply of [bare, endless]) {
    const { asked, target, run } = await setUp(whole({ cutAt: half }), reply, whole());
    await run();
    expectWhole(target);
    expect(asked.at(-1)).toBe('whole');
  }
});

test('a service that answers every rest with nonsense ends the run, it does not go round for ever', async () => {
  const cutOff: Reply = (response, request) =>
    request.headers.range === undefined ? whole({ cutAt: half })(response, request) : gone(response, request);
  const { asked, run, filesLeft } = await setUp(cutOff);
  await expect(run()).rejects.toMatchObject({ code: 'network' });
  expect(asked.length).toBeLessThan(10);
  expect(filesLeft()).toEqual([]);
});

test('a part nobody asked for is not the protocol', async () => {
  const { asked, run, filesLeft } = await setUp(rest({ contentRange: `bytes 0-${last}/${zip.length}` }));
  await expect(run()).rejects.toMatchObject({ code: 'protocol' });
  expect(asked).toEqual(['whole']);
  expect(filesLeft()).toEqual([]);
});

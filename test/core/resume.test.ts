import { createHash } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../src/core/client.ts';
import { type DownloadHooks, downloadArchive } from '../../src/core/download.ts';
import { ReconError } from '../../src/errors.ts';
import { transportTo } from '../http/quick.ts';
import { httpServer } from '../http/servers.ts';
import { impatientClock } from '../support/impatient-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { makeZip, soundZip } from '../support/zip-maker.ts';

const ETAG = '"v1"';
const zip = soundZip();
const half = Math.floor(zip.length / 2);

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

interface Whole {
  bytes?: Buffer;
  etag?: string;
  acceptRanges?: string;
  /** Sends so many bytes and breaks the connection. */
  cutAt?: number;
}

const sent = (response: ServerResponse, bytes: Buffer, cutAt: number | undefined) => {
  if (cutAt === undefined) return void response.end(bytes);
  response.write(bytes.subarray(0, cutAt), () => response.destroy());
};

const whole =
  ({ bytes = zip, etag = ETAG, acceptRanges = 'bytes', cutAt }: Whole = {}): Reply =>
  (response) => {
    const headers = { etag, 'accept-ranges': acceptRanges, 'content-length': bytes.length };
    response.writeHead(200, Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')));
    sent(response, bytes, cutAt);
  };

interface Rest extends Whole {
  /** Instead of the true one. */
  contentRange?: string;
}

/** What is asked for, or what `contentRange` says instead. */
const rest =
  ({ bytes = zip, etag = ETAG, contentRange, cutAt }: Rest = {}): Reply =>
  (response, { headers }) => {
    const startAt = Number(/^bytes=(\d+)-$/.exec(String(headers.range))?.[1]);
    const body = bytes.subarray(startAt);
    response.writeHead(206, {
      etag,
      'content-range': contentRange ?? `bytes ${startAt}-${bytes.length - 1}/${bytes.length}`,
      'content-length': body.length,
    });
    sent(response, body, cutAt);
  };

const gone: Reply = (response) => response.writeHead(416, { 'content-range': `bytes */${zip.length}` }).end();
const refused =
  (status: number): Reply =>
  (response) =>
    response.writeHead(status).end('{}');

/** A service that gives each request the next reply, the last one for ever, and runs that download from it. */
async function setUp(...replies: Reply[]) {
  const asked: string[] = [];
  let script = replies;
  const { url } = await httpServer((request, response) => {
    const { headers } = request;
    asked.push([headers.range, headers['if-range']].filter((header) => header !== undefined).join(' ') || 'whole');
    (script.length > 1 ? script.shift()! : script[0]!)(response, request);
  });
  const folder = tempFolder();
  const target = join(folder, 'ana.zip');
  const run = (options: Partial<DownloadHooks> & { id?: string; force?: boolean; resumable?: boolean } = {}) => {
    const { id = '7', force = false, resumable = true, ...hooks } = options;
    const client = createClient(transportTo(url, { signal: hooks.signal }));
    const request = { id, type: 'face', target, force, resumable } as const;
    return downloadArchive(client, request, { clock: impatientClock(), ...hooks });
  };
  const filesLeft = () => readdirSync(folder).sort();
  /** From here on these replies, and `asked` begins anew. */
  const say = (...next: Reply[]) => {
    script = next;
    asked.length = 0;
  };
  return { asked, say, target, run, filesLeft, part: `${target}.part`, note: `${target}.part.json` };
}

const expectWhole = (path: string) => expect(readFileSync(path).equals(zip)).toBe(true);
const restOf = (startAt: number) => `bytes=${startAt}- ${ETAG}`;

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

test('after a failure of the network the next run goes on, and says so', async () => {
  const { say, asked, target, part, run, filesLeft } = await setUp(whole({ cutAt: half }), rest({ cutAt: 1000 }));
  await expect(run()).rejects.toMatchObject({
    code: 'network',
    details: [expect.stringMatching(/^39\.3 of 70\.7 kB stay in ".*ana\.zip\.part"; the same command goes on/)],
  });
  expect(filesLeft()).toEqual(['ana.zip.part', 'ana.zip.part.json']);
  expect(readFileSync(part).equals(zip.subarray(0, half + 4000))).toBe(true);
  say(rest());
  await run();
  expectWhole(target);
  expect(asked).toEqual([restOf(half + 4000)]);
  expect(filesLeft()).toEqual(['ana.zip']);
});

test('after Ctrl-C the next run goes on', async () => {
  const controller = new AbortController();
  const stall: Reply = (response) => {
    response.writeHead(200, { etag: ETAG, 'accept-ranges': 'bytes', 'content-length': zip.length });
    response.write(zip.subarray(0, half));
    setTimeout(() => controller.abort(new ReconError('interrupted', 'stopped by Ctrl-C')), 100);
  };
  const { asked, target, run, filesLeft } = await setUp(stall, rest());
  await expect(run({ signal: controller.signal })).rejects.toMatchObject({ code: 'interrupted', details: [/goes on/] });
  expect(filesLeft()).toEqual(['ana.zip.part', 'ana.zip.part.json']);
  await run();
  expectWhole(target);
  expect(asked).toEqual(['whole', restOf(half)]);
});

/** A folder as a run that was killed leaves it. */
function leave(at: { part: string; note: string }, bytes: Buffer, over: Record<string, unknown> = {}) {
  writeFileSync(at.part, bytes, { mode: 0o644 });
  writeFileSync(at.note, JSON.stringify({ sizeBytes: zip.length, etag: ETAG, ...over }));
}
const address = (url: string) => `${url}/patients/7/download?type=face`;

async function killedAfter(bytes: Buffer, ...replies: Reply[]) {
  const world = await setUp(whole({ cutAt: half }), rest({ cutAt: 1 }));
  await expect(world.run()).rejects.toMatchObject({ code: 'network' });
  const { url } = JSON.parse(readFileSync(world.note, 'utf8'));
  world.say(...replies);
  leave(world, bytes, { url });
  return { ...world, url: url as string };
}

test('a run killed while it checked the whole asks for the last byte only', async () => {
  const { asked, target, run } = await killedAfter(zip, rest());
  await run();
  expectWhole(target);
  expect(asked).toEqual([restOf(last)]);
});

test('bytes that a power cut left wrong are found out, and the whole is fetched', async () => {
  const wrong = Buffer.concat([zip.subarray(0, 1000), Buffer.alloc(half - 1000)]);
  const { asked, target, run } = await killedAfter(wrong, rest(), whole());
  await run();
  expectWhole(target);
  expect(asked).toEqual([restOf(half), 'whole']);
});

test.each<[string, (world: Awaited<ReturnType<typeof killedAfter>>) => void]>([
  ['of another patient', (world) => leave(world, zip.subarray(0, half), { url: world.url.replace('/7/', '/8/') })],
  ['of another service', (world) => leave(world, zip.subarray(0, half), { url: 'https://b.example/patients/7' })],
  ['longer than the archive', (world) => leave(world, Buffer.alloc(zip.length + 1), { url: world.url })],
  ['with a weak validator', (world) => leave(world, zip.subarray(0, half), { url: world.url, etag: 'W/"v1"' })],
  [
    'with a header in its validator',
    (world) => leave(world, zip.subarray(0, half), { url: world.url, etag: '"a\r\nX: y"' }),
  ],
  ['with a length that is none', (world) => leave(world, zip.subarray(0, half), { url: world.url, sizeBytes: '9' })],
  ['with half a note', ({ note }) => writeFileSync(note, '{"url":"htt')],
  ['with an empty note', ({ note }) => writeFileSync(note, '')],
  [
    'with a note of 1 MB',
    ({ note, url }) => writeFileSync(note, JSON.stringify({ url, etag: ETAG, sizeBytes: 9, more: 'x'.repeat(1e6) })),
  ],
  ['with no bytes', ({ part }) => writeFileSync(part, '')],
])('a part file %s is begun anew', async (_what, change) => {
  const world = await killedAfter(zip.subarray(0, half), whole());
  change(world);
  await world.run();
  expectWhole(world.target);
  expect(world.asked).toEqual(['whole']);
  expect(world.filesLeft()).toEqual(['ana.zip']);
});

test.each<[string, (path: string, victim: string) => void]>([
  ['a symbolic link', (path, victim) => symlinkSync(victim, path)],
  ['a hard link', (path, victim) => linkSync(victim, path)],
])('%s in the place of the part file is neither followed nor written to', async (_what, put) => {
  const world = await killedAfter(zip.subarray(0, half), whole());
  const victim = join(tempFolder(), 'victim');
  writeFileSync(victim, zip.subarray(0, half));
  rmSync(world.part);
  put(world.part, victim);
  await world.run();
  expectWhole(world.target);
  expect(readFileSync(victim).equals(zip.subarray(0, half))).toBe(true);
  expect(world.asked).toEqual(['whole']);
});

test('a part file that others could read is closed to them before it grows', async () => {
  const { target, run } = await killedAfter(zip.subarray(0, half), rest());
  await run();
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

test.each([
  [404, 'not_found', []],
  [403, 'forbidden', []],
  [409, 'refused', []],
  [401, 'not_logged_in', ['ana.zip.part', 'ana.zip.part.json']],
  [503, 'unavailable', ['ana.zip.part', 'ana.zip.part.json']],
])('a %i to the next run leaves of the part file: %s %j', async (status, code, left) => {
  const { run, filesLeft } = await killedAfter(zip.subarray(0, half), refused(status));
  await expect(run()).rejects.toMatchObject({ code });
  expect(filesLeft()).toEqual(left);
});

test('an archive for a folder that is removed leaves no part and promises none', async () => {
  const { run, filesLeft } = await setUp(whole({ cutAt: half }), rest({ cutAt: 1 }));
  await expect(run({ resumable: false })).rejects.toMatchObject({ code: 'network', details: [] });
  expect(filesLeft()).toEqual([]);
});

test('the same archive under another address is not gone on with', async () => {
  const { asked, run, url } = await killedAfter(zip.subarray(0, half), whole());
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/patients\/7\/download\?type=face$/);
  expect(address(url.split('/patients')[0]!)).toBe(url);
  await run({ id: '8' });
  expect(asked).toEqual(['whole']);
});

test('a second download to one file is told who is at it, by whatever path it comes', async () => {
  const { target, run } = await setUp((response) =>
    response.writeHead(200, { 'content-length': 9 }).write('PK\x03\x04'),
  );
  const controller = new AbortController();
  const first = run({ signal: controller.signal });
  await expect.poll(() => existsSync(`${target}.part`)).toBe(true);
  await expect(run()).rejects.toMatchObject({ code: 'storage', message: expect.stringContaining(String(process.pid)) });
  controller.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
  await expect(first).rejects.toMatchObject({ code: 'interrupted' });
});

import { existsSync, linkSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ReconError } from '../../src/errors.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { ETAG, expectWhole, half, type Reply, refused, rest, restOf, setUp, whole, zip } from './ranged-service.ts';

const last = zip.length - 1;

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
  };
  const onProgress = (doneBytes: number) => {
    if (doneBytes === half) controller.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
  };
  const { asked, target, run, filesLeft } = await setUp(stall, rest());
  await expect(run({ signal: controller.signal, onProgress })).rejects.toMatchObject({
    code: 'interrupted',
    details: [expect.stringMatching(/goes on/)],
  });
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
  await expect(run()).rejects.toMatchObject({ code: 'busy', message: expect.stringContaining(String(process.pid)) });
  controller.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
  await expect(first).rejects.toMatchObject({ code: 'interrupted' });
});

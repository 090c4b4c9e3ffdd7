import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestedRange } from '../../src/service/archive/range.ts';
import { type PlannedEntry, planArchive, textEntry } from '../../src/service/archive/stream-archive.ts';
import { requireTool } from '../support/require-tool.ts';

const modifiedAt = new Date('2026-03-04T05:06:07.890Z');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recon-archive-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileEntry(name: string, bytes: Uint8Array): PlannedEntry & { opened: Readable[] } {
  const path = join(folder, name.replaceAll('/', '_'));
  writeFileSync(path, bytes);
  const opened: Readable[] = [];
  const open = () => {
    const stream = createReadStream(path);
    opened.push(stream);
    return stream;
  };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, sizeBytes: bytes.length, sha256, modifiedAt, open, opened };
}

const sampleEntries = () => [
  fileEntry('photos/front.jpg', Buffer.alloc(300_000, 'front')),
  fileEntry('photos/left_45.png', Buffer.alloc(70_001, 'left')),
  fileEntry('empty', Buffer.alloc(0)),
  textEntry('patient.json', '{"name":"Zoë Ωmega 李"}\n', modifiedAt),
];

/** Unpacks with a program that is not ours, and hands back the folder. */
function unpack(zip: Uint8Array): string {
  const target = mkdtempSync(join(folder, 'unpacked-'));
  const file = join(target, 'archive.zip');
  writeFileSync(file, zip);
  const result = spawnSync('unzip', ['-q', file, '-d', target], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  expect(result.status).toBe(0);
  return target;
}

test('the size and the bytes are known before the archive is made', async () => {
  const plan = planArchive(sampleEntries());
  const first = await buffer(plan.open());
  expect(first.length).toBe(plan.sizeBytes);
  const again = planArchive(sampleEntries());
  expect(again.etag).toBe(plan.etag);
  expect((await buffer(again.open())).equals(first)).toBe(true);
});

test('planning opens nothing, and a download opens one content at a time', async () => {
  const entries = ['a', 'b', 'c'].map((name) => fileEntry(name, Buffer.from(name)));
  const plan = planArchive(entries);
  expect(entries.flatMap((entry) => entry.opened)).toEqual([]);
  await buffer(plan.open());
  expect(entries.map((entry) => entry.opened.length)).toEqual([1, 1, 1]);
});

test.skipIf(!requireTool('unzip') || !requireTool('sha256sum'))(
  'unzip unpacks it and sha256sum -c accepts it',
  async () => {
    const target = unpack(await buffer(planArchive(sampleEntries()).open()));
    const check = spawnSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: target, encoding: 'utf8' });
    expect(check.stdout.trim().split('\n')).toEqual(
      ['photos/front.jpg', 'photos/left_45.png', 'empty', 'patient.json'].map((name) => `${name}: OK`),
    );
    expect(check.status).toBe(0);
    writeFileSync(join(target, 'photos/front.jpg'), 'other');
    expect(spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: target }).status).toBe(1);
  },
);

test.each([
  ['a byte', (e: PlannedEntry) => ({ ...e, sha256: e.sha256.replace(/^./, (c) => (c === '0' ? '1' : '0')) })],
  ['a size', (e: PlannedEntry) => ({ ...e, sizeBytes: e.sizeBytes + 1 })],
  ['a name', (e: PlannedEntry) => ({ ...e, name: 'photos/right.jpg' })],
  ['a time', (e: PlannedEntry) => ({ ...e, modifiedAt: new Date(modifiedAt.getTime() + 1) })],
])('%s that differs gives another ETag', (_what, change) => {
  const [first, ...others] = sampleEntries();
  expect(planArchive([change(first!), ...others]).etag).not.toBe(planArchive([first!, ...others]).etag);
});

test('every range is the same bytes as in the whole', async () => {
  const plan = planArchive([fileEntry('a.bin', randomBytes(3000)), textEntry('b.json', '{}', modifiedAt)]);
  const whole = await buffer(plan.open());
  for (let start = 0; start < whole.length; start += 97) {
    for (const end of [start, start + 1, start + 1000, whole.length - 1]) {
      if (end >= whole.length) continue;
      const part = await buffer(plan.open({ start, end }));
      expect(part.equals(whole.subarray(start, end + 1))).toBe(true);
    }
  }
});

test('a content that cannot be read, is cut or is too long breaks the download off', async () => {
  const good = fileEntry('good.bin', randomBytes(1000));
  const broken = (open: () => Readable): PlannedEntry => ({ ...good, name: 'bad.bin', open });
  for (const open of [
    () => createReadStream(join(folder, 'absent')),
    () => Readable.from([randomBytes(999)]),
    () => Readable.from([randomBytes(1001)]),
  ]) {
    await expect(buffer(planArchive([good, broken(open), good]).open())).rejects.toThrow();
    await expect(buffer(planArchive([good, broken(open)]).open({ start: 900, end: 2000 }))).rejects.toThrow();
  }
});

test('a reader who leaves closes the file that was being read', async () => {
  const entry = fileEntry('big.bin', Buffer.alloc(5_000_000));
  for (const range of [undefined, { start: 1000, end: 4_000_000 }]) {
    const stream = planArchive([entry]).open(range);
    for await (const chunk of stream) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    const file = entry.opened.at(-1)!;
    await new Promise<void>((resolve) => {
      if (file.closed) resolve();
      else file.once('close', resolve);
    });
    expect(stream.destroyed).toBe(true);
  }
});

test.each(['../a', '/a', 'a//b', 'a\\b', 'a\nb', '.hidden', '', 'a/', 'ä.jpg'])('the name %j is refused', (name) => {
  expect(() => planArchive([textEntry(name, '', modifiedAt)])).toThrow('is no archive name');
});

const plan = { sizeBytes: 1000, etag: '"v1"' };
test.each([
  ['bytes=0-', {}, { start: 0, end: 999 }],
  ['bytes=500-', {}, { start: 500, end: 999 }],
  ['bytes=0-0', {}, { start: 0, end: 0 }],
  ['bytes=10-5000', {}, { start: 10, end: 999 }],
  ['bytes=-100', {}, { start: 900, end: 999 }],
  ['bytes=-5000', {}, { start: 0, end: 999 }],
  ['bytes=500-', { 'if-range': '"v1"' }, { start: 500, end: 999 }],
  ['bytes=500-', { 'if-range': '"v0"' }, 'whole'],
  ['bytes=500-', { 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' }, 'whole'],
  ['bytes=1000-', {}, 'unsatisfiable'],
  ['bytes=-0', {}, 'unsatisfiable'],
  ['bytes=5-2', {}, 'whole'],
  ['bytes=-', {}, 'whole'],
  ['bytes=0-1,5-6', {}, 'whole'],
  ['lines=1-2', {}, 'whole'],
  ['bytes=1e3-', {}, 'whole'],
  ['bytes=99999999999999999999-', {}, 'whole'],
  [undefined, {}, 'whole'],
])('Range %s with %j', (range, headers, expected) => {
  expect(requestedRange({ ...(range === undefined ? {} : { range }), ...headers }, plan)).toEqual(expected);
});

test('a file that is gone before anybody reads ends the download, not the process', async () => {
  const gone = { ...textEntry('a.json', '{}', modifiedAt), open: () => createReadStream('/nowhere/a.json') };
  const stream = planArchive([gone]).open();
  await new Promise((resolve) => stream.on('close', resolve));
  expect(stream.errored).toMatchObject({ code: 'ENOENT' });
  await expect(buffer(stream)).rejects.toThrow();
});

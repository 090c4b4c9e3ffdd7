import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '../../../../src/clock.ts';
import { ReconError } from '../../../../src/errors.ts';
import { type BlobStore, newFileId } from '../../../../src/service/storage/blob-store.ts';
import { type BucketOptions, openBucket } from '../../../../src/service/storage/bucket/bucket.ts';
import { openBucketBlobs } from '../../../../src/service/storage/bucket/bucket-blobs.ts';
import type { BucketPlace } from '../../../../src/service/storage/bucket/bucket-place.ts';
import { type Incoming, openIncoming } from '../../../../src/service/storage/incoming.ts';
import { sha256Of } from '../../../../src/system/sha256.ts';
import { type FaultyProxy, openFaultyProxy } from '../../../support/faulty-proxy.ts';
import { openS3, type S3Server } from '../../../support/s3-server.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

/** The limits of the service in small, and a clock that runs ten times as fast. */
const LIMITS = { connectMs: 500, silenceMs: 500, tryForMs: 30_000 };
/** For faults that stay. */
const IMPATIENT = { ...LIMITS, tryForMs: 5000 };
const SPEED = 10;
const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => SPEED * performance.now(),
  sleep: (ms, signal) => systemClock.sleep(ms / SPEED, signal),
};

let s3: S3Server;
let proxy: FaultyProxy;
let incoming: Incoming;
let blobs: BlobStore;
const lines: string[] = [];
beforeAll(async () => {
  s3 = await openS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  proxy = await openFaultyProxy(s3.endpoint);
  onTestFinished(() => proxy.close());
  lines.length = 0;
  ({ blobs, incoming } = await openAt({ endpoint: proxy.url }, { onLog: (line) => void lines.push(line) }));
});

async function openAt(place: Partial<BucketPlace>, options: BucketOptions = {}) {
  const bucket = openBucket({ ...s3.options, ...place }, { limits: LIMITS, clock, ...options });
  onTestFinished(() => bucket.close());
  const folder = await openIncoming(tempFolder());
  return { blobs: openBucketBlobs(bucket, folder), incoming: folder, bucket };
}

async function received(bytes: Buffer): Promise<string> {
  const path = incoming.newPath();
  await writeFile(path, bytes);
  return path;
}

const PHOTO = randomBytes(4_000_000);

test.each(['cut', 'deaf', 'busy'] as const)(
  'a network that is %s for a moment costs nothing but time',
  async (fault) => {
    const [kept, written, copied] = [newFileId(), newFileId(), newFileId()];
    await blobs.write(written, PHOTO);
    proxy.set(fault);
    const done = Promise.all([
      blobs.keep(kept, await received(PHOTO)),
      blobs.copy(copied, written),
      buffer(blobs.open(written)),
      blobs.fetchFile(written),
      blobs.remove([newFileId()]),
    ]);
    await sleep(300);
    proxy.set('none');
    await done;
    for (const id of [kept, copied]) expect(sha256Of(await blobs.read(id))).toBe(sha256Of(PHOTO));
    expect(lines).toEqual([]);
  },
);

test.each([
  ['cut', /does not answer \((ECONNRESET|EPIPE|UND_ERR_SOCKET)\)$/],
  ['deaf', /does not answer \(UND_ERR_(HEADERS|CONNECT)_TIMEOUT\)$/],
  ['busy', /does not work at the moment \(503 SlowDown\)$/],
] as const)('a network that stays %s is told, once, and so is its end', async (fault, what) => {
  const id = newFileId();
  const temp = await received(PHOTO);
  await blobs.write(id, PHOTO);
  const onLog = (line: string) => void lines.push(line);
  ({ blobs } = await openAt({ endpoint: proxy.url }, { limits: IMPATIENT, onLog }));
  await blobs.read(id);
  proxy.set(fault);
  const before = performance.now();
  await Promise.all([
    expect(blobs.read(id)).rejects.toMatchObject({ code: 'unavailable' }),
    expect(blobs.keep(newFileId(), temp)).rejects.toMatchObject({ code: 'unavailable' }),
  ]);
  expect(performance.now() - before).toBeLessThan(IMPATIENT.tryForMs / SPEED + 3 * LIMITS.silenceMs);
  const message = expect.stringMatching(what);
  await expect(blobs.remove([id])).rejects.toMatchObject({ code: 'unavailable', message });
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^the bucket "clinic" at ${proxy.url} does not `))]);
  proxy.set('none');
  await blobs.keep(newFileId(), temp);
  expect(lines.slice(1)).toEqual([`the bucket "clinic" at ${proxy.url} works again`]);
});

test('a bucket that never answers is given up sooner; each try is told, and the failure by its error alone', async () => {
  const onLog = (line: string) => void lines.push(line);
  const tries: (string | undefined)[] = [];
  const options = { reachForMs: 3000, onLog, onTrying: (line?: string) => void tries.push(line) };
  const { bucket } = await openAt({ endpoint: proxy.url }, options);
  proxy.set('cut');
  const before = performance.now();
  await expect(bucket.list('')).rejects.toMatchObject({
    code: 'unavailable',
    hint: expect.stringContaining('check AWS_ENDPOINT_URL_S3'),
  });
  expect(performance.now() - before).toBeLessThan(3000 / SPEED + LIMITS.silenceMs);
  expect(lines).toEqual([]);
  expect(tries.length).toBeGreaterThan(2);
  expect(tries[0]).toMatch(/^the bucket "clinic" at .+ does not answer \(\w+\); try 2$/);
  expect(tries.at(-1)).toBe(undefined);
  proxy.set('none');
  await bucket.list('');
  // From then on it is waited for as long as ever.
  proxy.set('cut');
  const listed = bucket.list('');
  await sleep(3000 / SPEED + LIMITS.silenceMs);
  proxy.set('none');
  await listed;
});

test.each([0, 1, 1000, 1_500_000])('a read that breaks after %i bytes goes on there', async (bytes) => {
  const id = newFileId();
  await blobs.write(id, PHOTO);
  proxy.cutAfter(bytes, 3);
  expect(sha256Of(await blobs.read(id))).toBe(sha256Of(PHOTO));
  proxy.cutAfter(bytes, 2);
  const range = { start: 1_000_000, end: 3_999_998 };
  expect(sha256Of(await buffer(blobs.open(id, range)))).toBe(sha256Of(PHOTO.subarray(1_000_000, 3_999_999)));
});

test('a read that breaks again and again ends', async () => {
  const id = newFileId();
  await blobs.write(id, PHOTO);
  proxy.cutAfter(10_000, Number.POSITIVE_INFINITY);
  await expect(blobs.read(id)).rejects.toMatchObject({ code: 'unavailable' });
  expect(proxy.connections()).toBeLessThan(30);
});

test('a read that falls silent in the middle goes on', async () => {
  const id = newFileId();
  const model = randomBytes(30_000_000);
  // The server may need longer than these limits for so much.
  const { blobs: patient } = await openAt({}, { limits: { ...LIMITS, silenceMs: 10_000 } });
  await patient.write(id, model);
  const before = proxy.connections();
  const read: Buffer[] = [];
  for await (const piece of blobs.open(id)) {
    if (read.push(piece as Buffer) !== 3) continue;
    proxy.set('deaf');
    setTimeout(() => proxy.set('none'), 700);
  }
  expect(sha256Of(Buffer.concat(read))).toBe(sha256Of(model));
  expect(proxy.connections()).toBeGreaterThan(before);
});

test('an upload that gets stuck in the middle is sent again', async () => {
  const id = newFileId();
  const model = randomBytes(12_000_000);
  const path = await received(model);
  ({ blobs } = await openAt({ endpoint: proxy.url }, { limits: { ...LIMITS, silenceMs: 2000 } }));
  proxy.deafenAfter(1_000_000);
  const kept = blobs.keep(id, path);
  await expect.poll(() => proxy.connections()).toBe(1);
  await sleep(500);
  proxy.set('none');
  await kept;
  expect(proxy.connections()).toBeGreaterThan(1);
  expect(sha256Of(await blobs.read(id))).toBe(sha256Of(model));
});

test('a reader who takes their time is no silence', async () => {
  const id = newFileId();
  await blobs.write(id, PHOTO);
  const before = proxy.connections();
  let sizeBytes = 0;
  for await (const piece of blobs.open(id)) {
    if (sizeBytes === 0) await sleep(3 * LIMITS.silenceMs);
    sizeBytes += (piece as Buffer).length;
  }
  expect(sizeBytes).toBe(PHOTO.length);
  expect(proxy.connections() - before).toBeLessThanOrEqual(1);
});

test('an upload that is spoilt on its way is noticed and sent again', async () => {
  const id = newFileId();
  proxy.spoilUploads(1);
  await blobs.keep(id, await received(PHOTO));
  expect(sha256Of(await blobs.read(id))).toBe(sha256Of(PHOTO));
  proxy.spoilUploads(Number.POSITIVE_INFINITY);
  const { blobs: impatient } = await openAt({ endpoint: proxy.url }, { limits: IMPATIENT });
  await expect(impatient.keep(newFileId(), await received(PHOTO))).rejects.toMatchObject({ code: 'unavailable' });
});

test('a file of a generation is not left behind when its fetch fails', async () => {
  proxy.set('cut');
  const path = incoming.newPath();
  const only = { ...incoming, newPath: () => path };
  const { bucket } = await openAt({ endpoint: proxy.url }, { limits: IMPATIENT });
  await expect(openBucketBlobs(bucket, only).fetchFile(newFileId())).rejects.toMatchObject({ code: 'unavailable' });
  await expect(writeFile(path, '', { flag: 'wx' })).resolves.toBeUndefined();
});

test.each([
  ['a wrong secret', { secretAccessKey: 'never-to-be-shown' }, /does not take this key \(403 SignatureDoesNotMatch\)$/],
  ['a wrong key', { accessKeyId: 'NOBODY' }, /does not take this key \(403 InvalidAccessKeyId\)$/],
  ['a bucket that does not exist', { bucket: 'elsewhere' }, /does not exist \(404 NoSuchBucket\)$/],
])('%s is told at once, with bucket and endpoint', async (_what, place: Partial<BucketPlace>, message) => {
  const { blobs: wrong, bucket } = await openAt(place);
  const before = performance.now();
  for (const attempt of [
    () => wrong.read(newFileId()),
    () => wrong.write(newFileId(), PHOTO),
    () => wrong.remove([newFileId()]),
    () => wrong.copy(newFileId(), newFileId()),
    () => bucket.list('commits/'),
  ]) {
    const error = await attempt().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ReconError);
    const told = error as ReconError;
    expect(told).toMatchObject({ code: 'storage', message: expect.stringMatching(message) });
    expect(told.message).toContain(`the bucket "${place.bucket ?? 'clinic'}" at ${s3.endpoint}`);
    expect(`${told.stack} ${JSON.stringify(told)} ${String(told.cause)}`).not.toContain('never-to-be-shown');
  }
  expect(performance.now() - before).toBeLessThan(LIMITS.tryForMs / SPEED);
});

test('an endpoint whose name does not exist is told', async () => {
  const { blobs: nowhere } = await openAt(
    { endpoint: 'http://no-such-host.invalid' },
    { limits: { ...LIMITS, tryForMs: 0 } },
  );
  await expect(nowhere.read(newFileId())).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^the bucket "clinic" at http:\/\/no-such-host\.invalid does not answer \(E\w+\)$/),
  });
});

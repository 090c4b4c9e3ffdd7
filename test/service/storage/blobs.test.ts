import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BlobStore, newFileId, openBlobs } from '../../../src/service/storage/blobs.ts';

let folder: string;
let blobs: BlobStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recon-blobs-'));
  blobs = await openBlobs(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('bytes are kept under a random id with their SHA-256', async () => {
  const id = newFileId();
  const { sha256, sizeBytes } = await blobs.write(id, Buffer.from('photo'));
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(sha256).toBe('55c64d0fcd6f9d5f7c828093857e3fdfda68478bb4e9bd24d481ef391c7804e8');
  expect(sizeBytes).toBe(5);
  expect(await blobs.read(id)).toEqual(Buffer.from('photo'));
});

test('a received file is moved, not copied', async () => {
  const temp = blobs.newTempPath();
  await writeFile(temp, 'received');
  const id = newFileId();
  await blobs.keep(id, temp);
  expect(await readFile(blobs.path(id), 'utf8')).toBe('received');
  await expect(readFile(temp)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a copy outlives what it was copied from', async () => {
  const [id, copy] = [newFileId(), newFileId()];
  await blobs.write(id, Buffer.from('shared'));
  await blobs.copy(copy, id);
  await blobs.remove([id, id]);
  expect(await blobs.read(copy)).toEqual(Buffer.from('shared'));
});

test('a range includes both of its ends', async () => {
  const id = newFileId();
  await blobs.write(id, Buffer.from('0123456789'));
  const chunks: Buffer[] = [];
  for await (const chunk of blobs.open(id, { start: 2, end: 4 })) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('234');
});

test.each(['..', '../../etc/passwd', '', 'ab/cd', `${'a'.repeat(31)}/`])('%j is no id', (id) => {
  expect(() => blobs.path(id)).toThrow(TypeError);
});

test('a file is old by its last change, whatever its dates say', async () => {
  const id = newFileId();
  await blobs.write(id, Buffer.from('x'));
  await utimes(blobs.path(id), new Date(0), new Date(0));
  expect(await blobs.listOlderThan(Date.now() - 60_000)).not.toContain(id);
  expect(await blobs.listOlderThan(Infinity)).toContain(id);
});

import { readFile, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { newFileId } from '../../../src/service/storage/blob-store.ts';
import { openDiskBlobs } from '../../../src/service/storage/disk-blobs.ts';
import { openIncoming } from '../../../src/service/storage/incoming.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { describeBlobStore } from './blob-store.contract.ts';

async function openDisk() {
  const folder = tempFolder();
  const incoming = await openIncoming(folder);
  return { blobs: await openDiskBlobs(folder, incoming), incoming };
}

describeBlobStore('on a disk', openDisk);

test('a received file is moved, not copied', async () => {
  const { blobs, incoming } = await openDisk();
  const temp = incoming.newPath();
  await writeFile(temp, 'received');
  const id = newFileId();
  await blobs.keep(id, temp);
  const { path } = await blobs.fetchFile(id);
  expect(await readFile(path, 'utf8')).toBe('received');
  await expect(readFile(temp)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a file is old by its last change, whatever its dates say', async () => {
  const { blobs } = await openDisk();
  const id = newFileId();
  await blobs.write(id, Buffer.from('x'));
  await utimes((await blobs.fetchFile(id)).path, new Date(0), new Date(0));
  expect(await blobs.olderThan([id], Date.now() - 60_000)).toEqual([]);
  expect(await blobs.olderThan([id], Infinity)).toEqual([id]);
});

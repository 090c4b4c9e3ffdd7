import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { type BlobStore, newFileId } from '../../../src/service/storage/blob-store.ts';
import type { Incoming } from '../../../src/service/storage/incoming.ts';
import { sha256Of } from '../../../src/system/sha256.ts';

interface Opened {
  blobs: BlobStore;
  incoming: Incoming;
}

/** What every store does, whatever holds its files. */
export function describeBlobStore(where: string, open: () => Promise<Opened>): void {
  describe(`a store ${where}`, () => {
    let blobs: BlobStore;
    let incoming: Incoming;
    beforeEach(async () => {
      ({ blobs, incoming } = await open());
    });

    async function stored(text: string): Promise<string> {
      const id = newFileId();
      await blobs.write(id, Buffer.from(text));
      return id;
    }

    const missing = { code: 'ENOENT' };

    test('bytes are kept under a random id with their SHA-256', async () => {
      const id = newFileId();
      const { sha256, sizeBytes } = await blobs.write(id, Buffer.from('photo'));
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      expect(sha256).toBe('55c64d0fcd6f9d5f7c828093857e3fdfda68478bb4e9bd24d481ef391c7804e8');
      expect(sizeBytes).toBe(5);
      expect(await blobs.read(id)).toEqual(Buffer.from('photo'));
    });

    test.each([0, 1, 65_536, 3_000_001])(
      'a received file of %i bytes is kept whole, and its temporary file goes',
      async (sizeBytes) => {
        const bytes = randomBytes(sizeBytes);
        const temp = incoming.newPath();
        await writeFile(temp, bytes);
        const id = newFileId();
        await blobs.keep(id, temp);
        await expect(readFile(temp)).rejects.toMatchObject(missing);
        expect(sha256Of(await blobs.read(id))).toBe(sha256Of(bytes));
        expect(sha256Of(await buffer(blobs.open(id)))).toBe(sha256Of(bytes));
      },
    );

    test('a received file that is gone is an error', async () => {
      await expect(blobs.keep(newFileId(), incoming.newPath())).rejects.toMatchObject(missing);
    });

    test('a copy outlives what it was copied from', async () => {
      const [from, copy] = [await stored('shared'), newFileId()];
      await blobs.copy(copy, from);
      await blobs.remove([from, from]);
      expect(await blobs.read(copy)).toEqual(Buffer.from('shared'));
      await expect(blobs.copy(newFileId(), from)).rejects.toMatchObject(missing);
    });

    test.each([
      [{ start: 2, end: 4 }, '234'],
      [{ start: 0, end: 0 }, '0'],
      [{ start: 9, end: 9 }, '9'],
      [{ start: 7, end: 50 }, '789'],
      [{ start: 10, end: 50 }, ''],
    ])('the range %j includes both of its ends', async (range, expected) => {
      const id = await stored('0123456789');
      expect((await buffer(blobs.open(id, range))).toString()).toBe(expected);
    });

    test('a stream can be left in the middle', async () => {
      const id = newFileId();
      await blobs.write(id, randomBytes(5_000_000));
      const stream = blobs.open(id);
      for await (const chunk of stream) {
        expect((chunk as Buffer).length).toBeGreaterThan(0);
        break;
      }
      expect(stream.destroyed).toBe(true);
      const unread = blobs.open(id);
      unread.destroy();
      await once(unread, 'close');
    });

    test('a file can be fetched as a path', async () => {
      const id = await stored('photo');
      const [first, second] = [await blobs.fetchFile(id), await blobs.fetchFile(id)];
      await first.release();
      expect(await readFile(second.path, 'utf8')).toBe('photo');
      await second.release();
      expect(await blobs.read(id)).toEqual(Buffer.from('photo'));
    });

    test('a file that is not there is an error of its own', async () => {
      const id = newFileId();
      await expect(blobs.read(id)).rejects.toMatchObject(missing);
      await expect(buffer(blobs.open(id))).rejects.toMatchObject(missing);
      await expect(buffer(blobs.open(id, { start: 0, end: 1 }))).rejects.toMatchObject(missing);
    });

    test('those that are not there are told, also beside an empty one', async () => {
      const [there, empty, gone] = [await stored('a'), await stored(''), newFileId()];
      expect(await blobs.findMissing([there, gone, empty])).toEqual([gone]);
      expect(await blobs.findMissing([])).toEqual([]);
    });

    test('files that are there are removed, and others are no error', async () => {
      const ids = [await stored('a'), newFileId(), await stored('b')];
      await blobs.remove(ids);
      await blobs.remove([]);
      for (const id of ids) await expect(blobs.read(id)).rejects.toMatchObject(missing);
    });

    test.each(['..', '../../etc/passwd', '', 'ab/cd', `${'a'.repeat(31)}/`])('%j is no id', async (id) => {
      await expect(blobs.write(id, Buffer.of(1))).rejects.toThrow(TypeError);
      await expect((async () => blobs.read(id))()).rejects.toThrow(TypeError);
      await expect((async () => blobs.open(id))()).rejects.toThrow(TypeError);
      await expect((async () => blobs.remove([id]))()).rejects.toThrow(TypeError);
    });
  });
}

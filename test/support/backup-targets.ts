import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type BackupAddress, readBackupPlace } from '../../src/service/backup/backup-address.ts';
import type { BackupPlace } from '../../src/service/backup/backup-place.ts';
import { openBucket } from '../../src/service/storage/bucket/bucket.ts';
import { contentOfBytes } from '../../src/service/storage/bucket/content.ts';
import { openS3 } from './s3-server.ts';

export const TARGETS = ['a folder', 'a bucket'] as const;

/** A place for a backup, and its files as they lie there. */
export interface BackupTarget extends Omit<BackupPlace, 'put' | 'get'> {
  address: BackupAddress;
  read(name: string): Promise<Buffer>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Other bytes, as a disk that fails leaves them: what a bucket keeps beside an object is still that of before. */
  spoil(name: string, bytes: Uint8Array): Promise<void>;
}

/** Empty places for tests of backups; `close` removes them all. */
export function openTargets() {
  const folder = mkdtempSync(join(tmpdir(), 'recon-targets-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
  let s3: ReturnType<typeof openS3> | undefined;
  let targets = 0;

  async function addressOf(kind: (typeof TARGETS)[number]): Promise<BackupAddress> {
    targets++;
    if (kind === 'a folder') return join(folder, `backup-${targets}`);
    s3 ??= openS3();
    return { ...(await s3).options, prefix: `backup-${targets}/` };
  }

  return {
    async open(kind: (typeof TARGETS)[number]): Promise<BackupTarget> {
      const address = await addressOf(kind);
      const place = await readBackupPlace(address);
      closing.unshift(() => place.close());
      const write = (name: string, bytes: Uint8Array) => place.put(name, [bytes] as unknown as AsyncIterable<Buffer>);
      const spoil = async (name: string, bytes: Uint8Array) => {
        if (typeof address === 'string') return write(name, bytes);
        const bucket = openBucket(address);
        const { sha256 } = await bucket.get(name, 0);
        await bucket.put(name, { ...(await contentOfBytes(bytes)), sha256: sha256! });
        await bucket.close();
      };
      return { ...place, address, read: (name) => buffer(place.get(name)), write, spoil };
    },
    async close() {
      for (const close of closing) await close();
      await (await s3)?.close();
    },
  };
}

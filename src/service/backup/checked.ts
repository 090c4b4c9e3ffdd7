import { createHash } from 'node:crypto';
import { damaged } from './damaged.ts';
import type { Backup } from './open-backup.ts';

/** Gives the bytes of a file of the backup. @throws ReconError `damaged` at its end if its SHA-256 is another one */
export async function* checked(
  backup: Pick<Backup, 'get' | 'whereIs'>,
  name: string,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const bytes of backup.get(name)) {
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== sha256) throw damaged(backup, name, 'its content is not what was written');
}

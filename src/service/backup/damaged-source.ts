import { createHash } from 'node:crypto';
import { ReconError, systemErrorCode } from '../../errors.ts';

/** A file of the service is not there, or has other bytes than its record says. */
export class DamagedSource extends Error {
  override readonly name = 'DamagedSource';
}

/** What a person can mend, after which the file can be read. */
const MENDABLE = ['EACCES', 'EPERM', 'EMFILE', 'ENFILE'];

/**
 * Gives the bytes of a file of a service, opened when the first ones are asked for: a stream that fails before somebody
 * reads it ends the process.
 * @throws DamagedSource if it cannot be given as its SHA-256 says
 */
export async function* verifiedBytes(
  open: () => AsyncIterable<Uint8Array>,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  try {
    for await (const piece of open()) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    if (error instanceof ReconError) throw error;
    const code = systemErrorCode(error) ?? 'other bytes than were stored';
    if (!MENDABLE.includes(code)) throw new DamagedSource(code, { cause: error });
    throw new ReconError('storage', `a file of the service cannot be read (${code})`, { cause: error });
  }
  if (hash.digest('hex') !== sha256) throw new DamagedSource('other bytes than its record says');
}

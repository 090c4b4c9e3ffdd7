import { readSync } from 'node:fs';

/** Smaller files are read at once, because another thread costs more; pieces of this size make an upload fast. */
export const READ_AT_ONCE_BYTES = 512 * 1024;

/** Fills `bytes` from this place of an open file on, as far as it goes. Returns how many there were. */
export function readAtOnce(file: number, bytes: Uint8Array, offsetBytes: number): number {
  let filled = 0;
  for (let read = -1; read !== 0 && filled < bytes.length; filled += read) {
    read = readSync(file, bytes, filled, bytes.length - filled, offsetBytes + filled);
  }
  return filled;
}

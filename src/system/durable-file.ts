import { closeSync, fsync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { systemErrorCode } from '../errors.ts';

const sync: (file: number) => Promise<void> = promisify(fsync);

/**
 * Writes a file of mode 0600, or appends to it, and waits until the disk has it. Only the wait for the disk runs in
 * another thread: writing to the kernel's memory directly takes a tenth of the time of handing it over (measured with
 * an import, 80 µs a call).
 */
export async function writeDurably(path: string, flags: 'a' | 'w' | 'wx', bytes: Uint8Array): Promise<void> {
  const file = openSync(path, flags, 0o600);
  try {
    appendWhole(file, bytes);
    await sync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes all bytes at the end of the file, or at the current place; one write may take only a part of them. */
export function appendWhole(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done);
}

/**
 * Waits until the disk has what was written to a file. `flags` is `r` to open a folder; Windows syncs only files opened
 * for writing.
 */
export async function syncFile(path: string, flags: 'r' | 'r+' = 'r+'): Promise<void> {
  const file = openSync(path, flags);
  try {
    await sync(file);
  } finally {
    closeSync(file);
  }
}

/** The error codes of systems that cannot open or sync a folder. */
const CANNOT = ['EISDIR', 'EINVAL', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Makes the names in a folder survive a power cut. Does nothing on systems that cannot do this. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await syncFile(folder, 'r');
  } catch (error) {
    if (!CANNOT.includes(systemErrorCode(error) ?? '')) throw error;
  }
}

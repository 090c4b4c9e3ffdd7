import type { ZipFile } from 'yauzl';
import { shown } from '../shown.ts';
import type { ArchiveEntry } from './entries.ts';
import { refuseArchive } from './refusal.ts';
import { unpackToMemory } from './unpack-entry.ts';

/** Name → SHA-256 in hex. */
export type Checksums = ReadonlyMap<string, string>;

const NAME = 'SHA256SUMS';
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Reads the archive's own `SHA256SUMS`; empty if it has none. Throws `unsafe_archive` if the file cannot be read or
 * names a file that is not in the archive.
 */
export async function readChecksums(zip: ZipFile, entries: readonly ArchiveEntry[]): Promise<Checksums> {
  const list = entries.find(({ name }) => name === NAME);
  if (list === undefined) return new Map();
  const sums = parse((await unpackToMemory(zip, list, MAX_BYTES)).toString());
  const names = new Set(entries.map(({ name }) => name));
  for (const name of sums.keys()) {
    if (!names.has(name)) throw refuseArchive(`${shown(name)} is in its ${NAME} and not in it`);
  }
  return sums;
}

/** Parses the format of `sha256sum`, with or without `--tag`. */
function parse(text: string): Checksums {
  const sums = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue;
    const [, plainSum, plainName] = /^([0-9a-f]{64}) [ *](.+)$/i.exec(line) ?? [];
    const [, tagName, tagSum] = /^SHA256 \((.+)\) = ([0-9a-f]{64})$/i.exec(line) ?? [];
    const name = (plainName ?? tagName)?.replace(/^\.\//, '');
    const sum = (plainSum ?? tagSum)?.toLowerCase();
    if (name === undefined || sum === undefined || (sums.get(name) ?? sum) !== sum) {
      throw refuseArchive(`its ${NAME} cannot be read: ${shown(line)}`);
    }
    sums.set(name, sum);
  }
  return sums;
}

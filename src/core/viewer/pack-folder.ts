import { constants, createWriteStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { ReconError } from '../../errors.ts';
import { NameTree } from '../archive/entry-names.ts';
import { onDisk } from '../disk-failure.ts';
import { shown } from '../shown.ts';

/** As of an archive; all of it is in memory for a moment. */
const MOST_ENTRIES = 10_000;
const MOST_DEPTH = 16;
const MOST_BYTES = 1024 ** 3;
/** The time of a file tells when it was unpacked, so the zip says none. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Packs an unpacked archive into the zip `target`, which is then read and checked as every archive is.
 * Throws `usage` for what no archive of a model holds.
 */
export async function packFolder(folder: string, target: string): Promise<void> {
  const names = await onDisk(folder, () => namesIn(folder, '', 1));
  // Before the packer sees them: it has its own words.
  const tree = new NameTree();
  for (const name of names) tree.add(name);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let bytes = 0;
  for (const name of names) {
    const content = await onDisk(join(folder, name), async () => {
      // A link that took the place of a file meanwhile is not followed.
      const file = await open(join(folder, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      try {
        bytes += (await file.stat()).size;
        if (bytes > MOST_BYTES) throw refusal(folder, 'holds more than 1 GB');
        return await file.readFile();
      } finally {
        await file.close();
      }
    });
    zip.addBuffer(content, name, { compress: false, mtime: NO_TIME, mode: 0o100644 });
  }
  zip.end();
  await onDisk(target, () => pipeline(output, createWriteStream(target, { flags: 'wx', mode: 0o600 })));
}

/** Of all files, with `/`. */
async function namesIn(folder: string, under: string, depth: number): Promise<string[]> {
  if (depth > MOST_DEPTH) throw refusal(folder, `lies more than ${MOST_DEPTH} folders deep`);
  const names: string[] = [];
  for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
    const name = `${under}${entry.name}`;
    if (entry.isSymbolicLink()) throw refusal(folder, `holds a symbolic link: ${shown(name)}`);
    if (entry.isDirectory()) names.push(...(await namesIn(folder, `${name}/`, depth + 1)));
    else if (entry.isFile()) names.push(name);
    else throw refusal(folder, `holds what is neither a plain file nor a folder: ${shown(name)}`);
    if (names.length > MOST_ENTRIES) throw refusal(folder, `holds more than ${MOST_ENTRIES} files`);
  }
  return names;
}

const refusal = (folder: string, what: string) =>
  new ReconError('usage', `the folder ${shown(folder)} ${what}`, {
    hint: 'a folder that a download with --extract made',
  });

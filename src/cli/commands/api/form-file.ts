import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { ReconError } from '../../../errors.ts';
import { READ_NOW } from '../../../system/open-flags.ts';
import { whyNotRead } from '../../../system/why-not-read.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** A file sent as it is, without the checks of a photo. A pipe or folder is refused, and never waited for. */
export async function openFormFile(path: string) {
  const facts = await factsOf(path);
  if (!facts.isFile()) throw new ReconError('usage', `${JSON.stringify(path)} is not a regular file`);
  return {
    sizeBytes: facts.size,
    contentType: CONTENT_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    // Exactly the announced bytes, also of a file that is growing.
    open: () => (facts.size === 0 ? Readable.from([]) : createReadStream(path, { end: facts.size - 1 })),
  };
}

async function factsOf(path: string) {
  try {
    const file = await open(path, READ_NOW);
    return await file.stat().finally(() => file.close());
  } catch (error) {
    throw new ReconError('usage', `${JSON.stringify(path)} ${whyNotRead(error)}`, { cause: error });
  }
}

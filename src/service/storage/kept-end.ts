import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../errors.ts';
import { replaceFile } from '../../system/replace-file.ts';

/** The end of the audit's chain as it is kept beside the files: whoever shortens the table has to change this too. */
export interface KeptEnd {
  /** The database whose chain it is. */
  folderId: string;
  number: number;
  hash: string;
}

/** Where it is kept. One process at a time writes it. */
export interface EndKeeper {
  /** Undefined if there is none. */
  read(): Promise<KeptEnd | undefined>;
  /** When it returns, the end survives a power cut. */
  keep(end: KeptEnd): Promise<void>;
}

/** A file in the data folder. */
export function endInFolder(dataFolder: string): EndKeeper {
  const path = join(dataFolder, 'audit-end');
  return {
    read: async () => endIn(await readFile(path, 'utf8').catch(unlessMissing)),
    keep: (end) => replaceFile(path, endText(end)),
  };
}

const endText = ({ folderId, number, hash }: KeptEnd) => `${folderId} ${number} ${hash}\n`;

/** A text that cannot be read is no end: then the chain has to be looked at by a person. */
function endIn(text: string | undefined): KeptEnd | undefined {
  const [, folderId, number, hash] = /^([0-9a-f]{32}) (\d{1,15}) ([0-9a-f]{64})\n$/.exec(text ?? '') ?? [];
  return folderId === undefined ? undefined : { folderId, number: Number(number), hash: hash! };
}

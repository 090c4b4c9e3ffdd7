import { realpath, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { shellLine } from '../../../system/line-text.ts';
import type { Context } from '../../context.ts';

/** Whoever else can read the key can read the backup. */
export async function warnOfOpenKey(keyFile: string | undefined, { streams }: Context): Promise<void> {
  const line = await openFileLine(keyFile, 'the key file');
  if (line !== undefined) streams.warn(line);
}

/** Whoever finds a backup with its key beside it can read it, and a lost disk takes both. */
export async function warnOfKeyInside(
  keyFile: string | undefined,
  folder: string,
  { streams }: Context,
): Promise<void> {
  if (keyFile === undefined) return;
  const [key, place] = await Promise.all([keyFile, folder].map((path) => realpath(path).catch(() => undefined)));
  if (key === undefined || place === undefined) return;
  const way = relative(place, key);
  if (way.split(sep)[0] === '..' || way.startsWith(sep)) return;
  streams.warn(`the key ${keyFile} lies in the folder of the backup that it opens; keep it, and a copy, elsewhere`);
}

/**
 * What is told of a secret's file that others can read. A pipe, and a file of a system without modes, says nothing of that.
 * `what` is it in words.
 */
export async function openFileLine(path: string | undefined, what: string): Promise<string | undefined> {
  if (path === undefined || process.platform === 'win32') return undefined;
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isFile() !== true || (facts.mode & 0o044) === 0) return undefined;
  return `others on this computer can read ${what} ${path}; ${shellLine('chmod', '600', path)}`;
}

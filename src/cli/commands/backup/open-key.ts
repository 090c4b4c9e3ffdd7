import { stat } from 'node:fs/promises';
import { shellLine } from '../../../system/line-text.ts';
import type { Context } from '../../context.ts';

/** Whoever else can read the key can read the backup. */
export async function warnOfOpenKey(keyFile: string | undefined, { streams }: Context): Promise<void> {
  const line = await openFileLine(keyFile, 'the key file');
  if (line !== undefined) streams.warn(line);
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

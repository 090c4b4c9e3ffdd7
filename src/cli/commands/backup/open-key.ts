import { stat } from 'node:fs/promises';
import type { Context } from '../../context.ts';

/** Whoever else can read the key can read the backup. A pipe, and a file of a system without modes, says nothing of that. */
export async function warnOfOpenKey(keyFile: string | undefined, { streams }: Context): Promise<void> {
  if (keyFile === undefined || process.platform === 'win32') return;
  const facts = await stat(keyFile).catch(() => undefined);
  if (facts?.isFile() !== true || (facts.mode & 0o044) === 0) return;
  streams.warn(`others on this computer can read the key file ${keyFile}; chmod 600 ${keyFile}`);
}

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReconError, systemErrorCode } from '../errors.ts';

/** In the built program all of its files lie beside this one, and one that a later step needs is loaded then. */
const OWN_FILE = fileURLToPath(import.meta.url);

const REPLACED = 'this program was replaced or removed on this computer while it ran, as by an update';

/** Whether a part of the program itself is not there any more: another version has files of other names. */
export function isProgramReplaced(error: unknown, ownFile = OWN_FILE): boolean {
  const code = systemErrorCode(error);
  if (code === 'ENOENT') {
    const { path } = error as { path?: unknown };
    return typeof path === 'string' && dirname(path) === dirname(ownFile);
  }
  // A package that is not bundled may never have been there.
  return /MODULE_NOT_FOUND$/.test(code ?? '') && !existsSync(ownFile);
}

/** No try of the same process helps. */
export const programReplaced = (cause: unknown): ReconError => new ReconError('storage', REPLACED, { cause });

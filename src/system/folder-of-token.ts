import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * The data folder of a service on this machine whose own token is this file; undefined where it is none. Of a service that
 * runs beside another, `recon serve` tells its token's file to type: commands are to mean that one.
 */
export function folderOfToken(file: string | undefined): string | undefined {
  if (!file || basename(file) !== 'token') return undefined;
  const folder = dirname(resolve(file));
  return existsSync(join(folder, 'service.lock')) ? folder : undefined;
}

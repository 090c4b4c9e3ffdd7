import { join } from 'node:path';
import type { Context } from '../../context.ts';

/** The folder in which `recon serve` and `recon accounts` keep everything when none is named. */
export async function defaultDataFolder({ configuration }: Context): Promise<string> {
  const { paths } = await configuration();
  return join(paths.dataFolder, 'service');
}

import { join } from 'node:path';
import type { Context } from '../../context.ts';

/** Where `recon serve` and `recon accounts` keep everything when no folder is named. */
export const defaultDataFolder = ({ configuration }: Context): string =>
  join(configuration.paths.dataFolder, 'service');

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type ConfigPaths, configPaths } from '../../src/config/paths.ts';

const made: string[] = [];

afterEach(async () => {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** A home of its own for one test, gone afterwards. */
export async function temporaryHome(): Promise<{ home: string; paths: ConfigPaths }> {
  const home = await mkdtemp(join(tmpdir(), 'recon-home-'));
  made.push(home);
  return { home, paths: configPaths({ HOME: home }, 'linux') };
}

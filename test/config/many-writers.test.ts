import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { openConfig } from '../../src/config/store.ts';
import { temporaryHome } from './temporary-home.ts';

const root = join(import.meta.dirname, '../..');

/** The writer as a program of its own; native packages are taken from where npm put them. */
async function buildWriter(folder: string): Promise<string> {
  const outfile = join(folder, 'write-settings.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'programs/write-settings.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: { libsql: join(root, 'node_modules/libsql/index.js') },
    external: [join(root, 'node_modules/libsql/index.js')],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return outfile;
}

test('8 processes that write at once lose nothing, also when one of them is killed', async () => {
  const { home, paths } = await temporaryHome();
  const program = await buildWriter(home);
  const start = (writer: string, count: number) =>
    spawn(process.execPath, [program, paths.configFolder, writer, String(count)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });

  const writers = Array.from({ length: 8 }, (_, at) => start(`w${at}`, 25));
  const victim = start('victim', 10_000);
  setTimeout(() => victim.kill('SIGKILL'), 700);
  const codes = await Promise.all(writers.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual(Array(8).fill(0));

  const names = Object.keys((await openConfig(paths).read()).profiles);
  const expected = Array.from({ length: 8 }, (_, w) => Array.from({ length: 25 }, (_, at) => `w${w}-${at}`)).flat();
  expect(names).toEqual(expect.arrayContaining(expected));
  expect(names.filter((name) => !name.startsWith('victim'))).toHaveLength(200);
  expect((await readdir(paths.configFolder)).filter((name) => name.includes('bad'))).toEqual([]);
});

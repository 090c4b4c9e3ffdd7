import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConfig } from '../../src/config/config-file.ts';
import { buildProgram } from '../support/build-program.ts';
import { temporaryHome } from './temporary-home.ts';

test('8 processes that write at once lose nothing, also when one of them is killed', async () => {
  const { home, paths } = await temporaryHome();
  const program = await buildProgram(join(import.meta.dirname, 'programs/write-settings.ts'), home);
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

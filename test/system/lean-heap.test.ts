import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { bundled } from '../support/engine-worker.ts';

test("with the service's flags the space for new objects does not grow, and this Node knows them", async () => {
  const loader = await readFile(new URL('../../bin/load.js', import.meta.url), 'utf8');
  const [, list = ''] = /for \(const flag of \[(.+)\]\) setFlagsFromString/.exec(loader)!;
  const lean = Array.from(list.matchAll(/'(--[^']+)'/g), ([, flag]) => flag!);
  expect(lean).toHaveLength(2);
  const program = fileURLToPath(await bundled('test/system/programs/many-new-objects.ts', 'many-new-objects'));
  const sizes = await Promise.all(
    [lean, []].map(async (flags) => {
      const { stdout, stderr } = await execa(process.execPath, [program, ...flags]);
      expect(stderr).toBe('');
      return (JSON.parse(stdout) as { bytes: number }).bytes;
    }),
  );
  const [leanBytes, usualBytes] = sizes as [number, number];
  expect(leanBytes).toBeLessThan(usualBytes / 4);
});

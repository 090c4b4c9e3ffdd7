import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { bundled } from '../support/engine-worker.ts';

test("with the service's flag the space for new objects does not grow, and this Node knows the flag", async () => {
  const recon = await readFile(new URL('../../bin/recon.js', import.meta.url), 'utf8');
  const [, flag] = /setFlagsFromString\('(--[^']+)'\)/.exec(recon)!;
  const program = fileURLToPath(await bundled('test/system/programs/many-new-objects.ts', 'many-new-objects'));
  const sizes = await Promise.all(
    [[flag!], []].map(async (flags) => {
      const { stdout, stderr } = await execa(process.execPath, [program, ...flags]);
      expect(stderr).toBe('');
      return (JSON.parse(stdout) as { bytes: number }).bytes;
    }),
  );
  const [lean, usual] = sizes as [number, number];
  expect(lean).toBeLessThan(usual / 4);
});

import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { bundled } from '../support/engine-worker.ts';

test('the space for new objects does not grow, and no flag is unknown to this Node', async () => {
  const program = fileURLToPath(await bundled('test/system/programs/many-new-objects.ts', 'many-new-objects'));
  const sizes = await Promise.all(
    ['lean', 'usual'].map(async (how) => {
      const { stdout, stderr } = await execa(process.execPath, [program, how]);
      expect(stderr).toBe('');
      return (JSON.parse(stdout) as { bytes: number }).bytes;
    }),
  );
  const [lean, usual] = sizes as [number, number];
  expect(lean).toBeLessThan(usual / 4);
});

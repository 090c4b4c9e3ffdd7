import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Two projects: pure and in-process tests share one module graph (fast);
// e2e stories run the built bin in processes of their own.
export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for may take long on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // vitest leaves a core free by default, which on two cores means one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/chaos/**'],
          isolate: false,
          pool: 'threads',
        },
      },
      {
        extends: true,
        test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], pool: 'forks', testTimeout: 180_000 },
      },
      {
        extends: true,
        // A fault scenario takes as long as it takes; it has its own limits where a hang would be the fault.
        test: {
          name: 'chaos',
          include: [`test/chaos/**/*.${process.env['RECON_CHAOS'] === 'full' ? '{test,full}' : 'test'}.ts`],
          pool: 'forks',
          testTimeout: 1_200_000,
        },
      },
    ],
  },
});

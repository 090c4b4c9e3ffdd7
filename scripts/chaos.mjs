// `npm run chaos [-- --full] [NAME…]`: the fault scenarios of test/chaos, with their tables. Without `--full` it is the
// seeded tenth that `npm run test:all` runs; RECON_CHAOS_SEED=N repeats a run.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const args = process.argv.slice(2);
const full = args.includes('--full');
const run = spawnSync(
  process.execPath,
  [
    fileURLToPath(new URL('test.mjs', import.meta.url)),
    ...['--project', 'chaos'],
    ...args.filter((arg) => arg !== '--full').map((name) => `test/chaos/${name}`),
  ],
  { stdio: 'inherit', env: { ...process.env, RECON_TESTS: 'all', ...(full && { RECON_CHAOS: 'full' }) } },
);
process.exitCode = run.status ?? 1;

// Runs the tests and closes with the one line that every reader of a log understands. `--all`, or RECON_TESTS=all, also
// runs those that are slow because they are thorough.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2).filter((arg) => arg !== '--all');
if (args.length < process.argv.length - 2) process.env.RECON_TESTS = 'all';
const folder = mkdtempSync(join(tmpdir(), 'recon-test-'));
const report = join(folder, 'report.json');
try {
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    { cwd: root, stdio: 'inherit' },
  );
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const skipped = numPendingTests + numTodoTests;
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${skipped} skipped`);
  process.exitCode = run.status === 0 && success && numPassedTests > 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

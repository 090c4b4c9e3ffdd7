// Runs the tests and closes with the one line that every reader of a log understands.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
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
      ...process.argv.slice(2),
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

// Runs the tests and closes with the one line that every reader of a log understands. `--all`, or RECON_TESTS=all, also
// runs those that are slow because they are thorough.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The most letters of a failure's message that are told once more. */
const MOST_LETTERS = 300;

/** A line for each test that did not pass, with why, and for each file that failed outside its tests. */
function notPassed(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => `not passed: ${relative(root, name)}: ${test.fullName} (${test.status})${why(test)}`);
    return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
      ? [`not passed: ${relative(root, name)}: ${message.split('\n', 1)[0]}`, ...tests]
      : tests;
  });
}

/** The message of a failure in one line; what differs stands behind its first line. */
function why({ failureMessages }) {
  const message = failureMessages?.[0]?.split(/\n\s+at /, 1)[0].replace(/\s+/g, ' ');
  return message ? `: ${message.slice(0, MOST_LETTERS)}` : '';
}

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
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const skipped = numPendingTests + numTodoTests;
  for (const line of notPassed(testResults)) console.log(line);
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${skipped} skipped`);
  process.exitCode = run.status === 0 && success && numPassedTests > 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

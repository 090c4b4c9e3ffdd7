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

/** Runs vitest, and gives what it reports of each file. */
function runTests(args) {
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
    const { success, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return { isSuccess: run.status === 0 && success, files: testResults };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const FILES_AGAIN = 3;
const TIMES_AGAIN = 3;
/** CI has an hour for everything. */
const LONGEST_AGAIN_MS = 10 * 60_000;

/**
 * Some tests wait for a browser or a terminal beside all the others, and a busy machine may be too slow for one of them.
 * So up to three files that failed are run again, by themselves, and count as passed if they pass three times in a row,
 * or as often as ten minutes allow; what failed at first is told all the same. Never those of test/chaos: what fails
 * there may have lost a patient.
 * @returns the results of all files, those of the last run in place of the first ones
 */
function runAgain(files, projects) {
  const failed = [...new Set(files.filter(({ status }) => status === 'failed').map(({ name }) => name))];
  const areTooMany = failed.length === 0 || failed.length > FILES_AGAIN;
  if (areTooMany || failed.some((name) => relative(root, name).startsWith('test/chaos/'))) return undefined;
  const took = files.filter(({ name }) => failed.includes(name));
  const onceMs = took.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
  const times = Math.min(TIMES_AGAIN, Math.floor(LONGEST_AGAIN_MS / onceMs));
  let last;
  for (let time = 1; time <= times; time++) {
    last = runTests([...projects, ...failed.map((name) => relative(root, name))]);
    if (!last.isSuccess) return undefined;
  }
  return last && [...files.filter(({ name }) => !failed.includes(name)), ...last.files];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2).filter((arg) => arg !== '--all');
if (args.length < process.argv.length - 2) process.env.RECON_TESTS = 'all';
const { isSuccess, files } = runTests(args);
const failures = notPassed(files);
const projects = args.filter((arg, at) => arg === '--project' || args[at - 1] === '--project');
const again = !isSuccess && process.env.CI ? runAgain(files, projects) : undefined;
for (const line of failures) console.log(again ? line.replace('not passed:', 'passed only when run again:') : line);
const statuses = (again ?? files).flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
const count = (...wanted) => statuses.filter((status) => wanted.includes(status)).length;
const passed = count('passed');
const failed = count('failed');
console.log(`${passed} passed, ${failed} failed, ${statuses.length - passed - failed} skipped`);
process.exitCode = (isSuccess || again) && passed > 0 ? 0 : 1;

import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { RECON } from '../support/recon-home.ts';
import { openPty } from './pty-session.ts';

const dist = resolve(import.meta.dirname, '../../dist');

/** The built file and all that are loaded with it. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  // What is loaded later stands in a function: `then(()=>require(…))`.
  for (const [, next] of contents(file).matchAll(/(?<![\w$]|=>(?:__toESM\()?)require\("\.\/([^"]+\.cjs)"\)/g))
    loadedWith(next!, found);
  return found;
}

const contents = (file: string) => readFileSync(join(dist, file), 'utf8');
const textOf = (files: Set<string>) => [...files].map(contents).join('\n');

/** The program's own files; `pages` beside them is for browsers. */
const built = readdirSync(dist).filter((file) => file.endsWith('.cjs'));

const help = contents('help.txt');

test.each([['--help'], ['-h'], []])('%j is answered from the file that the build made', (...args) => {
  expect(execFileSync(process.execPath, [RECON, ...args], { encoding: 'utf8' })).toBe(help);
});

test('the file is right for every terminal of 80 columns and more, and leaves a line for the prompt in one of 24', async () => {
  for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(help.trimEnd().split('\n').length).toBeLessThan(24);
  const commands = help.split('\n').filter((line) => line.startsWith(' '));
  expect(commands.length).toBeGreaterThan(10);
  // None is broken, so a wider terminal shows the same.
  for (const line of commands) expect(line).toMatch(/^ {2}\S.* {2}\S/);
});

test('for a narrower terminal the program breaks the lines', async () => {
  const session = openPty('stty cols 60; recon --help', { environment: process.env, folder: tmpdir() });
  expect(await session.ended).toBe(0);
  expect(session.seen()).toMatch(/clinical photos into\r?\n3D models/);
});

test.each(['--help', '--version'])('%s that cannot be written is a failure', (asked) => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [RECON, asked], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  expect(status).toBe(12);
  expect(String(stderr)).toContain(
    'cannot be written to stdout: the disk is full\n  Try: send the answer to another place',
  );
});

test.each(['--help', 'help exit-codes', 'patients create --help'])(
  'recon %s of which a file takes a part is a failure',
  (asked) => {
    const folder = mkdtempSync(join(tmpdir(), 'recon-cut-'));
    // One block of 1 kB; the signal that a larger file sends is ignored, as Node does.
    const line = `ulimit -f 1; exec "$0" "$1" ${asked} > answer`;
    const { status, stderr } = spawnSync('bash', ['-c', line, process.execPath, RECON], { cwd: folder });
    expect(statSync(join(folder, 'answer')).size).toBe(1024);
    rmSync(folder, { recursive: true });
    expect({ status, said: String(stderr) }).toEqual({
      status: 12,
      said: expect.stringContaining('cannot be written to stdout'),
    });
  },
);

test('the help of a command loads words, and nothing that a command does', () => {
  const start = loadedWith('recon.cjs');
  const text = textOf(start);
  expect(start.size).toBeLessThanOrEqual(2);
  expect(text).toContain('take values from a file, a JSON object');
  for (const heavy of ['Intl.DisplayNames', 'dispatcher', 'LosslessNumber', 'code_challenge']) {
    expect(text).not.toContain(heavy);
  }
});

test('patients list reads ten files of the program', () => {
  // The service and the client have a listPatients each; the command's takes options.
  const steps = ['main(', 'listPatients(words,', 'openConfiguration(', 'connect(parts', 'createPatientWriter('];
  const files = steps.map((step) => built.find((file) => contents(file).includes(`function ${step}`)));
  expect(files).not.toContain(undefined);
  const loaded = new Set(files.flatMap((file) => [...loadedWith(file!)]));
  expect(loaded.size).toBeLessThanOrEqual(10);
  // Of openid-client.
  expect(textOf(loaded)).not.toContain('code_challenge');
});

test.each(['main(', 'listPatients(words,', 'createPatient(options', 'updatePatient('])(
  '%s begins without what reads and writes spreadsheets',
  (action) => {
    // A path inside of every .xlsx, which the libraries that read and write them have.
    const spreadsheets = built.filter((file) => contents(file).includes('xl/workbook'));
    expect(spreadsheets.length).toBeGreaterThan(1);
    const files = built.filter((file) => contents(file).includes(`function ${action}`));
    expect(files.length).toBeGreaterThan(0);
    const loaded = files.flatMap((file) => [...loadedWith(file)]);
    expect(loaded.filter((file) => spreadsheets.includes(file))).toEqual([]);
  },
);

test.each(['createPatient(options', 'updatePatient(', 'createAfter(', 'importPatients(', 'checkPhotos('])(
  '%s begins without what looks at photos',
  (action) => {
    const files = built.filter((file) => contents(file).includes(`async function ${action}`));
    expect(files.length).toBeGreaterThan(0);
    const loaded = files.flatMap((file) => [...loadedWith(file)]);
    // A sentence of the engine.
    expect(loaded.filter((file) => contents(file).includes('swap the two photos: in the left one'))).toEqual([]);
  },
);

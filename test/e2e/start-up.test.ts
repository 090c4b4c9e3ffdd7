import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const dist = resolve(import.meta.dirname, '../../dist');

/** The built file and all that are loaded with it. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, next] of contents(file).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g)) loadedWith(next!, found);
  return found;
}

const contents = (file: string) => readFileSync(join(dist, file), 'utf8');
const textOf = (files: Set<string>) => [...files].map(contents).join('\n');

test('--help loads words, and nothing that a command does', () => {
  const start = loadedWith('recon.js');
  const text = textOf(start);
  expect(start.size).toBeLessThanOrEqual(2);
  expect(text).toContain('take values from a JSON object');
  for (const heavy of ['Intl.DisplayNames', 'dispatcher', 'LosslessNumber']) expect(text).not.toContain(heavy);
});

test('patients list reads nine files of the program', () => {
  // The service and the client have a listPatients each; the command's takes options.
  const steps = ['main(', 'listPatients(options,', 'openConfiguration(', 'connect(', 'createPatientWriter('];
  const files = steps.map((step) =>
    readdirSync(dist).find((file) => file !== 'worker.js' && contents(file).includes(`function ${step}`)),
  );
  expect(files).not.toContain(undefined);
  expect(new Set(files.flatMap((file) => [...loadedWith(file!)])).size).toBeLessThanOrEqual(9);
});

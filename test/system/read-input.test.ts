import { execFileSync } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readInput } from '../../src/system/read-input.ts';
import { tempFolder } from '../support/temp-folder.ts';

function makePipe(): string {
  const path = join(tempFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

test('a file is read as far as it is wanted', async () => {
  const path = join(tempFolder(), 'file');
  writeFileSync(path, 'rcn_0123456789');
  expect(String(await readInput(path, { maxBytes: 100 }))).toBe('rcn_0123456789');
  expect(String(await readInput(path, { maxBytes: 3 }))).toBe('rcn');
});

test('a pipe whose writer opens it later is not empty', async () => {
  const path = makePipe();
  setTimeout(() => createWriteStream(path).end('late'), 200);
  expect(String(await readInput(path, { maxBytes: 100 }))).toBe('late');
});

test('a writer may be silent for as long as it is allowed to', async () => {
  const path = makePipe();
  const write = (afterMs: number) => {
    const writer = createWriteStream(path);
    writer.on('error', () => {});
    writer.write('one ');
    setTimeout(() => writer.end('two'), afterMs);
  };
  write(150);
  expect(String(await readInput(path, { maxBytes: 100, silenceMs: 2_000 }))).toBe('one two');
  write(600);
  expect(await readInput(path, { maxBytes: 100, silenceMs: 100 })).toBeUndefined();
});

test('a pipe that nobody writes to gives nothing after 3 s', async () => {
  expect(await readInput(makePipe(), { maxBytes: 100 })).toBeUndefined();
});

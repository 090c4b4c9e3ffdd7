import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Line } from '../../src/errors.ts';
import { lineText, shellLine } from '../../src/system/line-text.ts';

test.each<[Line, string]>([
  ['a recon wait 7 in words', 'a recon wait 7 in words'],
  [{ command: ['patients', 'delete', '7'] }, 'recon patients delete --profile x 7'],
  [{ command: ['patients', 'update', '7'] }, 'recon update --profile x 7'],
  [{ command: ['wait', '7'] }, 'recon wait --profile x 7'],
  [{ command: ['patients', 'list', '--name', "O'Neill Ana"] }, "recon list --profile x --name 'O'\\''Neill Ana'"],
  [
    { before: 'to look', command: ['patients', 'get', '7'], because: 'which tells' },
    'to look: recon show --profile x 7 (which tells)',
  ],
  [{ command: ['login', '--token-stdin'], stdin: 'my token' }, "recon login --profile x --token-stdin < 'my token'"],
])('%j is told as %j', (line, expected) => {
  expect(lineText(line, ['--profile', 'x'])).toBe(expected);
  expect(lineText(line)).toBe(expected.replace(' --profile x', ''));
});

test('a shell that is given all of a line runs nothing', () => {
  const line = lineText({ command: ['get', '7'], because: 'to see who it is' }).replace('recon', 'echo');
  const { status, stdout } = spawnSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test.each(['7', 'two words', "O'Neill", '', '$(id)', '`id`', 'a"b', 'back\\slash', '*', 'ü\nnewline', '--name'])(
  'a shell reads %j back as one word',
  (word) => {
    const line = `printf %s ${shellLine(word)}`;
    expect(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' })).toBe(word);
  },
);

test('plain words stay plain', () => {
  expect(shellLine('recon', 'patients', 'list', '--email', 'a@b.example')).toBe(
    'recon patients list --email a@b.example',
  );
});

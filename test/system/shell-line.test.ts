import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellLine } from '../../src/system/line-text.ts';

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

import { Command } from 'commander';
import { expect, test } from 'vitest';
import { commandTree } from '../../../src/cli/completions/command-tree.ts';

test('what Tab tells of an option ends with its first sentence, and not at a dot within a number or an address', () => {
  const command = new Command('serve')
    .description('run it. Then stop it')
    .option('--fail <rate>', 'this share fails, such as 0.3; for trials')
    .option('--behind <ranges>', 'believe these: 10.0.0.0/8');
  const { about, options } = commandTree(command);
  expect(about).toBe('run it');
  expect(options.slice(0, 2).map((one) => one.about)).toEqual([
    'this share fails, such as 0.3',
    'believe these: 10.0.0.0/8',
  ]);
});

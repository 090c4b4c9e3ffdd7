import { expect, test } from 'vitest';
import { typedOutput } from '../../src/cli/globals.ts';

test.each([
  [['patients', 'list', '--json'], 'json'],
  [['-o', 'ndjson', 'patients'], 'ndjson'],
  [['-ojson'], 'json'],
  [['--output=csv'], 'csv'],
  [['--output', 'nonsense'], undefined],
  [['serve', '--', 'recon', '--json'], undefined],
  [['-o'], undefined],
  [['serve', '--log-format', 'json', '--prot'], 'json'],
  [['serve', '--log-format=json'], 'json'],
  [['serve', '--log-format', 'text'], undefined],
  [['serve', '--', 'recon', '--log-format', 'json'], undefined],
])('%j asks for %s', (args, format) => {
  expect(typedOutput(args)).toBe(format);
});

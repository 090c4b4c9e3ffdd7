import { expect, test } from 'vitest';
import { loadTheme, wantsColor } from '../../../src/cli/io/theme.ts';

const wish = (
  environment: Record<string, string>,
  more: { forbidden?: boolean; isTty?: boolean; setting?: 'always' | 'never' } = {},
) => wantsColor({ forbidden: false, isTty: true, environment, ...more });

test.each([
  ['a terminal', wish({}), true],
  ['a pipe', wish({}, { isTty: false }), false],
  ['NO_COLOR', wish({ NO_COLOR: '1' }), false],
  ['an empty NO_COLOR', wish({ NO_COLOR: '' }), true],
  ['--no-color', wish({ FORCE_COLOR: '1' }, { forbidden: true }), false],
  ['FORCE_COLOR in a pipe', wish({ FORCE_COLOR: '1' }, { isTty: false }), true],
  ['FORCE_COLOR=0', wish({ FORCE_COLOR: '0' }), false],
  ['NO_COLOR and FORCE_COLOR', wish({ NO_COLOR: '1', FORCE_COLOR: '1' }), false],
  ['a dumb terminal', wish({ TERM: 'dumb' }), false],
  ['config color never', wish({}, { setting: 'never' }), false],
  ['config color always in a pipe', wish({}, { setting: 'always', isTty: false }), true],
])('%s', (_name, wanted, expected) => {
  expect(wanted).toBe(expected);
});

test('a theme without colour writes no escape', async () => {
  const plain = await loadTheme(false);
  expect(Object.values(plain).map((style) => style('x'))).toEqual(['x', 'x', 'x', 'x', 'x']);
  expect((await loadTheme(true)).bold('x')).toBe('\u001b[1mx\u001b[22m');
});

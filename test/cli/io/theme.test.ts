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

test('no colour is one that is hardly seen on a light or on a dark background', async () => {
  const theme = await loadTheme(true);
  const codes = (['good', 'bad', 'busy'] as const).map((look) => /\u001b\[(\d+)m/.exec(theme[look]('x'))?.[1]);
  // Yellow, cyan and white on white; black and blue on black; what the terminal's theme makes of the bright ones.
  for (const code of codes) expect(['31', '32', '35']).toContain(code);
  expect(new Set(codes).size).toBe(3);
});

test('a style takes one text, also where it is given to map()', async () => {
  for (const style of Object.values(await loadTheme(true))) {
    const [first, second] = ['one', 'two'].map(style);
    expect([first, second]).toEqual([style('one'), style('two')]);
    expect(first).toMatch(/^\u001b\[\d+mone\u001b\[\d+m$/);
  }
});

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
  ['config color always on a dumb terminal', wish({ TERM: 'dumb' }, { setting: 'always' }), true],
  ['config color always in a pipe', wish({}, { setting: 'always', isTty: false }), false],
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
  // Yellow, cyan and white on white; black and blue on black; the bright ones but one are greys in some themes.
  for (const code of codes) expect(['31', '32', '95']).toContain(code);
  expect(new Set(codes).size).toBe(3);
});

test('a style takes one text, also where it is given to map()', async () => {
  for (const style of Object.values(await loadTheme(true))) {
    const [first, second] = ['one', 'two'].map(style);
    expect([first, second]).toEqual([style('one'), style('two')]);
    expect(first).toMatch(/^\u001b\[\d+mone\u001b\[\d+m$/);
  }
});

/** Magenta, its bright form and the paper of terminals as they come. */
const MAGENTAS: readonly [terminal: string, plain: string, bright: string, paper: string][] = [
  ['Windows Terminal', '881798', 'b4009e', '0c0c0c'],
  ['GNOME, dark', 'a347ba', 'c061cb', '1e1e1e'],
  ['GNOME, light', 'a347ba', 'c061cb', 'ffffff'],
  ['Tango', '75507b', 'ad7fa8', '000000'],
  ['Terminal of macOS, light', 'b200b2', 'e500e5', 'ffffff'],
  ['Terminal of macOS, dark', 'b200b2', 'e500e5', '000000'],
  ['Visual Studio Code', 'bc3fbc', 'd670d6', '1e1e1e'],
  ['Solarized, dark', 'd33682', '6c71c4', '002b36'],
  ['Solarized, light', 'd33682', '6c71c4', 'fdf6e3'],
  ['xterm', 'cd00cd', 'ff00ff', 'ffffff'],
];

test.each(MAGENTAS)('what is being made is read in %s', async (_terminal, plain, bright, paper) => {
  const isBright = (await loadTheme(true)).busy('x').startsWith('\u001b[95m');
  expect(contrast(isBright ? bright : plain, paper)).toBeGreaterThan(3);
});

/** As WCAG has it; 3 is the least for what is more than a decoration. */
function contrast(one: string, other: string): number {
  const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

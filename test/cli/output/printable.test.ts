import { expect, test } from 'vitest';
import { printable, printableJson, printableLines } from '../../../src/cli/output/printable.ts';

const ESC = '\u001b';

test.each([
  ['a colour', `${ESC}[31mred`, '\\u001b[31mred'],
  ['a clipboard write', `${ESC}]52;c;aGk=\u0007`, '\\u001b]52;c;aGk=\\u0007'],
  ['a one-byte control sequence', '\u009b2J', '\\u009b2J'],
  ['a backspace', 'a\bb', 'a\\u0008b'],
  ['a tab', 'a\tb', 'a\\u0009b'],
  ['a carriage return', 'safe\rfake', 'safe\\u000dfake'],
  ['a line break', 'one\ntwo', 'one⏎two'],
  ['a right-to-left override', 'gpj.\u202eexe', 'gpj.\\u202eexe'],
  ['an isolate', '\u2066x\u2069', '\\u2066x\\u2069'],
  ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
  ['a line separator', 'a\u2028b', 'a\\u2028b'],
  ['a tag character', 'a\u{e0041}b', 'a\\udb40\\udc41b'],
  ['half a surrogate pair', 'a\ud800b', 'a\\ud800b'],
])('%s is shown and not obeyed', (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test.each(['Zoë Ångström', '李小龙', '👩‍👩‍👧', 'محمد', 'é'])('%s stays as it is', (name) => {
  expect(printable(name)).toBe(name);
});

test('a text of our own keeps its line breaks, and nothing else', () => {
  expect(printableLines(`one\n${ESC}two\t`)).toBe('one\n\\u001btwo\\u0009');
});

test('JSON keeps its value and loses what a terminal could act on', () => {
  const value = { name: `a\u009b\u202e\u{e0041}\u007f${ESC}`, lines: 'a\nb' };
  const text = printableJson(JSON.stringify(value, undefined, 2));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/[\u007f-\u009f\u202e\u{e0041}\u001b]/u);
});

/** A small deterministic generator, so that a failure can be seen again. */
function* hostileTexts(count: number): Generator<string> {
  let state = 42;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  for (let i = 0; i < count; i++) {
    yield Array.from({ length: 1 + next(20) }, () =>
      String.fromCharCode(next(4) === 0 ? next(65_536) : next(256)),
    ).join('');
  }
}

test('no text lets a control byte through', () => {
  for (const text of hostileTexts(10_000)) {
    expect(printable(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  }
});

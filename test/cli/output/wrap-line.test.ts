import { expect, test } from 'vitest';
import { wrapCommand, wrapLine, wrapText } from '../../../src/cli/output/wrap-line.ts';

test('a line is broken at blanks, what is whole stays, and nothing is broken without a width', () => {
  expect(wrapLine('one two three four', { width: 11 })).toBe('one two\n  three\n  four');
  expect(wrapLine('  one two three', { width: 11, indent: '    ' })).toBe('  one two\n    three');
  expect(wrapLine('see recon list --all now', { width: 18, whole: 'recon list --all' })).toBe(
    'see\n  recon list --all\n  now',
  );
  expect(wrapLine('one two three four', { width: undefined })).toBe('one two three four');
  // 山 takes two cells.
  expect(wrapLine('山田 花子 山田', { width: 12 })).toBe('山田 花子\n  山田');
});

test('a phone number is not broken', () => {
  expect(wrapLine('it takes digits, such as +351 21 000 0000', { width: 32 })).toBe(
    'it takes digits, such as\n  +351 21 000 0000',
  );
});

test('a command that no line can hold goes on below, as a shell takes it', () => {
  const whole = 'recon update 1 --left FILE --right FILE';
  const text = `  Try: ${whole} (with the two side photos swapped)`;
  expect(wrapLine(text, { width: 36, whole, indent: '    ' })).toBe(
    [
      '  Try:',
      '    recon update 1 --left FILE \\',
      '      --right FILE',
      '      (with the two side',
      '      photos swapped)',
    ].join('\n'),
  );
  expect(wrapLine(whole, { width: 30, whole })).toBe('  recon update 1 \\\n    --left FILE --right FILE');
});

test('of several commands only the one that no line can hold is broken, and one twice in a text ends as well', () => {
  const [short, long] = ['recon list', 'recon update 1 --left FILE'];
  expect(wrapLine(`or some words, ${long}, else look at the ${short}`, { width: 24, whole: [short, long] })).toBe(
    ['or some words,', '  recon update 1 \\', '    --left FILE, else', '  look at the recon list'].join('\n'),
  );
  expect(wrapLine(`${long} ${long}`, { width: 24, whole: long })).toContain('--left FILE');
});

test('a text in columns keeps them', () => {
  expect(wrapText('To keep it:\n  jobs    how many at once', 20)).toBe(
    'To keep it:\n  jobs    how many\n          at once',
  );
});

test('a long command goes on in a way that a shell reads, and a word in quotes is one', () => {
  expect(wrapCommand('recon list', 20)).toEqual(['recon list']);
  expect(wrapCommand('recon show "silva, maria" --json --no-color', 30)).toEqual([
    'recon show "silva, maria" \\',
    '  --json --no-color',
  ]);
});

test('an apostrophe within quotes breaks no word: a name such as O’Neill’s has one, and the line is to be copied', () => {
  const command = String.raw`recon create --name 'Erika O'\''Neill' --phone '+49 30 555 0199' --left cam/IMG_1.jpg`;
  const lines = wrapCommand(command, 60);
  expect(lines.length).toBeGreaterThan(1);
  for (const word of [String.raw`'Erika O'\''Neill'`, "'+49 30 555 0199'"]) {
    expect(lines.some((line) => line.includes(word))).toBe(true);
  }
  expect(lines.map((line) => line.replace(/ \\$/, '').trim()).join(' ')).toBe(command);
});

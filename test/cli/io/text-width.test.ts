import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cutCell, loadTextWidth, padCell, roughTextWidth } from '../../../src/cli/io/text-width.ts';

test.each(['', 'Zoë Ångström', 'Γιώργος Παράδειγμα', 'Mẫu Đức', 'Łucja – …', 'Ирина', '李小龙', '👩‍👩‍👧', 'é'])(
  '%s is as wide as the library says, loaded or not',
  async (text) => {
    const textWidth = await loadTextWidth([text]);
    expect(textWidth(text)).toBe(stringWidth(text));
  },
);

test('a cell is filled up or cut to its width', async () => {
  const textWidth = await loadTextWidth(['李小龙']);
  expect(padCell('李', 4, textWidth)).toBe('李  ');
  expect(cutCell('李小龙', 5, textWidth)).toBe('李小…');
  expect(cutCell('Ana', 5, textWidth)).toBe('Ana');
});

test('a joiner inside a word may take a cell: some programs draw it so, and a line must not be broken for it', () => {
  const persian = 'می\u200cخواهم\u200cزاده';
  expect(roughTextWidth(persian)).toBe([...persian].length);
  expect(roughTextWidth('山田')).toBe(4);
  expect(roughTextWidth('Thi\u0323')).toBe(3);
});

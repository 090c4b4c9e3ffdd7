import type { TextWidth } from '../io/text-width.ts';

/**
 * A text in lines of at most so many cells, broken between words; a longer word has a line of its own. The first line may
 * have more room.
 */
export function wrapped(text: string, width: number, textWidth: TextWidth, firstWidth = width): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer) > (lines.length === 0 ? firstWidth : width)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

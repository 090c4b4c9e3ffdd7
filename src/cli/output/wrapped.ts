import type { TextWidth } from '../io/text-width.ts';

/**
 * A text in lines of at most so many cells, broken between words; a longer word has a line of its own. The first line may
 * have more room. A short word is not left alone in the last line: one of the line above keeps it company.
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
  const above = lines.at(-1)?.split(' ') ?? [];
  const moved = above.at(-1);
  const isAlone = width >= WIDE && above.length > 2 && !line.includes(' ') && textWidth(line) <= ALONE;
  if (!isAlone || textWidth(`${moved} ${line}`) > width) return [...lines, line];
  return [...lines.slice(0, -1), above.slice(0, -1).join(' '), `${moved} ${line}`];
}

/** A last word of so few cells looks lost. */
const ALONE = 14;
/** In a narrower column every cell counts. */
const WIDE = 30;

/**
 * The same, and a longer word, such as a path or a name in Japanese, goes on in the next line, if it can behind a sign
 * that parts it: `ana@`, `example.org`.
 */
export function brokenLines(text: string, width: number, textWidth: TextWidth): string[] {
  const lines: string[] = [];
  let left = text;
  for (;;) {
    const [line = '', ...more] = wrapped(left, width, textWidth);
    const head = beginningOf(line, width, textWidth);
    lines.push(head);
    if (head === line && more.length === 0) return lines;
    left = [...(head === line ? [] : [line.slice(head.length)]), ...more].join(' ');
  }
}

/** What fits, at least one letter. */
function beginningOf(line: string, width: number, textWidth: TextWidth): string {
  if (textWidth(line) <= width) return line;
  let head = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (head !== '' && textWidth(head + segment) > width) break;
    head += segment;
  }
  const parted = [/^.*[@/](?=.)/, /^.*[.\-_](?=.)/].map((end) => end.exec(head)?.[0] ?? '');
  return parted.find(({ length }) => length * 2 > head.length) ?? head;
}

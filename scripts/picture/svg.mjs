import stringWidth from 'string-width';
import { PAPERS } from './papers.mjs';
import { createPixels } from './pixels.mjs';

const CELL = { width: 8.4, height: 19 };
const MARGIN = 18;
const BAR = 34;
const FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";
/** The half blocks, whose two colours are two pixels; in front of one is the upper half, of the other the lower. */
const BLOCK = /^(?:\u2580+|\u2584+)$/;
/** Letters that every one of these fonts has, one cell wide. */
const COMMON = /^[\u0020-\u024f\u2010-\u2026\u2500\u2588\u2591]*$/;

const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}]/u;

/** Rows of pieces as a window of a terminal. */
export function svg(rows, columns, paper, about) {
  const colours = PAPERS[paper];
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = BAR + rows.length * CELL.height + 2 * MARGIN;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, i) => `<circle cx="${22 + 20 * i}" cy="18" r="6" fill="${fill}"/>`,
  );
  const pixels = createPixels();
  const drawn = rows.map((pieces, row) => rowOf(pieces, BAR + MARGIN + row * CELL.height, colours, pixels));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${xmlText(about)}">`,
    `<rect width="${width}" height="${height}" rx="10" fill="${colours.paper}"/>`,
    ...dots,
    `<g font-family="${FONTS}" font-size="14" fill="${colours.plain}">`,
    ...pixels.shapes(),
    ...drawn.filter((row) => row !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** Each word group stands where its cell is, whatever font the reader has. */
function rowOf(pieces, top, colours, pixels) {
  let column = 0;
  const spans = [];
  /** Words in other scripts are texts of their own, so that none of them turns its neighbours round. */
  const others = [];
  for (const piece of pieces) {
    if (BLOCK.test(piece.text)) {
      const [x, width, height] = [MARGIN + column * CELL.width, piece.text.length * CELL.width, CELL.height / 2];
      // The upper and the lower half of the row.
      const [upper, lower] = piece.text[0] === '\u2580' ? [piece.front, piece.back] : [piece.back, piece.front];
      if (upper !== undefined) pixels.add(upper, { x, y: top - 6, width, height });
      if (lower !== undefined) pixels.add(lower, { x, y: top - 6 + height, width, height });
      column += piece.text.length;
      continue;
    }
    for (const words of piece.text.split(/( {2,})/)) {
      const cells = stringWidth(words);
      if (words.trim() !== '') {
        if (COMMON.test(words))
          spans.push(`<tspan x="${place(column)}"${lookOf(piece, colours)}>${xmlText(words)}</tspan>`);
        else others.push(...otherTexts(words, column, lookOf(piece, colours)));
      }
      column += cells;
    }
  }
  const y = (top + 8).toFixed(0);
  const line = spans.length === 0 ? '' : `<text y="${y}" xml:space="preserve">${spans.join('')}</text>`;
  const more = others.map((text) => text.replace('<text', `<text y="${y}"`));
  return [line, ...more].filter((part) => part !== '').join('');
}

/** Each as wide as its cells: word by word, but from right to left as a whole, as the words change places there. */
function otherTexts(words, start, look) {
  let column = start;
  return (RIGHT_TO_LEFT.test(words) ? [words] : words.split(/( )/)).flatMap((word) => {
    const at = column;
    const cells = stringWidth(word);
    column += cells;
    if (word.trim() === '') return [];
    const size = COMMON.test(word) ? '' : ` textLength="${(cells * CELL.width).toFixed(1)}"`;
    return [`<text x="${place(at)}"${size}${look}>${xmlText(word)}</text>`];
  });
}

const place = (column) => (MARGIN + column * CELL.width).toFixed(1);

function lookOf({ fill, bold, isDim, underline }, colours) {
  const name = isDim && fill === 'plain' ? 'dim' : fill;
  return [
    name === 'plain' ? '' : ` fill="${colours[name]}"`,
    bold ? ' font-weight="600"' : '',
    underline ? ' text-decoration="underline"' : '',
  ].join('');
}

const xmlText = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

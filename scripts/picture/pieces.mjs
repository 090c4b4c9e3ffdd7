import { COLOURS } from './papers.mjs';

const PLAIN = { fill: 'plain' };
/** What changes with each of a terminal's numbers. */
const CHANGES = {
  0: () => PLAIN,
  1: (look) => ({ ...look, bold: true }),
  2: (look) => ({ ...look, isDim: true }),
  4: (look) => ({ ...look, underline: true }),
  22: ({ bold, isDim, ...look }) => look,
  24: ({ underline, ...look }) => look,
  39: ({ front, ...look }) => ({ ...look, fill: 'plain' }),
  49: ({ back, ...look }) => look,
};

/** The lines of a screen, each cut where its look changes. A look goes on in the next line until something ends it. */
export function rowsOf(screen) {
  let look = PLAIN;
  return screen.split('\n').map((line) => {
    const pieces = [];
    for (const part of line.split(/(\u001b\[[0-9;]*m)/)) {
      const codes = /^\u001b\[([0-9;]*)m$/.exec(part)?.[1];
      if (codes === undefined) pieces.push({ ...look, text: part });
      else look = changed(look, codes.split(';').map(Number));
    }
    return pieces.filter(({ text }) => text !== '');
  });
}

function changed(look, [code, ...more]) {
  if (code === undefined) return look;
  // `38;2;R;G;B` and `48;2;R;G;B` are the colours of a pixel.
  if ((code === 38 || code === 48) && more[0] === 2) {
    const rgb = more.slice(1, 4);
    return changed(code === 38 ? { ...look, front: rgb } : { ...look, back: rgb }, more.slice(4));
  }
  const next = CHANGES[code]?.(look) ?? { ...look, fill: COLOURS[code] ?? look.fill };
  return changed(next, more);
}

export const textOf = (pieces) => pieces.map(({ text }) => text).join('');

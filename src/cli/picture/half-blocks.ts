import type { RgbImage } from '../../core/pictures.ts';

/** Colours that a terminal knows: those of its table of 256, or all. */
export type Colours = '256' | 'all';

/** Two pixels in each cell, one above the other, a line of text for each two rows of them. */
export function halfBlocks({ widthPx, heightPx, rgb, alpha }: RgbImage, colours: Colours): string {
  const code = colours === 'all' ? exactCode : nearestCode;
  /** undefined where the terminal's own background is seen. */
  const codeAt = (x: number, y: number) => {
    const at = y * widthPx + x;
    const isSeen = y < heightPx && (alpha === undefined || alpha[at]! >= HALF_SEEN);
    return isSeen ? code(rgb[3 * at]!, rgb[3 * at + 1]!, rgb[3 * at + 2]!) : undefined;
  };
  const lines: string[] = [];
  for (let y = 0; y < heightPx; y += 2) {
    let line = '';
    let last = '';
    for (let x = 0; x < widthPx; x++) {
      const [above, below] = [codeAt(x, y), codeAt(x, y + 1)];
      const front = above ?? below;
      const behind = above === undefined || below === undefined ? '49' : `48;${below}`;
      const look = front === undefined ? '0' : `38;${front};${behind}`;
      const sign = front === undefined ? ' ' : above === undefined ? '▄' : '▀';
      line += look === last ? sign : `\u001b[${look}m${sign}`;
      last = look;
    }
    lines.push(`${line}\u001b[0m\n`);
  }
  return lines.join('');
}

/** A pixel is drawn from this share of 255 on, as a letter cannot be half seen. */
export const HALF_SEEN = 128;

const exactCode = (red: number, green: number, blue: number) => `2;${red};${green};${blue}`;

/** The levels of red, green and blue in the table of 256, whose cube begins at 16, its greys at 232. */
const LEVELS = [0, 95, 135, 175, 215, 255];
const GREYS = Array.from({ length: 24 }, (_, n) => 8 + 10 * n);

function nearestCode(red: number, green: number, blue: number): string {
  const [r, g, b] = [red, green, blue].map((value) => nearest(LEVELS, value)) as [number, number, number];
  const grey = nearest(GREYS, (red + green + blue) / 3);
  const away = ([x, y, z]: readonly [number, number, number]) => (red - x) ** 2 + (green - y) ** 2 + (blue - z) ** 2;
  const level = GREYS[grey]!;
  const isGrey = away([level, level, level]) < away([LEVELS[r]!, LEVELS[g]!, LEVELS[b]!]);
  return `5;${isGrey ? 232 + grey : 16 + 36 * r + 6 * g + b}`;
}

/** The place of the nearest of ascending numbers. */
function nearest(numbers: readonly number[], value: number): number {
  const above = numbers.findIndex((one) => one >= value);
  if (above <= 0) return above === 0 ? 0 : numbers.length - 1;
  return numbers[above]! - value < value - numbers[above - 1]! ? above : above - 1;
}

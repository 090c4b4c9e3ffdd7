import type { RgbImage } from '../../core/pictures.ts';
import { HALF_SEEN } from './half-blocks.ts';

/** Six levels each of red, green and blue: 216 of the 256 colours that every terminal with sixel has. */
const LEVELS = 6;
/** Which pixels take the next level first, so that levels do not show as bands (Bayer's matrix, in sixteenths). */
const ORDER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
const BAND_PX = 6;

/** The picture in the graphics of DEC's terminals: bands of six rows, each drawn once for every colour in it. */
export function sixel(image: RgbImage): string {
  const { widthPx, heightPx } = image;
  const percent = (level: number) => Math.round((level * 100) / (LEVELS - 1));
  const colours = Array.from({ length: LEVELS ** 3 }, (_, n) => {
    const [red, green, blue] = [Math.floor(n / LEVELS ** 2), Math.floor(n / LEVELS) % LEVELS, n % LEVELS].map(percent);
    return `#${n};2;${red};${green};${blue}`;
  });
  const bands: string[] = [];
  for (let top = 0; top < heightPx; top += BAND_PX) bands.push(band(image, top));
  return `\u001bP0;1q"1;1;${widthPx};${heightPx}${colours.join('')}${bands.join('-')}\u001b\\`;
}

function band(image: RgbImage, top: number): string {
  const { widthPx, heightPx } = image;
  const columns = new Map<number, Uint8Array>();
  for (let y = top; y < Math.min(top + BAND_PX, heightPx); y++) {
    for (let x = 0; x < widthPx; x++) {
      // What is not drawn shows the terminal's own background.
      if (image.alpha !== undefined && image.alpha[y * widthPx + x]! < HALF_SEEN) continue;
      const colour = colourAt(image, x, y);
      const bits = columns.get(colour) ?? new Uint8Array(widthPx);
      bits[x]! |= 1 << (y - top);
      columns.set(colour, bits);
    }
  }
  return [...columns].map(([colour, bits]) => `#${colour}${runs(bits)}`).join('$');
}

function colourAt({ widthPx, rgb }: RgbImage, x: number, y: number): number {
  const nudge = (ORDER[(y % 4) * 4 + (x % 4)]! + 0.5) / ORDER.length;
  let colour = 0;
  for (let k = 0; k < 3; k++) {
    const level = Math.floor((rgb[(y * widthPx + x) * 3 + k]! / 255) * (LEVELS - 1) + nudge);
    colour = colour * LEVELS + Math.min(level, LEVELS - 1);
  }
  return colour;
}

/** `!12~` for twelve times `~`. */
function runs(bits: Uint8Array): string {
  let text = '';
  for (let from = 0, to = 0; from < bits.length; from = to) {
    while (to < bits.length && bits[to] === bits[from]) to++;
    const sign = String.fromCharCode(63 + bits[from]!);
    text += to - from > 3 ? `!${to - from}${sign}` : sign.repeat(to - from);
  }
  return text;
}

import type { RgbImage } from '../../photo/decode.ts';

export type Colour = readonly [number, number, number];

/** Five columns and seven rows a letter: a hexadecimal number of two digits a row, its lowest bit on the right. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ A: '0e11111f111111', B: '1e11111e11111e', C: '0e11101010110e', D: '1e11111111111e', E: '1f10101e10101f' },
  ...{ F: '1f10101e101010', G: '0e11101711110f', H: '1111111f111111', I: '0e04040404040e', J: '0702020202120c' },
  ...{ K: '11121418141211', L: '1010101010101f', M: '111b1515111111', N: '11111915131111', O: '0e11111111110e' },
  ...{ P: '1e11111e101010', Q: '0e11111115120d', R: '1e11111e141211', S: '0f10100e01011e', T: '1f040404040404' },
  ...{ U: '1111111111110e', V: '11111111110a04', W: '1111111515150a', X: '11110a040a1111', Y: '1111110a040404' },
  ...{
    Z: '1f01020408101f',
    '0': '0e11131519110e',
    '1': '040c040404040e',
    '2': '0e11010204081f',
    '3': '1f02040201110e',
  },
  ...{
    '4': '02060a121f0202',
    '5': '1f101e0101110e',
    '6': '0608101e11110e',
    '7': '1f010204080808',
    '8': '0e11110e11110e',
  },
  ...{ '9': '0e11110f01020c', '-': '0000001f000000' },
};
const COLUMNS = 5;
const ROWS = 7;

/** Width of a text, px. */
export const textWidthPx = (text: string, scale: number): number => text.length * (COLUMNS + 1) * scale;
export const textHeightPx = (scale: number): number => ROWS * scale;

/** Writes a text in capitals, its upper left corner at the place; letters that are not known are left blank. */
export function drawText(image: RgbImage, text: string, x: number, y: number, scale: number, colour: Colour): void {
  for (const [at, letter] of [...text.toUpperCase().replaceAll('_', ' ')].entries()) {
    const rows = LETTERS[letter];
    if (rows === undefined) continue;
    for (let row = 0; row < ROWS; row++) {
      const bits = Number.parseInt(rows.slice(row * 2, row * 2 + 2), 16);
      for (let column = 0; column < COLUMNS; column++) {
        if (((bits >> (COLUMNS - 1 - column)) & 1) === 0) continue;
        fillBox(image, x + (at * (COLUMNS + 1) + column) * scale, y + row * scale, scale, scale, colour);
      }
    }
  }
}

/** What lies beyond the picture is left out. */
export function fillBox(image: RgbImage, x: number, y: number, width: number, height: number, colour: Colour): void {
  const [x0, y0] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
  const [x1, y1] = [Math.min(image.widthPx, Math.round(x + width)), Math.min(image.heightPx, Math.round(y + height))];
  for (let row = y0; row < y1; row++) {
    for (let column = x0; column < x1; column++) image.rgb.set(colour, (row * image.widthPx + column) * 3);
  }
}

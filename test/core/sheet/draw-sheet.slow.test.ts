import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawSheet, type Sheet } from '../../../src/core/sheet/draw-sheet.ts';
import { LANGUAGES } from '../../../src/system/languages.ts';

const FONTS = dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
const LINK = 'https://clinic.example/invitations/IHQiPPhl1LS2XZoryQP-_2OvnGaIq_S-FR1X8LKkWXU';

async function drawn(sheet: Partial<Sheet> = {}) {
  const png = await drawSheet({
    ...{ link: LINK, id: '12', language: 'en', clinic: 'Clínica Rosa & Hijos <3D>', until: '31 March 2026' },
    ...{ fontFolder: FONTS, ...sheet },
  });
  const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const isInk = (x: number, y: number) => data[(y * info.width + x) * info.channels]! < 128;
  return { png, ...info, isInk };
}

async function readCode(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

/** The number of the patient ends above it. */
const BELOW_NUMBER = 130;

/** The longest stroke from left to right in a band of columns, below the number. */
function longestStroke({ isInk, height }: Awaited<ReturnType<typeof drawn>>, from: number, to: number): number {
  let longest = 0;
  for (let y = BELOW_NUMBER; y < height; y++) {
    for (let x = from, run = 0; x < to; x++) {
      run = isInk(x, y) ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
  }
  return longest;
}

/** First and last column of the ink in each line of text, the last line first; as many as asked for. */
function linesFromBelow({ isInk, width, height }: Awaited<ReturnType<typeof drawn>>, most: number) {
  const lines: { from: number; to: number }[] = [];
  for (let y = height - 1, isOpen = false; y > 0 && lines.length <= most; y--) {
    const ink = Array.from({ length: width }, (_, x) => x).filter((x) => isInk(x, y));
    if (ink.length > 0 && !isOpen) lines.push({ from: width, to: 0 });
    isOpen = ink.length > 0;
    const line = lines.at(-1);
    if (line !== undefined && isOpen)
      Object.assign(line, { from: Math.min(line.from, ink[0]!), to: Math.max(line.to, ink.at(-1)!) });
  }
  return lines.slice(0, most);
}

describe('a card to print', () => {
  test.each(LANGUAGES)('in %s is a page of A4 whose code is the link, as a camera reads it', async (language) => {
    const { png, width, height } = await drawn({ language });
    const { density } = await sharp(png).metadata();
    expect([width, height].map((pixels) => Math.round((pixels / density!) * 25.4))).toEqual([210, 297]);
    expect(await readCode(png)).toBe(LINK);
  });

  test('of two cards on a desk nobody knew whose is which', async () => {
    const inkOf = async (sheet: Partial<Sheet>, isInCorner: (x: number, width: number) => boolean) => {
      const { isInk, width } = await drawn(sheet);
      const xs = Array.from({ length: width }, (_, x) => x).filter((x) => isInCorner(x, width));
      return Array.from({ length: 60 }, (_, y) => xs.filter((x) => isInk(x, y + 60))).flat();
    };
    const isRight = (x: number, width: number) => x > width - 400;
    const [one, other] = [await inkOf({ id: '12' }, isRight), await inkOf({ id: '13' }, isRight)];
    expect(one.length).toBeGreaterThan(50);
    expect(one).not.toEqual(other);
    const inArabic = await inkOf({ id: '12', language: 'ar' }, (x) => x < 400);
    expect(inArabic.length, 'from right to left it is the left corner').toBeGreaterThan(50);
  });

  test('the words of each language are others, and all of them are drawn', async () => {
    const pages = await Promise.all(
      LANGUAGES.map(async (language) => (await drawn({ language })).png.toString('base64')),
    );
    expect(new Set(pages).size).toBe(LANGUAGES.length);
  });

  test.each([300, 900])(
    'a link of %i letters is whole in the code, and nothing is drawn over the edge',
    async (length) => {
      const link = `${LINK}/${'aB3-_x'.repeat(200)}`.slice(0, length);
      const sheet = await drawn({ link, clinic: 'Clínica '.repeat(12) });
      expect(await readCode(sheet.png)).toBe(link);
      for (let x = 0; x < sheet.width; x++) expect([x, sheet.isInk(x, sheet.height - 100)]).toEqual([x, false]);
      for (let y = 0; y < sheet.height; y++) expect([y, sheet.isInk(sheet.width - 100, y)]).toEqual([y, false]);
    },
  );

  test('a link is broken without a hyphen that somebody would type', async () => {
    const sheet = await drawn({ link: `https://clinic.example/${'|'.repeat(300)}` });
    // Only lines of the link come as far as there, and a | is a thin stroke.
    const longest = longestStroke(sheet, sheet.width - 170, sheet.width - 120);
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(7);
  });

  test('a link is broken after its last / and each 26 signs, in letters of one width', async () => {
    const [narrow, wide] = await Promise.all(
      ['n', 'm'].map(async (letter) =>
        linesFromBelow(await drawn({ link: `https://clinic.example/invitations/${letter.repeat(60)}` }), 4),
      ),
    );
    const widths = [narrow!, wide!].map((lines) => lines.map(({ from, to }) => to - from));
    // 8 signs, twice 26, and the 35 of the address before.
    for (const lines of widths) {
      expect(lines.map((cells) => Math.round(cells / (lines[1]! / 26)))).toEqual([8, 26, 26, 35]);
    }
    expect(Math.abs(widths[0]![1]! - widths[1]![1]!)).toBeLessThan(20);
  });

  test('a link that no code holds is refused in words, and nothing is cut', async () => {
    const link = `${LINK}/${'a'.repeat(3000)}`;
    await expect(drawn({ link })).rejects.toMatchObject({
      code: 'refused',
      message: `the link has ${link.length} characters, too many for a QR code; no card is made`,
    });
  });
});

import { expect, test } from 'vitest';
import { halfBlocks } from '../../../src/cli/picture/half-blocks.ts';
import { itermPicture, kittyPicture } from '../../../src/cli/picture/picture-files.ts';
import { answeredWay, namedWay } from '../../../src/cli/picture/picture-way.ts';
import { sixel } from '../../../src/cli/picture/sixel.ts';
import { fitOf } from '../../../src/cli/picture/terminal-pictures.ts';
import { type RgbImage, resizedTo } from '../../../src/core/pictures.ts';

type Pixel = readonly [number, number, number];

const image = (rows: readonly (readonly Pixel[])[]): RgbImage => ({
  widthPx: rows[0]!.length,
  heightPx: rows.length,
  rgb: Uint8Array.from(rows.flat(2)),
});

const RED: Pixel = [255, 0, 0];
const GREEN: Pixel = [0, 255, 0];
const GREY: Pixel = [118, 118, 118];

test('a half block has the upper pixel in front and the lower one behind', () => {
  expect(halfBlocks(image([[RED], [GREEN]]), 'all')).toBe('\u001b[38;2;255;0;0;48;2;0;255;0m▀\u001b[0m\n');
});

test('equal neighbours share a look; the last of an odd number of rows has the background below it', () => {
  const three = image([
    [RED, RED],
    [RED, RED],
    [GREEN, RED],
  ]);
  expect(halfBlocks(three, 'all')).toBe(
    '\u001b[38;2;255;0;0;48;2;255;0;0m▀▀\u001b[0m\n\u001b[38;2;0;255;0;49m▀\u001b[38;2;255;0;0;49m▀\u001b[0m\n',
  );
});

test('where nothing is shown the background of the terminal is seen, in half blocks and in sixel', () => {
  const rows = [
    [RED, RED, GREY, GREY],
    [RED, GREEN, GREEN, GREY],
  ];
  const holed = { ...image(rows), alpha: Uint8Array.of(255, 255, 0, 0, 255, 0, 255, 0) };
  expect(halfBlocks(holed, 'all')).toBe(
    '\u001b[38;2;255;0;0;48;2;255;0;0m▀\u001b[38;2;255;0;0;49m▀\u001b[38;2;0;255;0;49m▄\u001b[0m \u001b[0m\n',
  );
  // RED is 180 of the 216, GREEN 30: of GREY, whose pixels are not seen, nothing is drawn.
  expect(sixel(holed).replace(/^.*#215;2;100;100;100/s, '')).toBe('#180B@??$#30??A?\u001b\\');
});

test('another size of a picture keeps where nothing is shown', async () => {
  const holed = {
    ...image([
      [RED, GREY],
      [RED, GREY],
    ]),
    alpha: Uint8Array.of(255, 0, 255, 0),
  };
  const { alpha, rgb, widthPx } = await resizedTo(holed, 8, 8);
  expect(widthPx).toBe(8);
  expect([alpha![0], alpha![7]]).toEqual([255, 0]);
  expect([...rgb.subarray(0, 3)]).toEqual(RED);
  expect(rgb).toHaveLength(8 * 8 * 3);
});

test.each<[Pixel, number]>([
  [[0, 0, 0], 16],
  [[255, 255, 255], 231],
  [RED, 196],
  [[100, 130, 170], 67],
  [GREY, 243],
  [[12, 12, 12], 232],
])('of 256 colours %j is the nearest to %i', (pixel, colour) => {
  expect(halfBlocks(image([[pixel], [pixel]]), '256')).toContain(`38;5;${colour};48;5;${colour}m`);
});

/** Draws sixel graphics again. */
function drawn(text: string): RgbImage {
  const [, size, body] = /^\u001bP0;1q"1;1;(\d+;\d+)(.*)\u001b\\$/s.exec(text)!;
  const [widthPx = 0, heightPx = 0] = size!.split(';').map(Number);
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  const palette = new Map<number, number[]>();
  let colour = 0;
  let x = 0;
  let top = 0;
  for (const [, define, select, count = '1', sign, move] of body!.matchAll(
    /#(\d+;2;\d+;\d+;\d+)|#(\d+)|(?:!(\d+))?([?-~])|([$-])/g,
  )) {
    if (define !== undefined) {
      const [number = 0, , ...percents] = define.split(';').map(Number);
      palette.set(
        number,
        percents.map((percent) => Math.round((percent * 255) / 100)),
      );
    } else if (select !== undefined) colour = Number(select);
    else if (move !== undefined) {
      x = 0;
      if (move === '-') top += 6;
    } else {
      for (let end = x + Number(count); x < end; x++) {
        for (let row = 0; row < 6; row++) {
          if (((sign!.charCodeAt(0) - 63) >> row) & 1) rgb.set(palette.get(colour)!, ((top + row) * widthPx + x) * 3);
        }
      }
    }
  }
  return { widthPx, heightPx, rgb };
}

test('sixel graphics hold every pixel of a picture whose colours it has', () => {
  const step = [0, 51, 102, 153, 204, 255];
  const picture = image(
    Array.from({ length: 13 }, (_, y) =>
      Array.from({ length: 40 }, (_, x): Pixel => [step[x % 6]!, step[Math.floor(x / 7)]!, step[y % 6]!]),
    ),
  );
  expect(drawn(sixel(picture))).toEqual(picture);
});

test('between two colours sixel graphics mix them: the mean stays', () => {
  const flat = image(Array.from({ length: 12 }, () => Array.from({ length: 12 }, (): Pixel => [120, 70, 200])));
  const { rgb } = drawn(sixel(flat));
  const mean = (k: number) => rgb.filter((_, at) => at % 3 === k).reduce((sum, one) => sum + one, 0) / 144;
  expect(Math.max(Math.abs(mean(0) - 120), Math.abs(mean(1) - 70), Math.abs(mean(2) - 200))).toBeLessThan(4);
});

test('kitty gets a file in pieces that say whether more come', () => {
  const png = Uint8Array.from({ length: 10_000 }, (_, at) => at % 251);
  const pieces = [...kittyPicture(png, 12, 77).matchAll(/\u001b_G([^;]*);([^\u001b]*)\u001b\\/g)];
  expect(pieces.map(([, head]) => head)).toEqual(['a=T,f=100,q=2,C=1,i=77,p=1,r=12,m=1', 'm=1', 'm=1', 'm=0']);
  expect(Buffer.from(pieces.map(([, , piece]) => piece).join(''), 'base64')).toEqual(Buffer.from(png));
});

test('iTerm2 gets the whole file', () => {
  expect(itermPicture(Uint8Array.of(1, 2, 3), 5)).toBe(
    '\u001b]1337;File=inline=1;size=3;height=5;width=auto;preserveAspectRatio=1:AQID\u0007',
  );
});

test.each([
  [{ TERM: 'xterm-kitty' }, 'kitty'],
  [{ TERM: 'xterm-ghostty' }, 'kitty'],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, 'iterm'],
  [{ TERM: 'xterm-256color', LC_TERMINAL: 'iTerm2' }, 'iterm'],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' }, 'iterm'],
  [{ TERM: 'tmux-256color', TERM_PROGRAM: 'iTerm.app' }, 'blocks'],
  [{ TERM: 'xterm-kitty', TMUX: '/tmp/tmux-0/default,1,0' }, 'blocks'],
  [{ TERM: 'screen' }, 'blocks'],
  [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, undefined],
  [{}, undefined],
])('the environment %j names %s', (environment, way) => {
  expect(namedWay(environment)).toBe(way);
});

test.each([
  ['\u001b[6;17;8t\u001b[?62;4;22c', { way: 'sixel', cellHeightPx: 17 }],
  ['\u001b[?62;22;4c', { way: 'sixel', cellHeightPx: 20 }],
  ['\u001b[?64;1;2;6;9;15;22c', { way: 'blocks', cellHeightPx: 20 }],
  // The kind of terminal is not an ability.
  ['\u001b[?4c', { way: 'blocks', cellHeightPx: 20 }],
  ['\u001b[6;0;0t\u001b[?62;4c', { way: 'sixel', cellHeightPx: 20 }],
  [undefined, { way: 'blocks', cellHeightPx: 20 }],
])('the answer %j means %j', (answer, way) => {
  expect(answeredWay(answer)).toEqual(way);
});

test.each([
  [
    { widthPx: 320, heightPx: 400 },
    { columns: 100, rows: 24 },
    { columns: 38, rows: 24 },
  ],
  [
    { widthPx: 4000, heightPx: 1000 },
    { columns: 60, rows: 24 },
    { columns: 56, rows: 7 },
  ],
  [
    { widthPx: 10, heightPx: 4000 },
    { columns: 60, rows: 24 },
    { columns: 1, rows: 24 },
  ],
  [
    { widthPx: 4000, heightPx: 10 },
    { columns: 60, rows: 24 },
    { columns: 60, rows: 1 },
  ],
])('%j in %j takes %j', (size, room, cells) => {
  expect(fitOf(size, room)).toEqual(cells);
});

import type { View } from '../../contract/reconstruction.ts';
import { encodeJpeg, encodePng, type RgbImage } from '../../photo/decode.ts';
import { shrinkImage } from '../image/plane.ts';
import type { PhotoLook, SetLook, Verdict } from '../look.ts';
import { type Colour, drawText, fillBox, textHeightPx, textWidthPx } from './letters.ts';

/** Longer side of a photo in the picture, the space round it, and photos in a row. */
const PHOTO_PX = 800;
const GAP_PX = 16;
const IN_A_ROW = 4;
/** Size of the letters below a photo, and beside a mark. */
const TITLE = 4;
const NAME = 2;
/** With more marks than these their names would hide the face. */
const MOST_NAMED = 6;

const PAPER: Colour = [250, 250, 248];
const INK: Colour = [24, 28, 34];
const OUTLINE: Colour = [40, 230, 110];
const MARK: Colour = [255, 214, 10];
const COLOURS: Record<Verdict, Colour> = { usable: [22, 128, 60], doubtful: [176, 112, 0], unusable: [196, 30, 40] };
const SIDE_BY_SIDE: readonly View[] = ['left', 'left_45', 'front', 'right_45', 'right', 'back', 'below'];

/** All photos beside each other, with the outlines and marks that were seen, and what was said of each. */
export async function drawLooks({ photos }: SetLook, format: 'jpeg' | 'png'): Promise<Uint8Array> {
  const inOrder = SIDE_BY_SIDE.flatMap((view) => photos.filter((photo) => photo.view === view));
  const tiles = inOrder.map((look) => ({ look, tile: tileOf(look) }));
  const rows = Array.from({ length: Math.ceil(tiles.length / IN_A_ROW) }, (_, row) =>
    tiles.slice(row * IN_A_ROW, (row + 1) * IN_A_ROW),
  );
  const foot = textHeightPx(TITLE) + 2 * GAP_PX;
  const heightOf = (row: typeof tiles) => Math.max(...row.map(({ tile }) => tile.heightPx)) + foot;
  const widthPx = Math.max(...rows.map((row) => row.reduce((sum, { tile }) => sum + tile.widthPx + GAP_PX, GAP_PX)));
  const heightPx = rows.reduce((sum, row) => sum + heightOf(row), GAP_PX);
  const sheet = blank(widthPx, heightPx);
  let y = GAP_PX;
  for (const row of rows) {
    let x = GAP_PX;
    for (const { look, tile } of row) {
      paste(sheet, tile, x, y);
      const below = y + heightOf(row) - foot + GAP_PX / 2;
      fillBox(sheet, x, below, tile.widthPx, 4, COLOURS[look.verdict]);
      drawText(sheet, `${look.view} ${look.verdict}`, x, below + 10, titleScale(look, tile), COLOURS[look.verdict]);
      x += tile.widthPx + GAP_PX;
    }
    y += heightOf(row);
  }
  return format === 'png' ? encodePng(sheet) : encodeJpeg(sheet, 90);
}

const titleScale = ({ view, verdict }: PhotoLook, { widthPx }: RgbImage) =>
  textWidthPx(`${view} ${verdict}`, TITLE) <= widthPx ? TITLE : NAME;

function tileOf({ image, seen, landmarks }: PhotoLook): RgbImage {
  const small = shrinkImage(image, PHOTO_PX);
  const tile = { ...small, rgb: small.rgb.slice() };
  if (seen !== undefined) {
    const ratio = tile.widthPx / seen.found.mask.widthPx;
    const { x, y, atBorder } = seen.contour;
    for (const [radius, colour] of [
      [2.4, INK],
      [1.4, OUTLINE],
    ] as const) {
      for (let i = 0; i < x.length; i++)
        if (atBorder[i] === 0) disc(tile, x[i]! * ratio, y[i]! * ratio, radius, colour);
    }
  }
  const ratio = tile.widthPx / image.widthPx;
  const names: { at: number; end: number; y: number }[] = [];
  for (const { name, xPx, yPx, sigmaPx } of landmarks) {
    const [x, y] = [xPx * ratio, yPx * ratio];
    // Two standard deviations: the place lies within the ring nearly always.
    const radius = Math.max(7, 2 * sigmaPx * ratio);
    ring(tile, x, y, radius, 2.2, INK);
    ring(tile, x, y, radius, 1.2, MARK);
    disc(tile, x, y, 2.4, INK);
    disc(tile, x, y, 1.4, MARK);
    if (landmarks.length > MOST_NAMED) continue;
    const wide = textWidthPx(name, NAME) + 4;
    const at = Math.max(2, Math.min(tile.widthPx - wide + 4, x - wide / 2 + 2));
    const [above, below] = [y - radius - textHeightPx(NAME) - 6, y + radius + 6];
    // A name that would lie on another one stands below its mark.
    const hides = names.some(
      (one) => Math.abs(one.y - above) < textHeightPx(NAME) + 6 && at < one.end && one.at < at + wide,
    );
    const top = hides ? below : above;
    names.push({ at, end: at + wide, y: top });
    fillBox(tile, at - 3, top - 3, wide, textHeightPx(NAME) + 6, INK);
    drawText(tile, name, at, top, NAME, MARK);
  }
  return tile;
}

function blank(widthPx: number, heightPx: number): RgbImage {
  const image = { widthPx, heightPx, rgb: new Uint8Array(widthPx * heightPx * 3) };
  fillBox(image, 0, 0, widthPx, heightPx, PAPER);
  return image;
}

function paste(sheet: RgbImage, { widthPx, heightPx, rgb }: RgbImage, x: number, y: number): void {
  for (let row = 0; row < heightPx; row++) {
    sheet.rgb.set(rgb.subarray(row * widthPx * 3, (row + 1) * widthPx * 3), ((y + row) * sheet.widthPx + x) * 3);
  }
}

const disc = (image: RgbImage, cx: number, cy: number, radius: number, colour: Colour) =>
  ring(image, cx, cy, 0, radius, colour);

/** Pixels whose distance from the circle is at most half the line's width; of a circle without size, a disc. */
function ring(image: RgbImage, cx: number, cy: number, radius: number, half: number, colour: Colour): void {
  const reach = Math.ceil(radius + half);
  for (let y = Math.floor(cy) - reach; y <= cy + reach; y++) {
    for (let x = Math.floor(cx) - reach; x <= cx + reach; x++) {
      if (Math.abs(Math.hypot(x + 0.5 - cx, y + 0.5 - cy) - radius) <= half) fillBox(image, x, y, 1, 1, colour);
    }
  }
}

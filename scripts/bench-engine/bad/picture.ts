import sharp, { type Sharp } from 'sharp';

/** A photo with known facts: the place of the person, and the wall behind. */
export interface Picture {
  widthPx: number;
  heightPx: number;
  /** 3 bytes a pixel. */
  rgb: Uint8Array;
  /** 0 wall to 255 person. */
  person: Uint8Array;
}

/** Reads a photo of the data folder and the mask beside it. */
export async function readPicture(path: string): Promise<Picture> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const mask = sharp(path.replace(/\.jpg$/, '.mask.png')).resize(info.width, info.height, { fit: 'fill' });
  const person = await mask.greyscale().extractChannel(0).raw().toBuffer();
  return { widthPx: info.width, heightPx: info.height, rgb: data, person };
}

export const jpegOf = ({ widthPx, heightPx, rgb }: Picture): Promise<Uint8Array> =>
  sharpOf(widthPx, heightPx, rgb).jpeg({ quality: 92 }).toBuffer();

const sharpOf = (width: number, height: number, rgb: Uint8Array) => sharp(rgb, { raw: { width, height, channels: 3 } });

/** The picture after one of sharp's own changes that keep its size. */
export async function filtered(picture: Picture, change: (image: Sharp) => Sharp): Promise<Picture> {
  const image = change(sharpOf(picture.widthPx, picture.heightPx, picture.rgb));
  return { ...picture, rgb: await image.toColourspace('srgb').removeAlpha().raw().toBuffer() };
}

/** The picture after a change of each pixel; `painter` changes red, green and blue in place. */
export function painted(
  picture: Picture,
  paint: (pixel: Float64Array, x: number, y: number, person: number) => void,
): Picture {
  const rgb = picture.rgb.slice();
  const pixel = new Float64Array(3);
  for (let i = 0; i < picture.person.length; i++) {
    for (let c = 0; c < 3; c++) pixel[c] = rgb[i * 3 + c]!;
    paint(pixel, i % picture.widthPx, Math.floor(i / picture.widthPx), picture.person[i]! / 255);
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.min(255, Math.max(0, Math.round(pixel[c]!)));
  }
  return { ...picture, rgb };
}

/**
 * Edge of the cells in which the wall is averaged, and the distance from the person's outline at which it is trusted,
 * pixels.
 */
const CELL_PX = 16;

/** The same photo without the person: the wall, averaged in cells, grown inwards until it meets. */
export async function emptyWall(picture: Picture): Promise<Picture> {
  const { widthPx, heightPx, rgb } = picture;
  const [columns, rows] = [Math.ceil(widthPx / CELL_PX), Math.ceil(heightPx / CELL_PX)];
  const cells: (number[] | undefined)[] = Array.from({ length: columns * rows }, (_, cell) => {
    const sum = [0, 0, 0, 0];
    for (let i = 0; i < CELL_PX * CELL_PX; i++) {
      const x = (cell % columns) * CELL_PX + (i % CELL_PX);
      const y = Math.floor(cell / columns) * CELL_PX + Math.floor(i / CELL_PX);
      if (x >= widthPx || y >= heightPx) continue;
      if (picture.person[y * widthPx + x]! > 0) return undefined;
      for (let c = 0; c < 3; c++) sum[c] = sum[c]! + rgb[(y * widthPx + x) * 3 + c]!;
      sum[3] = sum[3]! + 1;
    }
    return [0, 1, 2].map((c) => sum[c]! / sum[3]!);
  });
  while (cells.some((cell) => cell === undefined) && cells.some((cell) => cell !== undefined)) {
    const before = cells.slice();
    for (let i = 0; i < cells.length; i++) {
      if (before[i] !== undefined) continue;
      const at = [
        i - columns,
        i + columns,
        ...(i % columns > 0 ? [i - 1] : []),
        ...((i + 1) % columns > 0 ? [i + 1] : []),
      ];
      const near = at.map((j) => before[j]).filter((cell) => cell !== undefined);
      if (near.length > 0) cells[i] = [0, 1, 2].map((c) => near.reduce((sum, cell) => sum + cell[c]!, 0) / near.length);
    }
  }
  const small = Uint8Array.from(cells.flatMap((cell) => cell ?? [128, 128, 128]));
  const large = sharpOf(columns, rows, small).resize(columns * CELL_PX, rows * CELL_PX, {
    kernel: 'cubic',
    fit: 'fill',
  });
  const cut = large.extract({ left: 0, top: 0, width: widthPx, height: heightPx });
  return { widthPx, heightPx, rgb: await cut.raw().toBuffer(), person: new Uint8Array(widthPx * heightPx) };
}

/** Puts the person of one picture before another, made `size` times as large and moved by shares of the picture. */
export async function before(under: Picture, who: Picture, { size = 1, right = 0, down = 0 } = {}): Promise<Picture> {
  const [width, height] = [Math.round(who.widthPx * size), Math.round(who.heightPx * size)];
  const pixels = await sharpOf(who.widthPx, who.heightPx, who.rgb)
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const single = { raw: { width: who.widthPx, height: who.heightPx, channels: 1 as const } };
  const shape = await sharp(who.person, single)
    .resize(width, height, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const left = Math.round((under.widthPx - width) / 2 + right * under.widthPx);
  const top = Math.round(under.heightPx - height + down * under.heightPx);
  const person = under.person.slice();
  const joined = painted(under, (pixel, x, y) => {
    const [fromX, fromY] = [x - left, y - top];
    if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) return;
    const from = fromY * width + fromX;
    const share = shape[from]! / 255;
    for (let c = 0; c < 3; c++) pixel[c] = pixel[c]! * (1 - share) + pixels[from * 3 + c]! * share;
    person[y * under.widthPx + x] = Math.max(person[y * under.widthPx + x]!, shape[from]!);
  });
  return { ...joined, person };
}

import { NAMED_VIEWS, type NamedView } from '../../contract/model-views.ts';
import { decodePhoto, encodePng, type RgbImage } from '../../photo/decode.ts';
import { loadSharp } from '../../photo/load-sharp.ts';
import { viewsOfSheet, withoutPaper } from '../preview.ts';
import { drawText, SANS } from './draw-text.ts';

export interface ModelPicture {
  /** The archive's sheet of views. */
  frames: Uint8Array;
  /** From the left of the picture to its right. */
  views: readonly NamedView[];
  /** What stands below the picture, a line each. */
  lines: readonly string[];
  format: 'jpeg' | 'png';
  fontFolder: string;
}

const [MARGIN, GAP, LINE_GAP] = [24, 24, 8];
const LETTERS = { size: 10, dpi: 110 };

/** The model from one or more sides, on paper; undefined where the sheet has no such views. */
export async function drawModelPicture({ frames, views: names, lines, format, fontFolder }: ModelPicture) {
  const all = viewsOfSheet(await decodePhoto(frames));
  if (all === undefined) return undefined;
  const views = withoutPaper(names.map((name) => all[NAMED_VIEWS[name]]!));
  const sharp = await loadSharp();
  const [{ widthPx, heightPx, rgb }] = views as [RgbImage];
  const width = 2 * MARGIN + views.length * (widthPx + GAP) - GAP;
  const font = { font: SANS, fontFolder, width: width - 2 * MARGIN, ...LETTERS };
  const placed = [];
  for (const [at, view] of views.entries()) {
    placed.push({ input: Buffer.from(await encodePng(view)), left: MARGIN + at * (widthPx + GAP), top: MARGIN });
  }
  let top = MARGIN + heightPx + GAP;
  for (const line of lines) {
    const { input, height } = await drawText(sharp, { text: line, ...font });
    placed.push({ input, left: MARGIN, top });
    top += height + LINE_GAP;
  }
  const background = { r: rgb[0]!, g: rgb[1]!, b: rgb[2]! };
  const paper = sharp({ create: { width, height: top - LINE_GAP + MARGIN, channels: 3, background } });
  const drawn = paper.composite(placed);
  // A quality would give a PNG a palette of a few colours.
  return await (format === 'png' ? drawn.png() : drawn.jpeg({ quality: 92 })).toBuffer();
}

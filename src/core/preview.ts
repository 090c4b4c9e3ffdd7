import type { Received } from '../contract/answers.ts';
import { MODEL_VIEWS } from '../contract/model-views.ts';
import type { Patient } from '../contract/patient.ts';
import {
  generationStateOf,
  type Reconstruction,
  type ReconstructionType,
  shortTypeOf,
} from '../contract/reconstruction.ts';
import { decodePhoto, type RgbImage } from '../photo/decode.ts';
import type { Client } from './client.ts';
import type { PictureHosts } from './fetch-picture.ts';

/** What a patient looks like: a model from all sides, or the photo from the front. */
export interface Preview {
  /** `face`, as the interface names it. */
  type: string;
  /** One after another; a photo is one. */
  views: readonly RgbImage[];
}

/** Sheets and photos are made smaller than this before anything else. */
const MAX_SIDE_PX = 1920;

export interface PreviewSource {
  client: Pick<Client, 'fetchPicture'>;
  elsewhere: PictureHosts;
}

/** Of the reconstruction of that type; otherwise of the first one that is ready, else of the first with a photo. */
export async function previewOf(
  patient: Received<Patient>,
  type: ReconstructionType | undefined,
  { client, elsewhere }: PreviewSource,
): Promise<Preview | undefined> {
  const all = (patient?.reconstructions ?? []).filter((one) => type === undefined || shortTypeOf(one?.type) === type);
  const pixels = async (url: string) =>
    await decodePhoto(await client.fetchPicture(url, elsewhere), { maxSidePx: MAX_SIDE_PX });
  for (const one of [...all.filter(isReady), ...all.filter((other) => !isReady(other))]) {
    const name = shortTypeOf(one?.type) ?? String(one?.type ?? '');
    const views = isReady(one) && one?.frames ? viewsOfSheet(await pixels(one.frames)) : undefined;
    if (views !== undefined) return { type: name, views: withoutPaper(views).map(cutOut) };
    if (one?.front) return { type: name, views: [await pixels(one.front)] };
  }
  return undefined;
}

const isReady = (one: Received<Reconstruction>) => generationStateOf(one?.status) === 'ready';

/** How much a line between two views may differ from paper: what JPEG makes of it. */
const PAPER_TOLERANCE = 24;

/**
 * The views of a sheet such as our own service's, cut apart; undefined for any other picture. Between the views of a
 * sheet there is nothing but paper.
 */
export function viewsOfSheet(sheet: RgbImage): RgbImage[] | undefined {
  const { views, columns } = MODEL_VIEWS;
  const widthPx = sheet.widthPx / columns;
  const heightPx = sheet.heightPx / (views / columns);
  if (!Number.isInteger(widthPx) || !Number.isInteger(heightPx)) return undefined;
  if (!isPaperBetween(sheet, widthPx, heightPx)) return undefined;
  return Array.from({ length: views }, (_, n) =>
    cut(sheet, (n % columns) * widthPx, Math.floor(n / columns) * heightPx, widthPx, heightPx),
  );
}

function isPaperBetween(sheet: RgbImage, cellWidthPx: number, cellHeightPx: number): boolean {
  const { widthPx, heightPx } = sheet;
  for (let y = 0; y < heightPx; y++) {
    const step = y % cellHeightPx === 0 ? 1 : cellWidthPx;
    for (let x = 0; x < widthPx; x += step) if (!isPaper(sheet, x, y)) return false;
  }
  return true;
}

/** So many pixels of paper are left. */
const EDGE_PX = 4;

/** Views of one size, cut to what any of them shows: in a terminal there is no pixel to waste. */
export function withoutPaper(views: readonly RgbImage[]): RgbImage[] {
  const [{ widthPx, heightPx }] = views as [RgbImage];
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (const view of views) {
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        if (isPaper(view, x, y)) continue;
        [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
      }
    }
  }
  if (right === 0) return [...views];
  [left, top] = [Math.max(0, left - EDGE_PX), Math.max(0, top - EDGE_PX)];
  [right, bottom] = [Math.min(widthPx, right + EDGE_PX), Math.min(heightPx, bottom + EDGE_PX)];
  return views.map((view) => cut(view, left, top, right - left, bottom - top));
}

/**
 * What lies round the model shows what is behind the picture: paper would be a white box in a dark terminal. Paper that
 * the model surrounds, such as the white of an eye, stays. The outermost pixels have some paper in them, and go too.
 */
function cutOut(view: RgbImage): RgbImage {
  const { widthPx, heightPx } = view;
  const alpha = new Uint8Array(widthPx * heightPx).fill(255);
  const reached: number[] = [];
  const reach = (at: number) => {
    if (alpha[at] !== 255) return;
    alpha[at] = 0;
    if (isPaper(view, at % widthPx, Math.floor(at / widthPx))) reached.push(at);
  };
  for (let x = 0; x < widthPx; x++) [x, (heightPx - 1) * widthPx + x].forEach(reach);
  for (let y = 0; y < heightPx; y++) [y * widthPx, (y + 1) * widthPx - 1].forEach(reach);
  for (let at = reached.pop(); at !== undefined; at = reached.pop()) {
    const x = at % widthPx;
    if (x > 0) reach(at - 1);
    if (x < widthPx - 1) reach(at + 1);
    reach(at - widthPx);
    reach(at + widthPx);
  }
  return { ...view, alpha };
}

/** Like the first pixel, which lies at a corner. */
const isPaper = ({ widthPx, rgb }: RgbImage, x: number, y: number) =>
  [0, 1, 2].every((k) => Math.abs(rgb[(y * widthPx + x) * 3 + k]! - rgb[k]!) <= PAPER_TOLERANCE);

function cut(sheet: RgbImage, left: number, top: number, widthPx: number, heightPx: number): RgbImage {
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    const from = ((top + y) * sheet.widthPx + left) * 3;
    rgb.set(sheet.rgb.subarray(from, from + widthPx * 3), y * widthPx * 3);
  }
  return { widthPx, heightPx, rgb };
}

import { findEyes, isTrusted } from '../../src/engine/landmarks/pupils.ts';
import { decodePhoto, encodeJpeg } from '../../src/photo/decode.ts';
import type { FaceCase } from './cases.ts';
import { COVERS, type Cover, covered } from './cover.ts';
import { outlinedOf } from './measure.ts';

/** What the engine takes for eyes in one photo. */
interface Told {
  face: string;
  cover: Cover | 'open';
  isTaken: boolean;
  /** Error of the worse pupil, % of the distance between them. */
  percent: number;
  /** Of each thing that is asked of eyes, how much there is. */
  margins: Record<(typeof MARGINS)[number], number>;
}

const MARGINS = ['rating', 'edge', 'white', 'score'] as const;
/** Pupils further off are at another place: something seen through a cover may be right. */
const WRONG_PERCENT = 10;

/** Covers the eyes of each face in every way, and prints how often pupils are taken from somewhere else. */
export async function measureCovered(cases: readonly FaceCase[]): Promise<void> {
  const told: Told[] = [];
  for (const one of cases) told.push(...(await toldOf(one)));
  for (const cover of ['open', ...COVERS] as const) {
    const own = told.filter((one) => one.cover === cover);
    const taken = own.filter(({ isTaken }) => isTaken);
    const wrong = taken.filter(({ percent }) => percent > WRONG_PERCENT);
    console.log(`${cover.padEnd(14)} taken ${taken.length} of ${own.length}, from somewhere else ${wrong.length}`);
  }
  for (const name of MARGINS) {
    console.log(
      `${name.padEnd(8)} open: ${quantiles(
        told.filter(({ cover }) => cover === 'open'),
        name,
      )}`,
    );
    console.log(
      `${''.padEnd(8)} covered: ${quantiles(
        told.filter(({ cover }) => cover !== 'open'),
        name,
      )}`,
    );
  }
}

async function toldOf(one: FaceCase): Promise<Told[]> {
  const { photo, found, toMask } = await outlinedOf(one);
  const told: Told[] = [];
  for (const cover of ['open', ...COVERS] as const) {
    const pxOfPupils = (toMask * photo.widthPx) / found.mask.widthPx;
    const shown =
      cover === 'open' ? photo : await decodePhoto(await encodeJpeg(covered(photo, one, cover, pxOfPupils), 92));
    const eyes = findEyes(shown, found.mask);
    if (eyes === undefined) {
      told.push({ face: one.name, cover, isTaken: false, percent: Infinity, margins: NOTHING });
      continue;
    }
    const { pupil_right, pupil_left } = one.pupils;
    const spacing = Math.hypot(pupil_left[0] - pupil_right[0], pupil_left[1] - pupil_right[1]) * toMask;
    const off = ([x, y]: readonly [number, number], { xPx, yPx }: { xPx: number; yPx: number }) =>
      Math.hypot(xPx + 0.5 - x * toMask, yPx + 0.5 - y * toMask);
    const percent = (100 * Math.max(off(pupil_right, eyes.left), off(pupil_left, eyes.right))) / spacing;
    told.push({ face: one.name, cover, isTaken: isTrusted(eyes), percent, margins: eyes });
  }
  return told;
}

const NOTHING = { rating: -Infinity, edge: -Infinity, white: -Infinity, score: -Infinity };

function quantiles(told: readonly Told[], name: (typeof MARGINS)[number]): string {
  const sorted = Float64Array.from(told, ({ margins }) => margins[name]).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!.toFixed(2);
  return `least ${at(0)}, 5 % ${at(0.05)}, 25 % ${at(0.25)}, median ${at(0.5)}, 75 % ${at(0.75)}, 95 % ${at(0.95)}, most ${at(1)}`;
}

import type { Mask } from '../image/plane.ts';
import { headBoxOf } from '../landmarks/head-box.ts';
import { onceEach } from '../once-each.ts';
import { midlineOf, type PixelRun, runAt, runsOf, verticalExtent } from './mask-rows.ts';

/** The share of the largest width that counts as nearly the whole width. */
const SHOULDER_SHARE = 0.8;

const UPPER = 0.55;

export type OutlineShape = ReturnType<typeof outlineShape>;

/** Facts about a person's position that the outline alone shows. Shares are of the picture's width or height. */
export const outlineShape = onceEach(shapeOf);

function shapeOf(mask: Mask) {
  const { widthPx, heightPx, inside } = mask;
  const { top, bottom } = verticalExtent(mask);
  const middle = midlineOf(mask);
  const share = (start: number, step: number, count: number) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += inside[start + i * step]!;
    return sum / count;
  };
  const widths = Array.from({ length: heightPx }, (_, y) => {
    const run = runAt(mask, middle, y);
    return run === undefined ? 0 : run.to - run.from;
  });
  const width = Math.max(...widths);
  let [rows, sideless] = [0, 0];
  for (let y = Math.round(heightPx * 0.25); y < heightPx * 0.75; y++) {
    const run = runsOf(mask, y).find(({ from, to }) => from <= middle && middle < to);
    rows++;
    if (run !== undefined && (run.from === 0 || run.to === widthPx)) sideless++;
  }
  const upper = Math.round(UPPER * heightPx);
  return {
    /** Overlap of the outline with its mirror image about the best upright line, 0 to 1. */
    symmetry: symmetryOf(mask),
    /** Share of the upper and lower border that is inside, and the larger share of the two at the sides. */
    border: {
      top: share(0, 1, widthPx),
      bottom: share((heightPx - 1) * widthPx, 1, widthPx),
      side: Math.max(share(0, widthPx, heightPx), share(widthPx - 1, widthPx, heightPx)),
    },
    /** The larger inside share of the upper 55 % of the two side borders, which must be free for a head. */
    upperSide: Math.max(share(0, widthPx, upper), share(widthPx - 1, widthPx, upper)),
    /** The widest run of these rows, as a share of the picture's width. */
    upperWidth: Math.max(...widths.slice(0, upper)) / widthPx,
    /** Width of the picture over its height. */
    aspect: widthPx / heightPx,
    /** Width of the head, hair included, over the person's height in the picture. */
    headWidth: headBoxOf(mask).width / Math.max(1, bottom - top),
    /** First and last row with anything inside. */
    top: top / heightPx,
    bottom: bottom / heightPx,
    /** The largest width of the middle part, and the row from which it is nearly as wide. */
    width: width / widthPx,
    shoulders: widths.findIndex((w) => w > SHOULDER_SHARE * width) / heightPx,
    /** Share of the rows from a quarter to three quarters of the picture whose middle part ends at a side border. */
    sideless: sideless / rows,
  };
}

/** Every fourth row, and axes two px apart, are enough. */
function symmetryOf(mask: Mask): number {
  const { widthPx, heightPx } = mask;
  const rows = Array.from({ length: Math.ceil(heightPx / 4) }, (_, row) => runsOf(mask, 4 * row));
  let [sum, count] = [0, 0];
  for (const { from, to } of rows.flat()) {
    sum += ((from + to - 1) * (to - from)) / 2;
    count += to - from;
  }
  if (count === 0) return 0;
  const centre = Math.round((2 * sum) / count);
  let best = 0;
  // Twice the axis is a whole number, so that axes between two columns count too.
  for (let twice = centre - Math.round(widthPx * 0.16); twice <= centre + widthPx * 0.16; twice += 2) {
    // What lies further than the nearer border from the axis has no mirror image in the picture, and does not count.
    const within = { from: Math.max(0, twice - widthPx + 1), to: Math.min(widthPx, twice + 1) };
    let [both, counted] = [0, 0];
    for (const runs of rows) {
      for (const run of runs) {
        counted += common(run, within);
        for (const { from, to } of runs) both += common(run, { from: twice + 1 - to, to: twice + 1 - from });
      }
    }
    best = Math.max(best, both / Math.max(1, 2 * counted - both));
  }
  return best;
}

/** How many px two runs have in common. */
const common = (one: PixelRun, other: PixelRun) =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));

/**
 * The height of a second peak of the outline's upper edge above the dip between it and the highest peak, as a share of
 * the person's height in the picture. The upper edge of one person falls from the head over the shoulders to both
 * sides.
 */
export function secondHead(mask: Mask): number {
  const { widthPx, heightPx, inside } = mask;
  const { top, bottom } = verticalExtent(mask);
  const edge = Array.from({ length: widthPx }, (_, x) => {
    for (let y = top; y < bottom; y++) if (inside[y * widthPx + x] === 1) return y;
    return heightPx;
  });
  const highest = edge.indexOf(Math.min(...edge));
  let most = 0;
  for (const step of [-1, 1]) {
    let dip = edge[highest]!;
    for (let x = highest; x >= 0 && x < widthPx; x += step) {
      dip = Math.max(dip, Math.min(bottom, edge[x]!));
      most = Math.max(most, dip - edge[x]!);
    }
  }
  return most / Math.max(1, bottom - top);
}

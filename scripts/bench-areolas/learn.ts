import { shrinkImage } from '../../src/engine/image/plane.ts';
import { nipplePairs } from '../../src/engine/landmarks/nipple-areolas.ts';
import { areolaSearch } from '../../src/engine/landmarks/trunk-areolas.ts';
import { trunkSkinOf } from '../../src/engine/landmarks/trunk-skin.ts';
import { OUTLINE_PX, QUALITY } from '../../src/engine/provider-quality.ts';
import { segment } from '../../src/engine/silhouette/segment.ts';
import { decodePhoto } from '../../src/photo/decode.ts';
import { learnRating, type RatingTask } from './learn-rating.ts';
import type { Trunk } from './trunks.ts';

/** A pair whose areolas are both nearer to the true middles than this is right, one further off than `wrong` is not, mm. */
const MM = { right: 5, wrong: 8 };

/** By what the engine finds areolas: their colour, or the nipples. */
export type By = 'colour' | 'nipples';

/** The pairs that the engine sees in a photo, and which of them are right. */
export async function taskOf(bytes: Uint8Array, { areolas, pxPerMm, cover }: Trunk, by: By): Promise<RatingTask> {
  const photo = await decodePhoto(bytes, { maxSidePx: QUALITY[4].photoPx });
  const image = shrinkImage(photo, OUTLINE_PX);
  const { mask } = segment(image, 'trunk');
  const skin = trunkSkinOf(image, photo, mask);
  const seen = by === 'colour' ? areolaSearch(image, mask, skin)?.pairs : nipplePairs(mask, skin);
  const pairs = (seen ?? []).flatMap(({ right, left, features }) => {
    const offPx = [right, left].map(({ xPx, yPx }, side) =>
      Math.hypot(xPx + 0.5 - areolas[side]![0], yPx + 0.5 - areolas[side]![1]),
    );
    const offMm = Math.max(...offPx) / pxPerMm;
    if (cover !== undefined) return [{ features, isRight: false }];
    return offMm >= MM.right && offMm < MM.wrong ? [] : [{ features, isRight: offMm < MM.right }];
  });
  return { pairs };
}

/** What belongs into `areola-rating.ts`, or `nipple-areolas.ts`. */
export function learnedText(tasks: readonly RatingTask[]): string {
  const { bias, weights } = learnRating(tasks);
  const lines = Object.entries(weights).map(([name, weight]) => `  ${name}: ${weight.toPrecision(3)},`);
  return ['const WEIGHTS = {', ...lines, '};', `const BIAS = ${bias.toPrecision(3)};`].join('\n');
}

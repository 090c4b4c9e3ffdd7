import { distanceOf } from '../image/distance-transform.ts';
import type { Mask } from '../image/plane.ts';
import { COARSE, type Patch, STARTS, traceAreola } from './areola.ts';
import { areClearlyRedder } from './areola-light.ts';
import { areolaFeatures, judgedPatch, quickScore, type TracedPair } from './areola-rating.ts';
import { likelyNipples, mostLikeness, type NippleLikeness, nippleLikeness } from './nipple-likeness.ts';
import type { TrunkSkin } from './trunk-skin.ts';

/** Number of pairs of places that are traced, and the radii and starts for it; shares of the height and of a radius. */
const PLACES = 3;
const RADII = [0.011, 0.018, 0.03];
const BEGINNINGS = STARTS.slice(0, 5);
/** A nipple lies no further from the middle of its areola, as a share of the height. */
const AWAY = 0.006;
/** No place looks less like a nipple. */
const LEAST_LIKENESS = -5;

/** A patch round a place that looks like a nipple, and how much its own middle does. */
interface LikelyPatch extends Patch {
  likeness: number;
}

interface ScoredPair extends TracedPair {
  right: LikelyPatch;
  left: LikelyPatch;
  score: number;
}

/**
 * Learned from 280 painted trunks of the seeds 200 to 779, most of them dark, and from 140 whose areolas cannot be seen, each
 * with a network that had not seen its person: see `areola-rating.ts` for how.
 */
const WEIGHTS = {
  ...{ tilt: 0.935, middle: 0.559, spacing: 0.72, height: 0.551, sizes: 0.416, contrasts: 0.704, size: 0.566 },
  ...{ flat: 3.541, weakest: 0.526, depth: 126.6, hue: 0.583, redder: 0.887, likeness: 0.354 },
};
const BIAS = 5.32;
/**
 * A pair that is rated lower is none. Of those trunks, each judged with weights that were learned without its person, the
 * likeliest one that is wrong has 0.8 and the likeliest one whose areolas cannot be seen 0.3.
 */
const LEAST_RATING = 1;

/**
 * Finds the areolas of a trunk by what stands out: a nipple shows light on one side and shade on the other, however little
 * its colour differs from the skin. Cloth shows it too, and so the pair must also have an areola's colours.
 *
 * Of the seeds 0 to 59 and 800 to 859 of `npm run bench:areolas`, 5 and 6 are refused by colour alone, 1 and 1 with this.
 * Tried: one traced pair instead of the mean of all, weighed by likelihood: of 81 dark trunks with pale or middle areolas
 * 5 % were more than 5.7 mm off instead of 4.2, and one of 800 to 859 was 9.5 mm off; that pair followed finely: 8.5; tracing
 * begun at the place alone: 8.3. With the sum of both likenesses
 * instead of the smaller one, two covered trunks were rated likelier than none, with the smaller one none.
 */
export function areolasByNipples(mask: Mask, skin: TrunkSkin): { right: Patch; left: Patch } | undefined {
  let best: { right: Patch; left: Patch } | undefined;
  let most = LEAST_RATING;
  for (const { right, left, features } of nipplePairs(mask, skin)) {
    const rating = Object.entries(WEIGHTS).reduce(
      (sum, [name, weight]) => sum + weight * features[name as keyof typeof WEIGHTS],
      BIAS,
    );
    if (rating <= most || !areClearlyRedder(skin.light, [right, left])) continue;
    most = rating;
    best = { right, left };
  }
  return best;
}

/** The pairs of places that look most like nipples, each with its areolas and what tells whether they are some. */
export function nipplePairs(mask: Mask, { photo, planes, trunk, light }: TrunkSkin) {
  const likeness = nippleLikeness(photo, mask, distanceOf(mask));
  return likelyNipples(likeness, trunk, PLACES).map((places) => {
    const pairs = planes.flatMap((plane) => {
      const traced = ({ xPx, yPx }: { xPx: number; yPx: number }) =>
        RADII.flatMap((share) => {
          const radius = share * trunk.photoHeight;
          return BEGINNINGS.map(([dx, dy]) => {
            const patch = traceAreola(plane, xPx + dx * radius, yPx + dy * radius, radius, COARSE);
            return judgedPatch({ ...patch, likeness: likenessOf(likeness, patch, trunk.photoHeight) }, plane);
          });
        });
      const [rights, lefts] = [traced(places.right), traced(places.left)];
      return rights.flatMap((right) =>
        lefts.map((left): ScoredPair => {
          const score = quickScore(right, left, trunk) + right.patch.likeness + left.patch.likeness;
          return { right: right.patch, left: left.patch, plane, score };
        }),
      );
    });
    const best = pairs.reduce((one, other) => (other.score > one.score ? other : one));
    const pair = { ...best, right: meanPatch(pairs, best, 'right'), left: meanPatch(pairs, best, 'left') };
    const likenesses = [pair.right, pair.left].map((patch) => likenessOf(likeness, patch, trunk.photoHeight));
    const { isDarker: _, ...features } = areolaFeatures(pair, trunk, light, false);
    return { ...pair, features: { ...features, likeness: Math.min(...likenesses) } };
  });
}

const likenessOf = (likeness: NippleLikeness, patch: Patch, height: number) =>
  Math.max(LEAST_LIKENESS, mostLikeness(likeness, patch, AWAY * height));

/** The best pair's patch, moved and scaled to the mean of those of all pairs, weighed by how likely they are. */
function meanPatch(pairs: readonly ScoredPair[], best: ScoredPair, side: 'right' | 'left'): Patch {
  const mean = { xPx: 0, yPx: 0, longPx: 0, shortPx: 0 };
  let sum = 0;
  for (const { [side]: patch, score } of pairs) {
    const weight = Math.exp(score - best.score);
    for (const name of Object.keys(mean) as (keyof typeof mean)[]) mean[name] += weight * patch[name];
    sum += weight;
  }
  for (const name of Object.keys(mean) as (keyof typeof mean)[]) mean[name] /= sum;
  return { ...best[side], ...mean };
}

import type { RgbImage } from '../../photo/decode.ts';
import type { Mask } from '../image/plane.ts';
import { COARSE, type Patch, STARTS, type TraceDetail, traceAreola } from './areola.ts';
import { areClearlyRedder } from './areola-light.ts';
import { areolaPairs } from './areola-pair.ts';
import {
  type AreolaFeatures,
  areolaFeatures,
  judgedPatch,
  quickScore,
  ratingOf,
  type TracedPair,
} from './areola-rating.ts';
import { areRedder } from './areola-redness.ts';
import type { AreolaSpot } from './areola-spots.ts';
import { areolasByNipples } from './nipple-areolas.ts';
import type { SkinPlane } from './skin-plane.ts';
import { type TrunkSkin, trunkSkinOf } from './trunk-skin.ts';

/** Both areolas as the person has them, px of the photo. */
export interface AreolaPair {
  right: Patch;
  left: Patch;
}

interface ScoredPair extends TracedPair {
  /** The logarithm of how likely they are, as far as edges tell. */
  score: number;
}

interface RatedPair extends TracedPair {
  features: AreolaFeatures;
  /** See `ratingOf`. */
  rating: number;
}

/** What speaks for the first of them: the size of an areola was learned with it (`find-areolas.ts`). */
const USUAL = 1;
/** How much larger an areola may be than its part that no gleam lies on. */
const WHOLE = 1.6;
/** Number of places that are traced. */
const PLACES = 9;
/**
 * A pair that is less likely is none, nor is one hardly likelier than another elsewhere. Front photos of nine people:
 * from 7.8 up, 3.7 more than another.
 */
const LEAST_SCORE = 6.6;
const LEAST_LEAD = 1;
/**
 * Ratings: what is likelier than none is taken, and a clear pair as long as it is not surely none. Of 80 trunks whose
 * areolas cannot be seen, with weights learned without them, one would be taken with -2.
 */
const LIKELIER_THAN_NONE = 0;
const SURELY_NONE = -1;
/** Two areolas whose sizes are less usual, three spreads, are none: the weights let a shadow beside one areola pass. */
const UNLIKE_SIZES = -4.5;
/** A pair whose edges were followed finely is taken instead of a rough one that is rated better by no more than this. */
const FINE_LEAD = 2;
/**
 * Distances in half-axes: patches are of different places, and one is no longer at the place of another. Nearer than that
 * the finely followed edges tell more: with every better rating, fronts of a trunk were 2.23 mm off instead of 2.10.
 */
const ELSEWHERE = 1.5;
const MOVED = 0.3;

/**
 * Finds both areolas in the front photo of a trunk, of any skin, size and shade, or neither. Places where two spots are
 * redder or darker than the skin round them are judged as pairs: both clear and closed all round, alike, at one height,
 * left and right of the middle, as far apart as people have them. A pair is taken when its edges are clear, or when what
 * was learned from painted trunks rates it likelier than none. Where colour finds none, nipples may (`nipple-areolas.ts`).
 *
 * Compared with the reddest pair of spots at the usual size (`npm run bench:areolas`, first 44 trunks): 15 refused,
 * by clear edges alone 6.
 * Tried: chance by the difference of two places instead of a place and its two neighbours: shading counted as chance,
 * and the darkest skins were refused; spots without their gleams cut: the dark half of an areola was taken for it; places
 * all over where people have nipples, besides the spots: folds were rated higher than pale areolas on dark skin, by
 * weights learned without them.
 * On dark skin, of 22 trunks (of the seeds 200 to 599) that were refused or wrong: edges and spots by own light alone, besides:
 * none more right; edges by a redness whose gleams are filled in from round them: fewer.
 */
export function findTrunkAreolas(image: RgbImage, photo: RgbImage, mask: Mask): AreolaPair | undefined {
  const skin = trunkSkinOf(image, photo, mask);
  return areolasByColour(image, mask, skin) ?? areolasByNipples(mask, skin);
}

function areolasByColour(image: RgbImage, mask: Mask, skin: TrunkSkin): AreolaPair | undefined {
  const search = areolaSearch(image, mask, skin);
  if (search === undefined) return undefined;
  const { pairs, fine, isClear, refined } = search;
  const alike = pairs.filter(({ features }) => features.sizes > UNLIKE_SIZES);
  const best = alike.reduce((one, other) => (other.rating > one.rating ? other : one), fine);
  const isLikely = best.rating > LIKELIER_THAN_NONE && areClearlyRedder(skin.light, [best.right, best.left]);
  const isElsewhereRated = isElsewhere(fine.right, best.right) || isElsewhere(fine.left, best.left);
  const isMoved = isElsewhere(fine.right, best.right, MOVED) || isElsewhere(fine.left, best.left, MOVED);
  const isBetter = isLikely && isMoved && !isElsewhereRated && best.rating - fine.rating >= FINE_LEAD;
  if (isClear && fine.rating > SURELY_NONE && !isBetter) return fine;
  // Clear edges in one place and a good rating in another: one of 60 trunks was 25 mm wrong by the rating.
  if (isClear && isElsewhereRated) return undefined;
  if (!isLikely) return undefined;
  const again = refined(best);
  return again.rating > best.rating - FINE_LEAD ? again : best;
}

/** All pairs that may be a photo's areolas, rated; the one with the clearest edges, followed finely, and whether it is clear. */
export function areolaSearch(image: RgbImage, mask: Mask, skin: TrunkSkin) {
  const { photo, planes, trunk, light, isDark } = skin;
  const ratio = photo.widthPx / mask.widthPx;
  const likeliest = (rights: readonly Patch[], lefts: readonly Patch[], plane: SkinPlane): ScoredPair => {
    const usual = plane === planes[0] ? USUAL : 0;
    const judged = (patches: readonly Patch[]) => patches.map((patch) => judgedPatch(patch, plane));
    const [ofRight, ofLeft] = [judged(rights), judged(lefts)];
    let [best, most] = [{ right: rights[0]!, left: lefts[0]! }, -Infinity];
    for (const right of ofRight) {
      for (const left of ofLeft) {
        const score = quickScore(right, left, trunk) + usual;
        if (!(score > most)) continue;
        most = score;
        best = { right: right.patch, left: left.patch };
      }
    }
    return { ...best, plane, score: most };
  };
  const known = planes.map(() => new Map<AreolaSpot, Patch>());
  const found = areolaPairs(image, mask, isDark, PLACES)
    .flatMap(({ left, right, lefts, rights }) =>
      planes.map((plane, p) => {
        const traced = (xPx: number, yPx: number, radiusPx: number) => traceAreola(plane, xPx, yPx, radiusPx, COARSE);
        const ofSpot = (spot: AreolaSpot) => {
          const { xPx, yPx, radiusPx } = spot;
          const patch =
            known[p]!.get(spot) ?? traced((xPx + 0.5) * ratio - 0.5, (yPx + 0.5) * ratio - 0.5, radiusPx * ratio);
          known[p]!.set(spot, patch);
          return patch;
        };
        // Where a gleam hides one areola, the other tells where it is, and how large.
        const mirrored = ({ xPx, yPx, longPx, shortPx }: Patch, lower: number) =>
          traced(2 * trunk.middle - xPx, yPx + lower, Math.sqrt(longPx * shortPx));
        const lower = (right.yPx - left.yPx) * ratio;
        const [ofRight, ofLeft] = [lefts.map(ofSpot), rights.map(ofSpot)];
        return likeliest(
          [...ofRight, ...ofLeft.map((patch) => mirrored(patch, -lower))],
          [...ofLeft, ...ofRight.map((patch) => mirrored(patch, lower))],
          plane,
        );
      }),
    )
    .sort((a, b) => b.score - a.score);
  const first = found[0];
  if (first === undefined) return undefined;
  const second = found.find((pair) => isElsewhere(first.right, pair.right) || isElsewhere(first.left, pair.left));
  const around = (patch: Patch, plane: SkinPlane, larger: number, detail?: TraceDetail) => {
    const radius = Math.sqrt(patch.longPx * patch.shortPx);
    return STARTS.map(([dx, dy]) =>
      traceAreola(plane, patch.xPx + dx * radius, patch.yPx + dy * radius, larger * radius, detail),
    );
  };
  const refined = ({ right, left }: AreolaPair): ScoredPair => {
    // What was found may be the part of an areola that no gleam lies on.
    const best = planes
      .map((plane) => {
        const both = (patch: Patch) => [1, WHOLE].flatMap((larger) => around(patch, plane, larger, COARSE));
        return likeliest(both(right), both(left), plane);
      })
      .reduce((one, other) => (other.score > one.score ? other : one));
    return likeliest(around(best.right, best.plane, 1), around(best.left, best.plane, 1), best.plane);
  };
  const last = refined(first);
  const isClear =
    last.score >= LEAST_SCORE &&
    first.score - (second?.score ?? -Infinity) >= LEAST_LEAD &&
    areRedder(photo, [last.right, last.left], mask);
  const rated = (pair: TracedPair): RatedPair => {
    const features = areolaFeatures(pair, trunk, light, pair.plane === planes[1]);
    return { ...pair, features, rating: ratingOf(features) };
  };
  const fine = rated(last);
  return {
    pairs: [...found.map(rated), fine],
    fine,
    isClear,
    refined: (pair: RatedPair) => rated(refined(pair)),
  };
}

/** Whether one patch lies further from another than a share of the larger one's half-axis. */
const isElsewhere = (one: Patch, other: Patch, share = ELSEWHERE) =>
  Math.hypot(one.xPx - other.xPx, one.yPx - other.yPx) > share * Math.max(one.longPx, other.longPx);

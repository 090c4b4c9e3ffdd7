import type { Patch } from './areola.ts';
import { patchLightOf, type SkinLight } from './areola-light.ts';
import type { SkinPlane } from './skin-plane.ts';

/** Where the person is, px of the photo. */
export interface TrunkBox {
  middle: number;
  top: number;
  height: number;
  photoHeight: number;
}

/** Two patches that may be areolas, as the person has them, and the plane in which their edges were followed. */
export interface TracedPair {
  right: Patch;
  left: Patch;
  plane: SkinPlane;
}

/**
 * Usual values of a pair and their spreads. Tilt and distance from the middle are shares of the spacing, spacing and
 * size of the photo's height (65 to 85 cm), height of the person's; the last two are logarithms.
 */
export const USUAL = {
  tilt: { usual: 0, spread: 0.06 },
  middle: { usual: 0, spread: 0.07 },
  spacing: { usual: 0.29, spread: 0.06 },
  height: { usual: 0.36, spread: 0.1 },
  size: { usual: Math.log(0.018), spread: 0.6 },
  sizes: { usual: 0, spread: 0.12 },
  contrasts: { usual: 0, spread: 0.4 },
} as const;
/** An areola that is flatter than this, short axis over long, is unusual, with this spread. */
const FLAT = { from: 0.8, spread: 0.1 };
/** Differences are compared with chance over this share of a radius, at least so many px. */
const EDGE = { share: 0.22, leastPx: 1.5 };
/** The least that counts: contrast in multiples of chance, that of the weakest part of the edge, and contrast itself. */
const LEAST = { clear: 0.05, weakest: 0.2, contrast: 1e-3 };
/** No single thing speaks more against a pair. */
const LEAST_TERM = -8;

interface Place {
  xPx: number;
  yPx: number;
}

const farFrom = ({ usual, spread }: { usual: number; spread: number }, value: number) =>
  -(((value - usual) / spread) ** 2) / 2;

const unusual = (one: { usual: number; spread: number }, value: number) => atLeast(farFrom(one, value));

const atLeast = (term: number) => Math.max(LEAST_TERM, term);

/** How usual it is that two areolas lie so, each as the logarithm of a likelihood. */
export function placeTerms(right: Place, left: Place, { middle, top, height, photoHeight }: TrunkBox) {
  const spacing = Math.max(1, left.xPx - right.xPx);
  return {
    tilt: unusual(USUAL.tilt, (left.yPx - right.yPx) / spacing),
    middle: unusual(USUAL.middle, ((left.xPx + right.xPx) / 2 - middle) / spacing),
    spacing: unusual(USUAL.spacing, spacing / photoHeight),
    height: unusual(USUAL.height, ((left.yPx + right.yPx) / 2 - top) / height),
  };
}

/** A patch with what its pairs are judged by, so that this is reckoned once for all of them; logarithms but `flat`. */
export interface JudgedPatch<P extends Patch = Patch> {
  patch: P;
  flat: number;
  contrast: number;
  clear: number;
  weakest: number;
}

/** `plane` is the one in which the patch's edge was followed. */
export function judgedPatch<P extends Patch>(patch: P, plane: SkinPlane): JudgedPatch<P> {
  const { longPx, shortPx, contrast, weakest } = patch;
  const chance = plane.chance(Math.max(EDGE.leastPx, EDGE.share * longPx));
  const log = (value: number, least: number) => Math.log(Math.max(least, value));
  return {
    patch,
    flat: Math.max(0, FLAT.from - shortPx / longPx),
    contrast: log(contrast, LEAST.contrast),
    clear: log(contrast / chance, LEAST.clear),
    weakest: log(weakest / chance, LEAST.weakest),
  };
}

/** What speaks for or against two patches, each as the logarithm of a likelihood. */
export function pairTerms(right: JudgedPatch, left: JudgedPatch, trunk: TrunkBox) {
  const size = Math.log(Math.sqrt(right.patch.longPx * left.patch.longPx) / trunk.photoHeight);
  const { tilt, middle, spacing, height } = placeTerms(right.patch, left.patch, trunk);
  return {
    ...{ tilt, middle, spacing, height },
    sizes: unusual(USUAL.sizes, Math.log(right.patch.longPx / left.patch.longPx)),
    contrasts: unusual(USUAL.contrasts, right.contrast - left.contrast),
    // Larger patches are rarer by chance.
    size: atLeast(farFrom(USUAL.size, size) + size - USUAL.size.usual),
    flat: atLeast(-(((right.flat + left.flat) / FLAT.spread) ** 2) / 2),
    clear: atLeast(right.clear + left.clear),
    weakest: atLeast(right.weakest + left.weakest),
  };
}

/** All terms together: quick, to tell which of many patches near to each other are worth a closer look. */
export function quickScore(right: JudgedPatch, left: JudgedPatch, trunk: TrunkBox): number {
  const { tilt, middle, spacing, height, sizes, contrasts, size, flat, clear, weakest } = pairTerms(right, left, trunk);
  return tilt + middle + spacing + height + sizes + contrasts + size + flat + clear + weakest;
}

/** Least redness and darkness that count, as logarithms, and limits of redness over darkness. */
const LEAST_LIGHT = { redder: 0.004, darker: 0.02 };
const HUES = [-2, 3] as const;
/** Nearer to the outline than this, as a share of the photo's height, an areola is unusual. */
const DEPTH = 0.025;

export type AreolaFeatures = Record<keyof typeof WEIGHTS, number>;

/** What tells areolas from other pairs of patches. */
export function areolaFeatures(pair: TracedPair, trunk: TrunkBox, light: SkinLight, isDarker: boolean): AreolaFeatures {
  const both = [pair.right, pair.left].map((patch) => patchLightOf(light, patch));
  const sum = (name: 'redder' | 'darker') => both[0]![name] + both[1]![name];
  const hue = sum('redder') / Math.max(LEAST_LIGHT.darker, sum('darker'));
  const depthPx = Math.min(both[0]!.depthPx, both[1]!.depthPx);
  const [right, left] = [pair.right, pair.left].map((patch) => judgedPatch(patch, pair.plane));
  const { clear: _, ...terms } = pairTerms(right!, left!, trunk);
  return {
    ...terms,
    isDarker: isDarker ? 1 : 0,
    depth: Math.min(0, depthPx / trunk.photoHeight - DEPTH),
    hue: Math.max(HUES[0], Math.min(HUES[1], hue)),
    redder: both.reduce((total, { redder }) => total + Math.log(Math.max(LEAST_LIGHT.redder, redder)), 0),
  };
}

/**
 * Learned from 160 painted trunks of the seeds 200 to 599, two in three of them darker than step 23 or before a wall of
 * their skin's colour, and from 80 whose areolas cannot be seen: the sum of the weighed features is the logarithm of how
 * much likelier a pair is than that none of the photo's is right. `npm run bench:areolas -- --learn colour` learns such weights
 * again, none of them negative; these ones were with the own light of all skins, not only of dark ones.
 *
 * Tried: the spacing as a share of the trunk's width, the contrast beside its weakest part, the logarithm of darkness,
 * up to 0.15 or without limit, and how alike both are in redness and darkness: all got the weight 0. Whether the skin is
 * dark, alone, with redness or with the weakest part of the edge (137 of those trunks, learned on four fifths and judged on
 * the other): 86 or 87 of 97 found as before, and of the seeds 0 to 59 one taken from somewhere else. Of the 11 that are
 * refused of 0 to 59 and 800 to 859, five have no right pair among those that are traced; see `nipple-areolas.ts`.
 */
const WEIGHTS = {
  ...{ tilt: 0.735, middle: 1.38, spacing: 0.935, height: 2.27, sizes: 1.14, contrasts: 0.3, size: 1.12, flat: 2.13 },
  ...{ weakest: 1.28, isDarker: 0.468, depth: 136, hue: 1.68, redder: 0.396 },
};
const BIAS = -2.65;

/** The logarithm of how much likelier it is that these are both areolas than that the photo shows none. */
export const ratingOf = (features: AreolaFeatures): number =>
  Object.entries(features).reduce((sum, [name, value]) => sum + WEIGHTS[name as keyof typeof WEIGHTS] * value, BIAS);

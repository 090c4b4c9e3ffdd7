import type { Patch } from './areola.ts';
import { patchLightOf, type SkinLight } from './areola-light.ts';
import type { SkinPlane } from './skin-plane.ts';

/** Where the person is, px of the photo. */
export interface TrunkBox {
  middle: number;
  top: number;
  height: number;
  photoHeight: number;
  /** The width of the trunk in a row. */
  widthAt(yPx: number): number;
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

type PairTerms = ReturnType<typeof pairTerms>;

/** What speaks for or against two patches, each as the logarithm of a likelihood. */
export function pairTerms({ right, left, plane }: TracedPair, { middle, top, height, photoHeight }: TrunkBox) {
  const spacing = Math.max(1, left.xPx - right.xPx);
  const size = Math.log(Math.sqrt(right.longPx * left.longPx) / photoHeight);
  const unusual = (name: keyof typeof USUAL, value: number) =>
    -(((value - USUAL[name].usual) / USUAL[name].spread) ** 2) / 2;
  const chanceOf = ({ longPx }: Patch) => plane.chance(Math.max(EDGE.leastPx, EDGE.share * longPx));
  const [chanceRight, chanceLeft] = [chanceOf(right), chanceOf(left)];
  const flat = ({ longPx, shortPx }: Patch) => Math.max(0, FLAT.from - shortPx / longPx);
  const log = (value: number, least: number) => Math.log(Math.max(least, value));
  const terms = {
    tilt: unusual('tilt', (left.yPx - right.yPx) / spacing),
    middle: unusual('middle', ((left.xPx + right.xPx) / 2 - middle) / spacing),
    spacing: unusual('spacing', spacing / photoHeight),
    height: unusual('height', ((left.yPx + right.yPx) / 2 - top) / height),
    sizes: unusual('sizes', Math.log(right.longPx / left.longPx)),
    contrasts: unusual('contrasts', log(right.contrast, LEAST.contrast) - log(left.contrast, LEAST.contrast)),
    // Larger patches are rarer by chance.
    size: unusual('size', size) + size - USUAL.size.usual,
    flat: -(((flat(right) + flat(left)) / FLAT.spread) ** 2) / 2,
    clear: log(right.contrast / chanceRight, LEAST.clear) + log(left.contrast / chanceLeft, LEAST.clear),
    weakest: log(right.weakest / chanceRight, LEAST.weakest) + log(left.weakest / chanceLeft, LEAST.weakest),
  };
  for (const name of Object.keys(terms) as (keyof typeof terms)[]) terms[name] = Math.max(LEAST_TERM, terms[name]);
  return terms;
}

/** All terms together: quick, to tell which of many patches near to each other are worth a closer look. */
export const quickScore = (terms: PairTerms): number => Object.values(terms).reduce((sum, term) => sum + term, 0);

/** Least redness and darkness that count, as logarithms, and limits of redness over darkness. */
const LEAST_LIGHT = { redder: 0.004, darker: 0.02 };
const HUES = [-2, 3] as const;
/** Nearer to the outline than this, as a share of the photo's height, an areola is unusual. */
const DEPTH = 0.025;
/** The usual spacing as a share of the trunk's width in its row, and what counts as all of the difference. */
const OF_WIDTH = { usual: 0.6, most: 0.8 };

export type AreolaFeatures = Record<keyof typeof WEIGHTS, number>;

/** What tells areolas from other pairs of patches. */
export function areolaFeatures(pair: TracedPair, trunk: TrunkBox, light: SkinLight, isDarker: boolean): AreolaFeatures {
  const both = [pair.right, pair.left].map((patch) => patchLightOf(light, patch));
  const log = (name: 'redder' | 'darker') =>
    both.reduce((sum, patch) => sum + Math.log(Math.max(LEAST_LIGHT[name], patch[name])), 0);
  const sum = (name: 'redder' | 'darker') => both[0]![name] + both[1]![name];
  const least = (name: 'redder' | 'skin' | 'depthPx') => Math.min(both[0]![name], both[1]![name]);
  const hue = sum('redder') / Math.max(LEAST_LIGHT.darker, sum('darker'));
  const row = (pair.right.yPx + pair.left.yPx) / 2;
  const ofWidth = (pair.left.xPx - pair.right.xPx) / trunk.widthAt(row) - OF_WIDTH.usual;
  return {
    ...pairTerms(pair, trunk),
    isDarker: isDarker ? 1 : 0,
    skin: least('skin') - 1,
    depth: Math.min(0, least('depthPx') / trunk.photoHeight - DEPTH),
    hue: Math.max(HUES[0], Math.min(HUES[1], hue)),
    redder: log('redder'),
    lessRed: Math.min(0, least('redder')),
    darker: log('darker'),
    ofWidth: -Math.min(OF_WIDTH.most, Math.abs(ofWidth)),
  };
}

/**
 * Learned from 44 painted trunks of all skins and 20 whose areolas cannot be seen: the sum of the weighed features is the
 * logarithm of how much likelier a pair is than that none of the photo's is right. `npm run bench:areolas -- --learn`
 * learns such weights again; these ones also saw pairs traced from the true place, so they differ a little.
 */
const WEIGHTS = {
  ...{ tilt: 1.31, middle: 1.64, spacing: 0.98, height: 2.14, sizes: -0.426, contrasts: 1.49, size: 2.61, flat: 3.6 },
  ...{ clear: 0.494, weakest: 0.595, isDarker: 3.4, skin: 3.84, depth: 316, hue: 4.1, redder: 0.368, lessRed: -65.1 },
  ...{ darker: 0.45, ofWidth: -4.73 },
};
const BIAS = -3.92;

/** The logarithm of how much likelier it is that these are both areolas than that the photo shows none. */
export const ratingOf = (features: AreolaFeatures): number =>
  Object.entries(features).reduce((sum, [name, value]) => sum + WEIGHTS[name as keyof typeof WEIGHTS] * value, BIAS);

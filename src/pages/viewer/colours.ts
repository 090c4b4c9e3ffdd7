/** Red, green and blue from 0 to 1, as a screen has them. */
export type Rgb = readonly [number, number, number];

export const CLAY: Rgb = [0.8, 0.74, 0.69];
const UNSEEN: Rgb = [0.9, 0.45, 0.05];
const LESS: Rgb = [0.13, 0.4, 0.67];
const SAME: Rgb = [0.97, 0.97, 0.97];
const MORE: Rgb = [0.7, 0.09, 0.17];
const NOT_IN_BOTH: Rgb = [0.55, 0.55, 0.55];
const DOUBT: Rgb = [0.33, 0.15, 0.56];

const mixed = (a: Rgb, b: Rgb, share: number): Rgb => [0, 1, 2].map((c) => a[c]! + (b[c]! - a[c]!) * share) as never;
const clamped = (value: number) => Math.min(1, Math.max(0, value));

/** 1: photos show it well, 0: none shows it. */
export const seenColour = (seen: number): Rgb => mixed(UNSEEN, CLAY, clamped(seen));

/** White where nothing is wrong, dark at the limit and beyond. */
export const errorColour = (mm: number, limitMm: number): Rgb => mixed(SAME, DOUBT, clamped(mm / limitMm));

/** Blue where there is less, white where it is the same, red where there is more; grey where nobody knows (NaN). */
export const differenceColour = (mm: number, limitMm: number): Rgb =>
  Number.isNaN(mm) ? NOT_IN_BOTH : mixed(SAME, mm < 0 ? LESS : MORE, clamped(Math.abs(mm) / limitMm));

const LIMITS_MM = [1, 2, 3, 5, 10, 20, 50, 100];

/** The end of a scale that holds nearly all of some values, as a round number. */
export const roundLimit = (mm: number): number => LIMITS_MM.find((limit) => limit >= mm) ?? LIMITS_MM.at(-1)!;

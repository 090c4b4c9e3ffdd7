import { parseMeasure } from './photo-rules.ts';
import type { MeasureName } from './reconstruction.ts';

/** Ranges of adults in cm. A hipline may be a width or a circumference; they do not overlap. */
const PLAUSIBLE_CM: Record<MeasureName, readonly (readonly [number, number])[]> = {
  nipple_to_nipple: [[12, 45]],
  eye_distance: [[4.5, 8]],
  hipline: [
    [24, 55],
    [60, 190],
  ],
};

const UNITS = [
  { unit: 'mm', cm: 0.1 },
  { unit: 'inches', cm: 2.54 },
  { unit: 'm', cm: 100 },
] as const;

const isPlausible = (name: MeasureName, cm: number) =>
  PLAUSIBLE_CM[name].some(([low, high]) => cm >= low && cm <= high);

/** A warning for a measure that does not look like cm, or undefined where nothing is odd. */
export function measureWarning(name: MeasureName, text: string): string | undefined {
  const value = parseMeasure(text);
  if (value === undefined || isPlausible(name, value)) return undefined;
  const likely = UNITS.find(({ cm }) => isPlausible(name, value * cm));
  if (likely === undefined) return `${name} is ${value} cm, which is unusual for an adult`;
  const cm = Number((value * likely.cm).toFixed(2));
  return `${name} is taken as ${value} cm; if it was measured in ${likely.unit}, give ${cm}`;
}

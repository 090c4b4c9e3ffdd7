import { SIZE_UNITS, type SizeField } from './patient.ts';
import { parseMeasure } from './photo-rules.ts';
import type { MeasureName } from './reconstruction.ts';

/** Ranges of adults in cm, of the weight in kg. A hipline may be a width or a circumference; they do not overlap. */
const PLAUSIBLE: Record<MeasureName | SizeField, readonly (readonly [number, number])[]> = {
  nipple_to_nipple: [[12, 45]],
  eye_distance: [[4.5, 8]],
  hipline: [
    [24, 55],
    [60, 190],
  ],
  height: [[120, 220]],
  weight: [[35, 250]],
};

const LENGTHS = [
  { unit: 'mm', times: 0.1 },
  { unit: 'inches', times: 2.54 },
  { unit: 'm', times: 100 },
];
const WEIGHTS = [
  { unit: 'pounds', times: 0.4536 },
  { unit: 'g', times: 0.001 },
];

const isPlausible = (name: MeasureName | SizeField, value: number) =>
  PLAUSIBLE[name].some(([low, high]) => value >= low && value <= high);

/** A warning for a number that does not look like cm or kg, or undefined where nothing is odd. */
export function measureWarning(name: MeasureName | SizeField, text: string): string | undefined {
  const value = parseMeasure(text);
  if (value === undefined || isPlausible(name, value)) return undefined;
  const unit = name === 'weight' ? SIZE_UNITS.weight : 'cm';
  const likely = (name === 'weight' ? WEIGHTS : LENGTHS).find(({ times }) => isPlausible(name, value * times));
  if (likely === undefined) return `${name} is ${value} ${unit}, which is unusual for an adult`;
  const right = Number((value * likely.times).toFixed(2));
  return `${name} is taken as ${value} ${unit}; if it was measured in ${likely.unit}, give ${right}`;
}

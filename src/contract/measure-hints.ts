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

/** Nobody was ever measured with more cm or kg. */
const MOST: Partial<Record<MeasureName | SizeField, number>> = { height: 272, weight: 650 };

/** Nobody has less, not even at birth. */
const LEAST: Partial<Record<MeasureName | SizeField, number>> = { height: 30, weight: 1 };

/** How the warning of a model begins that was made without an eye distance. */
export const NO_EYE_DISTANCE = 'No eye distance was given';

const LENGTHS = [
  { unit: 'mm', times: 0.1 },
  { unit: 'inches', times: 2.54 },
  { unit: 'm', times: 100 },
];
const WEIGHTS = [
  { unit: 'pounds', times: 0.4536 },
  { unit: 'g', times: 0.001 },
];

/** A measure in a sentence for a person: `eye distance`. */
export const measureWords = (name: string): string => name.replaceAll('_', ' ');

const unitOf = (name: MeasureName | SizeField) => (name === 'weight' ? SIZE_UNITS.weight : 'cm');

const isPlausible = (name: MeasureName | SizeField, value: number) =>
  PLAUSIBLE[name].some(([low, high]) => value >= low && value <= high);

/** What of the two a hipline of an adult is, by its number; undefined where it is neither, and of other measures. */
export function hiplineWay(name: string, text: string): 'straight across' | 'around the hips' | undefined {
  const value = name === 'hipline' ? parseMeasure(text) : undefined;
  if (value === undefined || !isPlausible('hipline', value)) return undefined;
  return value <= PLAUSIBLE.hipline[0]![1] ? 'straight across' : 'around the hips';
}

/** The least and the most of an adult. */
export function usualRange(name: MeasureName | SizeField): readonly [least: number, most: number] {
  const ranges = PLAUSIBLE[name];
  return [ranges[0]![0], ranges.at(-1)![1]];
}

/** `of adults it is 120 to 220 cm`, `of adults it is 24 to 55 or 60 to 190 cm` */
export function ofAdults(name: MeasureName | SizeField): string {
  const ranges = PLAUSIBLE[name].map(([least, most]) => `${least} to ${most}`);
  return `of adults it is ${ranges.join(' or ')} ${unitOf(name)}`;
}

/** A warning for a number that does not look like cm or kg, or undefined where nothing is odd. */
export function measureWarning(name: MeasureName | SizeField, text: string): string | undefined {
  const value = parseMeasure(text);
  if (value === undefined || isPlausible(name, value)) return undefined;
  const unit = unitOf(name);
  const likely = likelyUnit(name, value);
  if (likely === undefined) return `${measureWords(name)} is ${value} ${unit}; ${ofAdults(name)}`;
  return `${measureWords(name)} is taken as ${value} ${unit}; if it was measured in ${likely.unit}, give ${likely.right}`;
}

/** A number that is more than any adult's in our unit, and usual in no other one: most likely a slip of the finger. */
export function isTooMuch(name: MeasureName | SizeField, text: string): boolean {
  const value = parseMeasure(text);
  return value !== undefined && value > usualRange(name)[1] && likelyUnit(name, value) === undefined;
}

/** Whether anybody may have that. */
export function isPossibleOf(name: MeasureName | SizeField, text: string): boolean {
  const value = parseMeasure(text);
  return value === undefined || (value >= (LEAST[name] ?? 0) && value <= (MOST[name] ?? Number.POSITIVE_INFINITY));
}

/** The unit in which an odd number would be plausible, and the number in ours. */
function likelyUnit(name: MeasureName | SizeField, value: number) {
  const likely = (name === 'weight' ? WEIGHTS : LENGTHS).find(({ times }) => isPlausible(name, value * times));
  return likely && { unit: likely.unit, right: Number((value * likely.times).toFixed(2)) };
}

/** Why a person who types a measure is asked again: no adult has it. undefined where it may be right. */
export function measureDoubt(name: MeasureName, text: string): string | undefined {
  const value = parseMeasure(text);
  const [least, most] = usualRange(name);
  if (value === undefined || (value >= least && value <= most)) return undefined;
  const other = sizeDoubt(name, text);
  return `${ofAdults(name)}${other === undefined ? '' : `; ${other}`}`;
}

/** Why a number is asked about again, where another unit is meant: `1.72 m are 172 cm: type 172`. Small and light people are not asked. */
export function sizeDoubt(name: MeasureName | SizeField, text: string): string | undefined {
  const units = unitsOf(name, text);
  if (units === undefined && !isPossibleOf(name, text)) return `nobody has ${text} ${unitOf(name)}; ${ofAdults(name)}`;
  return units && `${units.as} are ${units.right} ${units.unit}: type ${units.right}`;
}

/** `1.72 m` and `172 cm` of a number that is odd in our unit, and if it may be right in ours. undefined where no other unit makes it usual. */
export function unitsOf(name: MeasureName | SizeField, text: string) {
  const value = parseMeasure(text);
  const likely = value === undefined || isPlausible(name, value) ? undefined : likelyUnit(name, value);
  const isPossible = isPossibleOf(name, text);
  return likely && { as: `${value} ${likely.unit}`, right: String(likely.right), unit: unitOf(name), isPossible };
}

/** The cm of a measure that was typed in mm or m: nobody has so many or so few cm. undefined where it may be cm, or inches. */
export function cmOfOtherUnit(name: MeasureName, text: string): string | undefined {
  const units = unitsOf(name, text);
  return units !== undefined && / m?m$/.test(units.as) ? units.right : undefined;
}

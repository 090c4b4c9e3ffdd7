import { isPossibleOf, isTooMuch, measureWarning, unitsOf, usualRange } from '../../contract/measure-hints.ts';
import { SIZE_FIELDS, SIZE_UNITS, type SizeField } from '../../contract/patient.ts';
import { parseMeasure } from '../../contract/photo-rules.ts';
import { pointForComma } from '../../contract/typed-measure.ts';
import { lineText } from '../../system/line-text.ts';
import { folded } from '../folded.ts';
import { foldedTitle } from './column-titles.ts';

/** Units by field: the words for each in a title or a cell, folded, and how much of ours one is. */
const UNITS: Record<SizeField, Readonly<Record<string, { words: string; times: number }>>> = {
  height: {
    cm: { words: 'cm|zentimeter|centimet(?:er|re)s?|centimetros?', times: 1 },
    m: { words: 'm|mts?|met(?:er|re)s?|metros?', times: 100 },
    feet: { words: "'|′|ft|feet|foot|ft in|feet inches|feet and inches|pies|pieds|fuss", times: 30.48 },
    inches: { words: '"|″|in|inch|inches|zoll|pulgadas|polegadas|pouces', times: 2.54 },
  },
  weight: {
    kg: { words: 'kgs?|kilos?|quilos?|kilogram(?:m|me|mes|s|os|mos)?|quilogramas?', times: 1 },
    pounds: { words: 'lbs?|pounds?', times: 0.45359237 },
  },
};

const anyUnit = SIZE_FIELDS.flatMap((field) => Object.values(UNITS[field]).map(({ words }) => words)).join('|');
const UNIT_AT_END = new RegExp(` (?:(?:in|en|em) )?(?:${anyUnit})$`);

/** `size in feet` → `size`, of a folded title. */
export const withoutSizeUnit = (foldedTitle: string): string => foldedTitle.replace(UNIT_AT_END, '');

/** The unit that a text ends with, folded. */
function unitIn(field: SizeField, text: string): string | undefined {
  const [unit] =
    Object.entries(UNITS[field]).find(([, { words }]) => new RegExp(`(?:^|[^a-z])(?:${words})$`).test(text)) ?? [];
  return unit;
}

const FEET_AND_INCHES = /^(\d)\s*(?:'|’|′|ft|feet|foot)\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:"|”|″|''|in|inch|inches)?)?$/;
const METRES_AND_CM = /^(\d)\s*m\s*(\d\d)$/;
const NUMBER_AND_UNIT = /^([\d.,]+)\s*(\D*)$/;

interface InOurs {
  /** In cm or kg. */
  value: number;
  /** The unit in which the list has it. */
  unit: string;
}

/** What a cell says; undefined for what is no number, or of a unit that nobody knows. */
function inOurs(field: SizeField, cell: string, title: string): InOurs | undefined {
  const text = folded(cell).trim().replace(/\.$/, '');
  const [, feet, inches = '0'] = field === 'height' ? (FEET_AND_INCHES.exec(text) ?? []) : [];
  if (feet !== undefined) return { value: (Number(feet) * 12 + Number(inches.replace(',', '.'))) * 2.54, unit: 'feet' };
  const [, metres, rest] = field === 'height' ? (METRES_AND_CM.exec(text) ?? []) : [];
  if (metres !== undefined) return { value: Number(metres) * 100 + Number(rest), unit: 'm' };
  const [, digits = '', word = ''] = NUMBER_AND_UNIT.exec(text) ?? [];
  const number = parseMeasure(pointForComma(digits) ?? digits);
  const unit = word === '' ? (unitIn(field, title) ?? unitByNumber(field, number)) : unitIn(field, word);
  // `5.8` of feet may be 5 feet 8 inches.
  if (number === undefined || unit === undefined || (unit === 'feet' && !Number.isInteger(number))) return undefined;
  return { value: number * UNITS[field][unit]!.times, unit };
}

/** Where nothing says the unit: a height of 1.72 is one of metres. */
const unitByNumber = (field: SizeField, number = 0) =>
  unitsOf(field, String(number))?.as.endsWith(' m') ? 'm' : SIZE_UNITS[field];

/** The values of a row with its heights and weights as numbers of cm and kg, and whole sentences about them. */
export interface ReadSizes {
  values: Map<string, string>;
  problems: string[];
  warnings: string[];
  /** The warnings of the draft that a problem tells already. */
  told: string[];
}

/**
 * Reads the heights and weights of a row. A number about which the single command asks a person is a problem: a unit or a
 * finger has slipped. `titles`: of columns, by field.
 */
export function readSizes(
  values: ReadonlyMap<string, string>,
  titles: ReadonlyMap<string, string>,
  nameOf: (field: string) => string,
): ReadSizes {
  const read: ReadSizes = { values: new Map(values), problems: [], warnings: [], told: [] };
  for (const field of SIZE_FIELDS) {
    const found = inOurs(field, values.get(field) ?? '', foldedTitle(titles.get(field) ?? ''));
    // What is no number is told by the check of the draft.
    if (found === undefined) continue;
    const text = String(found.unit === SIZE_UNITS[field] ? found.value : Number(found.value.toFixed(1)));
    read.values.set(field, text);
    const odd = oddity(field, text);
    if (odd !== undefined) {
      read.told.push(odd);
      read.problems.push(`${nameOf(field)}${odd.slice(field.length)}${wayOf(field, text)}`);
    } else if (found.unit !== SIZE_UNITS[field]) {
      read.warnings.push(`${nameOf(field)} is read in ${found.unit}, and recorded in ${SIZE_UNITS[field]}`);
    }
  }
  return read;
}

function oddity(field: SizeField, text: string): string | undefined {
  const isOdd = unitsOf(field, text) !== undefined || isTooMuch(field, text) || !isPossibleOf(field, text);
  return isOdd ? measureWarning(field, text) : undefined;
}

/** A person may weigh more than most. */
const wayOf = (field: SizeField, text: string) =>
  Number(text) > usualRange(field)[1] && isPossibleOf(field, text)
    ? `; ${lineText({
        before: 'where it is right, leave it empty here, and type once the patient is there',
        command: ['patients', 'update', 'PATIENT', `--${field}`, text],
      })}`
    : '';

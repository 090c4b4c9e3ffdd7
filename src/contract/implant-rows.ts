import type { Implant } from './simulation.ts';

/** One implant as a flat row: a line of a clinic's catalogue, and a side of a simulation's form. */
export const IMPLANT_SIZES = ['volume', 'diameter', 'projection', 'width', 'height'] as const;
const IMPLANT_WORDS = ['reference', 'brand', 'category', 'shape', 'profile', 'surface'] as const;
export const IMPLANT_FIELDS = [...IMPLANT_WORDS, ...IMPLANT_SIZES, 'white'] as const;

type ImplantSizeField = (typeof IMPLANT_SIZES)[number];
export type ImplantField = (typeof IMPLANT_FIELDS)[number];
export type ImplantRow = Partial<Record<ImplantField, string>>;

/** cm³ and cm. */
const SIZE_LIMITS: Readonly<Record<ImplantSizeField, readonly [number, number, unit: string]>> = {
  volume: [20, 2000, 'cm³'],
  diameter: [3, 30, 'cm'],
  projection: [0.5, 15, 'cm'],
  width: [3, 30, 'cm'],
  height: [3, 30, 'cm'],
};
const MM_IN_CM = 10;
const LONGEST_WORD = 100;

interface ImplantProblem {
  field: ImplantField;
  message: string;
}

/** What is wrong with a row. A round implant may tell its diameter alone, every other one its width and height. */
export function implantProblems(row: ImplantRow): ImplantProblem[] {
  const textOf = (field: ImplantField) => row[field]?.trim() ?? '';
  const isMissing = (field: ImplantField) => textOf(field) === '';
  const needed: ImplantField[] = ['reference', 'brand', 'volume', 'projection'];
  if (isMissing('diameter')) needed.push('width', 'height');
  return [
    ...needed.filter(isMissing).map((field) => {
      const orDiameter = field === 'width' || field === 'height' ? ', and so is diameter' : '';
      return { field, message: `is missing${orDiameter}` };
    }),
    ...IMPLANT_SIZES.filter((field) => !isMissing(field)).flatMap((field) => sizeProblem(field, textOf(field))),
    ...IMPLANT_WORDS.filter((field) => textOf(field).length > LONGEST_WORD).map((field) => {
      return { field, message: `is longer than ${LONGEST_WORD} characters` };
    }),
    ...(['true', 'false', ''].includes(textOf('white')) ? [] : [whiteProblem(textOf('white'))]),
  ];
}

function sizeProblem(field: ImplantSizeField, text: string): ImplantProblem[] {
  const [least, most, unit] = SIZE_LIMITS[field];
  const value = /^\d{1,5}(\.\d{1,5})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return [];
  const inCm = value / MM_IN_CM;
  const isMm = unit === 'cm' && inCm >= least && inCm <= most;
  const instead = isMm ? `, such as ${inCm}; ${text} looks like mm` : '';
  return [{ field, message: `is ${quoted(text)}; it must be a number of ${unit} from ${least} to ${most}${instead}` }];
}

const whiteProblem = (text: string): ImplantProblem => ({
  field: 'white',
  message: `is ${quoted(text)}; it must be true or false`,
});

const quoted = (text: string) => JSON.stringify(text.slice(0, 40));

/** A row without problems → the interface's implant. */
export function implantOfRow(row: ImplantRow): Implant {
  const textOf = (field: ImplantField) => row[field]?.trim() ?? '';
  const diameter = textOf('diameter');
  return {
    volume: textOf('volume'),
    diameter: diameter || textOf('width'),
    projection: textOf('projection'),
    width: textOf('width') || diameter,
    height: textOf('height') || diameter,
    reference: textOf('reference'),
    white: textOf('white') === 'true',
    implant_category: {
      name: textOf('category'),
      shape: textOf('shape'),
      profile: textOf('profile'),
      surface: textOf('surface'),
      brand: { name: textOf('brand') },
    },
  };
}

export const rowOfImplant = ({ implant_category: { name, brand, ...words }, white, ...implant }: Implant) => ({
  ...implant,
  ...words,
  category: name,
  brand: brand.name,
  white: String(white),
});

/** The interface has an implant at both sides of a simulation; a side without one has none of 0 cm³. */
export const NO_IMPLANT: Implant = {
  ...{ volume: '0', diameter: '0', projection: '0', width: '0', height: '0', reference: '', white: false },
  implant_category: { name: '', shape: '', profile: '', surface: '', brand: { name: '' } },
};

export const isNoImplant = ({ volume }: { volume?: unknown }): boolean => Number(volume) === 0;

import { SIZE_FIELDS } from '../../contract/patient.ts';
import { MEASURES } from '../../contract/reconstruction.ts';
import { slips } from '../../system/nearest.ts';
import { givenFirst, titledGivenFirst } from '../name-order.ts';
import { withPlusOfColumn } from '../phone-of-country.ts';
import { shown } from '../shown.ts';
import {
  COLUMN_FIELDS,
  FAMILY_FIRST,
  foldedTitle,
  NAME_PARTS,
  PHONE_WITH_PLUS,
  usualTitles,
  withoutUnit,
} from './column-titles.ts';
import type { Row } from './row.ts';
import { withoutSizeUnit } from './size-cell.ts';

/**
 * How a column's field is known: `own` is the field's own name as this program writes it, `title` a usual title of it,
 * `guess` a title that may mean it, and `chosen` is what a person said.
 */
export type Recognition = 'own' | 'title' | 'guess' | 'chosen';

export interface Column {
  /** As the list has it; empty if there is none. */
  title: string;
  /** With `_`; undefined for a column that is left alone. */
  field: string | undefined;
  how: Recognition | undefined;
  /** A name of which the surname stands first, with a comma behind it; it is sent with the first name in front. */
  familyFirst?: boolean;
  /** Phone numbers that have lost their plus; they are sent with it. */
  withPlus?: boolean;
}

export interface Columns {
  /** All of the list's columns, in its order. */
  all: Column[];
  /** Sentences; where there are none, no other reading is likely. */
  doubts: string[];
}

/**
 * Which column is which field, by the titles; the values of the first rows can only speak against a guess. `doubts`: what
 * was doubtful before.
 */
export function recogniseColumns(
  titles: readonly string[],
  doubts: readonly string[] = [],
  first: readonly (readonly string[])[] = [],
): Columns {
  const all = titles.map((title, at): Column => {
    const found = recognise(title);
    const isOther = found?.how === 'guess' && found.field === 'state' && areOfRecord(first.map((cells) => cells[at]));
    return { title: title.trim(), field: undefined, how: undefined, ...(!isOther && found) };
  });
  nameInParts(all);
  const { doubts: more } = settled(all);
  return { all, doubts: [...doubts, ...more] };
}

/**
 * The columns with what a person said of some of them: a folded title → its field, or undefined to leave the column
 * alone. A guess nobody confirmed is dropped.
 */
export function chooseColumns(titles: readonly string[], chosen: ReadonlyMap<string, string | undefined>): Columns {
  const { all } = recogniseColumns(titles);
  const taken = new Set([...chosen.values()].map((field) => plainField(field)));
  // A person who says where the name is means all of it.
  if (taken.has('name')) for (const part of NAME_PARTS) taken.add(part);
  else if (NAME_PARTS.some((part) => taken.has(part))) taken.add('name');
  const found = all.map((column): Column => {
    const title = foldedTitle(column.title);
    const field = chosen.get(title);
    const familyFirst = field === FAMILY_FIRST;
    const withPlus = field === PHONE_WITH_PLUS && { withPlus: true };
    if (chosen.has(title)) return { ...column, field: plainField(field), how: 'chosen', familyFirst, ...withPlus };
    const isSure = column.how === 'own' || column.how === 'title';
    return isSure && !taken.has(column.field) ? column : { ...column, field: undefined, how: undefined };
  });
  return settled(found);
}

/** Whether most values tell if a patient is an active one, and not where somebody lives. */
function areOfRecord(values: readonly (string | undefined)[]): boolean {
  const filled = values.map((value = '') => foldedTitle(value)).filter((value) => value !== '');
  return filled.filter((value) => ACTIVITY.test(value)).length * 2 > filled.length;
}

const ACTIVITY = /^(?:in|no |nao |nicht |non )?(?:activ[aeo]|ativ[ao]|aktiv|actif)$/;

/** The field that a map means which also says how it is written. */
export function plainField(field: string | undefined): string | undefined {
  if (field === FAMILY_FIRST) return 'name';
  return field === PHONE_WITH_PLUS ? 'phone' : field;
}

/** What a map says of a column. */
export function mappedField({ field, familyFirst, withPlus }: Column): string | undefined {
  if (familyFirst === true) return FAMILY_FIRST;
  return withPlus === true ? PHONE_WITH_PLUS : field;
}

/** The field that is spelled as we spell it. */
function ownField(title: string): string | undefined {
  const own = title.trim().replaceAll('-', '_');
  return COLUMN_FIELDS.includes(own) ? own : undefined;
}

/** True for titles of a list that was made for us: no other row can be it. */
export const areOwnTitles = (titles: readonly string[]): boolean =>
  titles.every((title) => title.trim() === '' || ownField(title) !== undefined);

function sureField(title: string): Pick<Column, 'field' | 'how' | 'familyFirst'> | undefined {
  const own = ownField(title);
  if (own !== undefined) return { field: own, how: 'own' };
  const { known, familyFirst } = usualTitles();
  const plain = foldedTitle(title);
  const field =
    known.get(plain) ?? measureIn(known.get(withoutUnit(plain))) ?? sizeIn(known.get(withoutSizeUnit(plain)));
  if (field === undefined) return undefined;
  return { field, how: 'title', ...(familyFirst.includes(plain) && { familyFirst: true }) };
}

const measureIn = (field: string | undefined) => MEASURES.find((name) => name === field);

const sizeIn = (field: string | undefined) => SIZE_FIELDS.find((name) => name === field);

/** The height or weight that a title means, also where the column is left alone. */
export const sizeOfTitle = (title: string) => sizeIn(sureField(title)?.field);

function recognise(title: string): Pick<Column, 'field' | 'how' | 'familyFirst'> | undefined {
  const sure = sureField(title);
  if (sure !== undefined) return sure;
  const plain = foldedTitle(title);
  const guess =
    plain === '' ? undefined : (usualTitles().uncertain.get(plain) ?? titleWithin(plain) ?? misspelt(plain));
  // `Peso implante` is not about the whole body, and `Talle` is another word.
  return guess === undefined || sizeIn(guess) !== undefined ? undefined : { field: guess, how: 'guess' };
}

/** `Phone (private)` holds a title of a phone; `Phone of her mother` is another person's. */
function titleWithin(plain: string): string | undefined {
  const { known, alone } = usualTitles();
  const words = ` ${plain} `;
  if (isOfOthers(plain)) return undefined;
  const within = [...known.keys()].filter((title) => !alone.includes(title) && words.includes(` ${title} `));
  const longest = within.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : known.get(longest);
}

const isOfOthers = (plain: string) => usualTitles().others.some((other) => ` ${plain} `.includes(` ${other} `));

/** One letter is wrong, missing, too many or swapped; in a short word that makes another word. */
function misspelt(plain: string): string | undefined {
  if (plain.length < 5 || isOfOthers(plain)) return undefined;
  const near = [...usualTitles().known].find(([title]) => title.length >= 5 && slips(plain, title) === 1);
  return near?.[1];
}

/** Beside a given name, `Name` is the family name; beside a family name, `Nome` is the given one. */
function nameInParts(all: readonly Column[]): void {
  const has = (field: string) => all.some((column) => column.field === field && column.how !== 'guess');
  const [given, family] = NAME_PARTS.map(has);
  if (given === family) return;
  for (const column of all) {
    if (column.field === 'name' && column.how === 'title' && !column.familyFirst)
      column.field = given ? 'family_name' : 'given_name';
  }
}

const RANK: readonly (Recognition | undefined)[] = ['chosen', 'own', 'title', 'guess'];

/** Leaves each field to one column, and says what is doubtful. */
function settled(all: Column[]): Columns {
  const doubts: string[] = [];
  for (const field of COLUMN_FIELDS) {
    if (NAME_PARTS.some((part) => part === field)) continue;
    const [best, ...others] = all
      .filter((column) => column.field === field)
      .toSorted((a, b) => RANK.indexOf(a.how) - RANK.indexOf(b.how));
    const alike = others.filter(({ how }) => how !== 'guess' || best?.how === 'guess');
    if (best !== undefined && alike.length > 0) {
      doubts.push(`${fieldName(field)} is in ${[best, ...alike].map(({ title }) => shown(title)).join(' and ')}`);
    }
    for (const column of others) Object.assign(column, { field: undefined, how: undefined });
  }
  const parts = all.filter(({ field }) => NAME_PARTS.some((part) => part === field));
  const whole = all.find(({ field }) => field === 'name');
  if (whole !== undefined && parts.length > 0) {
    doubts.push(`name is in ${shown(whole.title)} and in ${parts.map(({ title }) => shown(title)).join(' and ')}`);
    for (const column of parts) Object.assign(column, { field: undefined, how: undefined });
  }
  for (const { title, field, how } of all) {
    if (how === 'guess') doubts.push(`${shown(title)} is perhaps ${fieldName(field!)}`);
  }
  return { all, doubts: [...doubts, ...namelessDoubt(all)] };
}

const isName = (field: string | undefined) => field === 'name' || NAME_PARTS.some((part) => part === field);

/** False where nobody of the list will have a name. */
export const haveName = ({ all }: Pick<Columns, 'all'>): boolean => all.some(({ field }) => isName(field));

/** The titles that may be the name, where no column is; nobody said that they are to be left alone. */
export function perhapsNames({ all }: Pick<Columns, 'all'>): string[] {
  if (haveName({ all })) return [];
  const left = all.filter(({ title, field, how }) => title !== '' && field === undefined && how !== 'chosen');
  return left.map(({ title }) => title).filter((title) => isName(recognise(title)?.field ?? 'name'));
}

/** A name under a title in another language would be lost. A list of which nothing is known is refused as a whole. */
function namelessDoubt(all: Column[]): string[] {
  const titles = perhapsNames({ all });
  if (titles.length === 0 || all.every(({ field }) => field === undefined)) return [];
  return [`no column is the name, so nobody would have one; left alone: ${titles.map(shown).join(', ')}`];
}

/** As a person types it: `postal-code`. */
export const fieldName = (field: string): string => field.replaceAll('_', '-');

/** True if every title is a field's own name: a list of ours, or one that was made for us. */
export const areOwn = ({ all }: Columns): boolean => all.every(({ title, how }) => title === '' || how === 'own');

/**
 * The title and a name of a list whose names mostly have a comma, where nobody said what it means: `values` are the first
 * rows. In a list of ours names are as the service has them.
 */
export function namesWithComma(
  { all }: Columns,
  values: readonly (readonly string[])[],
): { title: string; example: string } | undefined {
  const at = all.findIndex(({ field }) => field === 'name');
  const column = all[at];
  if (column === undefined || column.familyFirst === true) return undefined;
  const names = values.map((cells) => cells[at]?.trim() ?? '').filter((name) => name !== '');
  const [example, ...more] = names.filter((name) => givenFirst(name) !== undefined);
  if (example === undefined || (more.length + 1) * 2 <= names.length) return undefined;
  return { title: column.title, example };
}

/** The values of a row by field, those of them that the list has otherwise, and what is doubtful. */
export function readCells(cells: readonly string[], columns: Columns): Pick<Row, 'values' | 'written' | 'warnings'> {
  const values = valuesOf(cells, columns);
  const written = new Map<string, string>();
  const warnings: string[] = [];
  const rewrite = (field: string, as: (text: string) => string | undefined) => {
    const text = values.get(field) ?? '';
    const sent = as(text);
    if (sent === undefined) return;
    values.set(field, sent);
    written.set(field, text);
  };
  const { all } = columns;
  if (all.some(({ field, familyFirst }) => field === 'name' && familyFirst === true)) rewrite('name', titledGivenFirst);
  if (all.some(({ withPlus }) => withPlus === true)) {
    rewrite('phone', (text) => {
      const { whole, isDoubtful } = withPlusOfColumn(text, values.get('country'));
      if (isDoubtful) warnings.push(`phone ${shown(text)} may have no country code; it is sent without a plus`);
      return whole;
    });
  }
  return { values, ...(written.size > 0 && { written }), ...(warnings.length > 0 && { warnings }) };
}

/** Of the fields that a column of the list is, where its title is not the field's own name. */
export const titlesOf = ({ all }: Columns): ReadonlyMap<string, string> =>
  new Map(all.flatMap(({ field, title, how }) => (field === undefined || how === 'own' ? [] : [[field, title]])));

/** The values of a row by field. Parts of a name are joined as the interface has it: one text, given names first. */
export function valuesOf(cells: readonly string[], { all }: Columns): Map<string, string> {
  const values = new Map<string, string>();
  const parts: Record<string, string[]> = { given_name: [], family_name: [] };
  for (const [at, { field }] of all.entries()) {
    const cell = cells[at] ?? '';
    if (field === undefined) continue;
    if (field in parts) parts[field]!.push(cell.trim());
    else values.set(field, cell);
  }
  if (all.some(({ field }) => field !== undefined && field in parts)) {
    values.set('name', NAME_PARTS.flatMap((part) => parts[part]!.filter((text) => text !== '')).join(' '));
  }
  return values;
}

/** How many cells of a row are titles that everybody reads so. */
export const titlesKnown = (cells: readonly string[]): number =>
  cells.filter((cell) => sureField(cell) !== undefined).length;

/** How many cells of a row may be titles. It takes much longer. */
export const titlesLikely = (cells: readonly string[]): number =>
  cells.filter((cell) => recognise(cell) !== undefined).length;

import { listed } from '../draft.ts';
import { shown } from '../shown.ts';
import type { WaitsFor } from './outcomes.ts';
import { ROW_NAMES } from './row.ts';

/** Something wrong with a row, or with the list itself. */
export interface ListProblem {
  /** `row 5`, `ana`; undefined for the list itself. */
  place?: string | undefined;
  /** A sentence that follows the place. */
  text: string;
  /** The row failed and is not the cause. */
  waitsFor?: WaitsFor;
  /** Of a warning: the row has a problem, too, and is not sent. */
  isRefused?: boolean;
  /** What is told once for all problems of this group, which is one object for all of them. */
  group?: { readonly text: string } | undefined;
}

/** So many places of one kind are named; a report has all of them. */
const PLACES_NAMED = 12;
const NUMBERED = /^(row|line) (\d+)$/;

/**
 * The problems of a list, each kind once with all its places: `rows 3, 7-9: email is no e-mail address`. Where only
 * values differ, each place has its own: `row 4 ("Atlantis"), row 9 ("Narnia"): country … is not a country`. A group is
 * told as one.
 */
export function problemLines(problems: readonly ListProblem[]): string[] {
  const kinds = new Map<unknown, ListProblem[]>();
  for (const problem of problems) {
    const kind = problem.group ?? problem.text.replaceAll(PARTICULAR, '…');
    const alike = kinds.get(kind);
    if (alike === undefined) kinds.set(kind, [problem]);
    else alike.push(problem);
  }
  return [...kinds.values()].map(kindLine);
}

/**
 * For a program: where, in which field, and why. What a row holds is left out, as in all of an import's answer. A folder
 * is told by its name, since nothing else tells which one it is.
 */
export const problemFacts = (problems: readonly ListProblem[]) =>
  problems.map(({ place, text }) => ({
    row: place ?? null,
    field: fieldOf(text) ?? null,
    reason: withoutValues(text),
  }));

/** The field that the text of a problem is about. */
export function fieldOf(text: string): string | undefined {
  const [first = ''] = /^\w+/.exec(text) ?? [];
  return ROW_NAMES.includes(first) ? first : undefined;
}

/** A sentence without what a row holds; the title of a column, known by its field, is no value. */
export const withoutValues = (text: string): string =>
  text.replaceAll(TITLE_OR_VALUE, (quoted) => (quoted.startsWith('"') ? '…' : quoted));

const TITLE_OR_VALUE = /(?:\(column )?"(?:[^"\\]|\\.)*"/g;

/** What differs among problems of one kind: values, and other places. */
const PARTICULAR = /"(?:[^"\\]|\\.)*"|\b(?:row|line) \d+/g;

function kindLine(alike: readonly ListProblem[]): string {
  const [{ text, place, group }, ...others] = alike as [ListProblem, ...ListProblem[]];
  if (group !== undefined && others.length > 0)
    return `${placesText(alike.flatMap((one) => one.place ?? []))}: ${group.text}`;
  if (others.length === 0) return place === undefined ? text : `${place}: ${text}`;
  if (others.every((one) => one.text === text))
    return `${placesText(alike.flatMap((one) => one.place ?? []))}: ${text}`;
  const values = alike.map((one) => one.text.match(PARTICULAR) ?? []);
  const differs = (at: number) => values.some((own) => own[at] !== values[0]?.[at]);
  let at = 0;
  const words = text.replaceAll(PARTICULAR, (value) => (differs(at++) ? '…' : value));
  const each = alike
    .slice(0, PLACES_NAMED)
    .map(
      ({ place }, nth) => `${inList(place ?? '')} (${values[nth]!.filter((_, value) => differs(value)).join(', ')})`,
    );
  return `${each.join(', ')}${more(alike.length - each.length)}: ${words}`;
}

/** `rows 3, 7-9 and 12 more`; at most `most` are named, ranges as one. */
export const placesText = (places: readonly string[], most?: number): string => placesBut(places, most)();

/** The same of all these places but one of them, which takes as long for the thousandth as for the first. */
export function placesBut(places: readonly string[], most = PLACES_NAMED): (own?: string) => string {
  const [, unit] = NUMBERED.exec(places[0] ?? '') ?? [];
  const numbers = places.map((place) => numberIn(place, unit));
  const countBut = (own: string | undefined) => places.length - (own === undefined ? 0 : 1);
  // One of them may be the one that is left out.
  if (unit === undefined || numbers.some(Number.isNaN)) {
    const first = places.slice(0, most + 1);
    return (own) => {
      const named = first.filter((place) => place !== own).slice(0, most);
      const words = named.length > 1 ? named.map(inList) : named;
      const left = countBut(own) - named.length;
      return left > 0 ? `${words.join(', ')}${more(left)}` : listed(words);
    };
  }
  const ranges = rangesOf(numbers);
  const first = ranges.slice(0, most + 1);
  const total = countIn(ranges);
  return (own) => {
    const number = own === undefined ? Number.NaN : numberIn(own, unit);
    const named = first.flatMap((range) => without(number, range)).slice(0, most);
    const left = total - (own === undefined ? 0 : 1) - countIn(named);
    const words = named.map(([from, to]) => (from === to ? from : `${from}-${to}`));
    return `${unit}${countBut(own) === 1 ? '' : 's'} ${words.join(', ')}${more(left)}`;
  };
}

/** A folder is mostly named as its patient, and the comma in `Silva, Maria` would part it. */
const inList = (place: string): string => (NUMBERED.test(place) || !/[\s,]/.test(place) ? place : shown(place));

/** Of `row 5` 5; NaN for a place that is not numbered in this unit. */
function numberIn(place: string, unit: string | undefined): number {
  const found = NUMBERED.exec(place);
  return found?.[1] === unit ? Number(found?.[2]) : Number.NaN;
}

const countIn = (ranges: readonly [number, number][]) => ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);

/** What is left of a range without a number. */
function without(number: number, [from, to]: [number, number]): [number, number][] {
  if (!(number >= from && number <= to)) return [[from, to]];
  return [
    ...(number > from ? [[from, number - 1] as [number, number]] : []),
    ...(number < to ? [[number + 1, to] as [number, number]] : []),
  ];
}

function rangesOf(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const number of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

const more = (count: number) => (count > 0 ? ` and ${count} more` : '');

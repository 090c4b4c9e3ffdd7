import { basename, dirname, join } from 'node:path';
import { VIEWS, type View } from '../../contract/reconstruction.ts';
import { viewName, viewWords } from '../../contract/view-name.ts';
import { viewOfName } from '../../core/photo-folder.ts';
import { roughTextWidth } from '../io/text-width.ts';
import type { Theme } from '../io/theme.ts';
import type { Verdict } from '../look/look-at-photos.ts';
import { printable } from './printable.ts';
import { wrapped } from './wrapped.ts';

/** Cells of the two columns before the reasons. */
const NAME_CELLS = 12;
const VERDICT_CELLS = 10;
/** Longer lines are hard to read. */
const MOST_CELLS = 100;

/** What is wrong, and what to do; neither ends with a full stop. */
export interface ToldFinding {
  /** The name for programs. */
  reason: string;
  sentence: string;
  hint: string;
  /** The photos at fault, as far as they are known. */
  views?: readonly View[];
}

/** The findings of a set that no row of a photo has told. */
export function notToldOf(
  photos: readonly { findings: readonly ToldFinding[] }[],
  ofSet: readonly ToldFinding[],
): ToldFinding[] {
  const told = photos.flatMap(({ findings }) => findings.map(({ sentence }) => sentence));
  return ofSet.filter(({ sentence }) => !told.includes(sentence));
}

/**
 * The same with the file of each photo that a sentence speaks of: `the left photo (DSC_0301.jpg)`. A name that says the view
 * alone, `left.jpg`, is left out; files of several folders are told with theirs.
 */
export function withFiles(findings: readonly ToldFinding[], photos: Readonly<Partial<Record<View, string>>>) {
  const areTogether = new Set(Object.values(photos).map((path) => dirname(path))).size < 2;
  const names = VIEWS.flatMap((view) => {
    const path = photos[view];
    if (path === undefined || (areTogether && viewOfName(basename(path)) === view)) return [];
    // Not of "the left and the right photo", which speaks of both.
    return [
      [
        `(?<!left and )the ${viewWords(view)}`,
        areTogether ? basename(path) : join(basename(dirname(path)), basename(path)),
      ],
    ];
  });
  return findings.map((finding) => ({
    ...finding,
    sentence: names.reduce(
      (text, [words, name]) => text.replace(new RegExp(words!), (found) => `${found} (${name})`),
      finding.sentence,
    ),
  }));
}

/** The row of what is told of all photos; a single one is no set. */
export const nameOfAll = ([first, ...others]: readonly { view: View }[]): string =>
  first === undefined || others.length > 0 ? 'as a set' : viewName(first.view);

/** A finding as one sentence for programs and pipes. */
export const reasonOf = ({ sentence, hint }: ToldFinding): string => `${sentence}; ${hint}`;

/**
 * `left      unusable  This is the right side, given as left.`, and what to do on the next line: a row for a terminal,
 * broken between words, line ends included.
 */
export function photoRow(name: string, verdict: Verdict, sentences: readonly string[], width: number, theme: Theme) {
  const colour = { usable: theme.good, doubtful: theme.busy, unusable: theme.bad }[verdict];
  const head = `${name.padEnd(NAME_CELLS)}${colour(verdict)}${' '.repeat(VERDICT_CELLS - verdict.length)}`;
  return row(head, NAME_CELLS + VERDICT_CELLS, sentences, width);
}

/** A row without a verdict. */
export const plainRow = (name: string, sentences: readonly string[], width: number): string =>
  row(name.padEnd(NAME_CELLS), NAME_CELLS, sentences, width);

function row(head: string, headCells: number, sentences: readonly string[], width: number): string {
  const room = Math.max(24, Math.min(width, MOST_CELLS) - headCells - 1);
  const [first = '', ...more] = sentences.flatMap((sentence) => wrapped(printable(sentence), room, roughTextWidth));
  const lines = [`${head}${first}`, ...more.map((line) => `${' '.repeat(headCells)}${line}`)];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** What is wrong, and what to do, each with a capital and a full stop. */
export const sentencesOf = (findings: readonly ToldFinding[]): string[] =>
  findings.flatMap(({ sentence, hint }) => [sentence, hint]).map(asSentence);

const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

import { MAPPED_FIELDS, mapName } from '../../../core/import/column-map.ts';
import { FAMILY_FIRST, foldedTitle, NAME_PARTS } from '../../../core/import/column-titles.ts';
import {
  type Column,
  type Columns,
  chooseColumns,
  fieldName,
  haveName,
  mappedField,
  namesWithComma,
  plainField,
} from '../../../core/import/columns.ts';
import type { FoundTable } from '../../../core/import/table-input.ts';
import { titledGivenFirst } from '../../../core/name-order.ts';
import { shown } from '../../../core/shown.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { Prompt } from '../../io/prompt.ts';
import { cutCell, roughTextWidth } from '../../io/text-width.ts';
import { WentBack } from '../../io/way-back.ts';
import { CELLS_BESIDE, LEAVE } from '../../request/review.ts';

/** So much of a title is shown in a terminal of any width. */
const LEAST_TITLE_CELLS = 8;

type Shown = Pick<Column, 'title' | 'field' | 'familyFirst'>;

export const columnText = ({ title, field, familyFirst }: Shown) =>
  `${shown(title)} is ${field === undefined ? 'left alone' : fieldName(field)}${familyFirst === true ? WRITTEN : ''}`;

const WRITTEN = ', written as first name then surname where it has a comma';

const cutExample = (example: string) => shown(cutCell(example, EXAMPLE_CELLS, roughTextWidth));
const EXAMPLE_CELLS = 30;
const suchAs = (example: string | undefined) => (example === undefined ? '' : `, such as ${cutExample(example)}`);
const hasValue = (example: string | undefined) => (example === undefined ? '' : ` It has ${cutExample(example)}`);

/**
 * The line that changes a column, with a value of it where there is room. A long title is cut, so that the line is one,
 * and ends with what the column is.
 */
function changeLine({ title, field }: Shown, example: string | undefined, cells: number): string {
  const lineOf = (cut: string) => `change: ${columnText({ title: cut, field })}`;
  const whole = `${lineOf(title)}${suchAs(example)}`;
  if (roughTextWidth(whole) <= cells) return whole;
  const others = roughTextWidth(lineOf(title)) - roughTextWidth(title);
  return lineOf(cutCell(title, Math.max(LEAST_TITLE_CELLS, cells - others), roughTextWidth));
}

/** A list may have no names; a column that is left alone may have them. */
const questionOf = (columns: Columns) =>
  `${isNamelessByTitles(columns) ? 'Nobody will have a name. ' : ''}Are the columns right?`;

const isNamelessByTitles = (columns: Columns) =>
  !haveName(columns) && columns.all.some(({ title, field }) => title !== '' && field === undefined);

/** Enter alone must not import what nobody has looked at. */
const isDoubtful = (columns: Columns) => columns.doubts.length > 0 || isNamelessByTitles(columns);

/** The columns as a person has them in the end. */
export async function askForColumns(
  columns: Columns,
  { titles, first }: FoundTable,
  context: Context,
): Promise<Columns> {
  const prompt = await context.prompt();
  const chosen = new Map(
    columns.all
      .filter(({ field }) => field !== undefined)
      .map((column) => [foldedTitle(column.title), mappedField(column)]),
  );
  const exampleOf = ({ title }: Column) => {
    const at = titles.findIndex((one) => one.trim() === title);
    return first.map((cells) => cells[at]?.trim() ?? '').find((cell) => cell !== '');
  };
  for (let now = columns; ; now = chooseColumns(titles, chosen)) {
    const titled = now.all.filter(({ title }) => title !== '');
    const change = await prompt.choose<Column | 'go' | 'leave'>(
      questionOf(now),
      [
        {
          value: 'go',
          name: context.globals().dryRun ? 'yes, look at the rows this way' : 'yes, import them this way',
        },
        ...titled.map((column) => ({
          value: column,
          name: changeLine(column, exampleOf(column), context.streams.columns() - CELLS_BESIDE),
        })),
        { value: 'leave', name: LEAVE },
      ],
      { chosen: isDoubtful(now) ? 'leave' : 'go' },
    );
    if (change === 'go') return await askForOrder(now, first, chosen, { prompt, titles });
    if (change === 'leave') throw new ReconError('declined', 'nothing was sent');
    const answer = await askField(change, exampleOf(change), prompt);
    if (answer === undefined) continue;
    const { field } = answer;
    const isPart = NAME_PARTS.some((part) => part === field);
    for (const [title, taken] of chosen) if (isSameField(taken, field) && !isPart) chosen.set(title, undefined);
    for (const { title } of titled) if (!chosen.has(foldedTitle(title))) chosen.set(foldedTitle(title), undefined);
    chosen.set(foldedTitle(change.title), field);
  }
}

/** What a column is; undefined where a person goes back, and changes nothing. */
async function askField(
  column: Column,
  example: string | undefined,
  prompt: Prompt,
): Promise<{ field: string | undefined } | undefined> {
  const now = mappedField(column);
  // What it is now, and the way to leave it alone, are seen at once in a list that is longer than the screen.
  const fields = MAPPED_FIELDS.toSorted((one, other) => Number(other === now) - Number(one === now));
  let field: string | undefined;
  try {
    await prompt.askBehind(async () => {
      field = await prompt.choose<string | undefined>(
        `What is column ${shown(column.title)}?${hasValue(example)}`,
        [
          { value: undefined, name: 'leave it alone: nothing of it is sent' },
          ...fields.map((name) => ({ value: name, name: mapName(name) })),
        ],
        { chosen: now, isLong: true },
      );
    });
    return { field };
  } catch (error) {
    if (error instanceof WentBack) return undefined;
    throw error;
  }
}

const isSameField = (one: string | undefined, other: string | undefined) => plainField(one) === plainField(other);

/** What the comma means that most names have, where the titles do not tell. */
async function askForOrder(
  columns: Columns,
  first: FoundTable['first'],
  chosen: Map<string, string | undefined>,
  { prompt, titles }: { prompt: Prompt; titles: readonly string[] },
): Promise<Columns> {
  const commas = namesWithComma(columns, first);
  if (commas === undefined) return columns;
  const { title, example } = commas;
  const field = await prompt.choose(`Names in ${shown(title)} have a comma: ${shown(example)}. How is it sent?`, [
    { value: FAMILY_FIRST, name: `${shown(titledGivenFirst(example) ?? example)}, for the surname stands first` },
    { value: 'name', name: `${shown(example)}, as it is` },
  ]);
  return chooseColumns(titles, chosen.set(foldedTitle(title), field));
}

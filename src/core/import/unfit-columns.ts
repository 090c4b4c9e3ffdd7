import { wrongFields } from './check-row.ts';
import { type Columns, readCells, recogniseColumns, titlesOf } from './columns.ts';
import { isPath } from './row-photos.ts';

/** A column that is likely another field, and the one that its title may mean, if any. */
export interface UnfitColumn {
  title: string;
  field: string;
  meant: string | undefined;
}

/**
 * Columns that a person took for a field which their titles do not tell for sure, and whose values are all wrong for it:
 * not the values are wrong, the field is. `first` are rows of the list; most of them have such a value.
 */
export function unfitColumns(columns: Columns, first: readonly (readonly string[])[]): UnfitColumn[] {
  const likely = columns.all.flatMap(({ title, field }): UnfitColumn[] => {
    const [byTitle] = recogniseColumns([title]).all;
    if (field === undefined || isPath(field)) return [];
    if (byTitle?.field !== field) return [{ title, field, meant: byTitle?.field }];
    return byTitle.how === 'guess' ? [{ title, field, meant: undefined }] : [];
  });
  if (likely.length === 0) return [];
  const filled = first.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const rows = filled.map((cells) => {
    const { values } = readCells(cells, columns);
    return { values, wrong: wrongFields({ values, titles: titlesOf(columns) }) };
  });
  return likely.filter(({ field }) => {
    const having = rows.filter(({ values }) => (values.get(field) ?? '').trim() !== '');
    return having.length * 2 > rows.length && having.every(({ wrong }) => wrong.has(field));
  });
}

import { withLostPlus } from '../phone-of-country.ts';
import { type Columns, valuesOf } from './columns.ts';

export interface LostPluses {
  title: string;
  count: number;
  /** The first of them. */
  example: string;
}

/** The numbers of these rows that have lost their plus; undefined where none has, or where they get it back already. */
export function lostPlusesIn(columns: Columns, rows: readonly (readonly string[])[]): LostPluses | undefined {
  const column = columns.all.find(({ field }) => field === 'phone');
  if (column === undefined || column.withPlus === true) return undefined;
  const lost = rows.flatMap((cells) => {
    const values = valuesOf(cells, columns);
    const phone = values.get('phone') ?? '';
    return withLostPlus(phone, values.get('country')) === undefined ? [] : [phone.trim()];
  });
  const [example] = lost;
  return example === undefined ? undefined : { title: column.title, count: lost.length, example };
}

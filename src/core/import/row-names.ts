import type { CheckedRow, NamedRow } from './checked-row.ts';

/** Parses `recon_row`; undefined if the text has another form. */
export function parseRowName(text: string): NamedRow | undefined {
  const [, batch, name, hash] = /^([\w-]{8,64}):(([\w-]{22}):\d{1,9})$/.exec(text) ?? [];
  return batch === undefined || name === undefined || hash === undefined ? undefined : { batch, hash, name };
}

/** The hash in `<import>:<hash>:<count>` or `<hash>:<count>`. */
export const hashIn = (name: string): string => name.split(':').at(-2) ?? '';

/** The facts of a row that its name depends on. A row that is done by a report is not sent, so it keeps its name. */
export type UnnamedRow = Pick<CheckedRow, 'number' | 'hash' | 'reportName' | 'done'>;

/**
 * The names of a list's rows by number, except those named `<hash>:0`. A row with the same content as in the report
 * keeps its name; the others get free names in the order of the list.
 */
export function nameRows(rows: readonly UnnamedRow[], isTaken: (name: string) => boolean): Map<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  const keep = ({ number, reportName }: UnnamedRow) => {
    if (reportName === undefined) return;
    taken.add(reportName.name);
    names.set(number, reportName.name);
  };
  for (const row of rows) if (row.done !== undefined) keep(row);
  const isKept = ({ hash, reportName }: UnnamedRow) => reportName?.hash === hash && !taken.has(reportName.name);
  for (const row of rows) if (row.done === undefined && isKept(row)) keep(row);
  const next = new Map<string, number>();
  for (const { number, hash, done } of rows) {
    if (done !== undefined || names.has(number)) continue;
    let count = next.get(hash) ?? 0;
    while (taken.has(`${hash}:${count}`) || isTaken(`${hash}:${count}`)) count += 1;
    next.set(hash, count + 1);
    if (count > 0) names.set(number, `${hash}:${count}`);
  }
  return names;
}

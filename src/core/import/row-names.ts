/**
 * The name of a row, `<hash>:<count>`: its content, and which of the rows with this content it is. The journal knows it
 * as `<import>:<hash>:<count>`, and so does `recon_row` in a report, so that a report that is fed back names the same
 * rows, whatever stands beside them by then.
 */
export interface NamedRow {
  batch: string;
  hash: string;
  /** `<hash>:<count>`. */
  name: string;
}

/** `recon_row` → what it names; undefined for anything else. */
export function parseRowName(text: string): NamedRow | undefined {
  const [, batch, name, hash] = /^([\w-]{8,64}):(([\w-]{22}):\d{1,9})$/.exec(text) ?? [];
  return batch === undefined || name === undefined || hash === undefined ? undefined : { batch, hash, name };
}

/** The hash in `<import>:<hash>:<count>` or `<hash>:<count>`. */
export const hashIn = (name: string): string => name.split(':').at(-2) ?? '';

/** What naming needs to know of a row. */
export interface UnnamedRow {
  number: number;
  hash: string;
  /** As a report names it. */
  reportName?: NamedRow;
  /** Done already, as a report says: it is not sent, so it takes no name but its own. */
  done?: unknown;
}

/**
 * The names of the rows of a list, by number, as far as they are not `<hash>:0`. A row whose content is the same as in
 * the report keeps its name; the others take what is free, in the order of the list.
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

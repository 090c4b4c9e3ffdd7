/** Rows of a list that are done, by `<hash>:<occurrence>` → the patient's id. */
export type DoneRows = ReadonlyMap<string, string>;

/** Counts equal rows, so that each keeps its name from run to run; past the names that are taken. */
export function countEqual(isTaken: (name: string) => boolean): (hash: string) => number {
  const next = new Map<string, number>();
  return (hash) => {
    let occurrence = next.get(hash) ?? 0;
    while (isTaken(`${hash}:${occurrence}`)) occurrence += 1;
    next.set(hash, occurrence + 1);
    return occurrence;
  };
}

/** A patient whom a report names is that row's, and nobody's who is still to be sent, however equal. */
export const takenIn =
  (done: DoneRows, reported: ReadonlySet<string>) =>
  (name: string): boolean =>
    reported.has(done.get(name) ?? '');

/** Hashes of rows that are done; without the count, because what was decoded for one of equal rows is sound for all. */
export const hashesOf = (done: DoneRows): Set<string> => new Set([...done.keys()].map(hashIn));

/** `<hash>:<occurrence>` → the hash. */
export const hashIn = (row: string) => row.slice(0, row.lastIndexOf(':'));

import { afterAll } from 'vitest';

/** `npm run chaos -- --full` runs everything; `npm test` a seeded tenth of it. */
export const FULL = process.env['RECON_CHAOS'] === 'full';
/** One seed for a whole run, so that it can be run again: RECON_CHAOS_SEED=… */
export const SEED = Number(process.env['RECON_CHAOS_SEED'] ?? 20261121);

export const scaled = <T>(full: T, quick: T): T => (FULL ? full : quick);

/** Numbers from 0 to 1 that are the same for the same seed and name (mulberry32). */
export function seededRandom(name: string, seed = SEED): () => number {
  let state = seed;
  for (const character of name) state = Math.imul(state ^ character.codePointAt(0)!, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A table that is printed when the file's tests are over, whatever became of them. */
export function openTable(title: string, columns: readonly string[]) {
  const rows: string[][] = [];
  const note: string[] = [];
  afterAll(() => {
    const widths = columns.map((column, at) => Math.max(column.length, ...rows.map((row) => (row[at] ?? '').length)));
    const line = (cells: readonly string[]) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd();
    const scale = `${FULL ? 'full' : 'a tenth'}, seed ${SEED}`;
    console.log([`${title} (${scale})`, line(columns), ...rows.map(line), ...note].join('\n'));
  });
  return {
    row: (cells: readonly (string | number)[]) => void rows.push(cells.map(String)),
    /** A line below the table: totals. */
    note: (text: string) => void note.push(text),
  };
}

/** Runs so many at once and no more; the others wait for their turn. */
export function inTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

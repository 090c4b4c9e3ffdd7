import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../system/replace-file.ts';
import { type KeptPlace, placeName } from './kept-place.ts';

export type SeenTimes = ReturnType<typeof keepSeenTimes>;

/** Older ones tell of a service as it was. */
const KEPT = 5;

/**
 * How long 3D models took at this service, in seconds by the kind of model; no patient is in it. A file that cannot be read
 * or written is as good as none: only a sentence hangs on it.
 */
export function keepSeenTimes({ folder, scope }: KeptPlace) {
  const path = join(folder, `${placeName(scope)}.json`);
  const read = async (): Promise<Map<string, number[]>> => {
    try {
      const kept: unknown = JSON.parse(await readFile(path, 'utf8'));
      return new Map(Object.entries(kept ?? {}).map(([kind, times]) => [kind, secondsIn(times)]));
    } catch {
      return new Map();
    }
  };
  /**
   * Of each kind the one in the middle, of two the shorter: the first model of a service takes longer. Of a kind that was
   * not seen, by the others; undefined until any was seen.
   */
  const usual = async () => {
    const seen = new Map<string, number>();
    for (const [kind, times] of await read()) {
      const time = middleOf(times);
      if (time !== undefined && tableSeconds(kind) > 0) seen.set(kind, time);
    }
    return (kind: string): number | undefined => seen.get(kind) ?? guessed(tableSeconds(kind), seen);
  };
  return {
    usual,
    note: async (kind: string, seconds: number): Promise<void> => {
      const all = await read();
      all.set(kind, [...(all.get(kind) ?? []), Math.max(1, Math.round(seconds))].slice(-KEPT));
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await replaceFile(path, `${JSON.stringify(Object.fromEntries(all))}\n`, `${path}.${process.pid}`);
      } catch {}
    },
  };
}

/** What times are kept by: a type, and the usual seconds of the provider table, which tell the provider. */
export const timeKind = (type: string, usualSeconds: number): string => `${type} ${usualSeconds}`;

const tableSeconds = (kind: string) => Number(kind.slice(kind.lastIndexOf(' ') + 1));

function middleOf(times: readonly number[]): number | undefined {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)];
}

/** A kind that is slower by the table is as many times slower here; a quicker one takes no longer than what was seen. */
function guessed(table: number, seen: ReadonlyMap<string, number>): number | undefined {
  const guesses = [...seen].map(([kind, time]) =>
    table < tableSeconds(kind) ? Math.min(time, table) : (time * table) / tableSeconds(kind),
  );
  return guesses.length === 0 ? undefined : Math.round(Math.min(...guesses));
}

const secondsIn = (times: unknown): number[] =>
  (Array.isArray(times) ? times : []).filter((one) => Number.isFinite(one) && one > 0);

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../system/private-folder.ts';
import { replaceFile } from '../system/replace-file.ts';
import { type KeptPlace, placeName } from './kept-place.ts';

export type SeenTimes = ReturnType<typeof keepSeenTimes>;

/** Older ones tell of a service as it was. */
const KEPT = 5;

/** Of a profile at all its addresses: a service that moved to another port or name is as fast as before. */
export const atAnyAddress = (profile: string): KeptPlace['scope'] => ({ profile, service: '' });

/**
 * How long 3D models took at this service, in seconds by the kind of model; no patient is in it. A file that cannot be read
 * or written is as good as none: only a sentence hangs on it.
 */
export function keepSeenTimes({ folder, scope }: KeptPlace) {
  const pathOf = (place: KeptPlace['scope']) => join(folder, `${placeName(place)}.json`);
  const own = pathOf(scope);
  const shared = pathOf(atAnyAddress(scope.profile));
  const read = async (path: string): Promise<Map<string, number[]>> => {
    try {
      const kept: unknown = JSON.parse(await readFile(path, 'utf8'));
      return new Map(Object.entries(kept ?? {}).map(([kind, times]) => [kind, secondsIn(times)]));
    } catch {
      return new Map();
    }
  };
  /**
   * Of each kind the one in the middle, of two the shorter: the first model of a service takes longer. Of a kind that was
   * not seen, by the others. Until any was seen at this address, by what the profile saw at others; else undefined. A kind
   * never takes longer than one of its type that is slower by the table: what was seen of it is of a busier time.
   */
  const usual = async () => {
    const here = middlesOf(await read(own));
    const seen = here.size > 0 ? here : middlesOf(await read(shared));
    return (kind: string): number | undefined => {
      const table = tableSeconds(kind);
      const alike = [...seen].filter(([other]) => typeOf(other) === typeOf(kind));
      const slower = alike.flatMap(([other, time]) => (tableSeconds(other) > table ? [time] : []));
      const quicker = alike.flatMap(([other, time]) => (tableSeconds(other) < table ? [time] : []));
      const guess = guessed(table, seen);
      const time = seen.get(kind) ?? (guess && Math.max(guess, ...quicker));
      return time && Math.min(time, ...slower);
    };
  };
  return {
    usual,
    note: async (kind: string, seconds: number): Promise<void> => {
      for (const path of [own, shared]) {
        const all = await read(path);
        all.set(kind, [...(all.get(kind) ?? []), Math.max(1, Math.round(seconds))].slice(-KEPT));
        try {
          await makePrivateFolder(folder);
          await replaceFile(path, `${JSON.stringify(Object.fromEntries(all))}\n`, `${path}.${process.pid}`);
        } catch {}
      }
    },
  };
}

/** What times are kept by: a type, and the usual seconds of the provider table, which tell the provider. */
export const timeKind = (type: string, usualSeconds: number): string => `${type} ${usualSeconds}`;

const typeOf = (kind: string) => kind.slice(0, kind.lastIndexOf(' '));
const tableSeconds = (kind: string) => Number(kind.slice(kind.lastIndexOf(' ') + 1));

function middlesOf(kept: ReadonlyMap<string, number[]>): Map<string, number> {
  const middles = [...kept].map(([kind, times]) => [kind, middleOf(times)] as const);
  return new Map(
    middles.flatMap(([kind, time]) => (time === undefined || !(tableSeconds(kind) > 0) ? [] : [[kind, time]])),
  );
}

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

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
   * Of each kind the one in the middle, of two the shorter: the first model of a service takes longer. Undefined until one
   * was seen.
   */
  const usual = async () => {
    const all = await read();
    return (kind: string): number | undefined => {
      const times = all.get(kind) ?? [];
      return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)];
    };
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

const secondsIn = (times: unknown): number[] =>
  (Array.isArray(times) ? times : []).filter((one) => Number.isFinite(one) && one > 0);

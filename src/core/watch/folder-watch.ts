import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { patientFolders } from '../import/folder-input.ts';

/** Longer than the pause of a camera or a copy between two files. */
const UNCHANGED_MS = 10_000;

export interface FolderWatch {
  /**
   * `settled` are folders that have not changed for a while and were not returned in this state before; one waits a
   * little for those that came beside it, so that they can be compared before it is sent. `gone` were there before.
   */
  next(): Promise<{ settled: string[]; gone: string[] }>;
  /** Returns a folder again after this time. */
  again(name: string, afterMs: number): void;
}

interface Watched {
  /** Names, sizes and times of everything inside. */
  state: string;
  seenAt: number;
  settlesAt: number;
  /** When it may be returned, which is later if it is to be returned again. */
  dueAt: number;
  isGiven: boolean;
}

/** Watches the folders in a folder; looks only when it is asked. */
export function watchFolders(path: string, clock: Clock): FolderWatch {
  const watched = new Map<string, Watched>();
  const look = async (name: string) => {
    const state = await stateOf(join(path, name));
    const before = watched.get(name);
    if (before?.state === state) return;
    const now = clock.monotonic();
    const settlesAt = now + UNCHANGED_MS;
    watched.set(name, { state, seenAt: before?.seenAt ?? now, settlesAt, dueAt: settlesAt, isGiven: false });
  };
  return {
    next: async () => {
      const names = await patientFolders(path);
      const there = new Set(names);
      const gone = [...watched.keys()].filter((name) => !there.has(name));
      for (const name of gone) watched.delete(name);
      for (const name of names) await look(name);
      const now = clock.monotonic();
      const settling = [...watched.values()].filter(({ settlesAt }) => settlesAt > now);
      const settled = [...watched].filter(([, { isGiven, settlesAt, dueAt }]) => {
        if (isGiven || now < dueAt) return false;
        const isAlone = settling.every(({ seenAt }) => seenAt > settlesAt);
        return isAlone || now >= settlesAt + UNCHANGED_MS;
      });
      for (const [, one] of settled) one.isGiven = true;
      return { settled: settled.map(([name]) => name), gone };
    },
    again: (name, afterMs) => {
      const before = watched.get(name);
      if (before !== undefined) Object.assign(before, { isGiven: false, dueAt: clock.monotonic() + afterMs });
    },
  };
}

/** A file that disappears during the look counts as a change. */
async function stateOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const states = await Promise.all(
    files.sort().map(async (file) => {
      const facts = await stat(file).catch(() => undefined);
      return [file, facts?.ino, facts?.size, facts?.mtimeMs, facts?.ctimeMs];
    }),
  );
  return JSON.stringify(states);
}

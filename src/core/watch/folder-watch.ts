import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { patientFolders } from '../import/folder-input.ts';

/** Longer than the pause of a camera or a copy between two files. */
const UNCHANGED_MS = 10_000;

export interface FolderWatch {
  /** Names of folders that have not changed for a while and were not returned in this state before. */
  next(): Promise<string[]>;
  /** Returns a folder again after this time. */
  again(name: string, afterMs: number): void;
}

interface Watched {
  /** Names, sizes and times of everything inside. */
  state: string;
  settledAt: number;
  isGiven: boolean;
}

/** Watches the folders in a folder; looks only when it is asked. */
export function watchFolders(path: string, clock: Clock): FolderWatch {
  const watched = new Map<string, Watched>();
  return {
    next: async () => {
      const settled: string[] = [];
      for (const name of await patientFolders(path)) {
        const state = await stateOf(join(path, name));
        const before = watched.get(name);
        if (before === undefined || before.state !== state) {
          watched.set(name, { state, settledAt: clock.monotonic() + UNCHANGED_MS, isGiven: false });
        } else if (!before.isGiven && clock.monotonic() >= before.settledAt) {
          before.isGiven = true;
          settled.push(name);
        }
      }
      return settled;
    },
    again: (name, afterMs) => {
      const before = watched.get(name);
      if (before !== undefined) Object.assign(before, { isGiven: false, settledAt: clock.monotonic() + afterMs });
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

import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../errors.ts';
import { makePrivateFolder } from '../system/private-folder.ts';
import { onOwnDisk } from './disk-failure.ts';
import { hashOf, type KeptPlace, placeName } from './kept-place.ts';

export type LastPatient = ReturnType<typeof keepLastPatient>;

/** A window that has shown nobody for so long is taken for closed. */
const WINDOW_KEPT_MS = 7 * 24 * 3_600_000;

/**
 * Keeps the id of the patient that was made or shown last, in each terminal window and in all of them, and nothing else
 * of that patient.
 */
export function keepLastPatient({ folder, scope, window }: KeptPlace & { window?: string | undefined }) {
  const name = placeName(scope);
  const everywhere = join(folder, `${name}.id`);
  const here = window === undefined ? undefined : join(folder, `${name}-${hashOf(window)}.id`);
  return {
    /** The one of this window, or else of all; undefined if none was kept. */
    read: async (): Promise<string | undefined> =>
      (here === undefined ? undefined : await readIdFile(here)) ?? (await readIdFile(everywhere)),
    write: async (id: string): Promise<void> => {
      await onOwnDisk(everywhere, async () => {
        await makePrivateFolder(folder);
        for (const path of [here, everywhere]) if (path !== undefined) await writeIdFile(path, id);
        await eraseClosedWindows(folder);
      });
    },
  };
}

async function readIdFile(path: string): Promise<string | undefined> {
  const text = await onOwnDisk(path, () => readFile(path, 'utf8').catch(unlessMissing));
  return /^\d{1,16}$/.exec(text?.trim() ?? '')?.[0];
}

/** The last of several writers wins; a reader sees a whole id. */
async function writeIdFile(path: string, id: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, `${id}\n`, { mode: 0o600 });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function eraseClosedWindows(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.includes('-')) continue;
    const path = join(folder, name);
    const writtenAt = (await stat(path).catch(unlessMissing))?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - writtenAt > WINDOW_KEPT_MS) await rm(path, { force: true });
  }
}

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../errors.ts';
import { sha256Of } from '../system/sha256.ts';
import { onDisk } from './disk-failure.ts';

export interface LastPatientPlace {
  folder: string;
  /** Patients of another service or account have other ids. */
  scope: { profile: string; service: string };
}

export type LastPatient = ReturnType<typeof keepLastPatient>;

/** Keeps the id of the patient that was made or shown last, and nothing else of that patient. */
export function keepLastPatient({ folder, scope }: LastPatientPlace) {
  const path = join(folder, `${sha256Of(JSON.stringify([scope.profile, scope.service])).slice(0, 32)}.id`);
  return {
    /** The id; undefined if none was kept. */
    read: async (): Promise<string | undefined> => {
      const text = await onDisk(path, () => readFile(path, 'utf8').catch(unlessMissing));
      return /^\d{1,16}$/.exec(text?.trim() ?? '')?.[0];
    },
    /** The last of several writers wins; a reader sees a whole id. */
    write: async (id: string): Promise<void> => {
      const draft = `${path}.${process.pid}`;
      await onDisk(path, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        try {
          await writeFile(draft, `${id}\n`, { mode: 0o600 });
          await rename(draft, path);
        } finally {
          await rm(draft, { force: true });
        }
      });
    },
  };
}

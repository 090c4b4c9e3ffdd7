import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../errors.ts';
import { sha256Of } from '../system/sha256.ts';
import { onOwnDisk } from './disk-failure.ts';

/** Where something is kept for a profile and service. */
export interface KeptPlace {
  folder: string;
  /** Patients of another service or account have other ids. */
  scope: { profile: string; service: string };
}

/** The folders that hold files of such a name: the last patient, for whom links were made, how long models took. */
export const KEPT_FOLDERS = ['last', 'invitations', 'times'] as const;

/** What the names of files begin with that are kept for a profile and service. */
export const placeName = ({ profile, service }: KeptPlace['scope']): string => hashOf([profile, service]);

export const hashOf = (value: unknown): string => sha256Of(JSON.stringify(value)).slice(0, 32);

/** Removes every file of this profile and service. */
export async function forgetKept({ folder, scope }: KeptPlace): Promise<void> {
  const name = placeName(scope);
  await onOwnDisk(folder, async () => {
    const names = (await readdir(folder).catch(unlessMissing)) ?? [];
    for (const file of names) if (file.startsWith(name)) await rm(join(folder, file), { force: true });
  });
}

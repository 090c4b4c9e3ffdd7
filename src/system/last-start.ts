import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In the data folder: the flags of the last start, but for the folder and the port. */
export const LAST_START = 'last-start';

/** None where no start has noted them. */
export function lastStartFlags(dataFolder: string): string[] {
  try {
    const flags: unknown = JSON.parse(readFileSync(join(dataFolder, LAST_START), 'utf8'));
    return Array.isArray(flags) && flags.every((one) => typeof one === 'string') ? flags : [];
  } catch {
    return [];
  }
}

/** The bucket of the photos and models, as `--blobs` has it; undefined where they lay in the folder, or nothing is noted. */
export function lastBlobs(dataFolder: string): string | undefined {
  const flags = lastStartFlags(dataFolder);
  const at = flags.indexOf('--blobs');
  return at === -1 ? undefined : flags[at + 1];
}

/** The flags for a service with the data of another folder, whose photos and models lie elsewhere. */
export function flagsForAnother(dataFolder: string): string[] {
  const flags = lastStartFlags(dataFolder);
  const at = flags.indexOf('--blobs');
  return at === -1 ? flags : flags.toSpliced(at, 2);
}

/** Where they cannot be noted, a line to type has the folder and the port alone. */
export async function noteStart(dataFolder: string, flags: readonly string[]): Promise<void> {
  await writeFile(join(dataFolder, LAST_START), JSON.stringify(flags), { mode: 0o600 }).catch(() => undefined);
}

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

/** Where they cannot be noted, a line to type has the folder and the port alone. */
export async function noteStart(dataFolder: string, flags: readonly string[]): Promise<void> {
  await writeFile(join(dataFolder, LAST_START), JSON.stringify(flags), { mode: 0o600 }).catch(() => undefined);
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../errors.ts';
import { sha256Of } from '../../system/sha256.ts';
import { onDisk } from '../disk-failure.ts';
import { defaultReport, realPlace } from './report-place.ts';
import type { Style } from './row.ts';

/**
 * Remembers in a folder what reports were written, as hashes of their paths and bytes. Rows that a person has put right
 * in a report are nowhere else: a list that is imported again must not take its place.
 */
export function reportMarks(folder: string) {
  const markOf = async (path: string) => join(folder, sha256Of(await realPlace(path)).slice(0, 32));
  const hashOf = async (path: string) => {
    const bytes = await readFile(path).catch(unlessMissing);
    return bytes && sha256Of(bytes);
  };
  return {
    /** Whether somebody has changed a report since it was written here. */
    isEdited: (path: string): Promise<boolean> =>
      onDisk(path, async () => {
        const written = await readFile(await markOf(path), 'utf8').catch(unlessMissing);
        const now = written === undefined ? undefined : await hashOf(path);
        return now !== undefined && now !== written;
      }),
    noteWritten: (path: string): Promise<void> =>
      onDisk(path, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(await markOf(path), (await hashOf(path)) ?? '', { mode: 0o600 });
      }),
  };
}

/** Where the report of a list goes that names no place for it: beside one in which somebody has put rows right, the next one. */
export async function placeOfReport(
  listPath: string,
  kind: Style['kind'],
  marks: ReturnType<typeof reportMarks> | undefined,
): Promise<string> {
  let place = defaultReport(listPath, kind);
  while (await marks?.isEdited(place)) place = defaultReport(place, kind);
  return place;
}

import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { unlessMissing } from '../../errors.ts';
import { makePrivateFolder } from '../../system/private-folder.ts';
import { sha256Of } from '../../system/sha256.ts';
import { onDisk } from '../disk-failure.ts';
import { defaultReport, realPlace } from './report-place.ts';
import type { Style } from './row.ts';

/**
 * Remembers in a folder what reports were written, as hashes of their paths and bytes, and of what lists. Rows that a
 * person has put right in a report are nowhere else: a list that is imported again must not take its place.
 */
export function reportMarks(folder: string) {
  const hashOfPlace = async (path: string) => sha256Of(await realPlace(path)).slice(0, 32);
  const markOf = async (path: string) => join(folder, await hashOfPlace(path));
  const hashOf = async (path: string) => {
    const bytes = await readFile(path).catch(unlessMissing);
    return bytes && sha256Of(bytes);
  };
  /** undefined where nothing was written here, or nothing is there any more. */
  const isAsWritten = async (path: string, list: string): Promise<boolean | undefined> => {
    const mark = await readFile(await markOf(path), 'utf8').catch(unlessMissing);
    const now = mark === undefined ? undefined : await hashOf(path);
    if (mark === undefined || now === undefined) return undefined;
    // Before 0.24 the list was not noted.
    const [written, of] = mark.split(' ');
    return now === written && (of === undefined || of === (await hashOfPlace(list)));
  };
  return {
    /** Whether nobody can miss a report: it is still as it was written here, of this list. */
    isAsWritten: (path: string, list: string): Promise<boolean> =>
      onDisk(path, async () => (await isAsWritten(path, list)) === true),
    /** Whether a report stays: somebody has changed it since it was written here, or it is of another list. */
    stays: (path: string, list: string): Promise<boolean> =>
      onDisk(path, async () => (await isAsWritten(path, list)) === false),
    noteWritten: (path: string, list: string): Promise<void> =>
      onDisk(path, async () => {
        await makePrivateFolder(folder);
        const mark = `${(await hashOf(path)) ?? ''} ${await hashOfPlace(list)}`;
        await writeFile(await markOf(path), mark, { mode: 0o600 });
      }),
  };
}

/** Where the report of a list goes that names no place for it: beside one that stays, the next one. */
export async function placeOfReport(
  listPath: string,
  kind: Style['kind'],
  marks: ReturnType<typeof reportMarks> | undefined,
): Promise<string> {
  let place = defaultReport(listPath, kind);
  while (await marks?.stays(place, listPath)) place = defaultReport(place, kind);
  return place;
}

/**
 * Moves a report out of the way of another one that is to have its name, `list.rep.csv` to `list.rep.2.csv`, unless it is
 * still as it was written of this list. Returns its new place.
 */
export async function keepAside(
  path: string,
  listPath: string,
  marks: ReturnType<typeof reportMarks> | undefined,
): Promise<string | undefined> {
  return await onDisk(path, async () => {
    const size = (await stat(path).catch(unlessMissing))?.size ?? 0;
    if (size === 0 || (await marks?.isAsWritten(path, listPath))) return undefined;
    const { dir, name, ext } = parse(path);
    const [, stem = name, last = '1'] = /^(.+)\.(\d{1,6})$/.exec(name) ?? [];
    let count = Number(last) + 1;
    while ((await stat(join(dir, `${stem}.${count}${ext}`)).catch(unlessMissing)) !== undefined) count += 1;
    const aside = join(dir, `${stem}.${count}${ext}`);
    await rename(path, aside);
    return aside;
  });
}

import { ReconError } from '../../errors.ts';
import { withLock } from '../../system/lock.ts';
import type { Client } from '../client.ts';
import { shown } from '../shown.ts';
import { type ArchiveClient, collectArchives, foreseeArchives, withEarlier } from './archives.ts';
import {
  type ExportFolder,
  lookIntoExportFolder,
  makeExportFolder,
  openExportFolder,
  type WantedExport,
} from './folder.ts';
import type { ArchiveOutcome, ArchiveState, FileFacts } from './manifest.ts';
import { archivePath, canBeFetched, type WantedArchive } from './plan.ts';
import { type Records, readRecords, recordFile } from './records.ts';
import { type Gone, removeGone } from './remove-gone.ts';
import type { ExportHooks, ExportRequest } from './request.ts';

/** What an export would save and remove; nothing is written. */
export interface Foreseen extends Omit<Records, 'ids'> {
  /** The folder's path. */
  path: string;
  /** Archives that would be fetched. */
  fetched: WantedArchive[];
  /** Archives that are there already. */
  kept: WantedArchive[];
  /** `removed` are those that would be. */
  gone: Gone;
}

/**
 * Looks at the list and the folder as an export does.
 * @throws ReconError `not_found`; `usage` for a folder that holds something else
 */
export async function foreseeExport(
  client: Pick<Client, 'eachPage' | 'getPatient'>,
  request: Pick<ExportRequest, 'to' | 'service' | 'isMoved' | 'filters' | 'archives' | 'removeGone'>,
  hooks: Pick<ExportHooks, 'signal' | 'onPatients'>,
): Promise<Foreseen> {
  const folder = await lookIntoExportFolder(request.to, identityOfRequest(request));
  const read = await readRecords(client, [], request, hooks);
  if (read.patients === 0 && read.missing.length > 0) throw notFound(read.missing, folder, request);
  const { signal } = hooks;
  const gone = await removeGone(client, folder, read, { isWanted: request.removeGone, isDryRun: true, signal });
  const archives = await foreseeArchives(folder, read.wanted, signal);
  return { ...read, ...archives, path: folder.path, gone };
}

function identityOfRequest({
  service,
  isMoved = false,
  filters,
  removeGone,
}: Pick<ExportRequest, 'service' | 'isMoved' | 'filters' | 'removeGone'>): WantedExport {
  const { name = null, email = null, ids = [] } = filters;
  return { service, isMoved, removeGone, filters: { name, email, ids: [...new Set(ids)].sort() } };
}

export interface Exported extends Omit<Records, 'wanted' | 'ids'> {
  /** The folder's real path. */
  path: string;
  /** Numbers of archives by state; `saved` are those in the folder that match the service. */
  counts: Record<ArchiveState, number>;
  /** Number of saved archives that were already there. */
  kept: number;
  /** Paths in the folder of files that were changed since they were saved, and were fetched anew. */
  repaired: string[];
  /** The same of those that could not be fetched anew, since there is no model to fetch now: they stay as they are. */
  spoilt: string[];
  /** Number of saved archives that are of after-records. */
  ofAfters: number;
  /** Number of saved archives that are of an earlier model, because the newest photos gave none. */
  ofEarlier: number;
  failed: ArchiveOutcome[];
  /** Number of photos in the folder, of models that failed. */
  photos: number;
  gone: Gone;
  /** The reason why the export ended early; the manifest tells how far it got. */
  stopped: unknown;
}

/**
 * Exports everything that the service has about these patients into a folder: records, archives, a manifest and
 * checksums. A repeated export fetches what is missing or has changed. It throws before anything is changed; a later
 * stop is in the result.
 */
export async function exportPatients(
  client: Pick<Client, 'eachPage' | 'getPatient'> & ArchiveClient,
  request: ExportRequest,
  hooks: ExportHooks,
): Promise<Exported> {
  const place = await makeExportFolder(request.to);
  return withLock(`export:${place.path}`, shown(request.to), async () => {
    const folder = await openExportFolder(place, identityOfRequest(request), request.printableJson);
    try {
      return await fillFolder(client, folder, request, hooks);
    } finally {
      await folder.close();
    }
  });
}

async function fillFolder(
  client: Pick<Client, 'eachPage' | 'getPatient'> & ArchiveClient,
  folder: ExportFolder,
  request: ExportRequest,
  hooks: ExportHooks,
): Promise<Exported> {
  const { path } = folder;
  const now = () => new Date(hooks.clock.now()).toISOString();
  const startedAt = now();
  const files = request.formats.map((format) => recordFile(path, format));
  try {
    const read = await readRecords(client, files, request, hooks);
    const { patients, first, wanted, missing, change } = read;
    if (patients === 0 && missing.length > 0) throw notFound(missing, folder, request);
    await folder.begin();
    const records = new Map<string, FileFacts>();
    for (const file of files) records.set(file.name, await file.keep());
    const gone = await removeGone(client, folder, read, { isWanted: request.removeGone, signal: hooks.signal });
    const fetched = wanted.filter(canBeFetched);
    hooks.onRecords?.({
      archives: fetched.filter(({ view }) => view === undefined).length,
      photos: fetched.filter(({ view }) => view !== undefined).length,
    });
    const { outcomes, stopped } = await collectArchives(client, folder, wanted, hooks);
    const archives = await withEarlier(folder, outcomes, gone);
    await folder.finish({ startedAt, finishedAt: now(), patients, missing, change, records, archives });
    const kept = outcomes.filter(
      ({ view, state, receivedBytes }) => view === undefined && state === 'saved' && receivedBytes === 0,
    ).length;
    const ofEarlier = archives.filter(({ state, isEarlier }) => state === 'saved' && isEarlier === true).length;
    const ofAfters = archives.filter(({ state, after }) => state === 'saved' && after !== undefined).length;
    const failed = archives.filter(({ state }) => state === 'failed');
    const changed = outcomes.filter(({ wasChanged }) => wasChanged);
    const isSaved = ({ state }: ArchiveOutcome) => state === 'saved';
    const photos = archives.filter(({ view, state }) => view !== undefined && state === 'saved').length;
    return {
      path,
      patients,
      first,
      counts: countsOf(archives),
      kept,
      repaired: changed.filter(isSaved).map(archivePath),
      // Of those that failed, the failure tells.
      spoilt: changed.filter((one) => !isSaved(one) && one.state !== 'failed').map(archivePath),
      ofAfters,
      photos,
      ofEarlier,
      failed,
      gone,
      missing,
      change,
      stopped,
    };
  } finally {
    for (const file of files) await file.discard();
  }
}

function notFound(
  ids: readonly string[],
  { path, earlier }: Pick<ExportFolder, 'path' | 'earlier'>,
  { removeGone }: Pick<ExportRequest, 'removeGone'>,
): ReconError {
  const who = ids.length === 1 ? `no patient ${ids[0]}` : `none of the patients ${ids.join(', ')}`;
  const stays = `nothing was removed, as this may be another account; if all were deleted, delete ${path}`;
  return new ReconError('not_found', `there is ${who} in this account`, {
    details: removeGone && earlier.size > 0 ? [stays] : [],
    hint: { command: ['patients', 'list'] },
  });
}

function countsOf(archives: readonly ArchiveOutcome[]): Record<ArchiveState, number> {
  const counts = { saved: 0, not_ready: 0, no_model: 0, unknown_type: 0, failed: 0, not_tried: 0, earlier: 0 };
  // Photos are counted by themselves, unless there is something to do about them.
  for (const { view, state } of archives)
    if (view === undefined || state === 'failed' || state === 'not_tried') counts[state] += 1;
  return counts;
}

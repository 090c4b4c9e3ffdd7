import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generationStateOf, type ReconstructionType } from '../../contract/reconstruction.ts';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { detectFormat, isPhotoFormat, PHOTO_FORMATS } from '../../photo/format.ts';
import { makePrivateFolder } from '../../system/private-folder.ts';
import { sha256OfFile } from '../../system/sha256.ts';
import { saveModel } from '../archive/model-file.ts';
import type { Client } from '../client.ts';
import { diskFailure, onDisk } from '../disk-failure.ts';
import { downloadArchive } from '../download.ts';
import type { ExportFolder } from './folder.ts';
import type { ArchiveOutcome, ArchiveState, SavedArchive } from './manifest.ts';
import { archivePath, canBeFetched, hasAddress, type WantedArchive } from './plan.ts';
import type { Gone } from './remove-gone.ts';
import type { ExportHooks } from './request.ts';

/** What fetches archives, of models and of after-records. */
export type ArchiveClient = Pick<Client, 'openDownload' | 'downloadUrl' | 'afterDownloads'>;

/** So many failures in a row are not caused by single archives. */
const FAILURES_IN_A_ROW = 20;

/**
 * Downloads every missing archive into the folder, several at the same time. `stopped` is the reason why it ended early.
 */
export async function collectArchives(
  client: ArchiveClient,
  folder: ExportFolder,
  wanted: readonly WantedArchive[],
  hooks: ExportHooks,
): Promise<{ outcomes: ArchiveOutcome[]; stopped: unknown }> {
  const outcomes: ArchiveOutcome[] = wanted.map((one) => ({ ...one, state: 'not_tried', receivedBytes: 0 }));
  let next = 0;
  let inARow = 0;
  let stopped: unknown;
  const work = async () => {
    while (stopped === undefined && next < wanted.length) {
      const at = next++;
      try {
        const outcome = await collectOne(client, folder, wanted[at]!, hooks);
        outcomes[at] = outcome;
        inARow = outcome.state === 'failed' ? inARow + 1 : 0;
        if (inARow >= FAILURES_IN_A_ROW) stopped ??= gaveUp(outcome.error ?? '');
        if (canBeFetched(wanted[at]!)) hooks.onArchive?.(outcome);
      } catch (error) {
        stopped ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: hooks.jobs }, work));
  return { outcomes, stopped };
}

function gaveUp(lastError: string): ReconError {
  return new ReconError('partly_failed', `${FAILURES_IN_A_ROW} archives in a row failed, the last with: ${lastError}`, {
    hint: 'the same command again; it goes on where this one stopped',
  });
}

/** The archive or photo that an earlier export left, if it is still as it was then; `isChanged`: it is there otherwise. */
async function leftThere(
  { path, earlier }: Pick<ExportFolder, 'path' | 'earlier'>,
  wanted: WantedArchive,
  signal: AbortSignal | undefined,
): Promise<{ intact?: SavedArchive; isChanged?: boolean }> {
  const names = wanted.view === undefined ? [wanted] : PHOTO_FORMATS.map((ending) => ({ ...wanted, ending }));
  const recorded = names.map((one) => earlier.get(archivePath(one))).find((one) => one !== undefined);
  if (recorded === undefined) return {};
  const sum = await sha256OfFile(join(path, archivePath(recorded)), signal);
  return sum === recorded.sha256 ? { intact: recorded } : { isChanged: sum !== undefined };
}

/** Of the archives that an export wants, those that it would fetch, and those that lie in the folder as they are wanted. */
export async function foreseeArchives(
  folder: Pick<ExportFolder, 'path' | 'earlier'>,
  wanted: readonly WantedArchive[],
  signal: AbortSignal | undefined,
): Promise<{ fetched: WantedArchive[]; kept: WantedArchive[] }> {
  const fetched: WantedArchive[] = [];
  const kept: WantedArchive[] = [];
  for (const one of wanted) {
    signal?.throwIfAborted();
    if (!canBeFetched(one)) continue;
    const isThere = (await leftThere(folder, one, signal)).intact?.source === one.source;
    (isThere ? kept : fetched).push(one);
  }
  return { fetched, kept };
}

/** Why there is nothing to save, as far as the list tells; undefined where there is. */
function lackOf(
  one: Pick<WantedArchive, 'patientId' | 'type' | 'status' | 'isEarlier' | 'view'>,
): ArchiveState | undefined {
  if (one.view !== undefined) return undefined;
  const progress = generationStateOf(one.status);
  if (progress === 'going') return 'not_ready';
  if (progress === 'failed' && !one.isEarlier) return 'no_model';
  return hasAddress(one) ? undefined : 'unknown_type';
}

/** Throws only errors that stop the whole export. */
async function collectOne(
  client: ArchiveClient,
  folder: ExportFolder,
  wanted: WantedArchive,
  hooks: ExportHooks,
): Promise<ArchiveOutcome> {
  hooks.signal?.throwIfAborted();
  const { intact: there, isChanged = false } = await leftThere(folder, wanted, hooks.signal);
  const ended = (state: ArchiveState, more?: Partial<ArchiveOutcome>): ArchiveOutcome => ({
    ...wanted,
    ...(there && { saved: there, ending: there.ending }),
    ...(isChanged && { wasChanged: true }),
    ...{ state, receivedBytes: 0, ...more },
  });
  const lack = lackOf(wanted);
  if (lack !== undefined) return ended(lack);
  if (there?.source === wanted.source) return ended('saved');
  const folderOf = (target: string) => onDisk(dirname(target), () => makePrivateFolder(dirname(target)));
  try {
    if (wanted.url !== undefined) {
      const { url, ...photo } = wanted;
      const bytes = await hooks.fetchPhoto(url);
      const ending = detectFormat(bytes);
      if (!isPhotoFormat(ending)) throw new ReconError('protocol', 'what came is no photo');
      const target = join(folder.path, archivePath({ ...photo, ending }));
      await folderOf(target);
      const saved = { ...photo, ending, ...(await saveModel(bytes, target, { force: true })) };
      await folder.note(saved);
      return ended('saved', { saved, ending, receivedBytes: saved.sizeBytes });
    }
    const target = join(folder.path, archivePath(wanted));
    await folderOf(target);
    const request = { id: wanted.patientId, type: wanted.type as ReconstructionType, target, force: true };
    const source = wanted.after === undefined ? client : client.afterDownloads(wanted.after);
    const { sizeBytes, sha256 } = await downloadArchive(source, request, hooks);
    const saved = { ...wanted, sizeBytes, sha256 };
    await folder.note(saved);
    return ended('saved', { saved, receivedBytes: sizeBytes });
  } catch (error) {
    if (!(error instanceof ReconError) || error.stopsAll) throw error;
    // A service may show pictures of an earlier model without giving it.
    if (error.status === 409 && wanted.isEarlier) return ended('no_model', { error: error.message });
    // The list said that the model was ready, so another generation has begun since.
    return ended(error.status === 409 ? 'not_ready' : 'failed', { error: error.message });
  }
}

/**
 * The outcomes, together with archives of earlier exports that this one was not asked for or did not reach. What was not
 * tried and cannot be saved is not left to save.
 */
export async function withEarlier(
  { path, earlier }: ExportFolder,
  outcomes: readonly ArchiveOutcome[],
  { changed }: Pick<Gone, 'changed'>,
): Promise<ArchiveOutcome[]> {
  const all = [...outcomes];
  const places = new Map(outcomes.map((outcome, at) => [archivePath(outcome), at]));
  for (const [name, saved] of earlier) {
    const at = places.get(name) ?? all.length;
    const outcome = all[at];
    if ((outcome !== undefined && outcome.state !== 'not_tried') || changed.includes(name)) continue;
    const facts = await lstat(join(path, name)).catch((error) => {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw diskFailure(join(path, name), error);
    });
    if (facts?.isFile() !== true || facts.size !== saved.sizeBytes) continue;
    all[at] = { ...saved, state: 'earlier', receivedBytes: 0, ...outcome, saved };
  }
  return all.map((one) => (one.state === 'not_tried' ? { ...one, state: lackOf(one) ?? 'not_tried' } : one));
}

import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { sha256OfFile } from '../../system/sha256.ts';
import type { Client } from '../client.ts';
import { diskFailure, onDisk } from '../disk-failure.ts';
import { type Downloaded, downloadArchive } from '../download.ts';
import type { ExportFolder } from './folder.ts';
import type { ArchiveOutcome, SavedArchive } from './manifest.ts';
import { archivePath, hasAddress, type WantedArchive } from './plan.ts';

export interface ArchiveHooks {
  clock: Clock;
  signal?: AbortSignal;
  /** Downloads at the same time. */
  jobs: number;
  /** Called after each archive, whatever its outcome; `bytes` went over the network. */
  onArchive?(outcome: ArchiveOutcome, bytes: number): void;
}

export interface Collected {
  outcomes: ArchiveOutcome[];
  /** Number of archives that were already there, whole and of the same reconstruction. */
  kept: number;
  /** The reason why the export ended early. */
  stopped: unknown;
}

/** So many failures in a row are not caused by single archives. */
const FAILURES_IN_A_ROW = 20;

/** Downloads every missing archive into the folder, several at the same time. */
export async function collectArchives(
  client: Pick<Client, 'openDownload' | 'downloadUrl'>,
  folder: ExportFolder,
  wanted: readonly WantedArchive[],
  hooks: ArchiveHooks,
): Promise<Collected> {
  const outcomes: ArchiveOutcome[] = wanted.map((one) => ({ ...plain(one), state: 'not_tried' }));
  let next = 0;
  let kept = 0;
  let inARow = 0;
  let stopped: unknown;
  const work = async () => {
    while (stopped === undefined && next < wanted.length) {
      const at = next++;
      try {
        const { outcome, bytes } = await collectOne(client, folder, wanted[at]!, hooks);
        outcomes[at] = outcome;
        if (outcome.state === 'saved' && bytes === 0) kept += 1;
        inARow = outcome.state === 'failed' ? inARow + 1 : 0;
        if (inARow >= FAILURES_IN_A_ROW) stopped ??= gaveUp(outcome.error ?? '');
        hooks.onArchive?.(outcome, bytes);
      } catch (error) {
        stopped ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: hooks.jobs }, work));
  return { outcomes, kept, stopped };
}

const plain = ({ patientId, type, status, updatedAt }: WantedArchive) => ({ patientId, type, status, updatedAt });

function gaveUp(lastError: string): ReconError {
  return new ReconError('partly_failed', `${FAILURES_IN_A_ROW} archives in a row failed, the last with: ${lastError}`, {
    hint: 'the same command again; it goes on where this one stopped',
  });
}

/** Throws only errors that stop the whole export. */
async function collectOne(
  client: Pick<Client, 'openDownload' | 'downloadUrl'>,
  folder: ExportFolder,
  wanted: WantedArchive,
  hooks: ArchiveHooks,
): Promise<{ outcome: ArchiveOutcome; bytes: number }> {
  hooks.signal?.throwIfAborted();
  const there = await intact(folder, wanted, hooks.signal);
  const outcome = { ...plain(wanted), ...(there && { saved: there }) };
  if (wanted.progress === 'going') return { outcome: { ...outcome, state: 'not_ready' }, bytes: 0 };
  if (wanted.progress === 'failed') return { outcome: { ...outcome, state: 'no_model' }, bytes: 0 };
  if (!hasAddress(wanted)) return { outcome: { ...outcome, state: 'unknown_type' }, bytes: 0 };
  if (there?.source === wanted.source) return { outcome: { ...outcome, state: 'saved' }, bytes: 0 };
  try {
    const { sizeBytes, sha256 } = await download(client, folder, wanted, hooks);
    const saved: SavedArchive = { ...plain(wanted), source: wanted.source, sizeBytes, sha256 };
    await folder.note(saved);
    return { outcome: { ...outcome, state: 'saved', saved }, bytes: sizeBytes };
  } catch (error) {
    if (!(error instanceof ReconError) || error.stopsAll) throw error;
    // The list said that the model was ready, so another generation has begun since.
    const state = error.status === 409 ? 'not_ready' : 'failed';
    return { outcome: { ...outcome, state, error: error.message }, bytes: 0 };
  }
}

/** The archive from an earlier export, if its bytes still match the record. */
async function intact(
  { path, earlier }: ExportFolder,
  wanted: WantedArchive,
  signal: AbortSignal | undefined,
): Promise<SavedArchive | undefined> {
  const recorded = earlier.get(archivePath(wanted));
  if (recorded === undefined) return undefined;
  return (await sha256OfFile(join(path, archivePath(wanted)), signal)) === recorded.sha256 ? recorded : undefined;
}

async function download(
  client: Pick<Client, 'openDownload' | 'downloadUrl'>,
  { path }: ExportFolder,
  wanted: WantedArchive,
  { clock, signal }: ArchiveHooks,
): Promise<Downloaded> {
  const target = join(path, archivePath(wanted));
  await onDisk(dirname(target), () => mkdir(dirname(target), { recursive: true, mode: 0o700 }));
  const request = { id: wanted.patientId, type: wanted.type as ReconstructionType, target, force: true };
  return await downloadArchive(client, request, { clock, ...(signal && { signal }) });
}

/** The outcomes, together with archives of earlier exports that this one was not asked for or did not reach. */
export async function withEarlier(
  { path, earlier }: ExportFolder,
  outcomes: readonly ArchiveOutcome[],
): Promise<ArchiveOutcome[]> {
  const all = [...outcomes];
  const places = new Map(outcomes.map((outcome, at) => [archivePath(outcome), at]));
  for (const [name, saved] of earlier) {
    const at = places.get(name) ?? all.length;
    const outcome = all[at];
    if (outcome !== undefined && outcome.state !== 'not_tried') continue;
    const facts = await lstat(join(path, name)).catch((error) => {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw diskFailure(join(path, name), error);
    });
    if (facts?.isFile() !== true || facts.size !== saved.sizeBytes) continue;
    const { patientId, type, status, updatedAt } = saved;
    all[at] = { patientId, type, status, updatedAt, state: 'earlier', ...outcome, saved };
  }
  return all;
}

import { isReconstructionType } from '../../contract/reconstruction.ts';
import { PHOTO_FORMATS } from '../../photo/format.ts';
import { archivePath, SHOWN_VIEWS, type WantedArchive } from './plan.ts';

/** The file of an export that tells what is in it. */
export const MANIFEST = 'manifest.json';

export interface FileFacts {
  sizeBytes: number;
  /** SHA-256, hex. */
  sha256: string;
}

/** An archive that lies in the folder, and the reconstruction it was made of. */
export interface SavedArchive extends FileFacts, Omit<WantedArchive, 'progress' | 'isEarlier' | 'url'> {}

/**
 * How an export left an archive. `not_ready`: there is no model yet; `no_model`: its generation failed, so there will
 * be none; `unknown_type`: the interface has no download for it; `earlier`: it is of an earlier export, and this one
 * was not asked for it or found it no more.
 */
export type ArchiveState = 'saved' | 'not_ready' | 'no_model' | 'unknown_type' | 'failed' | 'not_tried' | 'earlier';

export interface ArchiveOutcome extends Omit<WantedArchive, 'progress' | 'source'> {
  state: ArchiveState;
  /** The archive in the folder; it is of an earlier export if the state is not `saved`. */
  saved?: SavedArchive;
  /** Bytes that came over the network. */
  receivedBytes: number;
  /** The file of an earlier export was changed since. Once saved, it is as the service has it again. */
  wasChanged?: true;
  error?: string;
}

/** The service and the patients of an export: exports of others do not go into the same folder. */
export interface ExportIdentity {
  service: string;
  filters: { name: string | null; email: string | null; ids: string[] };
}

export interface Manifest {
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string;
  patients: number;
  /** Ids that were asked for and are not there: no file has them any more, so a later export may leave them out. */
  missing: readonly string[];
  /** The reason why the records may not all be of one moment. */
  change: string | undefined;
  records: ReadonlyMap<string, FileFacts>;
  archives: readonly ArchiveOutcome[];
}

/** The number grows when an older program would misread the file. */
const VERSION = 1;

type Json = Record<string, unknown>;

const identityJson = (identity: ExportIdentity) => ({ recon_export: VERSION, ...identity });

/** The first line of the log that an unfinished export keeps. */
export const logHead = (identity: ExportIdentity): string => `${JSON.stringify(identityJson(identity))}\n`;

/** Undefined if the value is no manifest or log that this program can read. */
export function identityOf(head: unknown): ExportIdentity | undefined {
  const { recon_export, service, filters } = (head ?? {}) as Json;
  if (recon_export !== VERSION || typeof service !== 'string') return undefined;
  return { service, filters: filters as ExportIdentity['filters'] };
}

/** JSON with one archive per line, easy to read for `grep` and for a person. */
export function manifestText(identity: ExportIdentity, manifest: Manifest): string {
  const { archives } = manifest;
  const isComplete = archives.every(({ state }) => state !== 'failed' && state !== 'not_tried');
  const head = {
    ...identityJson(identity),
    started_at: manifest.startedAt,
    finished_at: manifest.finishedAt,
    complete: isComplete,
    changed_while_reading: manifest.change ?? null,
    patients: manifest.patients,
    ...(manifest.missing.length > 0 && { not_found: manifest.missing }),
    records: [...manifest.records].map(([path, facts]) => ({ path, ...factsJson(facts) })),
  };
  const lines = archives.map((one) => entryJson(one, one.state));
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "archives": [${lines.map((line) => `\n    ${line}`).join(',')}\n  ]\n}\n`;
}

const factsJson = ({ sizeBytes, sha256 }: FileFacts) => ({ size_bytes: sizeBytes, sha256 });

type Entry = Pick<ArchiveOutcome, 'patientId' | 'type' | 'after' | 'view' | 'status' | 'updatedAt' | 'saved' | 'error'>;

const entryJson = ({ patientId, type, after, view, status, updatedAt, saved, error }: Entry, state?: ArchiveState) =>
  JSON.stringify({
    ...{ patient_id: patientId, type, after, view, status, updated_at: updatedAt, state },
    ...(saved && { path: archivePath(saved), ...factsJson(saved), source: saved.source, ending: saved.ending }),
    error,
  });

/** A further line of the log: an archive that is in its place. */
export const logLine = (saved: SavedArchive): string => `${entryJson({ ...saved, saved })}\n`;

/** The archive of an entry in a manifest or log, if it names a file in the folder that can be checked. */
export function savedOf(entry: unknown): SavedArchive | undefined {
  const {
    patient_id,
    type,
    after,
    view: named,
    ending,
    status,
    updated_at,
    size_bytes,
    sha256,
    source,
  } = (entry ?? {}) as Json;
  if (typeof patient_id !== 'string' || !/^\d{1,40}$/.test(patient_id) || !isReconstructionType(type)) return undefined;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256) || typeof size_bytes !== 'number') return undefined;
  const isNumber = typeof after === 'number' && Number.isSafeInteger(after) && after > 0;
  if (after !== undefined && !isNumber) return undefined;
  const view = SHOWN_VIEWS.find((one) => one === named);
  const isPhoto = view !== undefined && PHOTO_FORMATS.some((one) => one === ending);
  if (named !== undefined && !isPhoto) return undefined;
  return {
    patientId: patient_id,
    type,
    ...(isNumber && { after }),
    ...(isPhoto && { view, ending: String(ending) }),
    sizeBytes: size_bytes,
    sha256,
    status: String(status),
    updatedAt: String(updated_at),
    source: String(source),
  };
}

import { isReconstructionType } from '../../contract/reconstruction.ts';
import type { FileFacts } from './file.ts';
import { archivePath, type WantedArchive } from './plan.ts';

/** An archive that lies in the folder, and the reconstruction it was made of. */
export interface SavedArchive extends FileFacts {
  patientId: string;
  type: string;
  status: string;
  updatedAt: string;
  source: string;
}

/**
 * How an export left an archive. `not_ready`: there is no model yet; `no_model`: its generation failed, so there will
 * be none; `unknown_type`: the interface has no download for it; `earlier`: it is of an earlier export, and this one
 * was not asked for it or found it no more.
 */
export type ArchiveState = 'saved' | 'not_ready' | 'no_model' | 'unknown_type' | 'failed' | 'not_tried' | 'earlier';

export interface ArchiveOutcome extends Pick<WantedArchive, 'patientId' | 'type' | 'status' | 'updatedAt'> {
  state: ArchiveState;
  /** What lies in the folder; where the state is not `saved`, of an earlier export. */
  saved?: SavedArchive;
  error?: string;
}

/** Which patients of which service: exports of other ones do not go into the same folder. */
export interface ExportIdentity {
  service: string;
  filters: { name: string | null; email: string | null; ids: string[] };
}

export interface Manifest {
  identity: ExportIdentity;
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string;
  patients: number;
  /** Why the records may not be those of one moment. */
  change: string | undefined;
  records: ReadonlyMap<string, FileFacts>;
  archives: readonly ArchiveOutcome[];
}

/** Raised when a reader of today would misread it. */
const VERSION = 1;

const identityJson = (identity: ExportIdentity) => ({ recon_export: VERSION, ...identity });

/** The first line of the log that an unfinished export keeps. */
export const logHead = (identity: ExportIdentity): string => `${JSON.stringify(identityJson(identity))}\n`;

/** Undefined for what is no manifest, and no log, that this program reads. */
export function identityOf(head: unknown): ExportIdentity | undefined {
  if (typeof head !== 'object' || head === null) return undefined;
  const { recon_export, service, filters } = head as Record<string, unknown>;
  if (recon_export !== VERSION || typeof service !== 'string') return undefined;
  return { service, filters: filters as ExportIdentity['filters'] };
}

/** JSON with one archive a line, so that `grep` and a person find their way in it. */
export function manifestText(manifest: Manifest): string {
  const { identity, archives } = manifest;
  const isComplete = archives.every(({ state }) => state !== 'failed' && state !== 'not_tried');
  const head = {
    ...identityJson(identity),
    started_at: manifest.startedAt,
    finished_at: manifest.finishedAt,
    complete: isComplete,
    changed_while_reading: manifest.change ?? null,
    patients: manifest.patients,
    records: [...manifest.records].map(([path, facts]) => ({ path, ...factsJson(facts) })),
  };
  const lines = archives.map((one) => JSON.stringify(outcomeJson(one)));
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "archives": [${lines.map((line) => `\n    ${line}`).join(',')}\n  ]\n}\n`;
}

const factsJson = ({ sizeBytes, sha256 }: FileFacts) => ({ size_bytes: sizeBytes, sha256 });

const outcomeJson = ({ patientId, type, status, updatedAt, state, saved, error }: ArchiveOutcome) => ({
  patient_id: patientId,
  type,
  status,
  updated_at: updatedAt,
  state,
  ...(saved !== undefined && savedJson(saved)),
  ...(error !== undefined && { error }),
});

const savedJson = (saved: SavedArchive) => ({
  path: archivePath(saved),
  ...factsJson(saved),
  source: saved.source,
});

/** A further line: an archive that is in its place. */
export const logLine = (saved: SavedArchive): string =>
  `${JSON.stringify({ patient_id: saved.patientId, type: saved.type, status: saved.status, updated_at: saved.updatedAt, ...savedJson(saved) })}\n`;

/** An entry of a manifest or of its log, where it tells of a file in the folder that can be checked. */
export function savedOf(entry: unknown): SavedArchive | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { patient_id, type, status, updated_at, size_bytes, sha256, source } = entry as Record<string, unknown>;
  if (typeof patient_id !== 'string' || !/^\d{1,40}$/.test(patient_id) || !isReconstructionType(type)) return undefined;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256) || typeof size_bytes !== 'number') return undefined;
  return {
    patientId: patient_id,
    type,
    sizeBytes: size_bytes,
    sha256,
    status: String(status),
    updatedAt: String(updated_at),
    source: String(source),
  };
}

/** What `sha256sum -c` reads. */
export function checksumsText(files: Iterable<readonly [path: string, FileFacts]>): string {
  return [...files].map(([path, { sha256 }]) => `${sha256}  ${path}\n`).join('');
}

import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { ReconError } from '../../errors.ts';
import { withLock } from '../../system/lock.ts';
import type { Client, ListFilters } from '../client.ts';
import { shown } from '../shown.ts';
import { type ArchiveHooks, collectArchives, withEarlier } from './archives.ts';
import { type ExportFolder, makeExportFolder, openExportFolder } from './folder.ts';
import type { ArchiveOutcome, ArchiveState, ExportIdentity } from './manifest.ts';
import { type RecordFormat, type RecordHooks, readRecords } from './records.ts';

export type { RecordFormat } from './records.ts';

export interface ExportRequest {
  /** The folder; made if it is missing, continued if it holds an export of the same patients. */
  to: string;
  /** The service's address, for the manifest. */
  service: string;
  filters: Pick<ListFilters, 'name' | 'email' | 'ids'>;
  formats: readonly RecordFormat[];
  /** Undefined exports records only. If `types` is undefined, every type is exported. */
  archives: { types: readonly ReconstructionType[] | undefined } | undefined;
  /** JSON of the same value, without characters that would control a terminal. */
  printableJson(json: string): string;
}

export interface ExportHooks extends RecordHooks, ArchiveHooks {
  /** Called when the records are in the folder, with the number of archives that follow. */
  onRecords?(patients: number, archives: number): void;
}

export interface Exported {
  /** The folder's real path. */
  path: string;
  patients: number;
  /** Numbers of archives by state; `saved` are those in the folder that match the service. */
  counts: Record<ArchiveState, number>;
  /** Number of saved archives that were already there. */
  kept: number;
  failed: ArchiveOutcome[];
  /** Ids that were asked for but are not in the list. */
  missing: string[];
  /** The reason why the records may not all be of one moment. */
  change: string | undefined;
  /** The reason why the export ended early; the manifest tells how far it got. */
  stopped: unknown;
}

/**
 * Exports everything that the service has about these patients into a folder: records, archives, a manifest and
 * checksums. A repeated export fetches what is missing or has changed. It throws before anything is changed; a later
 * stop is in the result.
 */
export async function exportPatients(
  client: Pick<Client, 'eachPage' | 'openDownload' | 'downloadUrl'>,
  request: ExportRequest,
  hooks: ExportHooks,
): Promise<Exported> {
  const place = await makeExportFolder(request.to);
  return withLock(`export:${place.path}`, shown(request.to), async () => {
    const identity = identityOf(request);
    const folder = await openExportFolder(place, identity, request.printableJson);
    try {
      return await fillFolder(client, folder, request, identity, hooks);
    } finally {
      await folder.close();
    }
  });
}

function identityOf({ service, filters: { name, email, ids = [] } }: ExportRequest): ExportIdentity {
  return { service, filters: { name: name ?? null, email: email ?? null, ids: [...new Set(ids)].sort() } };
}

async function fillFolder(
  client: Pick<Client, 'eachPage' | 'openDownload' | 'downloadUrl'>,
  folder: ExportFolder,
  request: ExportRequest,
  identity: ExportIdentity,
  hooks: ExportHooks,
): Promise<Exported> {
  const { clock } = hooks;
  const startedAt = new Date(clock.now()).toISOString();
  const { patients, wanted, missing, change, ...files } = await readRecords(client, folder.path, request, hooks);
  try {
    if (patients === 0 && missing.length > 0) throw notFound(missing);
    await folder.begin();
    const records = await files.keep();
    hooks.onRecords?.(patients, wanted.length);
    const { outcomes, kept, stopped } = await collectArchives(client, folder, wanted, hooks);
    const archives = await withEarlier(folder, outcomes);
    const finishedAt = new Date(clock.now()).toISOString();
    await folder.finish({ identity, startedAt, finishedAt, patients, change, records, archives });
    return {
      path: folder.path,
      patients,
      counts: countsOf(archives),
      kept,
      failed: archives.filter(isFailed),
      missing,
      change,
      stopped,
    };
  } finally {
    await files.discard();
  }
}

function notFound(ids: readonly string[]): ReconError {
  const who = ids.length === 1 ? `no patient ${ids[0]}` : `none of the patients ${ids.join(', ')}`;
  return new ReconError('not_found', `there is ${who} in this account`, {
    hint: { command: ['patients', 'list'] },
  });
}

const isFailed = ({ state }: ArchiveOutcome) => state === 'failed';

function countsOf(archives: readonly ArchiveOutcome[]): Record<ArchiveState, number> {
  const counts = { saved: 0, not_ready: 0, no_model: 0, unknown_type: 0, failed: 0, not_tried: 0, earlier: 0 };
  for (const { state } of archives) counts[state] += 1;
  return counts;
}

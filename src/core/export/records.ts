import { join } from 'node:path';
import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { idText } from '../answer.ts';
import type { Client, ListFilters } from '../client.ts';
import { watchList } from '../steady-list.ts';
import { type FileFacts, type GrowingFile, openGrowingFile } from './file.ts';
import { type WantedArchive, wantedArchives } from './plan.ts';

/** A file that holds every patient in one format. */
export interface RecordFormat {
  /** For example `patients.csv`. */
  fileName: string;
  head: string;
  /** The patient's line, with its line end. */
  line(patient: unknown): string;
}

export interface RecordsRequest {
  filters: ListFilters;
  formats: readonly RecordFormat[];
  /** Undefined for no archives. */
  archives: { types: readonly ReconstructionType[] | undefined } | undefined;
}

export interface RecordHooks {
  onPatients?(count: number): void;
  /** Called when the list changed meanwhile; it is then read again. */
  onChange?(why: string): void;
  signal?: AbortSignal;
}

export interface Records {
  patients: number;
  wanted: WantedArchive[];
  /** Ids that were asked for but are not in the list. */
  missing: string[];
  /** The reason why the files may not be the list of one moment; undefined if they are. */
  change: string | undefined;
  /** Moves the files to their names. */
  keep(): Promise<Map<string, FileFacts>>;
  /** Removes files that were not kept. */
  discard(): Promise<void>;
}

/** The most readings of a list that changes while it is read. */
const READINGS = 3;

/** Writes all patients to files that do not have their final names yet. One page is in memory at a time. */
export async function readRecords(
  client: Pick<Client, 'eachPage'>,
  folder: string,
  request: RecordsRequest,
  hooks: RecordHooks,
): Promise<Records> {
  const files: { format: RecordFormat; file: GrowingFile }[] = [];
  const discard = async () => {
    for (const { file } of files) await file.discard();
  };
  try {
    for (const format of request.formats) {
      files.push({ format, file: await openGrowingFile(join(folder, format.fileName)) });
    }
    const read = await readSteadily(client, files, request, hooks);
    const keep = async () => {
      const facts = new Map<string, FileFacts>();
      for (const { format, file } of files) facts.set(format.fileName, await file.keep());
      return facts;
    };
    return { ...read, keep, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

type Files = readonly { format: RecordFormat; file: GrowingFile }[];

async function readSteadily(
  client: Pick<Client, 'eachPage'>,
  files: Files,
  request: RecordsRequest,
  hooks: RecordHooks,
) {
  for (let reading = 1; ; reading += 1) {
    const read = await readOnce(client, files, request, hooks);
    if (read.change === undefined || reading === READINGS) return read;
    hooks.onChange?.(read.change);
    for (const { file } of files) await file.restart();
  }
}

async function readOnce(
  client: Pick<Client, 'eachPage'>,
  files: Files,
  { filters, archives }: RecordsRequest,
  { onPatients, signal }: RecordHooks,
) {
  const watch = watchList();
  const missing = new Set(filters.ids);
  const wanted: WantedArchive[] = [];
  for (const { format, file } of files) await file.write(format.head);
  for await (const reply of client.eachPage(filters)) {
    signal?.throwIfAborted();
    const patients = watch.fresh(reply);
    for (const { format, file } of files) await file.write(patients.map(format.line).join(''));
    for (const patient of patients) {
      missing.delete(idText(patient?.id) ?? '');
      if (archives !== undefined) wanted.push(...wantedArchives(patient, archives.types));
    }
    onPatients?.(watch.count());
  }
  return { patients: watch.count(), wanted, missing: [...missing], change: watch.changeOfWhole() };
}

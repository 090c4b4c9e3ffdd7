import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Received } from '../../contract/answers.ts';
import type { Patient } from '../../contract/patient.ts';
import { hasCode } from '../../errors.ts';
import { syncFolder } from '../../system/durable-file.ts';
import { idText } from '../answer.ts';
import type { Client } from '../client.ts';
import { onDisk } from '../disk-failure.ts';
import { watchList } from '../list-watch.ts';
import type { FileFacts } from './manifest.ts';
import { type WantedArchive, wantedAfters, wantedArchives } from './plan.ts';
import type { ExportHooks, ExportRequest, RecordFormat, ToldWithList } from './request.ts';

/**
 * A file of records that is written beside its final place and moved there when it is whole. Its owner alone can read
 * it. Fails with `storage`.
 */
export interface RecordFile {
  name: string;
  /** Begins, or begins again, with an empty file. One that a killed run left is removed. */
  start(): Promise<void>;
  write(patients: readonly unknown[], told: ToldWithList): Promise<void>;
  /** Syncs the file and moves it to its name, replacing an earlier one. */
  keep(): Promise<FileFacts>;
  /** Removes a file that was not kept. */
  discard(): Promise<void>;
}

export function recordFile(folder: string, format: RecordFormat): RecordFile {
  const target = join(folder, format.fileName);
  const path = `${target}.part`;
  let handle: FileHandle | undefined;
  let hash = createHash('sha256');
  let sizeBytes = 0;
  const append = async (bytes: Uint8Array) => {
    await handle!.appendFile(bytes);
    hash.update(bytes);
    sizeBytes += bytes.byteLength;
  };
  return {
    name: format.fileName,
    start: () =>
      onDisk(target, async () => {
        await handle?.close();
        await rm(path, { force: true });
        handle = await open(path, 'wx', 0o600);
        hash = createHash('sha256');
        sizeBytes = 0;
        await append(Buffer.from(format.begin()));
      }),
    write: (patients, told) =>
      onDisk(target, () => append(Buffer.from(patients.map((patient) => format.line(patient, told)).join('')))),
    keep: () =>
      onDisk(target, async () => {
        if (format.end !== undefined) await append(await format.end());
        await handle!.sync();
        await rename(path, target);
        await syncFolder(dirname(target));
        return { sizeBytes, sha256: hash.digest('hex') };
      }),
    discard: async () => {
      await handle?.close().catch(() => {});
      await rm(path, { force: true }).catch(() => {});
    },
  };
}

export interface Records {
  patients: number;
  /** The first of them: of a few, a person is told who they are. */
  first: Received<Patient>[];
  wanted: WantedArchive[];
  /** The ids of all patients. */
  ids: ReadonlySet<string>;
  /** Ids that were asked for but are not in the list. */
  missing: string[];
  /** The reason why the files may not be the list of one moment; undefined if they are. */
  change: string | undefined;
}

/** A line has room for so many names. */
const MOST_NAMED = 3;

/** The most readings of a list that changes while it is read. */
const READINGS = 3;

/** Writes all patients to the files. One page is in memory at a time. */
export async function readRecords(
  client: Pick<Client, 'eachPage' | 'getPatient'>,
  files: readonly Pick<RecordFile, 'start' | 'write'>[],
  request: Pick<ExportRequest, 'filters' | 'archives'>,
  hooks: Pick<ExportHooks, 'signal' | 'onPatients' | 'onChange'>,
): Promise<Records> {
  for (let reading = 1; ; reading += 1) {
    const read = await readOnce(client, files, request, hooks);
    if (read.change === undefined || reading === READINGS) return read;
    hooks.onChange?.(read.change);
  }
}

async function readOnce(
  client: Pick<Client, 'eachPage' | 'getPatient'>,
  files: readonly Pick<RecordFile, 'start' | 'write'>[],
  { filters, archives }: Pick<ExportRequest, 'filters' | 'archives'>,
  { onPatients, signal }: Pick<ExportHooks, 'signal' | 'onPatients'>,
): Promise<Records> {
  const watch = watchList();
  const missing = new Set(filters.ids);
  const wanted: WantedArchive[] = [];
  const first: Received<Patient>[] = [];
  for (const file of files) await file.start();
  for await (const reply of client.eachPage(filters)) {
    signal?.throwIfAborted();
    const patients = watch.fresh(reply);
    for (const file of files) await file.write(patients, reply);
    first.push(...patients.slice(0, MOST_NAMED - first.length));
    for (const patient of patients) {
      missing.delete(idText(patient?.id) ?? '');
      if (archives !== undefined) wanted.push(...wantedArchives(patient, archives.types));
    }
    if (archives !== undefined && reply.routes?.has('after-archive')) {
      for (const ids of chunksOf(patients, AT_ONCE)) {
        const read = await Promise.all(ids.map((patient) => readPatient(client, patient)));
        for (const one of read) if (one !== undefined) wanted.push(...wantedAfters(one, archives.types));
      }
    }
    onPatients?.(watch.count());
  }
  const change = watch.changeOfWhole();
  return { patients: watch.count(), first, wanted, ids: watch.ids(), missing: [...missing], change };
}

/** So many patients are asked for their after-records at the same time. */
const AT_ONCE = 8;

const chunksOf = <T>(all: readonly T[], length: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / length) }, (_, at) => all.slice(at * length, (at + 1) * length));

/** Undefined for one who was deleted or given away since the list was read. */
async function readPatient(client: Pick<Client, 'getPatient'>, patient: Received<Patient>) {
  const id = idText(patient?.id);
  return id === undefined
    ? undefined
    : await client.getPatient(id).catch((error) => {
        if (!hasCode(error, 'not_found')) throw error;
        return undefined;
      });
}

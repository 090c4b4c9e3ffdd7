import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UPDATE_VIEWS } from '../../contract/fields.ts';
import { viewName } from '../../contract/view-name.ts';
import type { Advice, ReconError } from '../../errors.ts';
import { listed } from '../draft.ts';
import { checkRow } from '../import/check-row.ts';
import type { CheckedRow } from '../import/checked-row.ts';
import { photoCopier } from '../import/copy-photos.ts';
import { picturesOf } from '../import/duplicates.ts';
import { NO_RECORD, RECORD, readPatientFolder } from '../import/folder-input.ts';
import { nameOfFolder } from '../import/folder-name.ts';
import type { ImportOptions, ImportWorld } from '../import/import-options.ts';
import { type ImportPlace, inImportPlace } from '../import/import-place.ts';
import { type Beside, besideOf } from '../import/note-into.ts';
import type { RowOutcome } from '../import/outcomes.ts';
import { sizeRecorder } from '../import/record-size.ts';
import { claimReport, defaultReport } from '../import/report-place.ts';
import { hashIn } from '../import/row-names.ts';
import type { Imported } from '../import/run-import.ts';
import { modelOf } from '../import/send-row.ts';
import { createSending } from '../import/send-rows.ts';
import { createPhotoBuffers } from '../photo-check.ts';
import { createAlikeFolders } from './alike-folders.ts';
import { watchFolders } from './folder-watch.ts';
import { openWatchReport } from './report.ts';
import { createRoomTurns } from './room-turns.ts';

const LOOK_EVERY_MS = 1000;
/**
 * The pause before a folder is tried again: the service could not be reached, the outcome is unknown, or another recon
 * works on the same person.
 */
const AGAIN_MS = 60_000;
const mayPass = ({ isTemporary, code }: ReconError) => isTemporary || code === 'outcome_unknown' || code === 'busy';

const SOMEBODY_ELSE =
  'a patient was made of this folder before, under another name, email or phone, so this is a further person in it; somebody else needs a folder of their own';

const BY_NAME = 'or start the watch with --type face (or mammo, body): then the name is that of the folder';

export type WatchOptions = Omit<ImportOptions, 'dryRun' | 'keepGoing'>;

export interface WatchWorld
  extends Pick<ImportWorld, 'changes' | 'patientsById' | 'clock' | 'signal' | 'scratchFolder' | 'lookAt'> {
  /**
   * Called with the outcome of a folder; `not_sent` tells what it still lacks. Called again only when the outcome
   * changes. `patient` is the name that the folder has for its patient, if any.
   */
  onFolder(name: string, outcome: RowOutcome, patient?: string): void;
}

/**
 * Imports each folder inside `path` as soon as it is complete and does not change any more, until it is stopped. The
 * report tells what an earlier watch has imported, and is continued.
 */
export async function watchImport(path: string, options: WatchOptions, world: WatchWorld): Promise<Imported> {
  return await inImportPlace(path, world.scratchFolder, (place) => watch(place, options, world));
}

async function watch({ path, scratch }: ImportPlace, options: WatchOptions, world: WatchWorld): Promise<Imported> {
  const { clock, signal } = world;
  const { allowSame, jobs } = options;
  const reportPath = options.report ?? defaultReport(path, 'ndjson');
  await claimReport(reportPath, path);
  const report = await openWatchReport(reportPath, world.onFolder);
  const changes = await world.changes();
  const doneRows = await changes.batches.doneRows();
  const done = new Set([...doneRows.keys()].map(hashIn));
  const batch = changes.batches.nameOf(path);
  const photoCheck = world.lookAt !== undefined;
  const given = options.report && resolve(options.report);
  const kept = { report: given, type: options.type, allowSame, jobs, photoCheck, watch: true };
  await changes.batches.begin({ batch, path, options: kept });
  const folders = watchFolders(path, clock);
  const alike = createAlikeFolders();
  const freeName = freeNames((name) => report.earlierIds.has(doneRows.get(`${batch}:${name}`) ?? ''));
  /** Whether an earlier watch has sent something else for this patient; false where none has sent it. */
  const isOtherThanSent = (id: string, hash: string) => {
    const sent = [...doneRows].filter(([, one]) => one === id).map(([row]) => hashIn(row));
    return sent.length > 0 && !sent.includes(hash);
  };
  const buffers = createPhotoBuffers();
  /** Each folder as it was taken last, by its label in the report. */
  const taken = new Map<string, Taken>();
  /** Folders that are held back, and those that they repeat, by their labels. */
  const held = new Map<string, ReadonlySet<string>>();
  const lookAgain = (label: string, afterMs: number) => folders.again(taken.get(label)?.folder ?? '', afterMs);
  const room = createRoomTurns(lookAgain);
  /** Once a folder is another one, or is sent, what is held back because of it is judged anew. */
  const judgeAnew = (other: string) => {
    for (const [label, others] of held) if (others.has(other)) lookAgain(label, 0);
  };
  const namesakes = new Map<number, Beside>();
  const sending = createSending({
    changes,
    recordSize: sizeRecorder({ changes, batch, doneRows, patientsById: world.patientsById }),
    copyPhotos: photoCopier(scratch, jobs),
    batch,
    allowSame,
    jobs,
    clock,
    signal,
    // A watch that runs overnight keeps waiting for the service.
    maxFailures: Number.POSITIVE_INFINITY,
    onSent: (row, { outcome, error }) => {
      report.tell(row.place, outcome);
      if (error !== undefined && mayPass(error)) lookAgain(row.place, AGAIN_MS);
      const { id, status } = outcome;
      if (outcome.namesakes !== undefined)
        namesakes.set(row.number, { place: row.place, id, there: outcome.namesakes });
      if (outcome.waitsFor === 'room') room.add(row.place);
      else room.end(row.place, { isMade: status === 'created' });
      alike.set(row.place, { id, isDone: id !== undefined || status === 'unknown' });
      judgeAnew(row.place);
    },
  });

  /** Checks a folder and remembers it. Returns its row, if one may be sent of it. */
  const take = async (folder: string): Promise<CheckedRow | undefined> => {
    const read = await readPatientFolder(path, folder, 0, options.type).catch(() => undefined);
    // The folder has disappeared again.
    if (read === undefined) return undefined;
    const isBare = read.problems.includes(NO_RECORD);
    // An earlier watch with a type has made its patient; nothing in it says that it is somebody else now.
    if (isBare && report.isDone(folder)) return undefined;
    if (isBare && nameOfFolder(folder) !== undefined) read.problems.push(BY_NAME);
    const row = await checkRow(read, { buffers, signal, done, lookAt: world.lookAt });
    const { hash, source, key } = row;
    const { label, number, done: made } = report.take(folder, { source, key });
    const before = taken.get(label);
    const isChanged = before !== undefined && before.hash !== hash;
    const contents = { folder, hash, record: JSON.stringify(source), photos: photosText(row) };
    // A folder that is tried again keeps its name.
    const freshName = () => (before === undefined || isChanged ? freeName(hash) : before.name);
    const name = made === undefined ? freshName() : '';
    taken.set(label, { ...contents, name });
    Object.assign(row, { place: label, number, name });
    const isOther = label !== folder;
    if (isOther) row.problems.push(SOMEBODY_ELSE);
    const id = made?.id ?? row.done?.id ?? doneRows.get(`${batch}:${name}`);
    if (!allowSame && !isOther)
      alike.put({ place: label, key, pictures: picturesOf(row), isDone: id !== undefined, id });
    if (isChanged) judgeAnew(label);
    if (made === undefined) return row;
    if (!isChanged && !(before === undefined && isOtherThanSent(made.id, hash))) return undefined;
    const told = `patient ${made.id} was made of it, and what was changed since is not sent by a watch`;
    const way = wayToSend(row, made.id, before, changedFlags(join(path, folder), before, contents));
    world.onFolder(folder, { status: 'not_sent', id: made.id, error: { ...way, before: `${told}; ${way.before}` } });
    return undefined;
  };

  const settle = async (row: CheckedRow) => {
    const { place, problems, done: reported } = row;
    const { texts, others } = alike.problemsOf(place);
    problems.push(...texts);
    held.set(place, others);
    if (problems.length > 0) {
      room.end(place, { isMade: false });
      report.tell(place, { status: 'not_sent', error: problems.join('; ') });
    } else if (reported !== undefined) report.tell(place, { ...reported, earlier: true, ...modelOf(row) });
    else {
      alike.set(place, { isDone: true });
      await sending.add(row);
    }
  };

  const forget = (folder: string) => {
    for (const [label, one] of taken) {
      if (one.folder !== folder) continue;
      alike.forget(label);
      room.end(label, { isMade: false });
      judgeAnew(label);
    }
  };

  try {
    while (sending.stopped() === undefined) {
      const { settled, gone } = await folders.next();
      for (const folder of gone) forget(folder);
      const rows: CheckedRow[] = [];
      try {
        // All of them are known before the first is sent.
        for (const folder of settled) rows.push(...[(await take(folder)) ?? []].flat());
        for (const row of rows) await settle(row);
      } catch (error) {
        // The report of the done folders must still be written.
        if (!signal.aborted) throw error;
      }
      await clock.sleep(LOOK_EVERY_MS, signal).catch(() => {});
    }
  } finally {
    await sending.end();
    await report.end();
  }
  const counts = report.outcomes.counts(report.size());
  if (counts.unknown === 0) await changes.batches.finish(batch);
  const models = report.outcomes.models();
  return {
    total: report.size(),
    unit: 'folder',
    counts,
    report: reportPath,
    models,
    problems: [],
    failures: [],
    differing: [],
    namesakes: besideOf(namesakes, report.outcomes.hasMade),
    mistyped: [],
    stopped: sending.stopped(),
  };
}

/** A folder as it was taken: what its `patient.json` held, and its photos, as texts to compare. */
interface Taken {
  folder: string;
  hash: string;
  record: string;
  photos: string;
  name: string;
}

const photoText = ({ view, sha256 }: CheckedRow['request']['photos'][number]) => `${view} ${sha256}`;

const photosText = ({ request }: CheckedRow) => request.photos.map(photoText).join(', ');

/** An update takes some views alone, so a link is the way where others may have come. */
function wayToSend(
  { request }: CheckedRow,
  id: string,
  before: Pick<Taken, 'photos'> | undefined,
  flags: readonly string[],
): Advice & { before: string } {
  const others = request.photos
    .filter((photo) => !UPDATE_VIEWS.includes(photo.view) && before?.photos.includes(photoText(photo)) !== true)
    .map(({ view }) => viewName(view));
  if (others.length === 0 || !flags.includes('--photos')) {
    return { before: 'to send it', command: ['patients', 'update', id, ...flags] };
  }
  const type = request.type === undefined ? [] : ['--type', request.type];
  return {
    before: `an update cannot send ${listed(others)}; a link takes all photos anew`,
    command: ['invite', id, ...type, '--open'],
  };
}

/** The flags of an update that send what has changed in a folder; all that is in it where nobody knows what it held. */
function changedFlags(
  folder: string,
  before: Pick<Taken, 'record' | 'photos'> | undefined,
  now: Pick<Taken, 'record' | 'photos'>,
): string[] {
  const hasRecord = existsSync(join(folder, RECORD));
  const data = before?.record === now.record || !hasRecord ? [] : ['--data', join(folder, RECORD)];
  const photos = before?.photos === now.photos && data.length > 0 ? [] : ['--photos', folder];
  return [...data, ...photos];
}

/** Names rows in the order in which their folders come. */
function freeNames(isTaken: (name: string) => boolean): (hash: string) => string {
  const next = new Map<string, number>();
  return (hash) => {
    let count = next.get(hash) ?? 0;
    while (isTaken(`${hash}:${count}`)) count += 1;
    next.set(hash, count + 1);
    return `${hash}:${count}`;
  };
}

import { randomBytes, randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { withLock } from '../../system/lock.ts';
import { onDisk } from '../disk-failure.ts';
import { dropOldLines } from './drop-old-lines.ts';
import { type Deed, type Entry, isOpen, type Plan, type Step, stepped } from './entry.ts';
import { openLedger } from './ledger.ts';
import { begun, journalLineText, type Scope } from './line.ts';
import { type Mark, openMarks } from './marks.ts';
import { type DoneRow, openRecord, requestsNamed } from './record.ts';
import { openRequestStore, type RequestStore } from './request-store.ts';
import { type ChangeOf, readStoredChange, readStoredImport, type StoredChange } from './stored-change.ts';
import { openUnplanned, type Unplanned } from './unplanned.ts';

export interface UnfinishedBatch {
  batch: string;
  /** undefined where what was kept of it is gone or damaged. */
  path: string | undefined;
  options: Readonly<Record<string, unknown>>;
}

/** Imports that were begun, so that `recon resume` goes on with those that were interrupted. */
export interface Batches {
  /** The import of a list at this path; the same path has the same one again. */
  nameOf(path: string): string;
  /** Writes down that it has begun, or goes on, with this list and in this way. */
  begin(begun: { batch: string; path: string; options: Record<string, unknown> }): Promise<void>;
  finish(batch: string): Promise<void>;
  /** Rows that are done, of every import: `<import>:<row>` → the patient's id. */
  doneRows(): Promise<ReadonlyMap<string, string>>;
  unfinished(): Promise<UnfinishedBatch[]>;
}

/**
 * What this person's runs have set out to do on one service, and how far each came. A step is on the disk when its
 * method resolves. It holds no token and no patient data; requests lie beside it until they are settled.
 */
export interface Journal {
  mark: Mark;
  /** Every entry that is open, with what other processes have written by now. */
  open(): Promise<Entry[]>;
  /** Mark of the token in use. */
  account: string;
  /** The patient of a row of an import, if it was done. */
  done(row: string): Promise<DoneRow | undefined>;
  /** Patients of the rows that are done of the same import. */
  madeByImportOf(row: string): Promise<ReadonlySet<string>>;
  /** A row is done by an entry that was not its own. */
  noteRow(row: string, patient: string): Promise<void>;
  /** Patients that an entry has made or found: no other entry may take one of them for its own. */
  claimed(): Promise<ReadonlySet<string>>;
  /** Keeps a change that is to be planned. */
  keepNew<D extends Deed>(change: ChangeOf<D>): Promise<Unplanned<D>>;
  /** Writes a step down; a closing one erases the request. */
  note(entry: Entry, step: Step): Promise<Entry>;
  /** What is kept of an open entry. @throws ReconError `storage` where that is gone or damaged */
  change<D extends Deed>(entry: Pick<Entry, 'id' | 'patient'> & { deed: D }): Promise<ChangeOf<D>>;
  /** Keeps it changed. */
  keep(entry: Entry, change: StoredChange): Promise<void>;
  batches: Batches;
  close(): Promise<void>;
}

export interface JournalParts {
  /** Made where it is not there. */
  folder: string;
  /** What tells one journal from another. */
  scope: Scope;
  /** The token in use; only a keyed hash of it is kept. undefined where nothing is to be planned. */
  token?: string;
  clock: Pick<Clock, 'now'>;
}

export async function openJournal({ folder, scope, token, clock }: JournalParts): Promise<Journal> {
  const mark = await onDisk(folder, () => openMarks(folder));
  const path = join(folder, `${mark('scope', scope.profile, scope.service)}.jsonl`);
  const ledger = openLedger(path);
  const record = openRecord(ledger);
  const requests = openRequestStore(folder);
  const account = mark('account', token);
  await tidyUp(folder, path, requests, clock.now());

  /** Before the first thing that may stay open. */
  const scopeLine = async () =>
    (await record.read()).scope === undefined ? journalLineText({ scope, at: clock.now() }) : '';
  const note = async (entry: Entry, step: Step): Promise<Entry> => {
    const at = clock.now();
    await ledger.append(journalLineText({ entry: entry.id, at, ...step }));
    const next = stepped(entry, step, at);
    // What is closed is closed; a folder that cannot be erased now is swept later.
    if (!isOpen(next)) await requests.erase(entry.id).catch(() => {});
    return next;
  };
  const plan = async (id: string, plan: Plan, step: Step): Promise<Entry> => {
    const at = clock.now();
    const line = { entry: id, at, state: 'planned' as const, ...plan, account, key: `recon-${randomUUID()}` };
    await ledger
      .append(`${await scopeLine()}${journalLineText(line)}${journalLineText({ entry: id, at, ...step })}`)
      .catch(async (error) => {
        // The line may stand there all the same, and what it tells did not happen.
        await ledger.append(journalLineText({ entry: id, at, state: 'clear' })).catch(() => {});
        throw error;
      });
    return stepped(begun(line), step, at);
  };
  const unplanned = openUnplanned(requests, plan);
  return {
    ...{ mark, account },
    open: async () => [...(await record.read()).entries.values()].filter(isOpen),
    done: async (row) => (await record.read()).rows.get(row),
    madeByImportOf: async (row) => {
      const prefix = row.slice(0, row.indexOf(':') + 1);
      return new Set(
        [...(await record.read()).rows].flatMap(([name, { patient }]) => (name.startsWith(prefix) ? [patient] : [])),
      );
    },
    claimed: async () => (await record.read()).claimed,
    keepNew: async (change) => await unplanned.keep(newId(), change),
    note,
    noteRow: (row, patient) => ledger.append(journalLineText({ row, patient, account, at: clock.now() })),
    change: ({ id, deed, patient }) => requests.load(id, (kept) => readStoredChange(deed, patient, kept)),
    keep: async (entry, change) => void (await requests.save(entry.id, change)),
    batches: {
      nameOf: (list) => mark('batch', list),
      begin: async ({ batch, path: list, options }) => {
        const { batches } = await record.read();
        // The last way in which it was begun is the one that it goes on in.
        await requests.save(batch, { batch: { path: list, options } });
        if (batches.has(batch)) return;
        await ledger.append(`${await scopeLine()}${journalLineText({ batch, at: clock.now(), state: 'begun' })}`);
      },
      finish: async (batch) => {
        await ledger.append(journalLineText({ batch, at: clock.now(), state: 'finished' }));
        // The import of the same path into another service is named alike, and may be open still.
        const isNeeded = await requestsNamed(folder).then(
          ({ inUse }) => inUse.has(batch),
          () => true,
        );
        if (!isNeeded) await requests.erase(batch).catch(() => {});
      },
      doneRows: async () => new Map([...(await record.read()).rows].map(([row, { patient }]) => [row, patient])),
      unfinished: async () => {
        const { batches } = await record.read();
        return await Promise.all([...batches].map((batch) => unfinishedBatch(batch, requests)));
      },
    },
    close: async () => {
      unplanned.close();
      await ledger.close();
    },
  };
}

/** One whose request cannot be read can still be dropped. */
export async function unfinishedBatch(batch: string, requests: RequestStore): Promise<UnfinishedBatch> {
  const kept = await requests.load(batch, readStoredImport).then(
    (stored) => stored.batch,
    () => undefined,
  );
  return { batch, path: kept?.path, options: kept?.options ?? {} };
}

/** Where another process is at it already, or the disk does not let us, it is left for the next time. */
async function tidyUp(folder: string, path: string, requests: RequestStore, now: number): Promise<void> {
  const tidy = async () => {
    await dropOldLines(path, now);
    await requests.sweep(() => requestsNamed(folder));
  };
  await withLock(`journal-${basename(path)}`, 'the journal', tidy).catch(() => {});
}

/** Short enough to be typed: 40 bits, without letters that are mistaken for digits. */
function newId(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return [...randomBytes(8)].map((byte) => letters[byte % letters.length]).join('');
}

import { randomBytes, randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { withLock } from '../../system/lock.ts';
import { onOwnDisk } from '../disk-failure.ts';
import { dropOldLines } from './drop-old-lines.ts';
import { type Deed, type Entry, isOpen, type Plan, type Step, stepped } from './entry.ts';
import { openLedger } from './ledger.ts';
import { begunEntry, journalLineText, type LineVersion, type Scope } from './line.ts';
import { openMarks } from './marks.ts';
import { everyRecord, type JournalRecord, recordReader, requestsNamed, type SentPhotos } from './record.ts';
import { openRequestStore, type RequestStore } from './request-store.ts';
import {
  type ChangeOf,
  readStoredChange,
  readStoredImport,
  type StoredChange,
  type StoredImport,
} from './stored-change.ts';
import { openUnplanned } from './unplanned.ts';

export type Journal = Awaited<ReturnType<typeof openJournal>>;
export type Batches = Journal['batches'];

export interface JournalParts {
  /** Made if it is not there. */
  folder: string;
  /** Tells one journal from another. */
  scope: Scope;
  /** Who uses it, by a secret such as the token; only a keyed hash is kept. undefined if nothing is to be planned. */
  holder?: string;
  /** The secret is good at one service alone: where it was used at another address, that is the same service before a move. */
  isServiceSecret?: boolean;
  clock: Pick<Clock, 'now'>;
}

/**
 * The changes that this person's runs wanted to make on one service, and how far each came. A step is on the disk when
 * its method resolves. It holds no token and no patient data; requests lie beside it until they are settled.
 */
export async function openJournal({ folder, scope, holder, isServiceSecret = false, clock }: JournalParts) {
  const mark = await onOwnDisk(folder, () => openMarks(folder));
  const path = join(folder, `${mark('scope', scope.profile, scope.service)}.jsonl`);
  const ledger = openLedger(path);
  const readRecord = recordReader(ledger);
  const requests = openRequestStore(folder);
  const account = mark('account', holder);
  await tidyUp(folder, path, requests, clock.now());

  /** Before the first thing that may stay open. */
  const scopeLine = async () =>
    (await readRecord()).scope === undefined ? journalLineText({ scope, at: clock.now() }) : '';
  const plan = async (id: string, plan: Plan, step: Step, version: LineVersion): Promise<Entry> => {
    const at = clock.now();
    const line = { entry: id, at, state: 'planned' as const, ...plan, account, key: `recon-${randomUUID()}` };
    await ledger
      .append(`${await scopeLine()}${journalLineText(line, version)}${journalLineText({ entry: id, at, ...step })}`)
      .catch(async (error) => {
        // The line may stand there all the same, and what it tells did not happen.
        await ledger.append(journalLineText({ entry: id, at, state: 'clear' })).catch(() => {});
        throw error;
      });
    return stepped(begunEntry(line), step, at);
  };
  const unplanned = openUnplanned(requests, plan);
  let read: Promise<JournalRecord[]> | undefined;
  /** Of the same profile at other addresses. */
  const elsewhere = async () => {
    read ??= isServiceSecret ? everyRecord(folder) : Promise.resolve([]);
    return (await read).filter(({ scope: at }) => at?.profile === scope.profile && at.service !== scope.service);
  };
  return {
    mark,
    /** Mark of who uses it. */
    account,
    /** Every entry that is open, with those that other processes have written by now. */
    open: async () => [...(await readRecord()).entries.values()].filter(isOpen),
    /** The patient of a row of an import, if it was done. */
    done: async (row: string) => (await readRecord()).rows.get(row),
    /** Patients of the rows that are done of the same import. */
    madeByImportOf: async (row: string): Promise<ReadonlySet<string>> => {
      const prefix = row.slice(0, row.indexOf(':') + 1);
      const rows = [...(await readRecord()).rows].filter(([name]) => name.startsWith(prefix));
      return new Set(rows.map(([, { patient }]) => patient));
    },
    /** Patients that an entry has made or found: no other entry may take one of them for its own. */
    claimed: async (): Promise<ReadonlySet<string>> => (await readRecord()).claimed,
    /**
     * By the mark of a photo, the changes that sent it with the same token, the newest last; none of deleted patients. Also
     * of before the service moved.
     */
    sentBefore: async (photo: string): Promise<readonly SentPhotos[]> => {
      const here = await readRecord();
      const sent = [...(await elsewhere()), here].flatMap((record) =>
        (record.sent.get(photo) ?? []).filter((one) => !record.deleted.has(one.patient)),
      );
      return sent.filter((one) => one.account === account && !here.deleted.has(one.patient));
    },
    /** Keeps a change that is to be planned. */
    keepNew: <D extends Deed>(change: ChangeOf<D>) => unplanned.keep(newId(), change),
    /** Writes a step down; a closing one erases the request. */
    note: async (entry: Entry, step: Step): Promise<Entry> => {
      const at = clock.now();
      await ledger.append(journalLineText({ entry: entry.id, at, ...step }));
      const next = stepped(entry, step, at);
      // The entry stays closed; a request that cannot be erased now is swept later.
      if (!isOpen(next)) await requests.erase(entry.id).catch(() => {});
      return next;
    },
    /** A row is done by an entry that was not its own. */
    noteRow: (row: string, patient: string) =>
      ledger.append(journalLineText({ row, patient, account, at: clock.now() })),
    /** The kept change of an open entry. @throws ReconError `storage` if it is gone or damaged */
    change: <D extends Deed>({ id, deed, patient }: Pick<Entry, 'id' | 'patient'> & { deed: D }) =>
      requests.load(id, (kept) => readStoredChange(deed, patient, kept)),
    /** Keeps it changed. */
    keep: async (entry: Entry, change: StoredChange) => void (await requests.save(entry.id, change)),
    /** Imports that were begun, so that `recon resume` goes on with those that were interrupted. */
    batches: {
      /** The import of a list at this path; the same path has the same one again. */
      nameOf: (list: string) => mark('batch', list),
      /** Writes down that it has begun, or goes on, with this list and these options. */
      begin: async ({ batch, ...begun }: { batch: string } & StoredImport['batch']): Promise<void> => {
        const { batches } = await readRecord();
        // It goes on with the options with which it was begun last.
        await requests.save(batch, { batch: begun });
        if (batches.has(batch)) return;
        await ledger.append(`${await scopeLine()}${journalLineText({ batch, at: clock.now(), state: 'begun' })}`);
      },
      finish: async (batch: string): Promise<void> => {
        await ledger.append(journalLineText({ batch, at: clock.now(), state: 'finished' }));
        // The import of the same path into another service is named alike, and may be open still.
        const named = await requestsNamed(folder).catch(() => undefined);
        if (named?.inUse.has(batch) === false) await requests.erase(batch).catch(() => {});
      },
      /** Rows that are done, of every import: `<import>:<row>` → the patient's id. */
      doneRows: async (): Promise<ReadonlyMap<string, string>> =>
        new Map([...(await readRecord()).rows].map(([row, { patient }]) => [row, patient])),
      /** Rows that were sent and of which nobody knows yet whether they were made, of every import. */
      openRows: async (): Promise<ReadonlySet<string>> => {
        const open = [...(await readRecord()).entries.values()].filter(isOpen);
        return new Set(open.flatMap(({ row, state }) => (row === undefined || state === 'planned' ? [] : [row])));
      },
      unfinished: async () =>
        await Promise.all([...(await readRecord()).batches].map((batch) => unfinishedBatch(batch, requests))),
    },
    close: async (): Promise<void> => {
      unplanned.close();
      await ledger.close();
    },
  };
}

export type UnfinishedBatch = Awaited<ReturnType<typeof unfinishedBatch>>;

/** An import to go on with. `path` is undefined if its request cannot be read; it can still be dropped. */
export async function unfinishedBatch(batch: string, requests: RequestStore) {
  const kept = await requests.load(batch, readStoredImport).catch(() => undefined);
  return { batch, path: kept?.batch.path, options: kept?.batch.options ?? {} };
}

/** If another process does it already, or the disk does not let us, it is left for the next time. */
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

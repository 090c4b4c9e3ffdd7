import { readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unlessMissing } from '../../errors.ts';
import { withLock } from '../../system/lock.ts';
import { onOwnDisk } from '../disk-failure.ts';
import { isOpen } from './entry.ts';
import { openLedger } from './ledger.ts';
import type { Scope } from './line.ts';
import { openMarks } from './marks.ts';
import { everyRecord, recordOf } from './record.ts';

/** The services of which the journals of a profile tell. */
export async function servicesInJournals(folder: string, profile: string): Promise<string[]> {
  const records = await everyRecord(folder);
  return records.flatMap(({ scope }) => (scope?.profile === profile ? [scope.service] : []));
}

/** Removes the journal of a profile and service, unless something in it is open: then it stays, and this is true. */
export async function forgetJournal(folder: string, scope: Scope): Promise<boolean> {
  const mark = await onOwnDisk(folder, () => openMarks(folder));
  const path = join(folder, `${mark('scope', scope.profile, scope.service)}.jsonl`);
  return await withLock(`journal-${basename(path)}`, 'the journal', () => onOwnDisk(path, () => removeSettled(path)));
}

async function removeSettled(path: string): Promise<boolean> {
  if (await hasOpen(path)) return true;
  const aside = `${path}.gone-${process.pid}`;
  if ((await rename(path, aside).then(() => true, unlessMissing)) === undefined) return false;
  // Another process may have written between the look and the move.
  const isLate = await hasOpen(aside);
  if (isLate) await putBack(path, aside);
  await rm(aside);
  return isLate;
}

async function hasOpen(path: string): Promise<boolean> {
  const text = (await readFile(path, 'utf8').catch(unlessMissing)) ?? '';
  const { entries, batches } = recordOf(text.split('\n'), path);
  return batches.size > 0 || [...entries.values()].some(isOpen);
}

/** Beside what may stand there again by now: the order of the lines does not matter. */
async function putBack(path: string, aside: string): Promise<void> {
  const ledger = openLedger(path);
  try {
    await ledger.append(`\n${await readFile(aside, 'utf8')}`);
  } finally {
    await ledger.close();
  }
}

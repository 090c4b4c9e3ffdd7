import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { systemClock } from '../../clock.ts';
import { type Check, type Finding, failing, findingsOf, right, skipped, wrong } from '../../contract/finding.ts';
import { unlessMissing } from '../../errors.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import { isServed } from '../../system/filling.ts';
import { timeOf } from '../audit/chain.ts';
import { verifyAudit } from '../audit/verify.ts';
import { knownBackups, troubleOf } from '../backup/last-backup.ts';
import { freeBytes, LEAST_ROOM_BYTES } from '../disk-state.ts';
import { listAccounts, subAccounts } from '../domain/accounts.ts';
import type { Store } from '../domain/store.ts';
import { listTokens } from '../domain/tokens.ts';
import { type OpenedPlaces, openPlaces } from '../open-places.ts';
import { openToOthers } from '../open-to-others.ts';
import type { Places } from '../places.ts';
import { quarantineOf } from '../storage/quarantine.ts';
import { checkBackupPlace } from './check-backup-place.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkFiles, nameOf } from './check-files.ts';
import { checkPort } from './check-port.ts';
import { checkSchema } from './check-schema.ts';
import { checkWorkers } from './check-workers.ts';
import { failedModels } from './failed-models.ts';
import { type Looked, timeFor } from './looked.ts';
import { putRight } from './put-right.ts';
import { tryGeneration } from './try-generation.ts';
import { wholeRecords } from './whole-records.ts';

/** Looks at the data of a service, also while it runs. */
export async function* lookAtService(
  places: Places,
  options: Omit<Looked, 'store' | 'places' | 'asker'>,
): AsyncGenerator<Finding> {
  for await (const finding of findingsOf([{ about: 'database', look: checkSchema }], places)) {
    yield finding;
    if (!finding.isRight) return;
  }
  // First: opening a database makes its file private.
  const isOfNobody = options.isFolderGuessed === true && !(await isServed(places.dataFolder));
  if (!isOfNobody) yield* findingsOf([{ about: 'privacy', look: privacy }], places);
  let opened: OpenedPlaces;
  try {
    opened = await openPlaces(places, systemClock, () => {});
  } catch (error) {
    return yield failing('database and files', error);
  }
  try {
    yield right('database and files', 'both can be reached, and belong together');
    if (isOfNobody) yield FOLDER_UNKNOWN;
    const checks = isOfNobody ? CHECKS.filter(({ about }) => !OF_THE_FOLDER.includes(about)) : CHECKS;
    yield* findingsOf(checks, { store: opened.store, places, ...options });
  } finally {
    await opened.close();
  }
}

const OF_THE_FOLDER = ['disk', 'certificate', 'quarantine'];

const FOLDER_UNKNOWN = skipped(
  'data folder',
  'each process on a shared database has a folder of its own, and which ones is known only where they were started',
  { command: ['doctor', '--data', 'DIR'], because: 'with the same database, for the disk and the certificate of one' },
);

/** Looks at the data of a service whose database and files are open. */
export const lookInside = (looked: Looked): AsyncGenerator<Finding> => findingsOf(CHECKS, looked);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Lines are sealed within seconds while a service runs. */
const LONGEST_UNSEALED_MS = 5 * 60_000;
/** Time enough to make a new token and take it everywhere. */
const ENDS_SOON_MS = 14 * DAY_MS;
/** Of one that was made for a short time, so that a fresh one is no finding. */
const ENDS_SOON_SHARE = 0.1;
const MOST_APART_MS = 60_000;

/** A backup each night may fail once, or wait for a weekend's machine. */
const OLD_BACKUP_MS = 2 * DAY_MS;

const BACK_UP = ['backup', 'TO'];
const NEW_TOKEN = ['accounts', 'tokens', 'add', 'NAME', '--label', 'TEXT', '--scope', 'write'];

const CHECKS: readonly Check<Looked>[] = [
  { about: 'disk', look: room },
  { about: 'port', look: checkPort },
  { about: 'certificate', look: checkCertificate },
  { about: 'records', look: wholeRecords },
  { about: 'quarantine', look: quarantine },
  { about: 'workers', look: checkWorkers },
  { about: 'models', look: failedModels },
  { about: 'audit', look: sealing },
  { about: 'tokens', look: tokens },
  { about: 'backup', look: backups },
  { about: 'backup place', look: checkBackupPlace },
  { about: 'database clock', look: clocks },
  { about: 'generation', look: tryGeneration },
  { about: 'files', look: everyFile },
  { about: 'audit', look: wholeAudit },
];

async function room({ places: { dataFolder }, asker }: Looked): Promise<Finding[]> {
  const free = await freeBytes(dataFolder);
  const place = asker === undefined ? dataFolder : 'its data folder';
  const found = `${byteSizeText(free)} are free where ${place} lies`;
  if (free >= LEAST_ROOM_BYTES) return [right('disk', found)];
  const fix = `make room: ${byteSizeText(LEAST_ROOM_BYTES)} should be free; uploads are refused when it is full`;
  return [wrong('disk', found, fix)];
}

async function privacy({ dataFolder }: Places): Promise<Finding[]> {
  if ((await stat(dataFolder).catch(unlessMissing)) === undefined) {
    return [right('privacy', `there is nothing to reach yet in ${dataFolder}`)];
  }
  const open = await openToOthers(dataFolder);
  if (open !== undefined) return [wrong('privacy', open.found, open.fix)];
  return [right('privacy', 'only this user can reach the data folder')];
}

async function quarantine({ places: { dataFolder, bucket }, asker }: Looked): Promise<Finding[]> {
  if (bucket !== undefined) return [];
  const { folder, count } = await quarantineOf(dataFolder);
  if (count === 0) return [right('quarantine', 'empty')];
  const place = asker === undefined ? folder : `${basename(folder)} of its data folder`;
  return [
    wrong('quarantine', `${count} files that no record explains lie in ${place}`, 'look at them, then delete it'),
  ];
}

async function sealing({ store: { db, clock }, asker }: Looked): Promise<Finding[]> {
  const oldest = await db.selectFrom('audit_inbox').select('line').orderBy('id').limit(1).executeTakeFirst();
  if (oldest === undefined || clock.now() - timeOf(oldest.line) < LONGEST_UNSEALED_MS) {
    return [right('audit', 'lines are sealed in time')];
  }
  return [
    wrong(
      'audit',
      `lines wait since ${timeFor(asker, timeOf(oldest.line))} to be sealed, which a service that runs does`,
      {
        command: ['serve'],
        because: 'or, if it runs, look at what it says on stderr',
      },
    ),
  ];
}

async function tokens({ store, asker }: Looked): Promise<Finding[]> {
  const now = store.clock.now();
  const isShown = await shownTo(asker, store);
  const accounts = await listAccounts(store);
  const isOff = ({ disabledAt }: (typeof accounts)[number]) => disabledAt !== null;
  const disabled = new Set(accounts.filter(isOff).map(({ id }) => id));
  const shutOut = new Set(
    accounts.flatMap(({ id, parentId }) => (parentId !== null && disabled.has(parentId) ? id : [])),
  );
  const working = (await listTokens(store)).filter(
    ({ state, accountId }) =>
      state === 'works' && isShown(accountId) && !disabled.has(accountId) && !shutOut.has(accountId),
  );
  if (accounts.length === 0) {
    const fix = { command: ['accounts', 'add', 'NAME'], because: 'which prints its token' };
    return [wrong('tokens', 'there is no account yet, so nobody can log in', fix)];
  }
  if (working.length === 0) {
    // A new token of a disabled account would not work either.
    const off = accounts.filter((one) => isOff(one) && isShown(one.id)).map(({ name }) => name);
    if (off.length === 0) return [wrong('tokens', 'none works', { command: NEW_TOKEN })];
    const are = off.length === 1 ? `the account ${off[0]} is` : `the accounts ${off.join(', ')} are`;
    return [
      wrong('tokens', `none works; ${are} disabled`, ...off.map((name) => ({ command: ['accounts', 'enable', name] }))),
    ];
  }
  const ending = working.filter(({ createdAt, expiresAt }) => {
    const lifeMs = (expiresAt ?? Number.POSITIVE_INFINITY) - createdAt;
    return createdAt + lifeMs - now < Math.min(ENDS_SOON_MS, ENDS_SOON_SHARE * lifeMs);
  });
  const whose = asker === undefined ? '' : ', of the account that asks and its sub accounts';
  if (ending.length === 0) return [right('tokens', `${working.length} work${whose}`)];
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const labels = ending.map(
    ({ label, accountId, expiresAt }) =>
      `${JSON.stringify(label)} of ${names.get(accountId)} (${timeFor(asker, expiresAt!)})`,
  );
  const fix = { command: NEW_TOKEN, because: 'and take the new ones there' };
  return [wrong('tokens', `these end soon: ${labels.join(', ')}`, fix)];
}

/** The accounts of which one who asks over the network is told: the own one, and its sub accounts. */
async function shownTo(asker: Looked['asker'], { db }: Store): Promise<(accountId: number) => boolean> {
  if (asker === undefined) return () => true;
  const ids = new Set([asker, ...(await subAccounts(db, asker).execute())].map(({ id }) => id));
  return (accountId) => ids.has(accountId);
}

async function backups({ store: { db, clock }, asker }: Looked): Promise<Finding[]> {
  const known = await knownBackups(db);
  const trouble = troubleOf(known, clock.now(), { withWhy: asker === undefined });
  if (trouble !== undefined) {
    return [wrong('backup', trouble, { command: BACK_UP, because: 'and see what it says' })];
  }
  const first = await db.selectFrom('patients').select('created_at').orderBy('id').limit(1).executeTakeFirst();
  const made =
    known.made === undefined ? 'no backup yet' : `the newest is of ${timeFor(asker, Date.parse(known.made))}`;
  if (first === undefined) return [right('backup', `${made}; there is no patient yet`)];
  const found = `${made}; the oldest patient came ${timeFor(asker, first.created_at)}`;
  if (known.made === undefined) {
    // The first night has not come yet.
    if (clock.now() - first.created_at < DAY_MS)
      return [right('backup', `${found}, and the first is due within a day of that`)];
    return [wrong('backup', found, { command: BACK_UP, because: 'from a timer, each night' })];
  }
  if (clock.now() - Date.parse(known.made) < OLD_BACKUP_MS) return [right('backup', found)];
  return [wrong('backup', found, { command: BACK_UP, because: 'from a timer, each night' })];
}

async function clocks({ store: { db, database, clock } }: Looked): Promise<Finding[]> {
  const { now } = await db.selectNoFrom(sql<number>`${database.now()}`.as('now')).executeTakeFirstOrThrow();
  const apart = Math.abs(Number(now) - clock.now());
  if (apart < MOST_APART_MS) return [right('database clock', 'its machine and the database have the same time')];
  const found = `its machine and the database are ${Math.round(apart / 1000)} s apart`;
  return [wrong('database clock', found, 'set both clocks by NTP')];
}

async function everyFile({ store, places, isThorough, signal }: Looked): Promise<Finding[]> {
  if (!isThorough) return [];
  const { count, wrong: files } = await checkFiles(store, signal);
  if (files.length === 0) return [right('files', `all ${count} are as they were stored`)];
  // So that a later look without `--files` tells it until the file is back.
  await store.noteMissing?.(files.filter(({ why }) => why === 'missing').map(({ id }) => id));
  const known = await knownBackups(store.db);
  const fixOf = await putRight(files, places, known);
  return files.map((file) => {
    return wrong('files', `${nameOf(file)} is ${file.why} (${file.id})`, ...fixOf(file));
  });
}

async function wholeAudit({ store, isThorough }: Looked): Promise<Finding[]> {
  if (!isThorough) return [];
  const { problems, lines } = await verifyAudit(store);
  if (problems.length === 0) return [right('audit', `all ${lines} lines are as they were written`)];
  return problems.map((problem) => wrong('audit', problem, 'keep a copy of everything, and find out who had access'));
}

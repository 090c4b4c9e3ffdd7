import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Kysely } from 'kysely';
import { first } from '../../src/service/storage/migrations/001-first.ts';
import { unfinishedFiles } from '../../src/service/storage/migrations/002-unfinished-files.ts';
import { aftersOfIdempotencyKeys } from '../../src/service/storage/migrations/003-afters-of-idempotency-keys.ts';
import { sharedJobs } from '../../src/service/storage/migrations/004-shared-jobs.ts';
import { patientSearch } from '../../src/service/storage/migrations/005-patient-search.ts';
import { joints } from '../../src/service/storage/migrations/006-joints.ts';
import { accountTokens } from '../../src/service/storage/migrations/007-account-tokens.ts';
import { certainty } from '../../src/service/storage/migrations/008-certainty.ts';
import { audit } from '../../src/service/storage/migrations/009-audit.ts';
import { quotas } from '../../src/service/storage/migrations/010-quotas.ts';
import { sqliteDialect } from '../../src/service/storage/sqlite-dialect.ts';
import { openSqlite } from '../../src/system/sqlite.ts';

const FILE_ID = /^[0-9a-f]{32}$/;
/** Locks alone; whoever opens a folder may make them. */
const LOCKS = /^(service\.lock|recon\.db-shm)$/;

/** SHA-256 by path of every file below a folder but the locks. */
export async function contentOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((one) => one.isFile() && !LOCKS.test(one.name))
    .map((one) => join(one.parentPath, one.name));
  const content = new Map<string, string>();
  for (const path of paths.toSorted()) {
    content.set(
      relative(folder, path),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    );
  }
  return content;
}

/** The ids in `files/` or in the quarantine of a data folder. */
export async function fileIdsIn(dataFolder: string, part: 'files' | 'quarantine'): Promise<string[]> {
  const folder = join(dataFolder, part);
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((one) => one.isFile()).map(({ name }) => name);
  return names.filter((name) => FILE_ID.test(name)).toSorted();
}

/** A copy as `cp -r` makes it, also of a folder that a service works on. */
export async function copyFolder(dataFolder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'recon-copy-'));
  // A running service puts such drafts in place at any moment.
  await cp(dataFolder, copy, { recursive: true, filter: (path) => !path.endsWith('.tmp') });
  return copy;
}

/** Replaces the database of `dataFolder` with that of `other`; `undefined` takes it away. */
export async function replaceDatabase(dataFolder: string, other: string | undefined): Promise<void> {
  for (const name of ['recon.db', 'recon.db-wal', 'recon.db-shm']) {
    await rm(join(dataFolder, name), { force: true });
    const from = other === undefined ? undefined : join(other, name);
    if (from !== undefined && existsSync(from)) await cp(from, join(dataFolder, name));
  }
}

const MIGRATIONS = [
  first,
  unfinishedFiles,
  aftersOfIdempotencyKeys,
  sharedJobs,
  patientSearch,
  joints,
  accountTokens,
  certainty,
  audit,
  quotas,
];

/**
 * Makes the data folder one of an older version: its rows in the schema of 0.1.0 (1), of 0.1.1 and 0.2.0 (3), of 0.3.x
 * (5), of 0.4.0 (8), of 0.5.0 (9), or of 0.6.0 (10). With `isKilled` they all stand in the database's log, as a kill -9 can leave them.
 */
export async function makeOld(dataFolder: string, { schema = 1, isKilled = false } = {}): Promise<void> {
  const [path, newer] = [join(dataFolder, 'recon.db'), join(dataFolder, 'newer.db')];
  const opened = await openSqlite(path);
  opened.exec('pragma wal_checkpoint(truncate)');
  opened.close();
  await cp(path, newer);
  await replaceDatabase(dataFolder, undefined);
  const connection = await openSqlite(path);
  connection.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0');
  const dialect = sqliteDialect({ reader: connection, writer: connection, onCommit: () => {} });
  for (const migration of MIGRATIONS.slice(0, schema)) await migration(new Kysely<unknown>({ dialect }));
  connection.exec(`attach ${JSON.stringify(newer)} as newer; pragma user_version = ${schema}`);
  const names = (query: string) =>
    connection
      .prepare(query)
      .all()
      .map(({ name }) => String(name));
  for (const table of names(`select name from main.sqlite_master where type = 'table'`)) {
    const columns = names(`select name from pragma_table_info('${table}')`).join(', ');
    connection.exec(`delete from main.${table}`);
    connection.exec(`insert into main.${table} (${columns}) select ${columns} from newer.${table}`);
  }
  connection.exec('detach newer');
  const kept = isKilled ? [path, `${path}-wal`] : [];
  for (const file of kept) await cp(file, `${file}.kept`);
  // Without a log there is none that libsql takes away when it really closes, some time later.
  connection.exec('pragma journal_mode = delete');
  connection.close();
  for (const file of kept) await rename(`${file}.kept`, file);
  await rm(newer);
  // 0.1.0 has no note.
  if (schema === 1) await rm(join(dataFolder, 'files', 'last-commit'), { force: true });
}

/** Makes the database larger than what a start reads to its end. */
export async function makeLarge(dataFolder: string): Promise<void> {
  const database = await openSqlite(join(dataFolder, 'recon.db'));
  database.exec("insert into settings values ('filler', hex(zeroblob(36000000)))");
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

/** Writes over the page that a table of the database begins with. */
export async function damageTable(dataFolder: string, table: string): Promise<void> {
  const path = join(dataFolder, 'recon.db');
  const database = await openSqlite(path);
  const [page, size] = [`select rootpage from sqlite_schema where name = '${table}'`, 'pragma page_size'].map((query) =>
    Number(Object.values(database.prepare(query).all()[0]!)[0]),
  );
  database.close();
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(size!, 7), 0, size!, (page! - 1) * size!);
  await file.close();
}

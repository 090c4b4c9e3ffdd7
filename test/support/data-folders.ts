import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import Database from 'libsql';
import { first } from '../../src/service/storage/migrations/001-first.ts';

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
  await cp(dataFolder, copy, { recursive: true });
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

/** Makes the data folder one of version 0.1.0: its rows in the first schema, and nothing beside the files. */
export async function makeOld(dataFolder: string): Promise<void> {
  const [path, newer] = [join(dataFolder, 'recon.db'), join(dataFolder, 'newer.db')];
  const opened = new Database(path);
  opened.exec('pragma wal_checkpoint(truncate)');
  opened.close();
  await cp(path, newer);
  await replaceDatabase(dataFolder, undefined);
  const connection = new Database(path);
  connection.exec('pragma journal_mode = wal');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connection as never }) });
  await first(db);
  connection.exec(`attach ${JSON.stringify(newer)} as newer; pragma user_version = 1`);
  const names = async (query: string) =>
    (await sql.raw<{ name: string }>(query).execute(db)).rows.map(({ name }) => name);
  for (const table of await names(`select name from main.sqlite_master where type = 'table'`)) {
    const columns = (await names(`select name from pragma_table_info('${table}')`)).join(', ');
    connection.exec(`insert into main.${table} (${columns}) select ${columns} from newer.${table}`);
  }
  // Without a log there is none that the connection takes away when it is really closed, some time later.
  connection.exec('detach newer; pragma journal_mode = delete');
  await db.destroy();
  await rm(newer);
  await rm(join(dataFolder, 'files', 'last-commit'), { force: true });
}

/** Makes the database larger than what a start reads to its end. */
export function makeLarge(dataFolder: string): void {
  const database = new Database(join(dataFolder, 'recon.db'));
  database.exec("insert into settings values ('filler', hex(zeroblob(36000000)))");
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

/** Writes over the page that a table of the database begins with. */
export async function damageTable(dataFolder: string, table: string): Promise<void> {
  const path = join(dataFolder, 'recon.db');
  const database = new Database(path);
  const [page, size] = [`select rootpage from sqlite_schema where name = '${table}'`, 'pragma page_size'].map((query) =>
    Number(Object.values(database.prepare(query).get() as object)[0]),
  );
  database.close();
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(size!, 7), 0, size!, (page! - 1) * size!);
  await file.close();
}

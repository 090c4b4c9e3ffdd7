import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ReconError, unlessMissing } from '../errors.ts';
import { replaceFile } from '../system/replace-file.ts';
import type { Places } from './places.ts';
import type { Db } from './storage/database.ts';
import { readLastCommit } from './storage/last-commit.ts';

/** The setting that says where the files of a shared database are. */
const FILES_PLACE = 'files_place';

interface FilesPlace {
  id: string;
  /** For messages. */
  name: string;
}

/** Each bucket has notes of its own that tell which database it belongs to; see `commit-markers.ts`. */
const IN_BUCKET: FilesPlace = { id: 'bucket', name: 'a bucket' };

/**
 * Refuses to serve a shared database with other files than those it was served with: two services with a folder each
 * would make records whose photos and models only one of them has.
 * @returns what the operator has to know where a folder of this machine gets the files of the database from now on
 * @throws ReconError `storage`, before any record or file of a patient is changed
 */
export async function requireSameFiles(db: Db, { databaseUrl, dataFolder, bucket }: Places): Promise<string[]> {
  if (databaseUrl === undefined) return [];
  const own = bucket === undefined ? await placeOf(dataFolder) : IN_BUCKET;
  const { numInsertedOrUpdatedRows: isNew } = await db
    .insertInto('settings')
    .values({ key: FILES_PLACE, value: JSON.stringify(own) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', FILES_PLACE)
    .executeTakeFirstOrThrow();
  const known: FilesPlace = JSON.parse(value);
  if (known.id !== own.id) throw elsewhere(known, own);
  return isNew === 1n && bucket === undefined ? [onlyInFolder(own)] : [];
}

const onlyInFolder = ({ name }: FilesPlace) =>
  `The photos and models of this database are in ${name} from now on, and can be nowhere else: a start with --blobs is refused. To have them in a bucket, begin with --blobs and another, empty database`;

/**
 * Refuses a bucket for a shared database that was served with the files of a folder, before a note of that database is
 * put into it: the note would keep every other database out.
 * @throws ReconError `storage`
 */
export async function refuseOtherBucket(db: Db, { databaseUrl, bucket }: Places): Promise<void> {
  if (databaseUrl === undefined || bucket === undefined) return;
  const found = await db.selectFrom('settings').select('value').where('key', '=', FILES_PLACE).executeTakeFirst();
  const known: FilesPlace | undefined = found && JSON.parse(found.value);
  if (known !== undefined && known.id !== IN_BUCKET.id) throw elsewhere(known, IN_BUCKET);
}

const elsewhere = (known: FilesPlace, own: FilesPlace) =>
  new ReconError('storage', `the files of this database are in ${known.name}, not in ${own.name}`, {
    details: [
      'Nothing was changed.',
      'Several processes need one database and one bucket, the same for all of them.',
      'A service moves by a backup that is restored into a new, empty database and a new place.',
    ],
    hint: 'start the service where its files are, or give it a new, empty database',
  });

/** A restored database has its files where they were restored to. */
export const forgetFilesPlace = (db: Db) => db.deleteFrom('settings').where('key', '=', FILES_PLACE).execute();

const FILES_ID = 'files-id';

/** Whether the folder has had the files of a shared database, served or restored. */
export const hasSharedFiles = async (dataFolder: string): Promise<boolean> =>
  existsSync(join(dataFolder, FILES_ID)) || (await readLastCommit(dataFolder)) !== undefined;

/** The id lies in the folder, so that it stays the same where the folder is moved. */
async function placeOf(dataFolder: string): Promise<FilesPlace> {
  const path = join(dataFolder, FILES_ID);
  const name = `the data folder ${JSON.stringify(dataFolder)} on ${hostname()}`;
  const there = (await readFile(path, 'utf8').catch(unlessMissing))?.trim();
  if (there !== undefined && there !== '') return { id: there, name };
  const id = randomBytes(16).toString('hex');
  await replaceFile(path, `${id}\n`);
  return { id, name };
}

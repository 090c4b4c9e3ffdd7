import { join } from 'node:path';
import { ReconError } from '../errors.ts';
import { WHOLE_COPY } from './folder-error.ts';
import { listFiles } from './storage/disk-blobs.ts';
import { type InspectedDatabase, inspectDatabase } from './storage/inspect-database.ts';
import { type LastCommit, lastCommitPath, readLastCommit } from './storage/last-commit.ts';

/**
 * The most files without an owner that a crash of 0.1.0 can be expected to leave: those of a few requests and a
 * generation.
 */
const MOST_LEFT_BY_A_CRASH = 16;

/** The contents of a data folder. */
export interface FolderFacts {
  database: InspectedDatabase;
  /** The note beside the files; undefined if there is none. */
  beside: LastCommit | undefined;
  /** Ids of the files on the disk. */
  files: readonly string[];
}

export type Verdict =
  | 'new'
  | 'whole'
  /** Nothing beside the files tells if the database is theirs: the files are of 0.1.0, or somebody deleted the note. */
  | 'unmarked'
  | 'missing'
  | 'empty'
  | 'damaged'
  | 'older'
  | 'of another folder';

/** Decides if this database belongs to these files. */
export function judgeFolder({ database, beside, files }: FolderFacts): Verdict {
  if (database.state === 'damaged') return 'damaged';
  if (database.state !== 'sound') return files.length === 0 && beside === undefined ? 'new' : database.state;
  if (beside === undefined) return isUnlikely(database, files) ? 'of another folder' : 'unmarked';
  // A later version has worked on these files, but not on this database.
  if (database.last === undefined) return 'older';
  if (database.last.folderId !== beside.folderId) return 'of another folder';
  return database.last.commits < beside.commits ? 'older' : 'whole';
}

/** True for a database of 0.1.0 that does not know most of the files beside it. */
function isUnlikely(database: InspectedDatabase & { state: 'sound' }, files: readonly string[]): boolean {
  const known = files.filter((id) => database.files.has(id)).length;
  const unknown = files.length - known;
  return database.last === undefined && unknown > MOST_LEFT_BY_A_CRASH && unknown > known;
}

/**
 * Checks the folder before anything in it is changed.
 * @throws ReconError `storage` if the database is missing, empty, damaged, older than the files or of another folder.
 */
export async function checkFolder(folder: string): Promise<{ isMarked: boolean }> {
  // The note is read first: a running service writes it after its database.
  const beside = await readLastCommit(folder);
  const database = await inspectDatabase(join(folder, 'recon.db'));
  const facts = { database, beside, files: await listFiles(folder) };
  const verdict = judgeFolder(facts);
  if (verdict === 'new' || verdict === 'whole' || verdict === 'unmarked') return { isMarked: verdict === 'whole' };
  throw new ReconError('storage', `the data folder ${JSON.stringify(folder)} ${PROBLEMS[verdict]}`, {
    details: [whatIsThere(facts), 'Nothing was changed.', ...(verdict === 'older' ? wayOnWithOlder(folder) : [])],
    hint: WHOLE_COPY,
    ...(database.state === 'damaged' && { cause: database.cause }),
  });
}

const PROBLEMS: Readonly<Record<Exclude<Verdict, 'new' | 'whole' | 'unmarked'>, string>> = {
  missing: 'has no database: recon.db is not there',
  empty: 'has an empty database: there is nothing in recon.db',
  damaged: 'has a damaged database: recon.db cannot be read to its end',
  older: 'has a database that is older than the files beside it',
  'of another folder': 'has a database that does not belong to the files beside it',
};

function whatIsThere({ database, beside, files }: FolderFacts): string {
  const inDatabase =
    database.state === 'sound'
      ? `; its database knows ${files.filter((id) => database.files.has(id)).length} of them`
      : '';
  const isOfOne = database.state === 'sound' && beside !== undefined && database.last?.folderId === beside.folderId;
  const commits = isOfOne
    ? ` and ends at change ${(database as { last: LastCommit }).last.commits}, the files at ${beside.commits}`
    : '';
  return `It holds ${files.length} ${files.length === 1 ? 'file' : 'files'} of patients${inDatabase}${commits}.`;
}

const wayOnWithOlder = (folder: string) => [
  'recon.db-wal belongs to the database: a copy without it lacks the newest changes.',
  `If there is no newer database: delete ${JSON.stringify(lastCommitPath(folder))} and start again. The service then goes on with this one, and what it does not know is moved to a quarantine in the folder.`,
];

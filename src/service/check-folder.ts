import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ReconError } from '../errors.ts';
import { shellLine } from '../system/line-text.ts';
import type { SqliteConnection } from '../system/sqlite.ts';
import { countFiles, type FileCount } from './count-files.ts';
import { FROM_BACKUP, WHOLE_COPY } from './folder-error.ts';
import { type InspectedDatabase, inspectDatabase, readDatabase } from './storage/inspect-database.ts';
import { type LastCommit, lastCommitPath, readLastCommit } from './storage/last-commit.ts';
import { isSuspect } from './storage/suspect.ts';

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
  /** Only counted if there is no note. */
  files?: FileCount;
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
export function judgeFolder({ database, beside, files = { count: 0, known: 0 } }: FolderFacts): Verdict {
  if (database.state === 'damaged') return 'damaged';
  if (database.state !== 'sound') return files.count === 0 && beside === undefined ? 'new' : database.state;
  if (beside === undefined) return isUnlikely(database, files) ? 'of another folder' : 'unmarked';
  // A later version has worked on these files, but not on this database.
  if (database.last === undefined) return 'older';
  if (database.last.folderId !== beside.folderId) return 'of another folder';
  return database.last.commits < beside.commits ? 'older' : 'whole';
}

/** True for a database of 0.1.0 that does not know most of the files beside it. */
function isUnlikely(database: InspectedDatabase & { state: 'sound' }, { count, known }: FileCount): boolean {
  const unknown = count - known;
  return database.last === undefined && unknown > MOST_LEFT_BY_A_CRASH && unknown > known;
}

export interface CheckedFolder {
  /** False if nothing beside the files tells that the database is theirs. */
  isMarked: boolean;
  /** False if the database is so large that it is still to be read to its end. */
  isRead: boolean;
}

/**
 * Checks the folder before anything in it is changed. The note beside the files and its counterpart in the database are
 * enough; the files themselves are counted where there is no note, or where the folder is refused.
 *
 * @throws ReconError `storage` if the database is missing, empty, damaged, older than the files or of another folder.
 */
export async function checkFolder(folder: string): Promise<CheckedFolder> {
  const path = join(folder, 'recon.db');
  // The note is read first: a running service writes it after its database.
  const beside = await readLastCommit(folder);
  const database = await inspectDatabase(path, { isWhole: beside === undefined || (await isSuspect(folder)) });
  const count = () => countFiles(folder, database.state === 'sound' ? path : undefined);
  const facts = { database, beside, ...(beside === undefined && { files: await count() }) };
  const verdict = judgeFolder(facts);
  if (verdict === 'new' || verdict === 'whole' || verdict === 'unmarked') {
    return { isMarked: verdict !== 'unmarked', isRead: database.state !== 'sound' || database.isRead };
  }
  throw new ReconError('storage', `the data folder ${JSON.stringify(folder)} ${PROBLEMS[verdict]}`, {
    details: [
      whatIsThere({ ...facts, files: facts.files ?? (await count()) }),
      'Nothing was changed.',
      ...(verdict === 'older' ? wayOnWithOlder(folder) : []),
      ...(verdict === 'missing' ? [IS_ELSEWHERE] : []),
      FROM_BACKUP,
    ],
    hint: WHOLE_COPY,
    ...(database.state === 'damaged' && { cause: database.cause }),
  });
}

/**
 * A start would make the folder of the files anew, and show every model as failed: mostly a disk is not mounted.
 * @throws ReconError `storage` if it is not there, and the database has files
 */
export async function requireFiles(folder: string): Promise<void> {
  const [files, database] = ['files', 'recon.db'].map((name) => join(folder, name)) as [string, string];
  if (existsSync(files) || !existsSync(database)) return;
  const count = await readDatabase(database, countOf).catch(() => 0);
  if (count === 0) return;
  throw new ReconError(
    'storage',
    `the data folder ${JSON.stringify(folder)} has no folder "files", which holds its photos and models`,
    {
      details: [
        `Its database has ${count} files. Nothing was changed.`,
        'If the folder lies on another disk, mount that; if it was moved, put it back.',
        FROM_BACKUP,
      ],
      hint: `where they are lost for good: ${shellLine('mkdir', '-m', '700', files)} (their models then show as failed)`,
    },
  );
}

const countOf = (connection: SqliteConnection) =>
  Number(connection.prepare('select count(*) as files from files').all()[0]!['files']);

/** The refusal of a database that is found damaged while the service runs. */
export const foundDamaged = (folder: string, cause: string) =>
  new ReconError('storage', `the data folder ${JSON.stringify(folder)} ${PROBLEMS.damaged}`, {
    details: [
      'It was found while the service ran; the next start reads the database before it takes requests.',
      FROM_BACKUP,
    ],
    hint: WHOLE_COPY,
    cause,
  });

const PROBLEMS: Readonly<Record<Exclude<Verdict, 'new' | 'whole' | 'unmarked'>, string>> = {
  missing: 'has no database: recon.db is not there',
  empty: 'has an empty database: there is nothing in recon.db',
  damaged: 'has a damaged database: recon.db cannot be read to its end',
  older: 'has a database that is older than the files beside it',
  'of another folder': 'has a database that does not belong to the files beside it',
};

function whatIsThere({ database, beside, files }: Required<FolderFacts>): string {
  const inDatabase = database.state === 'sound' ? `; its database knows ${files.known} of them` : '';
  const isOfOne = database.state === 'sound' && beside !== undefined && database.last?.folderId === beside.folderId;
  const commits = isOfOne
    ? ` and ends at change ${(database as { last: LastCommit }).last.commits}, the files at ${beside.commits}`
    : '';
  return `It holds ${files.count} ${files.count === 1 ? 'file' : 'files'} of patients${inDatabase}${commits}.`;
}

/** A folder of files beside PostgreSQL looks the same. */
const IS_ELSEWHERE = 'If its database is in PostgreSQL: give it with --database, or in RECON_SERVE_DATABASE.';

const wayOnWithOlder = (folder: string) => [
  'recon.db-wal belongs to the database: a copy without it lacks the newest changes.',
  `If there is no newer database: delete ${JSON.stringify(lastCommitPath(folder))} and start again. The service then goes on with this one, and what it does not know is moved to a quarantine in the folder.`,
];

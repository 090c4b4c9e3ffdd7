import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Advice, ReconError, systemErrorCode } from '../errors.ts';
import { shellLine } from '../system/line-text.ts';

const OTHER_FOLDER = 'give another folder with --data';
const MAKE_ROOM = `make room on the disk, or ${OTHER_FOLDER}`;
const OWN_IT = 'make this user the owner of all that is in it';
const OWN_IT_OR_OTHER = `${OWN_IT}, or ${OTHER_FOLDER}`;
/** Database and files belong together, so a part of a copy does not help. */
export const WHOLE_COPY = `bring back a copy of the whole folder (recon.db, recon.db-wal where there is one, and files/, all of one moment), or ${OTHER_FOLDER}`;

/** Beside `WHOLE_COPY`: who has a backup of recon itself has no such copy. */
export const FROM_BACKUP: Advice = {
  before: 'where there is a backup by recon, it comes back into a new folder by',
  command: ['restore', 'BACKUP', '--data', 'NEWFOLDER'],
  because: 'and --key-file FILE where it has a key',
};

/** By error code: the cause in words, and what helps. */
const WORDS: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  EACCES: ['this user may not read and write there', OWN_IT_OR_OTHER],
  EPERM: ['this user may not read and write there', OWN_IT_OR_OTHER],
  EROFS: ['its disk can only be read', `mount the disk for writing, or ${OTHER_FOLDER}`],
  ENOSPC: ['the disk is full', MAKE_ROOM],
  EDQUOT: ['the disk space of this user is used up', MAKE_ROOM],
  EFBIG: ['its disk takes no file so large', `raise the limit of this user (ulimit -f), or ${OTHER_FOLDER}`],
  EIO: ['the disk fails', WHOLE_COPY],
  ENOENT: ['no folder can be made there', OTHER_FOLDER],
  EEXIST: ['there is a file of that name', OTHER_FOLDER],
  ENOTDIR: ['a part of the path is a file', OTHER_FOLDER],
  EISDIR: ['there is a folder where a file should be', `look what is in it, or ${OTHER_FOLDER}`],
  ELOOP: ['its symbolic links lead in a circle', OTHER_FOLDER],
  ENAMETOOLONG: ['its name is too long', OTHER_FOLDER],
  EMFILE: ['too many files are open', 'raise the limit of open files (ulimit -n)'],
  ENFILE: ['too many files are open on this machine', 'end programs that hold many files open'],
  SQLITE_BUSY: ['another program has its database open and writes to it', 'end that program, then start again'],
  SQLITE_READONLY: ['its database can only be read', OWN_IT],
  SQLITE_FULL: ['the disk is full', MAKE_ROOM],
  SQLITE_IOERR: ['the disk fails or is full', `look at the disk, or ${OTHER_FOLDER}`],
  SQLITE_CORRUPT: ['its database is damaged', WHOLE_COPY],
  SQLITE_NOTADB: ['its database is damaged', WHOLE_COPY],
  SQLITE_CANTOPEN: ['its database cannot be opened', OWN_IT_OR_OTHER],
};

/** Turns a failure of disk or database into an error for a person. A ReconError and a bug are returned unchanged. */
export function folderError(folder: string, error: unknown): unknown {
  const words = error instanceof ReconError ? undefined : WORDS[causeOf(error)];
  if (words === undefined) return error;
  const beneath = !existsSync(folder) && OF_RIGHTS.includes(words) ? nearest(dirname(folder)) : folder;
  if (beneath !== folder) {
    const why = `this user may not read and write in ${JSON.stringify(beneath)}`;
    return new ReconError('storage', `the data folder ${JSON.stringify(folder)} cannot be used: ${why}`, {
      hint: `${ofRoot(folder, ownerOf(beneath)) ?? `${asOwner(ownerOf(beneath))}let this user read and write there`}, or ${OTHER_FOLDER}`,
      cause: error,
    });
  }
  const [why, usual] = words;
  const hint = usual.startsWith(OWN_IT) ? ownerHint(folder, usual) : usual;
  return new ReconError('storage', `the data folder ${JSON.stringify(folder)} cannot be used: ${why}`, {
    ...(usual === WHOLE_COPY && { details: [FROM_BACKUP] }),
    hint,
    cause: error,
  });
}

/** A service of its owner may be running on a folder; to take the folder from it would end that. */
function ownerHint(folder: string, usual: string): string {
  const owner = otherOwner(folder);
  if (owner === undefined) return usual;
  // A folder that was made by root by mistake; a service is not run as root.
  if (owner === ROOT) {
    const toOwn = `sudo chown -R ${userName(process.getuid?.() ?? ROOT)} ${shellLine(folder)}`;
    return `root owns that; once no service runs on it any more, ${toOwn}${usual.slice(OWN_IT.length)}`;
  }
  return `${asOwner(owner)}once no service runs on it any more, ${usual}`;
}

/** A service is not run as root: root makes its folder for the user who runs it. */
function ofRoot(folder: string, owner: number | undefined): string | undefined {
  const self = process.getuid?.();
  if (owner !== ROOT || self === undefined || self === ROOT) return undefined;
  return `root makes it for this user: sudo install -d -o ${userName(self)} -m 700 ${shellLine(folder)}`;
}

/** What comes before any change of rights: the service of its owner may need the folder as it is. */
function asOwner(owner: number | undefined): string {
  if (owner === undefined || owner === process.getuid?.()) return '';
  const name = userName(owner);
  return `type it as the user ${name}, who owns that (sudo -u ${name} before it); or, `;
}

/**
 * Root may write everywhere, and what it makes in the folder of another user is root's: their service could not use it.
 * @throws ReconError `usage`
 */
export function requireNotOthers(folder: string): void {
  const owner = process.getuid?.() === ROOT ? ownerOf(join(folder, 'recon.db')) : ROOT;
  if (owner === undefined || owner === ROOT) return;
  const name = userName(owner);
  const what = `the data folder ${JSON.stringify(folder)} belongs to the user ${name}, and this is root`;
  throw new ReconError('usage', `${what}: the service of ${name} could not use what root makes there`, {
    hint: `the same command as that user, with sudo -u ${name}, or give another folder with --data`,
  });
}

/** The user whose service could not use what root makes in this new folder; undefined where that is nobody. */
export function otherUserOf(folder: string): string | undefined {
  if (process.getuid?.() !== ROOT) return undefined;
  let place = resolve(folder);
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  const owner = ownerOf(place);
  return owner === undefined || owner === ROOT ? undefined : userName(owner);
}

const ROOT = 0;
/** What a service keeps there, the folder itself first. */
const KEPT = ['.', 'recon.db', 'service.lock', 'token'];

/** Who owns what is kept there, where that is not this user. */
function otherOwner(folder: string): number | undefined {
  const self = process.getuid?.();
  if (self === undefined) return undefined;
  const owners = KEPT.map((name) => ownerOf(join(folder, name)));
  return owners.find((uid) => uid !== undefined && uid !== self);
}

/** Undefined where it is not there, or this user may not know. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

/** The name of a user of this machine; of one that only a directory service knows, the number. */
function userName(uid: number): string {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  const [name] = users.map((line) => line.split(':')).find(([, , id]) => id === String(uid)) ?? [];
  return name ?? String(uid);
}

const OF_RIGHTS = [WORDS['EACCES'], WORDS['EPERM']];

/** The folder, or the first one above it that is there. */
const nearest = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));

/** The system's code, or SQLite's cut after its second word: SQLITE_IOERR_WRITE becomes SQLITE_IOERR. */
function causeOf(error: unknown): string {
  // A database file that cannot be opened at all comes without a code.
  if (error instanceof Error && error.message.startsWith('ConnectionFailed')) return 'SQLITE_CANTOPEN';
  return (systemErrorCode(error) ?? '').replace(/^(SQLITE_[A-Z]+)_.*$/, '$1');
}

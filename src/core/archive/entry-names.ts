import { shown } from '../shown.ts';
import { refuseArchive } from './refusal.ts';

/** Limits in bytes for a whole name and for one part of it: every usual file system can hold these. */
const MAX_NAME_BYTES = 1024;
const MAX_PART_BYTES = 255;
const MAX_DEPTH = 16;

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** Characters that turn or hide parts of a name. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f/;
const NOT_FOR_WINDOWS = /[\\:*?"<>|]/;
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

type Kind = 'file' | 'folder';

/** Collects the names of an archive and refuses those that cannot exist side by side. */
export class NameTree {
  private readonly spelled = new Map<string, { name: string; kind: Kind; listed: boolean }>();

  /** Throws `unsafe_archive` if the name is unsafe, or conflicts with an earlier one. */
  add(name: string): void {
    const problem = nameProblem(name);
    if (problem !== undefined) throw refuseArchive(`${shown(name)} ${problem}`);
    const parts = partsOf(name);
    for (let depth = 1; depth < parts.length; depth++) this.place(parts.slice(0, depth).join('/'), 'folder', false);
    this.place(parts.join('/'), name.endsWith('/') ? 'folder' : 'file', true);
  }

  private place(name: string, kind: Kind, listed: boolean): void {
    const key = nameKey(name);
    const before = this.spelled.get(key);
    if (before === undefined) {
      this.spelled.set(key, { name, kind, listed });
      return;
    }
    if (before.kind !== kind) throw refuseArchive(`${shown(name)} is both a file and a folder`);
    if (before.name !== name) {
      throw refuseArchive(`${shown(before.name)} and ${shown(name)} are one name on some systems`);
    }
    if (before.listed && listed) throw refuseArchive(`${shown(name)} is in it twice`);
    before.listed ||= listed;
  }
}

/** The reason why a name in an archive is refused, as a predicate; undefined if it is safe on every system. */
function nameProblem(name: string): string | undefined {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return 'has too long a name';
  if (CONTROL.test(name)) return 'has a control character in its name';
  if (INVISIBLE.test(name)) return 'has an invisible or direction-changing character in its name';
  if (name.includes('\ufffd')) return 'has a name that is not text';
  if (name.startsWith('/')) return 'has an absolute path';
  if (NOT_FOR_WINDOWS.test(name)) return 'has one of \\ : * ? " < > | in its name';
  const parts = partsOf(name);
  if (parts.length > MAX_DEPTH) return `lies more than ${MAX_DEPTH} folders deep`;
  for (const part of parts) {
    const problem = partProblem(part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function partProblem(part: string): string | undefined {
  if (part === '..') return 'leads out of the folder';
  if (part === '' || part === '.') return 'has an empty part in its path';
  if (Buffer.byteLength(part) > MAX_PART_BYTES) return 'has too long a name';
  if (/[. ]$/.test(part)) return 'has a name that ends in a dot or a space';
  return DEVICE.test(part) ? 'has the name of a Windows device' : undefined;
}

/** `a/b/` and `a/b` → `['a', 'b']`. */
function partsOf(name: string): string[] {
  return (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
}

/** Names with the same key would be the same file on a Mac or on Windows. */
function nameKey(name: string): string {
  // Capitals come first: the Kelvin sign and the long s have lower-case letters of their own, or none.
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

import { type Advice, type ErrorFacts, ReconError } from '../../errors.ts';
import type { BackupPlace } from './backup-place.ts';

/** Photos or parts of models, as a backup holds them. The records, and all other files, come back without them. */
export class DamagedFile extends ReconError {
  /** Each file and what is wrong with it, in the order of their names. */
  readonly files: readonly string[];

  constructor(files: readonly string[], facts: ErrorFacts) {
    const [only] = files;
    const what = files.length === 1 ? only : `${files.length} files are not what was written, or are gone`;
    const listed = files.length === 1 ? [] : someOf(files);
    super('damaged', `${DAMAGED}${what}`, { ...facts, details: [...listed, ...(facts.details ?? [])] });
    this.files = files;
  }
}

/** All of them as one. */
export function together(found: readonly [DamagedFile, ...DamagedFile[]]): DamagedFile {
  const [{ hint, details }] = found;
  return new DamagedFile(found.flatMap(({ files }) => files).toSorted(), { hint, details });
}

const DAMAGED = 'the backup is damaged: ';
/** More of them tell nobody more. */
const MOST_NAMED = 20;

export function someOf(lines: readonly string[]): string[] {
  if (lines.length <= MOST_NAMED) return [...lines];
  return [...lines.slice(0, MOST_NAMED), `and ${lines.length - MOST_NAMED} more`];
}

/** The file of a backup that is not what was written there, or is gone, and what helps. */
export function damaged(place: Pick<BackupPlace, 'whereIs'>, name: string, why: string): ReconError {
  const found = `${place.whereIs(name)}: ${why}`;
  const way = wayOut(place, name);
  return name.startsWith('files/')
    ? new DamagedFile([found], way)
    : new ReconError('damaged', `${DAMAGED}${found}`, way);
}

/** The line that takes one snapshot away. */
export const removalOf = (root: string, snapshot: string): Advice => ({
  command: ['backup', 'remove', root, snapshot],
  because: 'which removes this snapshot alone',
});

function wayOut(place: Pick<BackupPlace, 'whereIs'>, name: string): ErrorFacts {
  const [part, snapshot] = name.split('/');
  const root = place.whereIs('.');
  // The records of a moment that is over are nowhere else.
  if (part === 'snapshots' && snapshot !== undefined) {
    return {
      details: [
        { before: 'which snapshots are whole tells', command: ['backup', 'verify', root, '--all'] },
        {
          before: 'another snapshot, where there is one, is restored by',
          command: ['restore', root, '--snapshot', 'NAME', '--data', 'NEW'],
        },
        'Another copy of the backup, where there is one, may have this one whole.',
        { before: 'last of all, once another snapshot is whole', ...removalOf(root, snapshot) },
      ],
      hint: { command: ['backup', root], because: 'while the service still has its data, for a new snapshot' },
    };
  }
  if (part === 'files') {
    return {
      details: [
        {
          before: 'all but the damaged files is restored by',
          command: ['restore', root, '--skip-damaged', '--data', 'NEW'],
        },
      ],
      hint: {
        before:
          'take another copy of the backup; or, while the service still has its data, delete the damaged files themselves (no snapshot), and copy them anew by',
        command: ['backup', root],
      },
    };
  }
  return { hint: 'take another copy of the backup; or, where the service still runs, back it up into a new place' };
}

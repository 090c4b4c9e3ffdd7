import { type Advice, type ErrorFacts, ReconError } from '../../errors.ts';
import type { BackupPlace } from './backup-place.ts';

/** A photo or a part of a model, as a backup holds it. The records, and all other files, come back without it. */
export class DamagedFile extends ReconError {}

/** The file of a backup that is not what was written there, or is gone, and what helps. */
export function damaged(place: Pick<BackupPlace, 'whereIs'>, name: string, why: string): ReconError {
  const Kind = name.startsWith('files/') ? DamagedFile : ReconError;
  return new Kind('damaged', `the backup is damaged: ${place.whereIs(name)}: ${why}`, wayOut(place, name));
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
      hint: { command: ['backup', root], because: 'while the service still has its data: the new snapshot is whole' },
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
      hint: 'take another copy of the backup; or, where the service still runs, remove that file and back up once more',
    };
  }
  return { hint: 'take another copy of the backup; or, where the service still runs, back it up into a new place' };
}

import { ReconError } from '../../errors.ts';

export const damaged = (file: string, why: string) =>
  new ReconError('damaged', `the backup is damaged: ${file}: ${why}`, {
    hint: 'take another copy of the backup; or, where the service still runs, remove that file and back up once more',
  });

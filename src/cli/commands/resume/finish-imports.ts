import { shellLine } from '../../../core/shell-line.ts';
import { ReconError } from '../../../errors.ts';
import type { Changes, Context } from '../../context.ts';
import type { Unfinished } from './finish-all.ts';

type Batch = Awaited<ReturnType<Changes['batches']['unfinished']>>[number];

/** Imports that were interrupted go on as they were begun. */
export async function finishImports(batches: readonly Batch[], _context: Context): Promise<Unfinished[]> {
  return batches.map(({ path }) => ({
    about: undefined,
    error: new ReconError('partly_failed', `the import of ${path} is not finished`, {
      hint: shellLine('recon', 'patients', 'import', path),
    }),
  }));
}

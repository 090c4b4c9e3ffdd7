import { ReconError } from '../../../errors.ts';
import type { Changes, Context } from '../../context.ts';
import type { PatientsImportOptions } from '../patients/import.ts';
import { importPatients } from '../patients/import-action.ts';
import type { Unfinished } from './finish-all.ts';

type Batch = Awaited<ReturnType<Changes['batches']['unfinished']>>[number];

/** Imports that were interrupted go on as they were begun, one after another. */
export async function finishImports(batches: readonly Batch[], context: Context): Promise<Unfinished[]> {
  const failures: Unfinished[] = [];
  for (const { path, options } of batches) {
    try {
      await importPatients(path, optionsOf(options), context);
    } catch (error) {
      if (context.signal.aborted || !(error instanceof ReconError)) throw error;
      failures.push({ about: undefined, error });
    }
  }
  return failures;
}

/** As they were written down; what does not look like an option is none. */
function optionsOf({ report, jobs, keepGoing, allowSame }: Batch['options']): PatientsImportOptions {
  return {
    ...(typeof report === 'string' && { report }),
    ...(typeof jobs === 'number' && { jobs: String(jobs) }),
    keepGoing: keepGoing === true,
    allowSame: allowSame === true,
  };
}

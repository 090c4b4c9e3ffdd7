import { ReconError } from '../../../errors.ts';
import type { Changes, Context } from '../../context.ts';
import { importPatients } from '../patients/import-action.ts';
import type { Unfinished } from './finish-all.ts';

type Batch = Awaited<ReturnType<Changes['batches']['unfinished']>>[number];

/** Imports that were interrupted go on as they were begun, one after another. */
export async function finishImports(batches: readonly Batch[], context: Context): Promise<Unfinished[]> {
  const failures: Unfinished[] = [];
  for (const { batch, path, options } of batches) {
    try {
      if (path === undefined) throw damaged(batch);
      if (options['watch'] === true) sayHowToWatch(path, context);
      else await importPatients(path, optionsOf(options), context);
    } catch (error) {
      if (context.signal.aborted || !(error instanceof ReconError)) throw error;
      failures.push({ about: undefined, error });
    }
  }
  return failures;
}

/** It waits for folders to be complete, and is not finished by looking once. */
function sayHowToWatch(path: string, { streams }: Context): void {
  const before = `the watch of ${path} was cut off; it goes on with`;
  streams.note({ before, command: ['patients', 'import', path, '--watch'] });
}

const damaged = (batch: string) =>
  new ReconError('storage', `what is kept of the import ${batch} is damaged or gone`, {
    details: ['the same import by hand does what is missing'],
    hint: { command: ['resume', batch, '--forget'] },
  });

/** As they were written down; what does not look like an option is none. */
function optionsOf({
  report,
  jobs,
  keepGoing,
  allowSame,
  list,
}: Batch['options']): Parameters<typeof importPatients>[1] {
  return {
    ...(typeof report === 'string' && { report }),
    ...(typeof list === 'string' && { list }),
    ...(typeof jobs === 'number' && { jobs: String(jobs) }),
    keepGoing: keepGoing === true,
    allowSame: allowSame === true,
  };
}

import type { OpenChange } from '../../../core/changes/left-open.ts';
import type { Ending } from '../../../core/changes/steps.ts';
import { hasCode, ReconError } from '../../../errors.ts';
import type { Changes, Context } from '../../context.ts';
import { sayWhatIsLeft } from '../../next-steps.ts';
import { keepAsLast } from '../../request/whom.ts';
import { importPatients } from '../patients/import-action.ts';
import { watchLine } from '../patients/import-summary.ts';
import { type OpenImport, whatItIs } from './open-changes.ts';

export interface Finished {
  about: OpenChange;
  ending: Ending;
}

export interface Unfinished {
  /** The change; undefined for an import. */
  about: OpenChange | undefined;
  error: ReconError;
}

/** Some at a time, because each may have to wait until its request can no longer be at work. */
export async function finishAll(
  open: readonly OpenChange[],
  changes: Changes,
  context: Context,
): Promise<{ failures: Unfinished[]; finished: Finished[] }> {
  const { jobs } = await context.settings();
  const failures: Unfinished[] = [];
  const finished: Finished[] = [];
  const left = [...open];
  const work = async () => {
    for (let about = left.shift(); about !== undefined; about = left.shift()) {
      try {
        const ending = await changes.unfinished.finish(about.entry);
        finished.push({ about, ending });
        await tellFinished(about, ending, context);
      } catch (error) {
        if (context.signal.aborted || !(error instanceof ReconError)) throw error;
        failures.push({ about, error: tellingHowToDrop(error, about.entry) });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs.value, open.length) }, work));
  return { failures, finished };
}

export const toDrop = (entry: string) => ({
  before: 'where that service is gone for good, drop it',
  command: ['resume', entry, '--forget'],
});

/** Of a service that cannot be reached. */
export const tellingHowToDrop = <T>(error: T, entry: string): T | ReconError =>
  hasCode(error, 'network') ? error.with({ details: [...error.details, toDrop(entry)] }) : error;

/** A sentence for a person, and the id of a patient that was made alone on stdout. */
export async function tellFinished(about: OpenChange, ending: Ending, context: Context): Promise<void> {
  const { streams } = context;
  const { how, patient } = ending;
  const as = about.deed === 'create' && patient !== undefined ? `, patient ${patient}` : '';
  const words = {
    // By its key the service may answer again for what it made before: words that are true of both.
    answered: about.deed === 'create' ? 'is there' : 'is made',
    found: 'had been made; its answer was lost',
    already_there: 'was not sent: such a patient is there already',
    alike_there: 'was not sent: a patient like this one is there already',
  }[how];
  streams.say(`${whatItIs(about)} ${words}${as}`);
  if (as === '' || patient === undefined) return;
  await keepAsLast(patient, context);
  if (!(await context.isAnswerSaid())) await streams.answer(patient);
}

/** What can be done next, once all is told: of the only change that was finished; of more the state shows it. */
export async function tellNext(
  [only, ...others]: readonly Finished[],
  imports: readonly OpenImport[],
  context: Context,
): Promise<void> {
  if (others.length > 0 || imports.some(({ options }) => !isWatch(options)))
    return await context.sayNext({ command: ['status'], because: 'to see what is to be done' });
  if (only === undefined) return;
  const { about, ending } = only;
  const { patient } = ending;
  if ((about.deed === 'create' || about.deed === 'update') && patient !== undefined && context.streams.stderrIsTty()) {
    // It is done, whatever becomes of this look.
    const now = await (await context.client()).getPatient(patient).catch(() => undefined);
    if (now === undefined) return;
    await sayWhatIsLeft({ id: patient, reply: now, isNew: about.deed === 'create' }, context);
  }
}

/** Imports that were interrupted go on as they were begun, one after another. */
export async function finishImports(imports: readonly OpenImport[], context: Context): Promise<Unfinished[]> {
  const failures: Unfinished[] = [];
  for (const { batch, path, options } of imports) {
    try {
      if (path === undefined) throw damaged(batch);
      if (isWatch(options)) {
        // It waits for folders to be complete, and is not finished by looking once.
        const before = `the watch of ${path} was cut off; it goes on with`;
        context.streams.note({ before, ...watchLine(path, optionsOf(options)) });
      } else await importPatients(path, optionsOf(options), context);
    } catch (error) {
      if (context.signal.aborted || !(error instanceof ReconError)) throw error;
      failures.push({ about: undefined, error });
    }
  }
  return failures;
}

const isWatch = (options: OpenImport['options']) => options['watch'] === true;

const damaged = (batch: string) =>
  new ReconError('storage', `what is kept of the import ${batch} is damaged or gone`, {
    details: ['the same import by hand does what is missing'],
    hint: { command: ['resume', batch, '--forget'] },
  });

/** As they were written down; what does not look like an option is none. */
function optionsOf({ report, folder, type, jobs, keepGoing, allowSame, photoCheck, list }: OpenImport['options']) {
  return {
    ...(typeof report === 'string' && { report }),
    ...(typeof folder === 'string' && { folder }),
    ...(typeof type === 'string' && { type }),
    ...(typeof list === 'string' && { list }),
    ...(typeof jobs === 'number' && { jobs: String(jobs) }),
    keepGoing: keepGoing === true,
    allowSame: allowSame === true,
    photoCheck: photoCheck === true,
  } satisfies Parameters<typeof importPatients>[1];
}

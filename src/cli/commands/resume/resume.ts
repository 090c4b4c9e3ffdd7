import type { OpenChange } from '../../../core/changes/open-changes.ts';
import { pathId } from '../../../core/ids.ts';
import { ReconError } from '../../../errors.ts';
import type { Changes, Context } from '../../context.ts';
import type { ResumeOptions } from '../resume.ts';
import { finishAll } from './finish-all.ts';
import { finishImports } from './finish-imports.ts';
import { showOpen } from './show-open.ts';
import { tellElsewhere } from './tell-elsewhere.ts';
import { tellFinished } from './tell-finished.ts';

export async function resume(entry: string | undefined, options: ResumeOptions, context: Context): Promise<void> {
  refuseContradiction(entry, options);
  const changes = await context.changes();
  if (options.list === true || context.globals().dryRun) return await showOpen(changes, context);
  if (entry !== undefined) return await closeOne(entry, options, changes, context);
  const open = await changes.open.list();
  const batches = await changes.batches.unfinished();
  await tellElsewhere(changes, context);
  if (open.length === 0 && batches.length === 0) return context.streams.say('nothing is open here');
  const failures = [...(await finishAll(open, changes, context)), ...(await finishImports(batches, context))];
  if (failures.length > 0) throw summary(failures);
}

function refuseContradiction(entry: string | undefined, { list, adopt, recreate, forget }: ResumeOptions): void {
  const given = [
    list && '--list',
    adopt !== undefined && '--adopt',
    recreate && '--recreate',
    forget && '--forget',
  ].filter((flag) => typeof flag === 'string');
  if (given.length > 1) throw new ReconError('usage', `${given.join(' and ')} exclude each other`);
  if (entry === undefined && given.length === 1 && !list) {
    throw new ReconError('usage', `${given[0]} needs the name of an open change`, { hint: 'recon resume --list' });
  }
}

async function closeOne(entry: string, options: ResumeOptions, changes: Changes, context: Context): Promise<void> {
  const { streams } = context;
  const about = (await changes.open.list()).find((one) => one.entry === entry);
  if (about === undefined) return await closeImport(entry, options, changes, context);
  if (options.adopt !== undefined) {
    const id = pathId(options.adopt);
    await changes.open.adopt(entry, id);
    streams.say(`${entry} is closed: it is taken as made, patient ${id}`);
    return await streams.answer(id);
  }
  if (options.forget === true) {
    await changes.open.forget(entry);
    return streams.say(`${entry} is dropped; what was sent of it, if anything, stays on the service`);
  }
  const outcome = options.recreate === true ? await changes.open.recreate(entry) : await changes.open.finish(entry);
  await tellFinished(about, outcome, context);
}

async function closeImport(name: string, options: ResumeOptions, changes: Changes, context: Context): Promise<void> {
  const batch = (await changes.batches.unfinished()).find((one) => one.batch === name);
  if (batch === undefined) {
    throw new ReconError('usage', `there is no open change ${JSON.stringify(name)}`, { hint: 'recon resume --list' });
  }
  if (options.adopt !== undefined || options.recreate === true) {
    throw new ReconError('usage', `${name} is an import, which is gone on with or dropped`, {
      hint: `recon resume ${name}, or with --forget`,
    });
  }
  if (options.forget === true) {
    await changes.batches.finish(name);
    return context.streams.say(
      `the import ${batch.path === undefined ? name : `of ${batch.path}`} is dropped; the patients it has made stay`,
    );
  }
  const failures = await finishImports([batch], context);
  if (failures.length > 0) throw summary(failures);
}

/** The one failure as it is; of several the worst decides: what stays unknown, then the first. */
function summary(failures: readonly { about: OpenChange | undefined; error: ReconError }[]): ReconError {
  const [first] = failures;
  if (failures.length === 1 && first !== undefined) return first.error;
  const unknown = failures.find(({ error }) => error.code === 'outcome_unknown');
  const { code } = (unknown ?? first)!.error;
  return new ReconError(code, `${failures.length} changes could not be finished`, {
    details: failures.map(({ about, error }) =>
      about === undefined ? error.message : `${about.entry}: ${error.message}`,
    ),
    hint: 'recon resume --list',
  });
}

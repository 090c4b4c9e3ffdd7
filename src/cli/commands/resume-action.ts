import type { OpenPlace } from '../../core/changes/left-open.ts';
import { noSuchChange } from '../../core/changes/unfinished-changes.ts';
import { type Line, ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { once } from '../once.ts';
import { patientId } from '../request/whom.ts';
import {
  type Finished,
  finishAll,
  finishImports,
  tellFinished,
  tellingHowToDrop,
  tellNext,
  toDrop,
  type Unfinished,
} from './resume/finish.ts';
import { forget, forgetAll } from './resume/forget.ts';
import {
  changesAre,
  countOf,
  goneProfiles,
  isInUse,
  movedHere,
  narrowed,
  resumeAt,
  tellElsewhere,
  whatItIs,
} from './resume/open-changes.ts';
import { showOpen } from './resume/show-open.ts';

export interface ResumeOptions {
  list?: boolean;
  adopt?: string;
  recreate?: boolean;
  forget?: boolean;
  yes?: boolean;
}

/** Looking and forgetting are done on this disk alone; everything else asks the service in use. */
export async function resumeChanges(
  entry: string | undefined,
  options: ResumeOptions,
  context: Context,
): Promise<void> {
  refuseContradiction(entry, options);
  const left = await context.leftOpen();
  if (options.list === true || context.globals().dryRun) return await showOpen(await left.list(), context);
  // Whoever finishes what is open is told of a running recon that is at it.
  const places = await left.listAll();
  if (entry !== undefined) return await closeOne(entry, options, places, context);
  if (options.forget === true) return await forgetAll(places, options.yes === true, context);
  const settings = await context.settings();
  const here = places.find((place) => isInUse(place, settings));
  const isMoved = await movedHere(places, context);
  const moved = places.filter(isMoved);
  await tellElsewhere(
    places.filter((place) => place !== here && !moved.includes(place)),
    context,
  );
  await context.changes();
  if (here === undefined && moved.length === 0) return context.streams.say('nothing is open here');
  const failures: Unfinished[] = [];
  const finished: Finished[] = [];
  const own = [...(here === undefined ? [] : [here]), ...moved];
  for (const place of own) {
    const reached = place === here ? context : await begunAt(place, context);
    const done = await finishAll(place.changes, await reached.changes(), reached);
    finished.push(...done.finished);
    failures.push(...done.failures, ...(await finishImports(place.imports, reached)));
  }
  throwAll(failures);
  await tellNext(
    finished,
    own.flatMap(({ imports }) => imports),
    context,
  );
}

/** For what was begun when the service in use had another address: its own journal knows what was made already. */
async function begunAt(place: OpenPlace, context: Context): Promise<Context> {
  const { baseUrl } = await context.connection();
  const what = `${changesAre(countOf(place))} open, begun at ${place.service}`;
  context.streams.say(`${what}; profile ${place.profile} reaches that service at ${baseUrl} now`);
  const changes = once(() => context.changesBegunAt(place));
  return { ...context, changes };
}

function refuseContradiction(entry: string | undefined, { list, adopt, recreate, forget }: ResumeOptions): void {
  const given = [
    list && '--list',
    adopt !== undefined && '--adopt',
    recreate && '--recreate',
    forget && '--forget',
  ].filter((flag) => typeof flag === 'string');
  if (given.length > 1) throw new ReconError('usage', `${given.join(' and ')} exclude each other`);
  if (entry === undefined && (adopt !== undefined || recreate)) {
    throw new ReconError('usage', `${given[0]} needs the name of an open change`, {
      hint: { command: ['resume', '--list'] },
    });
  }
}

async function closeOne(
  entry: string,
  options: ResumeOptions,
  places: readonly OpenPlace[],
  context: Context,
): Promise<void> {
  const { streams } = context;
  const place = await placeOf(entry, options, places, context);
  if (options.forget === true) return await forget(place, entry, context);
  const reached = isInUse(place, await context.settings()) ? context : await begunAt(place, context);
  const about = place.changes.find((one) => one.entry === entry);
  if (about === undefined) return await goOnWithImport(entry, options, place, reached);
  const { unfinished } = await reached.changes();
  if (options.adopt !== undefined) {
    const id = await patientId(options.adopt, { change: 'Take the change as made, of' }, context);
    await unfinished.adopt(entry, id);
    streams.say(`${whatItIs(about)} is taken as made, patient ${id}`);
    return await streams.answer(id);
  }
  const settling = options.recreate === true ? unfinished.recreate(entry) : unfinished.finish(entry);
  const outcome = await settling.catch((error: unknown) => {
    throw tellingHowToDrop(error, entry);
  });
  await tellFinished(about, outcome, context);
  await tellNext([{ about, ending: outcome }], [], context);
}

/**
 * The place where it is open: at the service in use, also where that was before it moved, or, to forget it, at the only
 * service that has it. Several can have it: an import is named after its list, and one list may go to two services.
 * @throws ReconError `usage` with the line that reaches it
 */
async function placeOf(
  entry: string,
  { adopt, recreate, forget }: ResumeOptions,
  all: readonly OpenPlace[],
  context: Context,
): Promise<OpenPlace> {
  const settings = await context.settings();
  const holds = ({ changes, imports }: OpenPlace) =>
    changes.some((one) => one.entry === entry) || imports.some((one) => one.batch === entry);
  const found = narrowed(all, settings).filter(holds);
  const isMoved = await movedHere(found, context);
  const place =
    found.find((one) => isInUse(one, settings)) ??
    found.find(isMoved) ??
    (forget && found.length === 1 ? found[0] : undefined);
  if (place !== undefined) return place;
  const others = all.filter(holds);
  const [first] = others;
  if (first === undefined) throw noSuchChange(entry);
  const flags = adopt !== undefined ? ['--adopt', adopt] : recreate ? ['--recreate'] : forget ? ['--forget'] : [];
  const where = others.map(({ service, profile }) => `${service} (profile ${profile})`);
  const isGone = await goneProfiles(context);
  throw new ReconError('usage', `${entry} is open at ${where.join(' and at ')}`, {
    details: [
      ...others.slice(1).map((other) => ({ before: 'or', command: resumeAt(other, entry, ...flags) })),
      ...(others.length === 1 && !forget
        ? [{ ...toDrop(entry), ...(!isGone(first) && { command: resumeAt(first, entry, '--forget') }) }]
        : []),
    ],
    hint: isGone(first)
      ? {
          command: ['login', '--profile', first.profile, '--base-url', first.service],
          because: 'then the same command',
        }
      : { command: resumeAt(first, entry, ...flags) },
  });
}

async function goOnWithImport(
  name: string,
  { adopt, recreate }: ResumeOptions,
  { imports }: OpenPlace,
  context: Context,
): Promise<void> {
  if (adopt !== undefined || recreate === true) {
    throw new ReconError('usage', `${name} is an import: it can be continued or dropped`, {
      hint: { command: ['resume', name], because: 'which continues it; --forget drops it' },
    });
  }
  const batches = imports.filter(({ batch }) => batch === name);
  throwAll(await finishImports(batches, context));
  await tellNext([], batches, context);
}

/** One failure is thrown as it is. Several become one error: `outcome_unknown` if any of them is, else the first's code. */
function throwAll(failures: readonly Unfinished[]): void {
  const [first] = failures;
  if (first === undefined) return;
  if (failures.length === 1) throw first.error;
  const { error } = failures.find((one) => one.error.code === 'outcome_unknown') ?? first;
  throw new ReconError(error.code, `${failures.length} changes could not be finished`, {
    details: failures.map(({ about, error }) =>
      toldOf(about ? `${whatItIs(about)}: ${error.message}` : error.message, error),
    ),
    hint: { command: ['resume', '--list'] },
    needsPerson: error.needsPerson,
  });
}

/** With its next step, where the same command again finds no more. */
const toldOf = (message: string, { needsPerson, hint }: ReconError): Line =>
  needsPerson && typeof hint === 'object' ? { before: message, command: hint.command } : message;

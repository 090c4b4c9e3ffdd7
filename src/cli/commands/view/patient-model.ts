import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { PatientAnswer } from '../../../contract/answers.ts';
import {
  hasFrames,
  isEarlierModel,
  READY_STATUS,
  type ReconstructionType,
  shortTypeOf,
  typeWord,
} from '../../../contract/reconstruction.ts';
import type { SimulationLines } from '../../../contract/simulation-lines.ts';
import type { SavedSimulation, ViewerFacts } from '../../../contract/viewer.ts';
import type { Reply } from '../../../core/answer.ts';
import { acceptedOf, chosenOf, reconstructionsOf } from '../../../core/chosen-reconstructions.ts';
import { keepsEarlierModels } from '../../../core/own-routes.ts';
import { modelText } from '../../../core/update.ts';
import { savedSimulations } from '../../../core/viewer/saved-simulations.ts';
import type { ViewerParts } from '../../../core/viewer/serve-viewer.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { sayLinksOfAccepted } from '../../links-out.ts';
import { whereNoModel } from '../../next-steps.ts';
import { fieldText } from '../../output/field-text.ts';
import { whoIsTold } from '../../output/patient-line.ts';
import { ownTypes, typeText } from '../../request/ask-type.ts';
import { reconstructionType } from '../../request/option-values.ts';
import { requireAfter } from '../../request/require-after.ts';
import { patientId } from '../../request/whom.ts';
import { fetchArchive } from '../download-action.ts';
import { labelOf } from './label.ts';

/** An archive to show. */
export interface ArchiveFile {
  path: string;
  label: string;
  /** Beside the other one of two. */
  shortLabel?: string;
  /** What has to be known of it first. */
  note?: string;
}

/** A patient's model, fetched, and what the service has a way to do with it. */
export interface PatientModel extends ArchiveFile, Pick<ViewerParts, 'accept' | 'simulations'> {
  /** The after-record to compare with. */
  after?: ArchiveFile;
  /** The numbers of the after-records that are ready and not shown. */
  others: readonly number[];
  facts(): Pick<ViewerFacts, 'type' | 'name' | 'acceptance' | 'simulations'>;
}

export interface Wish {
  type?: string | undefined;
  /** The number of an after-record. */
  after?: number | undefined;
}

/** A model may be made anew while it is fetched; so often it is fetched once more. */
const MOST_TRIES = 3;

/** Fetches the archive into `folder`. The label is the id alone: as the page's title it stays in the browser's history. */
export async function modelOfPatient(
  typed: string,
  { type: typedType, after }: Wish,
  folder: string,
  context: Context,
  fetch: typeof fetchArchive = fetchArchive,
): Promise<PatientModel> {
  const wish = typedType === undefined ? undefined : reconstructionType(typedType);
  const id = await patientId(typed, { having: wish }, context);
  const client = await context.client();
  let record = await client.getPatient(id);
  if (after !== undefined) requireAfters(record);
  const type = wish ?? (await onlyModel(record, id, context));
  if (after !== undefined) requireAfter(record, 'view', { id, type, after });
  const target = join(folder, `patient-${id}-${type}.zip`);
  const label = labelOf({ id, type });
  if (context.globals().dryRun) return { path: target, label, others: [], facts: () => ({ type }) };
  let isKnown = false;
  for (let tries = 1; tries <= MOST_TRIES && !isKnown; tries++) {
    await fetch({ id, type, target, force: true, resumable: false }, context);
    const now = await client.getPatient(id);
    isKnown = modelText(now, type) === modelText(record, type);
    record = now;
  }
  const lines = isKnown && type === 'mammo' ? await linesOf(record, id, context) : undefined;
  const note = isKnown ? noteOf(record, type) : NOT_KNOWN;
  return {
    others: after === undefined ? readyAfters(record, type) : [],
    ...{ path: target, label, ...(note !== undefined && { note }) },
    ...(after !== undefined && {
      shortLabel: 'Before',
      after: await fetchAfter({ id, type, after }, folder, context, fetch),
    }),
    ...(isKnown ? deedsOf(record, { id, type, lines }, context) : { facts: () => factsOf(record, type) }),
  };
}

const AFTER_FILES = { before: 'with both archives as files', command: ['view', 'BEFORE.zip', 'AFTER.zip'] };

function requireAfters({ routes }: Reply<PatientAnswer>): void {
  if (routes?.has('after-archive')) return;
  throw new ReconError('not_offered', 'this service has no way to show an after-record', {
    details: ['the interface has none, so only the archive of an after-record can be compared, as a file'],
    hint: AFTER_FILES,
  });
}

const readyAfters = ({ routes, afters = [] }: Reply<PatientAnswer>, type: ReconstructionType): number[] =>
  routes?.has('after-archive') === true
    ? afters.filter((one) => one.type === type && one.status === READY_STATUS).map(({ number }) => number)
    : [];

async function fetchAfter(
  { id, type, after }: { id: string; type: ReconstructionType; after: number },
  folder: string,
  context: Context,
  fetch: typeof fetchArchive,
): Promise<ArchiveFile> {
  const target = join(folder, `patient-${id}-${type}-after-${after}.zip`);
  await fetch({ id, type, after, target, force: false, resumable: false }, context);
  return { path: target, label: labelOf({ id, type, after }), shortLabel: `After ${after}` };
}

/** Nobody has seen the model that the service has now. */
const NOT_KNOWN =
  'This model was made anew each time it was fetched, so a newer one may be there: this one cannot be accepted, nor a simulation be saved on it.';

/** The status is that of the newest generation. */
function noteOf(record: Reply<PatientAnswer>, type: ReconstructionType): string | undefined {
  const [one] = chosenOf(record, type);
  const status = one?.status;
  if (status === READY_STATUS || typeof status !== 'string') return undefined;
  if (!isEarlierModel(one, { isOurs: keepsEarlierModels(record) })) return `The service says of this model: ${status}.`;
  return `An earlier model: the newest one is not ready (${status}).`;
}

/** Whose model it is; nobody without a name is told as one. */
function factsOf({ body }: Reply<PatientAnswer>, type: ReconstructionType): Pick<ViewerFacts, 'type' | 'name'> {
  const name = fieldText(body?.patient?.name).trim();
  return { type, ...(name !== '' && { name }) };
}

/** Of the simulations in the record, by their ids; undefined where the service keeps no lines. */
async function linesOf(
  record: Reply<PatientAnswer>,
  id: string,
  context: Context,
): Promise<Map<number, SimulationLines> | undefined> {
  if (record.routes?.has('simulation-lines') !== true) return undefined;
  return savedSimulations(record).length === 0 ? new Map() : await (await context.client()).askSimulationLines(id);
}

const withLines = (saved: readonly SavedSimulation[], lines: Map<number, SimulationLines> | undefined) =>
  saved.map((one) => {
    const own = lines?.get(one.id);
    return { ...one, ...(own && { lines: own }) };
  });

/** What the service has a way to do with a model, as it was when it was fetched. */
function deedsOf(
  record: Reply<PatientAnswer>,
  { id, type, lines }: { id: string; type: ReconstructionType; lines: Map<number, SimulationLines> | undefined },
  context: Context,
): Pick<PatientModel, 'accept' | 'simulations' | 'facts'> {
  const mayAccept = record.routes?.has('accept') === true;
  const canSave = type === 'mammo' && record.routes?.has('simulations') === true;
  const modelUpdatedAt = chosenOf(record, type)[0]?.updated_at ?? undefined;
  const isRepeatable = record.keyMemoryMs !== undefined;
  let isAccepted = acceptedOf(record, type) === true;
  let saved = savedSimulations(record);
  const accept = async () => {
    const now = await (await context.client()).getPatient(id);
    if (modelText(now, type) !== modelText(record, type)) {
      throw new ReconError('in_progress', 'the model was made anew since this one was fetched; nothing was accepted', {
        hint: { command: ['view', id, '--type', type] },
      });
    }
    // The person has seen it, with the note that it is an earlier one.
    const isEarlier = isEarlierModel(chosenOf(record, type)[0], { isOurs: true });
    await (await context.changes()).setAccepted(id, { type, isAccepted: true, ...(isEarlier && { isEarlier }) });
    isAccepted = true;
    const who = whoIsTold(id, record.body?.patient, context.streams);
    context.streams.say(`accepted the ${typeWord(type)} model of ${who}; no update replaces it now`);
    await sayLinksOfAccepted({ id, type }, now, context);
  };
  const simulations: PatientModel['simulations'] = {
    save: async ({ lines: drawn, ...sent }) => {
      const options = { key: randomUUID(), isRepeatable };
      const client = await context.client();
      const kept = lines && drawn;
      saved = savedSimulations(
        await client.saveSimulation(id, { ...sent, modelUpdatedAt, ...(kept && { lines: kept }) }, options),
      );
      const made = saved.find(({ name }) => name === sent.name);
      if (made !== undefined && kept !== undefined) lines?.set(made.id, kept);
      context.streams.say(`saved a simulation on the ${typeWord(type)} model of patient ${id}`);
    },
    remove: async (simulation) => {
      const options = { key: randomUUID(), isRepeatable };
      saved = savedSimulations(await (await context.client()).deleteSimulation(id, simulation, options));
      context.streams.say(`deleted simulation ${simulation} of patient ${id}`);
    },
  };
  return {
    facts: () => ({
      ...factsOf(record, type),
      ...(mayAccept && { acceptance: { type, isAccepted } }),
      ...(type === 'mammo' && {
        simulations: { saved: withLines(saved, lines), canSave, ...(lines && { keepsLines: true }) },
      }),
    }),
    ...(mayAccept && { accept }),
    ...(canSave && { simulations }),
  };
}

/** The type of the only model that can be fetched; of several a person chooses. */
async function onlyModel(record: Reply<PatientAnswer>, id: string, context: Context): Promise<ReconstructionType> {
  const there = reconstructionsOf(record).flatMap((one) => {
    const type = shortTypeOf(one?.type);
    // Frames beside another status may be those of an earlier model; the download tells.
    const hasModel = one?.status === READY_STATUS || hasFrames(one);
    return type === undefined || !hasModel ? [] : [type];
  });
  const types = [...new Set(there)];
  const [only, ...others] = types;
  if (only === undefined) {
    throw new ReconError('not_found', `patient ${id} has no 3D model that is ready`, whereNoModel(id, record));
  }
  if (others.length === 0) return only;
  if (!context.mayAsk()) {
    throw new ReconError('usage', `patient ${id} has several 3D models: --type is one of ${types.join(', ')}`);
  }
  const own = ownTypes(record, context);
  return await (await context.prompt()).choose(
    'Which 3D model?',
    types.map((type) => own.find(({ value }) => value === type) ?? { value: type, name: typeText(type) }),
  );
}

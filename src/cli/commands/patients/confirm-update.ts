import type { PatientAnswer } from '../../../contract/answers.ts';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { answerKeyOf, type PatientField, type SizeField } from '../../../contract/patient.ts';
import { requirements } from '../../../contract/photo-rules.ts';
import { providersOf } from '../../../contract/providers.ts';
import {
  isEarlierModel,
  type ReconstructionType,
  shortTypeOf,
  typeWord,
  VIEWS,
  type View,
} from '../../../contract/reconstruction.ts';
import { viewName } from '../../../contract/view-name.ts';
import type { Reply } from '../../../core/answer.ts';
import { chosenOf } from '../../../core/chosen-reconstructions.ts';
import { type Draft, listed, viewsOf } from '../../../core/draft.ts';
import { type Line, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { fieldOf, fieldText, itemsOf } from '../../output/field-text.ts';
import { type ModelState, modelState } from '../../output/model-state.ts';
import { whoText } from '../../output/patient-line.ts';
import { changesOf } from './ask-changes.ts';

/** The values that an update takes away for good. */
export interface Losses {
  /** Emptied by an empty value. */
  fields: (PatientField | SizeField)[];
  /** The type whose model is made anew although nothing new is given to make it of. */
  remade: string | undefined;
}

export function lossesOf({ patient, size, type, measures, ...draft }: Draft): Losses {
  const values = { ...patient, ...size };
  const fields = (Object.keys(values) as Losses['fields']).filter((field) => values[field] === '');
  const isTypeAlone =
    viewsOf(draft).length === 0 && draft.photoFolder === undefined && Object.keys(measures).length === 0;
  return { fields, remade: isTypeAlone ? type : undefined };
}

/** Whole sentences that refuse the losses where nobody can be asked. */
export function needsYes({ fields, remade }: Losses): string[] {
  const doing = [
    ...(fields.length === 0 ? [] : [`erase ${listed(fields)}`]),
    ...(remade === undefined ? [] : [`make the ${remade} model anew, of the photos it has,`]),
  ];
  return doing.map((what) => `to ${what} without being asked, --yes is needed`);
}

/** The views that an update keeps in a model: what is not new, as far as the service tells it. */
export const keptIn = (draft: Draft, type: ReconstructionType | undefined, before: Reply<PatientAnswer>): View[] =>
  ((type && before.modelPhotos?.[type]) ?? UPDATE_VIEWS).filter((view) => draft.photos[view] === undefined);

/** What is sent by a link is a set of its own. */
export const linkFor = (id: string, type: ReconstructionType | undefined) => [
  ...['invite', id],
  ...(type === undefined ? [] : ['--type', type]),
  '--open',
];

/**
 * Some new photos of a model that failed join those that failed with it, and not those of the earlier model, which the
 * record shows.
 */
function joinsFailedPhotos(
  draft: Draft,
  type: ReconstructionType | undefined,
  before: Reply<PatientAnswer>,
): string | undefined {
  const model = type === undefined ? undefined : chosenOf(before, type)[0];
  const left = UPDATE_VIEWS.filter((view) => draft.photos[view] === undefined);
  if (left.length === 0 || left.length === UPDATE_VIEWS.length || !isEarlierModel(model, { isOurs: false })) {
    return undefined;
  }
  const [photo, them] = left.length === 1 ? ['photo', 'it'] : ['photos', 'them'];
  return `the ${listed(left.map(viewName))} ${photo} will be what was sent last, of which no model came. The record shows the earlier model, with other photos. If that is not meant, give ${them} too`;
}

/** The earlier photos that an update keeps may be of another person than the new ones. */
export function oldPhotosWarning(
  id: string,
  draft: Draft,
  type: ReconstructionType | undefined,
  before: Reply<PatientAnswer>,
): Line | undefined {
  const joined = joinsFailedPhotos(draft, type, before);
  if (joined !== undefined) return joined;
  if (UPDATE_VIEWS.some((view) => draft.photos[view] === undefined)) return undefined;
  const kept = keptIn(draft, type, before);
  const possible = kept.length > 0 ? [] : unseenViews(type, before);
  if (kept.length === 0 && possible.length === 0) return undefined;
  const [photo, them, show] = kept.length === 1 ? ['photo', 'it', 'it shows'] : ['photos', 'them', 'they show'];
  const what =
    kept.length > 0
      ? `the earlier ${photo} ${listed(kept.map(viewName))} ${kept.length === 1 ? 'stays' : 'stay'} in this model`
      : `if this model has earlier photos of other views (${possible.map(viewName).join(', ')}), they stay in it`;
  return {
    before: `${what}, since an update cannot replace ${them}; if ${show} somebody else, replace all photos by a link`,
    command: linkFor(id, type),
  };
}

/** The views that a model may have beside those that the interface shows, where the service does not tell. */
function unseenViews(type: ReconstructionType | undefined, before: Reply<PatientAnswer>): View[] {
  if (type === undefined || before.modelPhotos?.[type] !== undefined || chosenOf(before, type).length === 0) return [];
  const needed = providersOf(type).flatMap(({ number }) => requirements(type, String(number)));
  return VIEWS.filter((view) => needed.includes(view) && !UPDATE_VIEWS.includes(view));
}

/** What to do where new and earlier photos show two people: it may be the earlier ones that are wrong. */
export const ifTwoPeople = (
  id: string,
  draft: Draft,
  type: ReconstructionType | undefined,
  before: Reply<PatientAnswer>,
): Line[] => [
  {
    before: 'if the new photos are of somebody else',
    command: ['patients', 'create', ...(type === undefined ? [] : ['--type', type])],
    because: 'a record of their own',
  },
  keptIn(draft, type, before).length + unseenViews(type, before).length === 0
    ? 'if the earlier ones are: send the new ones, which replace all of them'
    : {
        before: 'if the earlier ones are',
        command: linkFor(id, type),
        because: 'a link that replaces all photos',
      },
];

/** An update about which a person may have to be asked. */
export interface PlannedUpdate {
  id: string;
  draft: Draft;
  type: ReconstructionType | undefined;
  before: Reply<PatientAnswer>;
  /** Without what a person has seen already. */
  losses: Losses;
  /** The patient was found by a name, and nobody has said yet that it is the one. */
  isByName: boolean;
}

/**
 * What a person is told before the question, and what that is about; nothing where there is nothing to ask. A model that
 * failed has nothing to lose, and what is empty already is no loss.
 */
export function plannedUpdate(
  { id, draft, type, before, losses, isByName }: PlannedUpdate,
  { clock }: Pick<Context, 'clock'>,
): { asksAbout: 'photos' | 'losses' | 'remaking' | 'patient' | undefined; lines: string[] } {
  const patient = before.body?.patient;
  const who = whoText(id, patient, clock.now());
  const model = stateOf(type, patient, clock.now());
  const isReady = model?.kind === 'ready';
  const isReplaced = viewsOf(draft).length > 0 && isReady;
  const isMeasured = Object.keys(draft.measures).length > 0 && !isReplaced && isReady;
  const given = isReplaced ? 'photos' : 'measure';
  const emptied = losses.fields.flatMap((field) => {
    const value = fieldOf(patient, answerKeyOf(field));
    // A service may leave out what it has.
    if (value === undefined) return [field];
    const text = fieldText(value);
    return text === '' ? [] : [`${field} (${text})`];
  });
  const now = model === undefined ? '' : `; that model is ${model.shortWord}`;
  const lines = [
    ...(isByName ? [`to change: ${who}`, ...changesOf(draft, patient).map((line) => `  ${line}`)] : []),
    ...(emptied.length > 0 && !isByName ? [`would empty these fields of patient ${id}: ${emptied.join(', ')}`] : []),
    ...(losses.remade === undefined
      ? []
      : [`would make the ${losses.remade} model of patient ${id} anew, of the photos it has${now}`]),
    ...(isReplaced || isMeasured
      ? [`to make anew, with the new ${given}: the ${typeWord(type)} model of ${isByName ? `patient ${id}` : who}`]
      : []),
  ];
  const isRemade = losses.remade !== undefined || isMeasured;
  const isLoss = emptied.length > 0 || (isRemade && hasModelToLose(model));
  const other = isRemade ? 'remaking' : isByName ? 'patient' : undefined;
  return { asksAbout: isReplaced ? 'photos' : isLoss ? 'losses' : other, lines };
}

/** Where a generation failed, only an earlier model may be there. */
const hasModelToLose = (model: ModelState | undefined) =>
  model !== undefined && (model.kind !== 'failed' || model.earlier !== undefined);

function stateOf(type: string | undefined, patient: unknown, now: number) {
  const models = itemsOf(fieldOf(patient, 'reconstructions'));
  const model = models.find((one) => shortTypeOf(fieldOf(one, 'type')) === type);
  return model === undefined ? undefined : modelState(model, now);
}

const QUESTIONS = {
  losses: 'Do it? This cannot be undone.',
  remaking: 'Do it?',
  patient: 'Change this patient?',
} as const;

/**
 * Asks about an update once, after its lines; the first answer is no.
 * @throws ReconError `declined` where the answer is no
 */
export async function confirmUpdate(planned: PlannedUpdate, context: Context): Promise<void> {
  const { asksAbout, lines } = plannedUpdate(planned, context);
  if (asksAbout === undefined) return;
  for (const line of lines) context.streams.note(line);
  if (asksAbout === 'photos') return await confirmPhotos(planned, context);
  const question = QUESTIONS[asksAbout];
  if (await (await context.prompt()).confirm(question)) return;
  throw new ReconError('declined', 'nothing was done');
}

/** Whether new photos show whose ready model they are to replace. */
async function confirmPhotos({ id, draft, type, before }: PlannedUpdate, { prompt }: Context): Promise<void> {
  const kept = keptIn(draft, type, before);
  const [verb, them] = viewsOf(draft).length === 1 ? ['Does the new photo', 'it'] : ['Do the new photos', 'them'];
  const answer = await (await prompt()).choose(
    `${verb} show ${fieldText(fieldOf(before.body?.patient, 'name')).trim() || 'this patient'}?`,
    [
      {
        value: 'no',
        name: 'no, or not sure: nothing is sent, and the model stays as it is',
        short: 'no, send nothing',
      },
      {
        value: 'yes',
        name: `yes: make the model anew, of ${them}${kept.length === 0 ? '' : ` and the earlier ${listed(kept.map(viewName))}`}`,
        short: 'yes, make the model anew',
      },
      ...(kept.length === 0
        ? []
        : [
            {
              value: 'link',
              name: 'no: the earlier ones show somebody else; nothing is sent, and a link replaces all photos',
              short: 'no, the earlier ones do not; send nothing',
            },
          ]),
    ],
  );
  if (answer === 'yes') return;
  const advice =
    answer === 'link'
      ? { hint: { command: linkFor(id, type), because: 'and give all photos on its page' } }
      : { details: ifTwoPeople(id, draft, type, before) };
  throw new ReconError('declined', 'nothing was sent, and the model stays as it is', advice);
}

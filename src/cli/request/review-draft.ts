import { homedir } from 'node:os';
import { relative, sep } from 'node:path';
import { hiplineWay } from '../../contract/measure-hints.ts';
import { PATIENT_FIELDS, type PatientField } from '../../contract/patient.ts';
import { requirements } from '../../contract/photo-rules.ts';
import { findProvider } from '../../contract/providers.ts';
import { isReconstructionType, MEASURES, type MeasureName, VIEWS, type View } from '../../contract/reconstruction.ts';
import { asksForReconstruction, type Draft, missingOf } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import type { Choice } from '../io/prompt.ts';
import { type AboutTime, aboutTimes } from '../output/about-time.ts';
import { askInTurn } from './ask-in-turn.ts';
import { askForKind, askForMeasure, askForMissing, askForProvider, isMeasure } from './ask-missing.ts';
import { ALWAYS_ASKED, askForField, askForType, FIELD_LABELS, fieldQuestion, fieldShown } from './ask-patient.ts';
import { askForPhoto } from './ask-photos.ts';
import { typeShown } from './ask-type.ts';
import { mayLackEyeDistance, noteNoEyeDistance, USUAL_TAKEN } from './eye-distance.ts';
import { sayOtherWay, sayUnneeded } from './fitting-provider.ts';
import { VIEW_LABELS, VIEW_WORDS } from './flags.ts';
import { namesOf, takenViews, unplaced } from './folder-pictures.ts';
import { type Answer, review } from './review.ts';

/** Shows a person what would be sent, and lets each answer be changed. `go` is the line that sends it; it also says where no model is made. */
export async function reviewDraft(draft: Draft, go: string, context: Context): Promise<void> {
  const about = await aboutTimes(context);
  const answers = () => [...fieldAnswers(draft, context), ...modelAnswers(draft, about, context)];
  const end = () => (asksForReconstruction(draft) ? go : `${go}, without a 3D model`);
  await review({ draft, question: 'Is everything right?', go: end, answers }, context);
  noteNoEyeDistance(draft);
}

function fieldAnswers(draft: Draft, context: Context): Answer[] {
  const { purpose, patient } = draft;
  if (purpose !== 'create') return [];
  // Only a name, an address and a number are asked for; the others can be given here.
  const fields = [...ALWAYS_ASKED, ...PATIENT_FIELDS.filter((field) => !ALWAYS_ASKED.includes(field))];
  const isShown = (field: PatientField) => field === 'name' || patient[field] !== undefined;
  const shown = fields.filter(isShown).map((field) => ({
    label: FIELD_LABELS[field],
    value: patient[field] === undefined ? 'none' : fieldShown(field, patient[field]),
    change: async () => askForField(draft, field, await context.prompt()),
  }));
  const left = fields.filter((field) => !isShown(field));
  return left.length === 0 ? shown : [...shown, leftOut(left, draft, context)];
}

/** One line for all fields without a value, so that the eye finds what was given. */
function leftOut(fields: readonly PatientField[], draft: Draft, context: Context): Answer {
  const one = fields.map((field) => ({ value: [field], name: FIELD_LABELS[field] }));
  const all = { value: fields, name: 'all of these, one after the other' };
  return {
    label: 'Not given',
    value: fields.map((field) => FIELD_LABELS[field].toLowerCase()).join(', '),
    change: async () => {
      const choices: Choice<readonly PatientField[]>[] = [all, ...one];
      const asked = one.length === 1 ? fields : await (await context.prompt()).choose('What is to be added?', choices);
      const questions = asked.map((field) => fieldQuestion(draft, field, context));
      await askInTurn(draft, (answered) => questions[answered], context);
    },
  };
}

function modelAnswers(draft: Draft, about: AboutTime, context: Context): Answer[] {
  const { type, provider, photos, measures } = draft;
  if (!asksForReconstruction(draft) || !isReconstructionType(type)) {
    return [{ label: '3D model', value: typeShown(type), change: () => changeType(draft, context) }];
  }
  const row = provider === undefined ? undefined : findProvider(type, provider);
  const way = row === undefined ? (provider ?? '') : `${row.title}, ${about(row)}`;
  const optional: readonly MeasureName[] = mayLackEyeDistance(draft) ? ['eye_distance'] : [];
  const shown = [...VIEWS, ...MEASURES].filter((name) => partsOf(draft).includes(name));
  return [
    { label: '3D model', value: `${typeShown(type)}: ${way}`, change: () => changeModel(draft, context) },
    ...shown.map((name) => ({
      label: PART_LABELS[name],
      value: isMeasure(name) ? measureShown(name, measures[name]) : pathShown(photos[name]),
      change: async () =>
        isMeasure(name)
          ? askForMeasure(draft, name, await context.prompt(), { isOptional: optional.includes(name) })
          : changePhoto(draft, name, context),
    })),
    ...unusedAnswers(draft, (view) => changePhoto(draft, view, context), context),
  ];
}

/** The pictures of the folder that are taken for no view: one of them may be the better one. */
export function unusedAnswers(draft: Draft, change: (view: View) => Promise<void>, { prompt }: Context): Answer[] {
  const [path, ...others] = unplaced(draft);
  if (path === undefined) return [];
  const names = namesOf([path, ...others]);
  const choices = takenViews(draft).map((view) => ({ value: view, name: VIEW_WORDS[view] }));
  const what = others.length === 0 ? `What is ${names}?` : 'Which photo is among them?';
  const use = async () => {
    const view = await (await prompt()).choose(what, choices);
    if (others.length > 0) await change(view);
    else draft.photos[view] = path;
  };
  return [{ label: 'Not used', value: names, change: use }];
}

/** Photos and measures that are needed, given, or may be given. */
const partsOf = ({ type, provider, photos, measures }: Draft): string[] => [
  ...(isReconstructionType(type) ? requirements(type, provider) : []),
  ...Object.keys(photos),
  ...Object.keys(measures),
  ...(mayLackEyeDistance({ type }) ? ['eye_distance'] : []),
];

export const PART_LABELS: Record<View | MeasureName, string> = {
  ...VIEW_LABELS,
  nipple_to_nipple: 'Between nipples',
  eye_distance: 'Eye distance',
  hipline: 'Hipline',
};

export function measureShown(name: MeasureName, text: string | undefined): string {
  if (text !== undefined) {
    const way = hiplineWay(name, text);
    return `${text} cm${way === undefined ? '' : `, ${way}`}`;
  }
  return name === 'eye_distance' ? `none: ${USUAL_TAKEN}` : 'none';
}

/** From this folder or from home, where that is shorter. */
export function pathShown(path = ''): string {
  const fromHere = relative('', path);
  const home = `${homedir()}${sep}`;
  const fromHome = path.startsWith(home) ? `~${sep}${path.slice(home.length)}` : path;
  return fromHere.length <= fromHome.length ? fromHere : fromHome;
}

/** Photos and measures of one kind are none of another. */
async function changeType(draft: Draft, context: Context): Promise<void> {
  const before = draft.type;
  if (draft.purpose === 'create') await askForType(draft, await context.prompt());
  else draft.type = await askForKind(context, before);
  if (draft.type === before) return;
  delete draft.provider;
  delete draft.photoFolder;
  draft.photos = {};
  draft.measures = {};
  if (draft.type !== undefined) await askForMissing(draft, context);
}

/** Of what it is, and then how it is made. */
async function changeModel(draft: Draft, context: Context): Promise<void> {
  const { type } = draft;
  await changeType(draft, context);
  if (draft.type === type) await changeProvider(draft, context);
}

/** Photos that the new way does not need are sent, and told, as where it was chosen at once; measures are not sent. */
async function changeProvider(draft: Draft, context: Context): Promise<void> {
  const { type, provider } = draft;
  if (!isReconstructionType(type)) return;
  draft.provider = await askForProvider(draft, type, context, provider);
  if (draft.provider === provider) return;
  sayOtherWay(draft, context);
  const needed = partsOf({ ...draft, photos: {}, measures: {} });
  draft.measures = Object.fromEntries(Object.entries(draft.measures).filter(([name]) => needed.includes(name)));
  await askForMissing(draft, context);
  sayUnneeded(draft, context);
}

async function changePhoto(draft: Draft, view: View, context: Context): Promise<void> {
  const missing = () => missingOf(draft);
  await askForPhoto(draft, view, missing, context);
  await askForMissing(draft, context);
}

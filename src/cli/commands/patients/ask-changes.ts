import type { PatientAnswer } from '../../../contract/answers.ts';
import { sizeProblem } from '../../../contract/body-size-rules.ts';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { sizeDoubt } from '../../../contract/measure-hints.ts';
import {
  answerKeyOf,
  PATIENT_FIELDS,
  type PatientField,
  SIZE_FIELDS,
  SIZE_UNITS,
  type SizeField,
} from '../../../contract/patient.ts';
import {
  isReconstructionType,
  MEASURES,
  type MeasureName,
  type ReconstructionType,
  SCALED_BY,
  typeWord,
} from '../../../contract/reconstruction.ts';
import { pointForComma } from '../../../contract/typed-measure.ts';
import { viewName } from '../../../contract/view-name.ts';
import type { Reply } from '../../../core/answer.ts';
import { chosenOf } from '../../../core/chosen-reconstructions.ts';
import { asksForReconstruction, type Draft, isEmpty, listed, missingOf, viewsOf } from '../../../core/draft.ts';
import type { Context } from '../../context.ts';
import { fieldOf, fieldText, itemsOf } from '../../output/field-text.ts';
import { askInTurn, type Question } from '../../request/ask-in-turn.ts';
import { askForMeasure, partQuestions } from '../../request/ask-missing.ts';
import { askForField, askForType, FIELD_LABELS, fieldShown, orNone } from '../../request/ask-patient.ts';
import { askForPhoto } from '../../request/ask-photos.ts';
import { ownTypes, typeText } from '../../request/ask-type.ts';
import { capital, measureName } from '../../request/flags.ts';
import { type Answer, review } from '../../request/review.ts';
import { measureShown, PART_LABELS } from '../../request/review-draft.ts';

/** Shows what is kept of a patient, and asks what is to be changed. The draft holds only that. `tellLimits` tells what an update cannot do. */
export async function askForChanges(
  draft: Draft,
  before: Reply<PatientAnswer>,
  tellLimits: () => void,
  context: Context,
): Promise<void> {
  const kept = keptOf(before);
  const models = ownTypes(before, context, ['ready', 'failed']);
  const hasNone = itemsOf(fieldOf(before.body?.patient, 'reconstructions')).length === 0;
  const sizes = before.routes?.has('size') === true ? SIZE_FIELDS : [];
  const answers = () => [
    ...PATIENT_FIELDS.map((field) => fieldAnswer(field, draft, kept(field), context)),
    ...sizes.map((field) => sizeAnswer(field, draft, kept(field), context)),
    ...(hasNone ? [newModelAnswer(draft, tellLimits, context)] : []),
    ...models.flatMap(({ value, name }) => [
      photosAnswer(value, draft, name, context),
      ...measuresOf(before, value).map((measure) => keptMeasureAnswer(measure, draft, value, context)),
    ]),
  ];
  await review(
    {
      draft,
      question: 'What is to be changed?',
      go: () => (isEmpty(draft) ? undefined : 'Go on to the summary'),
      marksEnd: true,
      answers,
    },
    context,
  );
  // Each photo has a path of its own now.
  delete draft.photoFolder;
}

/** The values that a patient has. */
export const keptOf =
  ({ body }: Reply<PatientAnswer>) =>
  (field: PatientField | SizeField): string =>
    fieldText(fieldOf(body?.patient, answerKeyOf(field))).trim();

export function fieldAnswer(field: PatientField, draft: Draft, kept: string, context: Context): Answer {
  const { patient } = draft;
  return {
    label: FIELD_LABELS[field],
    value: changed(patient[field] && fieldShown(field, patient[field]), fieldShown(field, kept)),
    change: async () => {
      const now = { [field]: patient[field] ?? kept };
      await askForField(draft, field, await context.prompt(), { kept, values: now });
      take(patient, field, now[field] ?? '', kept);
    },
  };
}

export function sizeAnswer(field: SizeField, { size }: Draft, kept: string, context: Context): Answer {
  const unit = SIZE_UNITS[field];
  return {
    label: capital(field),
    value: changed(size[field], kept, ` ${unit}`),
    change: async () => {
      const check = (typed: string) => {
        if (typed === kept) return undefined;
        const text = pointForComma(typed) ?? typed;
        const problem = sizeProblem(field, text);
        return problem === undefined ? sizeDoubt(field, text) : `this ${problem}`;
      };
      const now = size[field] ?? kept;
      const question = `${capital(field)} in ${unit} ${orNone(now)}:`;
      const typed = await (await context.prompt()).text(question, check, now);
      take(size, field, pointForComma(typed) ?? typed, kept);
    },
  };
}

function take<Field extends string>(values: Partial<Record<Field, string>>, field: Field, value: string, kept: string) {
  if (value === kept) delete values[field];
  else values[field] = value;
}

function changed(value: string | undefined, kept: string, unit = ''): string {
  const shown = (text: string) => (text === '' ? 'none' : text + unit);
  return value === undefined ? shown(kept) : `${shown(kept)} → ${shown(value)}`;
}

/**
 * What was typed to change a patient, a line for each field, and for new photos one: `Phone: 0171 222 → 0171 333`. Of a
 * field that the answer leaves out, only the new value is known. One that has the value is told as that: `Phone: 0171 222 already`.
 */
export function changesOf(draft: Draft, patient: unknown): string[] {
  const line = (field: PatientField | SizeField, label: string, typed: string | undefined, unit = '') => {
    if (typed === undefined) return [];
    const kept = fieldOf(patient, answerKeyOf(field));
    if (kept === undefined) return [`${label}: ${changed(undefined, typed, unit)}`];
    const now = fieldText(kept).trim();
    return [`${label}: ${now === typed ? `${changed(undefined, now, unit)} already` : changed(typed, now, unit)}`];
  };
  const views = viewsOf(draft);
  const hasModel = itemsOf(fieldOf(patient, 'reconstructions')).length > 0;
  const remakes = hasModel ? ', with which the model is made anew' : '';
  return [
    ...PATIENT_FIELDS.flatMap((field) => line(field, FIELD_LABELS[field], draft.patient[field])),
    ...SIZE_FIELDS.flatMap((field) => line(field, capital(field), draft.size[field], ` ${SIZE_UNITS[field]}`)),
    ...MEASURES.flatMap((name) => {
      const cm = draft.measures[name];
      return cm === undefined ? [] : [`${capital(measureName(name))}: ${cm} cm${remakes}`];
    }),
    ...(views.length === 0 ? [] : [`New photos: ${views.map(viewName).join(', ')}`]),
  ];
}

/** The same in a sentence, once it is done: `height 172 → 181 cm; e-mail ana@example.org removed; new photos: left`. */
export function doneText({ patient, size, ...draft }: Draft, before: unknown): string {
  const words = ([field, typed]: [PatientField | SizeField, string], label: string, unit = '') => {
    const kept = fieldOf(before, answerKeyOf(field));
    const now = kept === undefined ? undefined : fieldText(kept).trim();
    if (typed === '') return now === '' ? [] : [`${label} ${now === undefined ? '' : `${now}${unit} `}removed`];
    if (now === undefined) return [`${label} ${typed}${unit}`];
    return [`${label} ${now === typed ? `${now}${unit} as before` : `${now || 'none'} → ${typed}${unit}`}`];
  };
  const fields = PATIENT_FIELDS.flatMap((field) =>
    patient[field] === undefined ? [] : words([field, patient[field]], FIELD_LABELS[field].toLowerCase()),
  );
  const sizes = SIZE_FIELDS.flatMap((field) =>
    size[field] === undefined ? [] : words([field, size[field]], field, ` ${SIZE_UNITS[field]}`),
  );
  const views = viewsOf(draft);
  const photos =
    views.length === 0 ? [] : [`new ${views.length === 1 ? 'photo' : 'photos'}: ${listed(views.map(viewName))}`];
  return [...fields, ...sizes, ...photos].join('; ');
}

/** A patient has every value that was typed, and no model is to be made. */
export function hasAllOf(draft: Draft, patient: unknown): boolean {
  const values = Object.entries({ ...draft.patient, ...draft.size }) as [PatientField | SizeField, string][];
  const isKept = ([field, typed]: (typeof values)[number]) => {
    const kept = fieldOf(patient, answerKeyOf(field));
    return kept !== undefined && fieldText(kept).trim() === typed;
  };
  return !isEmpty(draft) && !asksForReconstruction(draft) && values.every(isKept);
}

/** New photos for one model at a time, since an update names one type. */
function photosAnswer(type: ReconstructionType, draft: Draft, state: string, context: Context): Answer {
  const views = draft.type === type ? viewsOf(draft) : [];
  return {
    label: 'Photos',
    value: views.length === 0 ? state : newPhotosOf(type, draft),
    change: async () => {
      const prompt = await context.prompt();
      const wanted = await prompt.choose(`Which photo of the ${typeWord(type)} model is to be replaced?`, [
        ...UPDATE_VIEWS.map((view) => ({ value: [view], name: capital(viewName(view)) })),
        { value: UPDATE_VIEWS, name: 'All three' },
      ]);
      takeType(draft, type);
      const earlier = { ...draft.photos };
      const missing = () => wanted.filter((view) => draft.photos[view] === undefined);
      for (const view of wanted) {
        // A folder may have brought this one.
        if (draft.photos[view] === earlier[view]) await askForPhoto(draft, view, missing, context);
      }
      dropTypeOfNothing(draft);
    },
  };
}

/** The first model of a patient: its kind, then its photos and measures. */
function newModelAnswer(draft: Draft, tellLimits: () => void, context: Context): Answer {
  const { type } = draft;
  const missing = () => (isReconstructionType(draft.type) ? missingOf(draft) : []);
  const part = partQuestions(draft, missing, context);
  const kind: Question = async (earlier) => {
    const before = draft.type;
    await askForType(draft, await context.prompt(), earlier);
    if (draft.type !== before) Object.assign(draft, { photos: {}, measures: {} });
    tellLimits();
  };
  return {
    label: '3D model',
    value: isReconstructionType(type) ? `none → ${newPhotosOf(type, draft)}` : 'none',
    change: () => askInTurn(draft, (answered) => (answered === 0 ? kind : part()), context),
  };
}

const newPhotosOf = (type: ReconstructionType, draft: Draft) =>
  `${typeText(type)}, new: ${viewsOf(draft).map(viewName).join(', ')}`;

interface KeptMeasure {
  name: MeasureName;
  kept: string;
}

/** Those that a model has, and the one that it is scaled by. */
function measuresOf(before: Reply<PatientAnswer>, type: ReconstructionType): KeptMeasure[] {
  const measures = chosenOf(before, type)[0]?.mesaures;
  return MEASURES.flatMap((name) => {
    const kept = fieldText(fieldOf(measures, name));
    return kept === '' && SCALED_BY[type] !== name ? [] : [{ name, kept }];
  });
}

function keptMeasureAnswer(
  { name, kept }: KeptMeasure,
  draft: Draft,
  type: ReconstructionType,
  context: Context,
): Answer {
  const now = draft.type === type ? draft.measures[name] : undefined;
  return {
    label: PART_LABELS[name],
    value: now === undefined ? measureShown(name, kept || undefined) : changed(now, kept, ' cm'),
    change: async () => {
      const asked = { measures: { [name]: now ?? (kept === '' ? undefined : kept) } };
      await askForMeasure(asked, name, await context.prompt(), { isOptional: true, isKept: (typed) => typed === kept });
      const given = asked.measures[name] === kept ? undefined : asked.measures[name];
      // Who only looks at it loses nothing that was given for another model.
      if (given === now) return;
      takeType(draft, type);
      delete draft.measures[name];
      if (given !== undefined) draft.measures[name] = given;
      dropTypeOfNothing(draft);
    },
  };
}

/** An update is of one model. */
function takeType(draft: Draft, type: ReconstructionType): void {
  if (draft.type !== type) Object.assign(draft, { photos: {}, measures: {} });
  draft.type = type;
}

/** Without a photo and a measure the model would be made anew of what it has. */
function dropTypeOfNothing(draft: Draft): void {
  if (viewsOf(draft).length > 0 || Object.keys(draft.measures).length > 0) return;
  delete draft.type;
  delete draft.photoFolder;
}

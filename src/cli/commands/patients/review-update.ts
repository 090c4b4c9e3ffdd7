import type { PatientAnswer } from '../../../contract/answers.ts';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { PATIENT_FIELDS, SIZE_FIELDS } from '../../../contract/patient.ts';
import {
  isReconstructionType,
  MEASURES,
  type MeasureName,
  typeWord,
  type View,
} from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { type Draft, isEmpty, missingOf, viewsOf } from '../../../core/draft.ts';
import type { Context } from '../../context.ts';
import { numberAndName } from '../../output/patient-line.ts';
import { askForMeasure } from '../../request/ask-missing.ts';
import { askForPhoto } from '../../request/ask-photos.ts';
import { ownTypes } from '../../request/ask-type.ts';
import { mayLackEyeDistance, noteNoEyeDistance } from '../../request/eye-distance.ts';
import { type Answer, review } from '../../request/review.ts';
import { measureShown, PART_LABELS, pathShown, unusedAnswers } from '../../request/review-draft.ts';
import { fieldAnswer, keptOf, sizeAnswer } from './ask-changes.ts';

/**
 * Shows a person what would be sent, and lets each answer be changed. What is not sent stays as it is.
 * @returns false where the person goes `back`
 */
export async function reviewUpdate(
  id: string,
  draft: Draft,
  before: Reply<PatientAnswer>,
  context: Context,
  back?: string,
): Promise<boolean> {
  const { type } = draft;
  const isOfModel = isReconstructionType(type);
  const isThere = ownTypes(before, context).some(({ value }) => value === type);
  // What is not given is taken from the model that is there.
  const missing = () => (isThere ? [] : missingOf(draft));
  // A first model may be made without it.
  const mayLack = (name: MeasureName) => name === 'eye_distance' && !isThere && mayLackEyeDistance(draft);
  const kept = keptOf(before);
  const answers = () => [
    ...PATIENT_FIELDS.filter((field) => field in draft.patient).map((field) =>
      fieldAnswer(field, draft, kept(field), context),
    ),
    ...SIZE_FIELDS.filter((field) => field in draft.size).map((field) =>
      sizeAnswer(field, draft, kept(field), context),
    ),
    ...(isOfModel ? UPDATE_VIEWS : []).map((view) => photoAnswer(view, draft, isThere, context)),
    ...(isOfModel ? unusedAnswers(draft, (view) => changePhoto(view, draft, context), context) : []),
    ...MEASURES.filter((name) => name in draft.measures || missing().includes(name) || mayLack(name)).map((name) =>
      measureAnswer(name, draft, { isThere, mayLack: mayLack(name) }, context),
    ),
  ];
  // A folder was given to be sent.
  const isNothing = () => isEmpty(draft) || (draft.photoFolder !== undefined && viewsOf(draft).length === 0);
  const whom = numberAndName(id, before.body?.patient);
  const what = isOfModel ? `the ${typeWord(type)} model of ${whom}` : whom;
  const isRight = await review(
    {
      draft,
      question: `Is everything right for ${what}?`,
      go: () => (isNothing() || missing().length > 0 ? undefined : 'Yes, change the patient'),
      ...(back !== undefined && { back }),
      answers,
    },
    context,
  );
  if (!isThere) noteNoEyeDistance(draft);
  return isRight;
}

function photoAnswer(view: View, draft: Draft, isThere: boolean, context: Context): Answer {
  const path = draft.photos[view];
  return {
    label: PART_LABELS[view],
    value: path === undefined ? none(isThere) : pathShown(path),
    change: () => changePhoto(view, draft, context),
  };
}

const changePhoto = (view: View, draft: Draft, context: Context) =>
  askForPhoto(draft, view, () => UPDATE_VIEWS.filter((one) => draft.photos[one] === undefined), context);

function measureAnswer(
  name: MeasureName,
  draft: Draft,
  { isThere, mayLack }: { isThere: boolean; mayLack: boolean },
  context: Context,
): Answer {
  const text = draft.measures[name];
  return {
    label: PART_LABELS[name],
    value: text === undefined && !mayLack ? none(isThere) : measureShown(name, text),
    change: async () => askForMeasure(draft, name, await context.prompt(), { isOptional: isThere || mayLack }),
  };
}

const none = (isThere: boolean) => (isThere ? 'as it is' : 'missing');

import type { PatientAnswer } from '../../../contract/answers.ts';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { parseMeasure } from '../../../contract/photo-rules.ts';
import { generationStateOf, isEarlierModel } from '../../../contract/reconstruction.ts';
import { viewName } from '../../../contract/view-name.ts';
import type { Reply } from '../../../core/answer.ts';
import { beforeSending } from '../../../core/changes/unfinished-errors.ts';
import { chosenOf } from '../../../core/chosen-reconstructions.ts';
import { type Draft, listed, viewsOf } from '../../../core/draft.ts';
import { patientToChange } from '../../../core/may-change.ts';
import type { Context } from '../../context.ts';
import { checkBeforeSending } from '../../look/check-before-sending.ts';
import { fieldOf, fieldText } from '../../output/field-text.ts';
import { sayNoEyeDistance } from '../../request/eye-distance.ts';
import { type Asking, type CheckedUpdate, checkUpdate } from './check-update.ts';
import { confirmUpdate, ifTwoPeople, lossesOf, needsYes, type PlannedUpdate, plannedUpdate } from './confirm-update.ts';

interface Confirming extends Asking {
  /** Nobody is to be asked. */
  isConfirmed: boolean;
  /** A person has been asked for each change. */
  wasAsked: boolean;
  /** A person has seen what is changed, such as `Phone 021 222 → none`, and said yes. */
  wasShown: boolean;
  /** The patient was found by a name, and nobody has said yet that it is the one. */
  isByName: boolean;
}

/**
 * The check of an update, a look at its photos, and one question about all that a person has not seen yet: that of the look,
 * where photos are doubted, or else a question of its own. Where other photos are given it begins again.
 * @throws ReconError `declined` where the answer is no
 */
export const checkAndConfirm = (
  id: string,
  draft: Draft,
  confirming: Confirming,
  context: Context,
): Promise<CheckedUpdate> => beforeSending(() => confirmWhatIsChecked(id, draft, confirming, context));

async function confirmWhatIsChecked(
  id: string,
  draft: Draft,
  confirming: Confirming,
  context: Context,
): Promise<CheckedUpdate> {
  const { options, mayAsk, tellLimits, isConfirmed } = confirming;
  for (;;) {
    const checked = await checkUpdate(id, draft, confirming, context);
    if (checked === undefined) continue;
    const { request, type, before } = checked;
    if (before !== undefined) tellLimits(id, type, before);
    const isFirst = before !== undefined && type !== undefined && chosenOf(before, type).length === 0;
    if (isFirst) sayNoEyeDistance(draft, context);
    const { reconstruction } = request;
    const looked = reconstruction && { ...reconstruction, ...(type !== undefined && { type }) };
    let wasConfirmed = false;
    const beforeQuestion = () => {
      wasConfirmed = true;
      const update = notSeenYet(id, draft, checked, before, confirming);
      for (const line of update === undefined ? [] : plannedUpdate(update, context).lines) context.streams.note(line);
    };
    const earlier = earlierOf(id, draft, checked);
    const again = async () => before && type && ({ id, type, purpose: 'update', before } as const);
    const wishes = { options, mayChange: mayAsk, given: { id }, earlier, again, beforeQuestion };
    try {
      if (await checkBeforeSending(draft, looked, wishes, context)) {
        if (wasConfirmed) return checked;
        const isMeasured = mayAsk && Object.keys(draft.measures).length > 0;
        const mayLose = !isConfirmed && (isMeasured || needsYes(lossesOf(draft)).length > 0);
        const there = before ?? (mayLose ? await patientToChange(await context.client(), id) : undefined);
        const update = notSeenYet(id, draft, checked, there, confirming);
        if (update !== undefined) await confirmUpdate(update, context);
        return checked;
      }
    } catch (error) {
      await request.dispose();
      throw error;
    }
    await request.dispose();
  }
}

/** The model that is made anew, beside whose photos the new ones are looked at. */
function earlierOf(id: string, draft: Draft, { type, before }: CheckedUpdate) {
  const model = before && type && chosenOf(before, type)[0];
  if (!model) return undefined;
  return {
    photos: async () => model,
    ownPhotos: ownPhotosText(draft, model),
    ifTwoPeople: ifTwoPeople(id, draft, type, before),
  };
}

/** What is told where all photos of an update are those of its model, as far as nothing else is made otherwise. */
function ownPhotosText(draft: Draft, model: NonNullable<ReturnType<typeof chosenOf>[number]>): string | undefined {
  const isOther = ([name, typed = '']: [string, string | undefined]) =>
    Number(fieldText(fieldOf(model.mesaures, name))) !== parseMeasure(typed);
  if (Object.entries(draft.measures).some(isOther)) return undefined;
  const views = viewsOf(draft);
  if (generationStateOf(model.status) === 'ready') {
    if (views.length === UPDATE_VIEWS.length) return 'these are the photos that this model is made of';
    const are = views.length === 1 ? 'photo is the one' : 'photos are those';
    return `the ${listed(views.map(viewName))} ${are} that this model is made of`;
  }
  // One alone would be put with the others that failed.
  const isKept = isEarlierModel(model, { isOurs: false }) && views.length === UPDATE_VIEWS.length;
  return isKept ? 'these are the photos of the earlier model, which is kept' : undefined;
}

/** What a person has not seen yet; nothing where nobody is to be asked about it. */
function notSeenYet(
  id: string,
  draft: Draft,
  { type, wasReviewed }: CheckedUpdate,
  before: Reply<PatientAnswer> | undefined,
  { mayAsk, isConfirmed, wasAsked, wasShown, isByName }: Confirming,
): PlannedUpdate | undefined {
  const wasSeen = wasAsked || wasReviewed === true;
  const losses = { ...lossesOf(draft), ...((wasSeen || wasShown) && { fields: [] }) };
  const isMeasured = Object.keys(draft.measures).length > 0 && !wasShown;
  const isOfModel = mayAsk && !wasSeen && (viewsOf(draft).length > 0 || isMeasured);
  if (isConfirmed || before === undefined || (!isOfModel && !isByName && needsYes(losses).length === 0)) {
    return undefined;
  }
  return { id, draft, type, before, losses, isByName: isByName && !wasSeen };
}

import type { PatientAnswer } from '../../../contract/answers.ts';
import type { Reply } from '../../../core/answer.ts';
import { chosenOf } from '../../../core/chosen-reconstructions.ts';
import { type Draft, viewsOf } from '../../../core/draft.ts';
import { patientToChange } from '../../../core/may-change.ts';
import type { Context } from '../../context.ts';
import { checkBeforeSending } from '../../look/check-before-sending.ts';
import { sayNoEyeDistance } from '../../request/eye-distance.ts';
import type { RequestOptions } from '../../request/read-draft.ts';
import { type Asking, type CheckedUpdate, checkUpdate } from './check-update.ts';
import {
  confirmUpdate,
  ifTwoPeople,
  keptIn,
  lossesOf,
  needsYes,
  oldPhotosWarning,
  type PlannedUpdate,
  plannedUpdate,
} from './confirm-update.ts';

interface Confirming extends Asking {
  options: RequestOptions;
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
export async function checkAndConfirm(
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
    const wishes = { options, mayChange: mayAsk, given: { id }, earlier, beforeQuestion };
    try {
      if (await checkBeforeSending(draft, looked, wishes, context)) {
        if (wasConfirmed) return checked;
        const isLoss = !isConfirmed && needsYes(lossesOf(draft)).length > 0;
        const there = before ?? (isLoss ? await patientToChange(await context.client(), id) : undefined);
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
  const ways = ifTwoPeople(id, type, keptIn(draft, type, before));
  const isLinkTold = oldPhotosWarning(id, draft, type, before) !== undefined;
  return { photos: async () => model, ifTwoPeople: isLinkTold ? ways.slice(0, 1) : ways };
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
  const isOfPhotos = mayAsk && !wasSeen && viewsOf(draft).length > 0;
  if (isConfirmed || before === undefined || (!isOfPhotos && !isByName && needsYes(losses).length === 0)) {
    return undefined;
  }
  return { id, draft, type, before, losses, isByName: isByName && !wasSeen };
}

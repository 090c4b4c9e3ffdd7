import { NO_EYE_DISTANCE } from '../../contract/measure-hints.ts';
import type { Draft } from '../../core/draft.ts';
import type { Context } from '../context.ts';

/** The only measure that a new model can be made without. */
export const mayLackEyeDistance = ({ type }: { type?: string | undefined }): boolean => type === 'face';

/** What is done without it. */
export const USUAL_TAKEN = "an adult's usual one is taken; sizes may be off by 5 %";

/** Tells a person who sees no list of what is sent that it is missing. */
export function sayNoEyeDistance(draft: Draft, { streams }: Pick<Context, 'streams'>): void {
  const isTold = draft.told?.includes(NO_EYE_DISTANCE) === true;
  if (isTold || !streams.stderrIsTty() || !noteNoEyeDistance(draft)) return;
  streams.say(`no eye distance: ${USUAL_TAKEN}; --eye-distance CM gives it`);
}

/** The model's own warning of it says nothing new then. @returns whether it is missing */
export function noteNoEyeDistance(draft: Draft): boolean {
  const { measures, told = [] } = draft;
  if (!mayLackEyeDistance(draft) || measures.eye_distance !== undefined) return false;
  draft.told = [...new Set([...told, NO_EYE_DISTANCE])];
  return true;
}

import type { PatientAnswer } from '../../../contract/answers.ts';
import { providersOf } from '../../../contract/providers.ts';
import {
  isReconstructionType,
  RECONSTRUCTION_TYPES,
  type ReconstructionType,
  SCALED_BY,
} from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { asksForReconstruction, brokenRules, type Draft, missingIn, viewsOf } from '../../../core/draft.ts';
import { patientToChange } from '../../../core/may-change.ts';
import { requireRoute } from '../../../core/own-routes.ts';
import { planUpdate } from '../../../core/update.ts';
import type { Line } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { askForParts } from '../../request/ask-missing.ts';
import { ownTypes, typeChoices } from '../../request/ask-type.ts';
import { type CheckedRequest, checkDraft } from '../../request/check-draft.ts';
import { type RequestOptions, switchesOf } from '../../request/read-draft.ts';
import { oldPhotosWarning } from './confirm-update.ts';
import { reviewUpdate } from './review-update.ts';
import { placePictures, refuseOrTellUnplaced } from './update-folder.ts';

export interface Asking {
  options: RequestOptions;
  mayAsk: boolean;
  tellLimits: ReturnType<typeof limitsTeller>;
}

/** Tells what an update cannot do to the model, once as long as that is the same. */
export function limitsTeller(draft: Draft, context: Context) {
  let told: string | undefined;
  return (id: string, type: ReconstructionType | undefined, before: Reply<PatientAnswer>) => {
    const warning = oldPhotosWarning(id, draft, type, before);
    // A script gets no more lines than it knows.
    const note = context.mayAsk() ? firstModelNote(type, before, context) : undefined;
    const text = JSON.stringify([warning, note]);
    if (text === told) return;
    told = text;
    if (warning !== undefined) context.streams.warn(warning);
    if (note !== undefined) context.streams.note(note);
  };
}

/** How a first model is made, an update has no field for. */
function firstModelNote(
  type: ReconstructionType | undefined,
  before: Reply<PatientAnswer>,
  context: Context,
): Line | undefined {
  const own = ownTypes(before, context);
  if (type === undefined || own.some(({ value }) => value === type)) return undefined;
  const [usual, ...others] = providersOf(type).map(({ title }) => title);
  return {
    before: `the service chooses how this first model is made, mostly as ${usual}; for ${others.join(' or ')}, make a new record with`,
    command: ['patients', 'create', '--type', type],
    because: own.length === 0 ? 'then delete this record, which has no model' : 'this one keeps its other models',
  };
}

export const typedFor = (id: string) => ['patients', 'update', id];

export interface CheckedUpdate {
  request: CheckedRequest;
  type?: ReconstructionType | undefined;
  /** The patient, where the check had to look. */
  before?: Reply<PatientAnswer>;
  /** A person saw all of it, and said yes. */
  wasReviewed?: true;
}

/**
 * The rules of an update depend on what the patient has already, so a look comes first.
 * @returns undefined where a person has given another photo
 */
export async function checkUpdate(
  id: string,
  draft: Draft,
  { options, mayAsk, tellLimits }: Asking,
  context: Context,
): Promise<CheckedUpdate | undefined> {
  const checked = (violations = brokenRules(draft), mayChange = false) =>
    checkDraft(draft, { typed: [...typedFor(id), ...switchesOf(options)], violations, mayChange }, context);
  const done = (request: CheckedRequest | undefined, found: Omit<CheckedUpdate, 'request'> = {}) =>
    request && { request, ...found };
  if (!asksForReconstruction(draft)) {
    const request = await checked([]);
    if (!hasSize(draft)) return done(request);
    const before = await patientToChange(await context.client(), id);
    requireRoute(before, 'size');
    return done(request, { before });
  }
  // A word that is no type cannot be looked up; the check names it.
  if (draft.type !== undefined && !isReconstructionType(draft.type)) return done(await checked());
  const look = () =>
    planDraft(id, draft, context).catch(async (error) => {
      if (context.signal.aborted) throw error;
      // What is wrong with the call itself is told first.
      await (await checked(brokenRules(draft).filter(({ code }) => code !== 'missing')))?.dispose();
      throw error;
    });
  let looked = await look();
  let wasReviewed = false;
  if (mayAsk && draft.problems.length === 0) {
    tellLimits(id, looked.type, looked.before);
    let wasAsked = false;
    while (await askForWhatIsMissing(draft, looked, context)) {
      looked = await look();
      tellLimits(id, looked.type, looked.before);
      wasAsked = true;
    }
    if ((await placePictures(draft, looked.type, context)) || wasAsked) {
      tellLimits(id, looked.type, looked.before);
      await reviewUpdate(id, draft, looked.before, context);
      wasReviewed = true;
      looked = await look();
    } else refuseOrTellUnplaced(draft);
  } else if (missingIn(looked.violations).length === 0) refuseOrTellUnplaced(draft);
  const { violations, ...found } = looked;
  if (hasSize(draft)) requireRoute(found.before, 'size');
  return done(await checked(violations, mayAsk), { ...found, ...(wasReviewed && { wasReviewed }) });
}

export async function planDraft(id: string, draft: Draft, context: Context) {
  const { type, measures } = draft;
  const asked = { ...(isReconstructionType(type) && { type }), photos: viewsOf(draft), measures };
  return await planUpdate(await context.client(), id, asked);
}

/** The type first, since it tells what else is missing. @returns whether anything was asked */
async function askForWhatIsMissing(
  draft: Draft,
  { violations, before }: Awaited<ReturnType<typeof planDraft>>,
  context: Context,
): Promise<boolean> {
  if (violations.some(({ code, name }) => code === 'missing' && name === 'type')) {
    const own = ownTypes(before, context);
    const choices = own.length > 0 ? own : typeChoices();
    const chosen = RECONSTRUCTION_TYPES.find((type) => draft.measures[SCALED_BY[type]] !== undefined);
    draft.type = await (await context.prompt()).choose<string>('Which 3D model?', choices, { chosen });
    return true;
  }
  const needed = missingIn(violations);
  const isGiven = (name: string) => name in draft.photos || name in draft.measures;
  return await askForParts(draft, () => needed.filter((name) => !isGiven(name)), context);
}

export const hasSize = ({ size }: Draft) => Object.keys(size).length > 0;

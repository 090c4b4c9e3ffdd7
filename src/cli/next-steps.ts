import type { PatientAnswer } from '../contract/answers.ts';
import { isOfDoubtfulPerson } from '../contract/certainty.ts';
import { clausesOf } from '../contract/failure-text.ts';
import { UPDATE_VIEWS } from '../contract/fields.ts';
import { measureDoubt, measureWords, ofAdults } from '../contract/measure-hints.ts';
import {
  isOfLostFile,
  isReconstructionType,
  MEASURES,
  type MeasureName,
  type ReconstructionType,
  SCALED_BY,
  VIEWS,
  type View,
} from '../contract/reconstruction.ts';
import { viewName } from '../contract/view-name.ts';
import type { Reply } from '../core/answer.ts';
import { reconstructionsOf } from '../core/chosen-reconstructions.ts';
import type { Draft } from '../core/draft.ts';
import { mayChange } from '../core/may-change.ts';
import { TELL_OPERATOR } from '../core/outcome-advice.ts';
import type { Advice, ErrorFacts } from '../errors.ts';
import type { Context } from './context.ts';
import { linkTexts } from './links-out.ts';
import { fieldOf, itemsOf } from './output/field-text.ts';
import { modelStates } from './output/model-state.ts';
import { typeName } from './output/patient-columns.ts';
import { flagOf } from './request/flags.ts';

export interface PatientNow {
  id: string;
  patient: unknown;
  /** The only kind of model that is spoken of, as it was just made. */
  type?: ReconstructionType | undefined;
  /** Why reconstructions failed, by type. */
  reasons?: ReadonlyMap<string, string> | undefined;
  /** What the service warns of in its models. */
  warnings?: Reply<unknown>['modelWarnings'];
  /** What the service offers beside the interface. */
  routes?: ReadonlySet<string> | undefined;
  /** Until when a link for photos of a type works, where the service says so. */
  links?: Reply<unknown>['links'];
  /** Whose the token is and what it may do, where the service says so. */
  account?: Reply<unknown>['account'];
}

/** What can be done next with a patient, the most urgent first; nothing that the token is known not to do. */
export function nextSteps(now: PatientNow): Advice[] {
  const steps = stepsOf(now);
  return mayChange(now) ? steps : steps.filter(({ command }) => READING.has(command[0]!));
}

/** Commands of a next step that change nothing. */
const READING = new Set(['wait', 'download', 'view', 'doctor']);

function stepsOf({ id, patient, type: only, reasons, warnings = [], routes, links = {} }: PatientNow): Advice[] {
  if (itemsOf(fieldOf(patient, 'reconstructions')).length === 0) {
    const add = { command: ['patients', 'update', id], because: 'to add photos here' };
    const [out] = Object.keys(links);
    if (out === undefined) return [{ command: ['invite', id], because: 'for a link by which photos can be sent' }, add];
    return [
      { command: ['invite', id, '--type', out], because: 'a new link, where the one that is out is lost' },
      add,
      { command: ['invite', id, '--revoke'], because: 'to take back what is out' },
    ];
  }
  return modelStates(patient, 0, { reasons }).flatMap(({ kind, type, reason, earlier }): Advice[] => {
    if (!isReconstructionType(type) || type !== (only ?? type)) return [];
    if (kind === 'going') return [{ command: ['wait', id, '--type', type], because: 'until the model is ready' }];
    const save = { command: ['download', id, '--type', type], because: 'to save the model' };
    const look = { command: ['view', id, '--type', type], because: 'to look at the model' };
    const accept = ['patients', 'accept', id, '--type', type];
    const keep = { command: [...accept, '--earlier'], because: 'to stay with the earlier model' };
    const again = retryStep(id, type, reason, { isBesideEarlier: earlier !== undefined });
    if (kind === 'failed' && isOfLostFile(reason)) return [again];
    if (kind === 'failed') {
      const link = { command: ['invite', id, '--type', type], because: 'for new photos by a phone' };
      const isOfPhotos = again.command[0] !== 'invite' && viewsAtFault(reason ?? '', type).length > 0;
      return [again, ...(isOfPhotos ? [link] : []), ...(earlier !== undefined && routes?.has('accept') ? [keep] : [])];
    }
    // Whoever sees that it is of somebody else needs this line, and nobody is led to accept it.
    if (kind === 'ready' && warnings.some((one) => one.type === type && isOfDoubtfulPerson(one.sentence))) {
      const anew = ['patients', 'update', id, '--type', type, '--photos', 'FOLDER'];
      return [look, { command: anew, because: 'with photos of this patient, if it is of somebody else' }, save];
    }
    if (!routes?.has('accept')) return [save, look];
    const settle =
      kind === 'ready'
        ? { command: accept, because: 'so that no new model replaces it' }
        : { command: [...accept, '--undo'], because: 'so that new photos can replace it' };
    return [save, look, settle, ...(kind === 'ready' ? sizeSteps(id, type, patient) : [])];
  });
}

/** A face without its eye distance has the size of an adult's usual one. */
function sizeSteps(id: string, type: ReconstructionType, patient: unknown): Advice[] {
  const scale = SCALED_BY[type];
  const model = itemsOf(fieldOf(patient, 'reconstructions')).find((one) => typeName(one) === type);
  const measures = fieldOf(model, 'mesaures');
  if (typeof measures !== 'object' || measures === null || fieldOf(measures, scale) != null) return [];
  const command = ['patients', 'update', id, '--type', type, flagOf(scale), 'CM'];
  return [{ command, because: `to give the ${measureWords(scale)}, by which the model has its size` }];
}

/** What helps where a patient has not the model that is wanted: who has no photos needs some. */
export function whereNoModel(id: string, reply: Reply<PatientAnswer>): Required<Pick<ErrorFacts, 'hint' | 'details'>> {
  const { body, routes, account, links } = reply;
  const hasNone = reconstructionsOf(reply).length === 0;
  const [step, other] = hasNone ? nextSteps({ id, patient: body?.patient, routes, account, links }) : [];
  if (step === undefined) return { hint: { command: ['patients', 'get', id] }, details: [] };
  return { hint: step, details: other === undefined ? [] : [{ before: other.because!, command: other.command }] };
}

/**
 * Tells a person at a terminal the most urgent step of a patient, or of one `type` of model; both ways to have a model
 * that is ready, and both ways to give photos.
 */
export async function sayNextStep(
  { id, reply, type }: { id: string; reply: Reply<PatientAnswer>; type?: ReconstructionType | undefined },
  context: Context,
): Promise<void> {
  const { body, routes, account, links, modelWarnings: warnings } = reply;
  const [step, other] = nextSteps({ id, patient: body?.patient, type, warnings, routes, account, links });
  if (step === undefined) return;
  if (step.command[0] === 'invite') {
    for (const text of await linkTexts(id, reply, context)) context.streams.say(`a link is out ${text}`);
  }
  const [first] = step.command;
  const areTwoWays =
    first === 'invite' ||
    (first === 'download' && other?.command[0] === 'view') ||
    (first === 'view' && other?.command[1] === 'update');
  await context.sayNext(step, areTwoWays ? { or: other } : {});
}

/**
 * Tells it where something is to be done: a record that was changed is no reason to speak of a model that is ready, or of
 * one that nobody has asked for.
 */
export async function sayWhatIsLeft(
  { id, reply, isNew }: { id: string; reply: Reply<PatientAnswer>; isNew: boolean },
  context: Context,
): Promise<void> {
  if (!isNew && itemsOf(fieldOf(reply.body?.patient, 'reconstructions')).length === 0) return;
  const [step] = nextSteps({ id, patient: reply.body?.patient, routes: reply.routes, links: reply.links });
  if (step?.command[0] !== 'download' && step?.command[0] !== 'view') await sayNextStep({ id, reply }, context);
}

/** The photos that reasons name as the cause; none where the measure is, or a file that was lost. */
export function viewsAtFault(reason: string, type: ReconstructionType): View[] {
  if (isOfLostFile(reason)) return [];
  return [...new Set(clausesOf(reason).flatMap((clause) => viewsNamed(clause.toLowerCase(), type)))];
}

function viewsNamed(about: string, type: ReconstructionType): View[] {
  if (measureIn(about, type) !== undefined) return [];
  if (isSwapped(about)) return ['left', 'right'];
  // `45° left photo` is none of `left photo`, and what a photo shows is none of it.
  return VIEWS.toReversed().filter((view) => {
    const name = view === 'below' ? /\bphoto from below\b/ : new RegExp(`\\b${viewName(view)}(?= photo\\b|\\.\\w)`);
    const isNamed = name.test(about);
    about = about.replace(name, '');
    return isNamed;
  });
}

/** What the engine says of photos given for each other. */
const isSwapped = (about: string): boolean =>
  /\bleft\b.*\bright\b.*\bswapped\b/.test(about) && !STAYS_IN_UPDATE.test(about);

/** What a generation was asked for with, where it is known. */
export type Sent = Pick<Draft, 'photos' | 'measures' | 'told'>;

export const NOTHING_SENT: Sent = { photos: {}, measures: {} };

interface FailedGeneration {
  sent?: Sent;
  /** An earlier model is still there: nobody sees the photos of the failed one, with which a single new one would be put. */
  isBesideEarlier?: boolean;
  /** The photos came by a link, from a phone that is here. */
  isPhoneHere?: boolean | undefined;
}

/**
 * The line that makes a model anew after a failure, of the measure or the photos that the reason is about. A service
 * that keeps an earlier model may tell none; then what was sent tells.
 */
export function retryStep(
  id: string,
  type: ReconstructionType,
  reason = '',
  { sent: { photos, measures } = NOTHING_SENT, isBesideEarlier = false, isPhoneHere = false }: FailedGeneration = {},
): Pick<Advice, 'command'> & { because: string } {
  if (isOfLostFile(reason)) return TELL_OPERATOR;
  const update = ['patients', 'update', id, '--type', type];
  const told = clausesOf(reason).map((clause) => clause.toLowerCase());
  const about = told.join('; ');
  const measure = measureIn(about, type) ?? (about === '' ? oddMeasure(measures) : undefined);
  if (measure !== undefined) {
    return { command: [...update, flagOf(measure), 'CM'], because: `with the right number; ${ofAdults(measure)}` };
  }
  if (isPhoneHere) {
    return { command: ['invite', id, '--type', type, '--here'], because: 'for new photos by the phone' };
  }
  if (STAYS_IN_UPDATE.test(about)) {
    return {
      command: ['invite', id, '--type', type, '--open'],
      because: 'a link for new photos, which replace all of these',
    };
  }
  const others = told.filter((one) => !isSwapped(one));
  if (others.length < told.length) {
    const { left = 'OLD-LEFT.jpg', right = 'OLD-RIGHT.jpg' } = photos;
    const isFrontToo = viewsToRetake(others).includes('front');
    return {
      command: [...update, '--left', right, '--right', left, ...(isFrontToo ? withFiles(['front']) : [])],
      because: `with the left and right photos swapped${isFrontToo ? ', and a new front photo' : ''}`,
    };
  }
  const views = isBesideEarlier ? UPDATE_VIEWS : viewsToRetake(told);
  const command = [...update, ...withFiles(views)];
  if (isBesideEarlier) return { command, because: 'with all three photos: one left out stays as it failed' };
  return { command, because: views.length === 1 ? 'with a new photo' : 'with new photos' };
}

function measureIn(about: string, type: ReconstructionType): MeasureName | undefined {
  const named = MEASURES.find((name) => about.includes(name) || about.includes(measureWords(name)));
  return named ?? (/\bits size does not go with the photos/.test(about) ? SCALED_BY[type] : undefined);
}

const oddMeasure = (measures: Sent['measures']) =>
  MEASURES.find((name) => measureDoubt(name, measures[name] ?? '') !== undefined);

/** A photo that no update replaces: with the same one the model would fail again. */
const STAYS_IN_UPDATE = /\b45\b|\bphoto from below\b|\bback photo\b/;

/** Those that are named; all that an update takes where a reason names none. */
function viewsToRetake(told: readonly string[]): readonly View[] {
  const named = told.map((about) => UPDATE_VIEWS.filter((view) => new RegExp(`\\b${view}\\b`).test(about)));
  const isNamed = (view: View) => named.some((views) => views.length === 0 || views.includes(view));
  return UPDATE_VIEWS.filter(isNamed);
}

const withFiles = (views: readonly View[]): string[] => views.flatMap((view) => [flagOf(view), 'FILE']);

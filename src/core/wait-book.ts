import type { PatientAnswer } from '../contract/answers.ts';
import {
  type GenerationState,
  generationStateOf,
  PROCESSING_STATUS,
  type ReconstructionType,
  typeWord,
} from '../contract/reconstruction.ts';
import { type Advice, ReconError } from '../errors.ts';
import type { Reply } from './answer.ts';
import { noSuchPatient } from './outcome-advice.ts';
import { modelsOf, toldOf, type WaitedReconstruction } from './waited-models.ts';

export interface WaitResult {
  /** `nothing`: no patient has a reconstruction to wait for. */
  outcome: 'ready' | 'nothing';
  /** Per id the last answer seen; for several ids, `{"patient":…}` cut from the list's answer. */
  last: Map<string, Reply<PatientAnswer>>;
  states: WaitState[];
}

export interface WaitState {
  id: string;
  reconstructions: WaitedReconstruction[];
}

/** The result of one poll, by id. */
export type Seen = ReadonlyMap<string, Reply<PatientAnswer>>;

export interface WaitWish {
  /** Only these; all of the patient's otherwise. */
  types?: readonly ReconstructionType[] | undefined;
  /** Each of `types` was just asked for: one that is not there yet is still going. */
  wereJustAsked?: boolean | undefined;
  /** Only the after-record with this number; without it, also those that this wait sees being made. */
  after?: number | undefined;
  /** At first sight of a patient and at each change of a status or of how far it is. */
  onChange?: ((state: WaitState) => void) | undefined;
  /** Once for each patient that is not there, while others are waited for. */
  onGone?: ((id: string, error: ReconError) => void) | undefined;
  /** How a patient is called in what is told at the end. */
  whose?: ((id: string) => string) | undefined;
  /** After each poll: what made it fail, if it did. */
  onPolled?: ((failure: ReconError | undefined) => void) | undefined;
}

export const NOT_FOUND_LIMIT = 3;

/** The facts that a wait has collected so far. */
export function createWaitBook(ids: readonly string[], wish: WaitWish) {
  const last = new Map<string, Reply<PatientAnswer>>();
  const states = new Map<string, WaitState>();
  const absences = new Map<string, number>();
  /** What is told of those that were absent three times in a row. */
  const gone = new Map<string, ReconError>();
  const { whose = byNumber } = wish;
  const waited = waitedOf(wish);
  let lastFailure: ReconError | undefined;

  const there = () => ids.filter((id) => !gone.has(id));
  const goneLines = () => [...gone.values()].map(({ message }) => message);
  const statesInOrder = () => there().flatMap((id) => states.get(id) ?? []);
  const withProgress = (progress: GenerationState) =>
    statesInOrder().flatMap(({ id, reconstructions }) =>
      reconstructions.filter((one) => one.progress === progress).map((one) => ({ id, ...one })),
    );
  const isDone = (id: string) => {
    const state = states.get(id);
    if (state === undefined || state.reconstructions.some(({ progress }) => progress === 'going')) return false;
    return (
      !wish.wereJustAsked || (wish.types ?? []).every((type) => state.reconstructions.some((one) => one.type === type))
    );
  };

  const isSettled = () => there().every(isDone);

  return {
    /** Those to ask for: all but the ones that are not there. */
    there,
    note(seen: Seen): void {
      lastFailure = undefined;
      wish.onPolled?.(undefined);
      const waitedFor = there();
      for (const id of waitedFor) {
        const reply = seen.get(id);
        absences.set(id, reply === undefined ? (absences.get(id) ?? 0) + 1 : 0);
        if ((absences.get(id) ?? 0) >= NOT_FOUND_LIMIT) gone.set(id, goneError(id));
        if (reply === undefined) continue;
        last.set(id, reply);
        const before = states.get(id)?.reconstructions ?? [];
        const state = { id, reconstructions: waited(reply).map((one) => stillWaiting(one, before)) };
        const changed = JSON.stringify(state) !== JSON.stringify(states.get(id));
        states.set(id, state);
        if (changed) wish.onChange?.(state);
      }
      if (isSettled()) return;
      for (const [id, error] of gone) if (waitedFor.includes(id)) wish.onGone?.(id, error);
    },
    noteFailure(failure: ReconError): void {
      lastFailure = failure;
      wish.onPolled?.(failure);
    },
    /** True while a patient that was there before this wait, if ever, has not been seen. */
    isLookedFor: () =>
      !wish.wereJustAsked && lastFailure === undefined && there().some((id) => !states.has(id) && absences.has(id)),
    isSettled,
    /** @throws ReconError `generation_failed`; `not_found` where a patient is not there */
    result(): WaitResult {
      const failed = withProgress('failed');
      const ready = withProgress('ready');
      if (failed.length > 0) {
        const all = ids.length > 1 ? countsText({ failed: failed.length, ready: ready.length }) : undefined;
        throw generationFailed(failed, goneLines(), { whose, all });
      }
      const [notThere] = gone.values();
      if (notThere !== undefined) {
        throw notThere.with({ details: [...goneLines().slice(1), ...notThere.details] });
      }
      const outcome = ready.length > 0 ? 'ready' : 'nothing';
      return { outcome, last, states: statesInOrder() };
    },
    deadlineError(): ReconError {
      const going = there().filter((id) => !isDone(id));
      const details = [...going.map((id) => `${whose(id)}: ${describe(states.get(id))}`), ...goneLines()];
      if (lastFailure !== undefined) details.push(`last poll: ${lastFailure.message}`);
      const types = (wish.types ?? []).flatMap((type) => ['--type', type]);
      const counts = {
        ready: withProgress('ready').length,
        failed: withProgress('failed').length,
        // Of one that was not seen, nothing is known but that it is waited for.
        going: sum(going.map((id) => Math.max(1, states.get(id)?.reconstructions.filter(isGoing).length ?? 0))),
      };
      const told = ids.length > 1 ? countsText(counts) : undefined;
      const isSeen = going.some((id) => states.has(id));
      const left = going.flatMap((id) => states.get(id)?.reconstructions.filter(isGoing) ?? []);
      const isBegun = left.length === 0 || left.some(({ isQueued }) => isQueued !== true);
      const goes = isBegun ? 'and the generation is still going' : 'and nobody has begun to make the model';
      const one = isSeen || lastFailure === undefined ? goes : 'and the service did not answer';
      const message = `the wait ended${told === undefined ? `, ${one}` : `: ${told}`}`;
      return new ReconError('still_running', message, {
        details,
        hint: { command: ['wait', ...going, ...(types.length === 2 ? types : [])] },
        cause: lastFailure,
      });
    },
  };
}

/** Gives what an answer tells of that is waited for. */
function waitedOf({ types, wereJustAsked, after }: WaitWish) {
  /** Those that were being made. One that ended before this wait is no part of it. */
  const seen = new Set<string>();
  const aftersOf = (reply: Reply<PatientAnswer>): WaitedReconstruction[] =>
    (reply.afters ?? []).flatMap(({ type, number, status }) => {
      const progress = generationStateOf(status);
      const key = `${reply.body?.patient?.id} ${type} ${number}`;
      if (progress === 'going' && !wereJustAsked) seen.add(key);
      if (number !== after && !seen.has(key)) return [];
      return [
        { type, after: number, status, progress, ...(progress === 'ready' && toldOf(reply, `${type}.${number}`)) },
      ];
    });
  return (reply: Reply<PatientAnswer>): WaitedReconstruction[] => {
    const all = [...(after === undefined ? modelsOf(reply) : []), ...aftersOf(reply)];
    return types === undefined ? all : all.filter(({ type }) => types.some((wanted) => wanted === type));
  };
}

/**
 * A service without space tries again each minute, and says meanwhile that nothing is waited for: only how far it has
 * come shows that there was room.
 */
function stillWaiting(one: WaitedReconstruction, before: readonly WaitedReconstruction[]): WaitedReconstruction {
  if (one.waitsFor !== undefined || one.progress !== 'going' || (one.percent ?? 0) > 0) return one;
  const same = before.find(
    ({ type, after, status }) => type === one.type && after === one.after && status === one.status,
  );
  return same?.waitsFor === undefined ? one : { ...one, waitsFor: same.waitsFor };
}

/** `face`; `after-record 2 (face)` */
export const waitedName = ({ type, after }: Pick<WaitedReconstruction, 'type' | 'after'>): string =>
  after === undefined ? typeWord(type) : `after-record ${after} (${typeWord(type)})`;

const describe = (state: WaitState | undefined) =>
  state === undefined
    ? 'not seen yet'
    : state.reconstructions
        .map((one) => `${waitedName(one)} is ${goingWord(one)}${waitText(one.waitsFor)}`)
        .join(', ') || 'nothing yet';

const goingWord = ({ status, isQueued }: WaitedReconstruction): string => {
  if (isQueued === true) return 'waiting to begin';
  return status === PROCESSING_STATUS ? 'generating' : JSON.stringify(status);
};

/** Behind what a generation is. */
export const waitText = (waitsFor: WaitedReconstruction['waitsFor']): string =>
  waitsFor === undefined ? '' : " and waits for space on the service's disk";

const isGoing = ({ progress }: WaitedReconstruction) => progress === 'going';

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** `2 of 9 models failed, 4 are ready, 3 are still going`; what there is none of is not told, nor one model alone. */
function countsText({ failed, ready, going = 0 }: { failed: number; ready: number; going?: number }) {
  const all = failed + ready + going;
  if (all < 2) return undefined;
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    { count: failed, how: 'failed' },
    { count: ready, how: `${are(ready)} ready` },
    { count: going, how: `${are(going)} still going` },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, how }, at) => `${count} ${at > 0 ? '' : `of ${all} models `}${how}`)
    .join(', ');
}

type Failed = Pick<WaitedReconstruction, 'type' | 'after' | 'status'> & { id: string };

/** `all` tells of several patients how many failed. */
function generationFailed(
  failed: readonly Failed[],
  others: readonly string[],
  { whose, all }: { whose: typeof byNumber; all: string | undefined },
): ReconError {
  const [first] = failed;
  const photos = ['--left', 'FILE', '--front', 'FILE', '--right', 'FILE'];
  const line = (one: Failed) =>
    `${(all === undefined ? failedText : failedOf)(one, whose)} (status ${JSON.stringify(one.status)})`;
  const { id, type, after } = first!;
  const [message = '', ...details] = [...(all === undefined ? [] : [all]), ...failed.map(line)];
  return new ReconError('generation_failed', message, {
    details: [...details, ...others],
    hint: after === undefined ? { command: ['patients', 'update', id, '--type', type, ...photos] } : newAfter(id, type),
  });
}

/** How a patient is called who is waited for. */
export const byNumber = (id: string): string => `patient ${id}`;

/** `the face generation of patient 7 failed` */
export const failedText = ({ id, type, after }: Omit<Failed, 'status'>, whose = byNumber): string =>
  `${after === undefined ? `the ${typeWord(type)} generation` : waitedName({ type, after })} of ${whose(id)} failed`;

/** `patient 7, face failed`: one of several, in a line of its own. */
export const failedOf = ({ id, type, after }: Omit<Failed, 'status'>, whose = byNumber): string =>
  `${whose(id)}, ${waitedName({ type, after })} failed`;

/** An after-record is never changed: a new one is made. */
export const newAfter = (id: string, type: string): Advice => ({
  command: ['after', 'create', id, '--type', type],
  because: 'a new one, with other photos',
});

function goneError(id: string): ReconError {
  const { message, ...advice } = noSuchPatient(id);
  return new ReconError('not_found', message, advice);
}

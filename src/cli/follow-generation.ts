import type { PatientAnswer } from '../contract/answers.ts';
import { errorWords } from '../contract/error-words.ts';
import type { ReconstructionType } from '../contract/reconstruction.ts';
import { idText, type Reply, stringifyExact } from '../core/answer.ts';
import { mayChange } from '../core/may-change.ts';
import { timeKind } from '../core/seen-times.ts';
import { type WaitState, waitForPatients } from '../core/wait.ts';
import { byNumber, type WaitResult, waitedName } from '../core/wait-book.ts';
import { ReconError } from '../errors.ts';
import type { Client, Context } from './context.ts';
import { type Failing, failuresOf, type Told, withEach, withFailedToo, withReasons } from './generation-failures.ts';
import { NOTHING_SENT, type Sent } from './next-steps.ts';
import { formatDuration } from './output/duration.ts';
import { nameOf, shortName } from './output/patient-line.ts';
import { lineOf, silenceText, waitLines } from './output/wait-lines.ts';

export interface Followed {
  ids: readonly string[];
  types?: readonly ReconstructionType[];
  /** Each type was just asked for, so one that is not there yet is still going. */
  wereJustAsked: boolean;
  /** Only the after-record with this number. */
  after?: number | undefined;
  /** From the provider table, for a person who waits; what was seen at this service goes before it. */
  usualSeconds?: number | undefined;
  /** What was just sent. */
  sent?: Sent;
  /** The photos came by a link, from a phone that is here. */
  isPhoneHere?: boolean;
  /** Sees every answer about a patient, also those before a wait that fails. */
  onAnswer?(id: string, reply: Reply<PatientAnswer>): void;
}

/** A shorter wait is no news. */
const LEAST_TOLD_MS = 2000;

/** Where no line is drawn anew, each of these has a line while the service does not answer. */
const SILENCE_LINE_MS = 10_000;

/**
 * Waits for generations and shows how they go.
 * @throws ReconError of the wait; where a service tells why a generation failed, with that reason
 */
export async function followGeneration(followed: Followed, context: Context): Promise<WaitResult> {
  const client = await context.client();
  const { clock, signal } = context;
  const live = await context.liveLine();
  const startedAt = clock.monotonic();
  const states = new Map<string, WaitState>();
  const said = new Map<string, string>();
  const gone = new Map<string, string>();
  let silentSince: number | undefined;
  let silenceTold = 0;
  let sawGoing = false;
  let account: Reply<unknown>['account'];
  const noteAccount = (reply: Reply<unknown>) => {
    account = reply.account ?? account;
  };
  const kind = kindOf(followed);
  const times = await context.seenTimes();
  const seen = await times.usual();
  const usualSeconds = (kind === undefined ? undefined : seen(kind)) ?? followed.usualSeconds;
  const making = begunOfOne(followed, clock);
  const names = new Map<string, string>();
  const noteName = (id: string, { body }: Reply<PatientAnswer>) => {
    if (body?.patient?.name) names.set(id, nameOf(body.patient));
  };
  // A log is to have no names.
  const tellsNames = followed.ids.length > 1 && context.streams.stderrIsTty();
  const whose = (id: string) => {
    const name = tellsNames ? names.get(id) : undefined;
    return name === undefined ? byNumber(id) : `${byNumber(id)} (${shortName(name)})`;
  };
  const drawn = () => {
    const now = clock.monotonic();
    const ids = followed.ids.filter((id) => !gone.has(id));
    const inOrder = ids.flatMap((id) => states.get(id) ?? []);
    const silentMs = silentSince === undefined ? undefined : now - silentSince;
    return waitLines(inOrder, {
      ...followed,
      ids,
      usualSeconds,
      seen,
      names,
      elapsedMs: now - startedAt,
      makingMs: making.ms(now),
      silentMs,
      width: live.width(),
    });
  };
  const ticker = setInterval(() => live.tick(drawn()), 1000);
  // A tick after the line is gone would draw it anew, for ever.
  const stopDrawing = () => {
    clearInterval(ticker);
    live.stop();
  };
  try {
    const onAnswer = (id: string, reply: Reply<PatientAnswer>) => {
      noteName(id, reply);
      making.note(id, reply);
      followed.onAnswer?.(id, reply);
    };
    const result = await waitForPatients(watched(client, { onAnswer }, noteAccount), followed.ids, {
      types: followed.types,
      wereJustAsked: followed.wereJustAsked,
      after: followed.after,
      whose,
      deadlineMs: (await context.settings()).waitTimeoutMs.value,
      clock,
      signal,
      onChange: (state) => {
        states.set(state.id, state);
        sawGoing ||= state.reconstructions.some(({ progress }) => progress === 'going');
        const line = lineOf(state, {
          ...followed,
          several: followed.ids.length > 1,
          names,
          forPerson: context.streams.stderrIsTty(),
        });
        // How far it is changes every few seconds; a log has a line where a status changes.
        if (said.get(state.id) === line) return live.tick(drawn());
        said.set(state.id, line);
        live.state(line, drawn());
      },
      onGone: (id, { message }) => {
        gone.set(id, message);
        live.state(`${message}; the others are waited for`, drawn());
      },
      onPolled: (failure) => {
        const now = clock.monotonic();
        if (failure === undefined) silentSince = undefined;
        else {
          if (silentSince === undefined) silenceTold = now;
          silentSince ??= now;
          if (now - silenceTold < SILENCE_LINE_MS) return live.tick(drawn());
          silenceTold = now;
          live.state(silenceText(now - silentSince), drawn());
        }
      },
    });
    stopDrawing();
    if (result.outcome === 'ready') {
      const endedAt = clock.monotonic();
      // Of several, none is told alone; of one that was ready already, as after --sync, nobody saw how long it took.
      if (kind !== undefined && followed.wereJustAsked && sawGoing && followed.ids.length === 1)
        await times.note(kind, Math.min(making.ms(endedAt) ?? Infinity, endedAt - startedAt) / 1000);
      const { precision, warnings } = toldOf(result, followed, whose);
      const waitedMs = followed.wereJustAsked ? endedAt - startedAt - (making.ms(endedAt) ?? Infinity) : 0;
      const waited = waitedMs >= LEAST_TOLD_MS ? `, of which it waited ${formatDuration(waitedMs)} to begin` : '';
      const time = `${formatDuration(endedAt - startedAt)}${waited}`;
      const exact = (what: string) => (precision === undefined ? '' : `; ${what} is ${precision}`);
      const count = result.states.flatMap(({ reconstructions }) => reconstructions).length;
      const ready = count === 1 ? 'the model is ready' : `all ${count} models are ready`;
      if (!sawGoing && !followed.wereJustAsked) context.streams.say(`${ready}${exact('it')}`);
      else if (count === 1) context.streams.say(`ready after ${time}${exact('the model')}`);
      else context.streams.say(`${ready} after ${time}`);
      for (const warning of warnings) context.streams.warn(warning);
    }
    return result;
  } catch (error) {
    stopDrawing();
    throw await explained(
      error,
      client,
      {
        ...followed,
        whose,
        isSilent: silentSince !== undefined,
        mayAct: mayChange({ account }),
        gone: [...gone.values()],
      },
      [...states.values()],
      context,
    );
  }
}

/**
 * For how long the only model that is waited for is being made, as far as the service tells: the time that it waits to
 * begin is not the model's. `ms`: null while nobody has begun, undefined where nothing is told.
 */
function begunOfOne({ ids, types, after }: Followed, clock: Context['clock']) {
  let begunAt: number | null | undefined;
  let queuedUntil = Number.NEGATIVE_INFINITY;
  return {
    note: (id: string, { begun, answeredAt }: Reply<PatientAnswer>): void => {
      if (ids.length > 1 || (types ?? []).length > 1 || after !== undefined) return;
      const told = begun?.get(id);
      const [only, ...others] = types ?? [...(told?.keys() ?? [])];
      const at = only === undefined || others.length > 0 ? undefined : told?.get(only);
      const now = clock.monotonic();
      if (at === null) queuedUntil = now;
      // Once it is begun and no longer told, it was begun since the last answer.
      if (at === undefined) begunAt = begunAt === null ? queuedUntil : begunAt;
      else begunAt = at === null ? null : Math.max(queuedUntil, now - Math.max(0, (answeredAt ?? at) - at));
    },
    ms: (now: number): number | null | undefined => (typeof begunAt === 'number' ? now - begunAt : begunAt),
  };
}

/** What the times of models are kept by: a type, and the time that tells its provider. */
function kindOf({ types: [type, ...more] = [], usualSeconds }: Followed): string | undefined {
  return type === undefined || more.length > 0 || usualSeconds === undefined ? undefined : timeKind(type, usualSeconds);
}

/** What the service told of the models: how exact the only one is, and its warnings, but for what was told before. */
function toldOf(
  { states }: WaitResult,
  { ids, sent: { told = [] } = NOTHING_SENT }: Followed,
  whose: (id: string) => string,
): { precision: string | undefined; warnings: string[] } {
  const several = ids.length > 1;
  const models = states.flatMap(({ id, reconstructions }) => reconstructions.map((one) => ({ id, ...one })));
  const errors = models.flatMap(({ expected }) => (expected === undefined ? [] : [errorWords(expected)]));
  // Several models would make a line that nobody reads; `report.json` of each has it.
  const precision = errors.length === 1 ? errors[0] : undefined;
  const warnings = models.flatMap(({ id, type, after, warnings: own = [] }) =>
    own
      .filter((sentence) => !told.some((begin) => sentence.startsWith(begin)))
      .map((sentence) => `${several ? `${whose(id)}, ` : ''}${waitedName({ type, after })}: ${sentence}`),
  );
  return { precision, warnings };
}

/** The same client, whose answers are also handed to the caller. */
function watched(
  client: Client,
  { onAnswer }: Pick<Followed, 'onAnswer'>,
  noteAccount: (reply: Reply<unknown>) => void,
): Pick<Client, 'getPatient' | 'listPatients'> {
  return {
    getPatient: async (id) => {
      const reply = await client.getPatient(id);
      noteAccount(reply);
      onAnswer?.(id, reply);
      return reply;
    },
    listPatients: async (filters) => {
      const reply = await client.listPatients(filters);
      noteAccount(reply);
      for (const patient of reply.body?.patients ?? []) {
        const id = idText(patient?.id);
        if (id !== undefined) onAnswer?.(id, { text: stringifyExact({ patient }), body: { patient } });
      }
      return reply;
    },
  };
}

async function explained(
  error: unknown,
  client: Client,
  {
    ids,
    types = [],
    sent,
    isPhoneHere,
    isSilent,
    mayAct,
    gone,
    whose,
  }: Followed & Failing & Told & { isSilent: boolean },
  states: readonly WaitState[],
  { signal }: Context,
): Promise<unknown> {
  if (signal.aborted && signal.reason instanceof ReconError) {
    const oneType = types.length === 1 ? ['--type', ...types] : [];
    const goesOn = isSilent ? 'the generation goes on once the service answers again' : 'the generation goes on';
    return new ReconError(signal.reason.code, `${signal.reason.message}; ${goesOn}`, {
      hint: { command: ['wait', ...ids, ...oneType] },
      cause: error,
    });
  }
  if (!(error instanceof ReconError)) return error;
  const isOfSeveral = ids.length > 1 && states.flatMap(({ reconstructions }) => reconstructions).length > 1;
  const hasFailed = error.code === 'generation_failed';
  if (!hasFailed && (error.code !== 'still_running' || !isOfSeveral)) return error;
  const failures = await failuresOf(client, states, { sent, isPhoneHere, mayAct, whose });
  if (!isOfSeveral) return withReasons(error, failures, { whose, gone });
  return hasFailed ? withEach(error, failures, { whose, gone }) : withFailedToo(error, failures, whose);
}

import { providersOf } from '../../contract/providers.ts';
import { isReconstructionType, READY_STATUS, statusWord, typeWord } from '../../contract/reconstruction.ts';
import { timeKind } from '../../core/seen-times.ts';
import type { WaitState } from '../../core/wait.ts';
import { waitedName, waitText } from '../../core/wait-book.ts';
import { cutCell, firstThatFits, roughTextWidth } from '../io/text-width.ts';
import { formatDuration } from './duration.ts';
import { failedWord } from './model-state.ts';
import { CELLS_OF_NAME, shortName } from './patient-line.ts';
import { isContradicted, usualTime } from './usual-time.ts';

export interface WaitFacts {
  ids: readonly string[];
  elapsedMs: number;
  /** For how long the only model is being made, where that is known; null: nobody has begun, and it waits. */
  makingMs?: number | null | undefined;
  /** How long each poll has failed; undefined where the last one was answered. */
  silentMs?: number | undefined;
  /** Of the provider that was sent, where that is known. */
  usualSeconds?: number | undefined;
  /** How long models of a type took here, by the usual time of their provider; undefined where none was seen. */
  seen?: (kind: string) => number | undefined;
  /** Of several patients, by id. */
  names?: ReadonlyMap<string, string>;
  /** The generation was asked for as the wait began; else only the wait itself is known to last so long. */
  wereJustAsked?: boolean;
  /** Only models of these are waited for. */
  types?: readonly string[] | undefined;
  /** Cells of a line. */
  width?: number;
}

/** More lines would be more than is read. */
const MOST_LINES = 6;
const MOST_DONE_LINES = 3;

/**
 * How a wait goes, to be drawn: one line for one patient, else how many are ready and failed, and a line for each that
 * failed or is going. In a narrow terminal the bar goes first, then how long it usually takes; what is made, how far it
 * is, and for how long, stays.
 */
export function waitLines(states: readonly WaitState[], facts: WaitFacts): string[] {
  const { ids, names, types, silentMs, wereJustAsked = true, width = Number.POSITIVE_INFINITY } = facts;
  if (silentMs !== undefined) return silentLines(silentMs, width);
  const time = timeText(states, facts);
  const [only] = states;
  if (only === undefined) return [`waiting for the 3D model, ${time}`];
  if (ids.length === 1)
    return [
      fitted(only, { several: false, types, wereJustAsked, behinds: [`, ${time}`, `, ${elapsedText(facts)}`], width }),
    ];
  const without = wereJustAsked ? [] : states.filter(({ reconstructions }) => reconstructions.length === 0);
  const going = states.filter((state) => isGoing(state) && !without.includes(state));
  const failed = states.filter((state) => !isGoing(state) && state.reconstructions.some(isFailed));
  const shape = { several: true, names, types, wereJustAsked, width: width - 2 };
  const lines = (some: readonly WaitState[], most: number, what: string) => [
    ...some.slice(0, most).map((state) => `  ${fitted(state, shape)}`),
    ...(some.length > most ? [`  and ${some.length - most} more${what}`] : []),
  ];
  const ready = states.length - going.length - failed.length - without.length;
  const done = [
    `${ready} of ${ids.length} ready`,
    ...(going.length > 0 ? [`${going.length} being made`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(without.length > 0 ? [`${without.length} with ${noneOf(types)}`] : []),
  ].join(', ');
  return [
    firstThatFits([`${done}, ${time}`, `${done}, ${elapsedText(facts)}`, done], width),
    ...lines(failed, MOST_DONE_LINES, ' failed'),
    ...lines(going, MOST_LINES, ' that are not ready'),
    ...lines(without, MOST_DONE_LINES, ` with ${noneOf(types)}`),
  ];
}

export const silenceText = (silentMs: number): string =>
  `no usable answer from the service for ${formatDuration(silentMs)}; still asking`;

/** What was seen last may be long past, so it is not shown. */
function silentLines(silentMs: number, width: number): string[] {
  const line = silenceText(silentMs);
  return [firstThatFits([`${line} (Ctrl-C leaves the wait and tells how to go on with it)`, line], width)];
}

interface Shape {
  several: boolean;
  names?: WaitFacts['names'];
  types?: WaitFacts['types'];
  wereJustAsked?: boolean;
  /** Cells of a name. */
  nameCells?: number;
  /** In the words of the list. */
  isBrief?: boolean;
  /** What stands behind, from the longest to the shortest. */
  behinds?: readonly [string, ...string[]];
  width: number;
}

/** So much of a name says who it is. */
const LEAST_OF_NAME = 8;

function fitted(state: WaitState, { behinds = [''], width, ...shape }: Shape): string {
  const shortest = behinds.at(-1) ?? '';
  const line = (more: Partial<Shape> = {}) => lineOf(state, { ...shape, forPerson: true, ...more });
  const brief = line({ isBrief: true });
  const over = roughTextWidth(brief) + roughTextWidth(shortest) - width;
  // No word of a state goes before a part of the name.
  const nameCells = Math.max(LEAST_OF_NAME, roughTextWidth(shortName(shape.names?.get(state.id) ?? '')) - over);
  const lines = [line({ nameCells: Number.POSITIVE_INFINITY }), line(), brief, line({ isBrief: true, nameCells })];
  const ways = lines.flatMap((one) =>
    behinds.flatMap((behind) => [...farOf(state).map((far) => ` ${far}`), ''].map((far) => one + far + behind)),
  );
  const left = Math.max(1, width - roughTextWidth(shortest));
  return firstThatFits([...ways, `${cutCell(brief, left, roughTextWidth)}${shortest}`], width);
}

/** `7, Ana Sample: face is generating`; in a log `patient 7`, and the status is the interface's own word. */
export function lineOf(
  { id, reconstructions }: WaitState,
  {
    several,
    names,
    types,
    wereJustAsked = true,
    forPerson,
    nameCells = CELLS_OF_NAME,
    isBrief = false,
  }: Omit<Shape, 'behinds' | 'width'> & { forPerson: boolean },
): string {
  const none = wereJustAsked ? 'no 3D model yet' : `${noneOf(types)}${isBrief ? '' : ', nothing to wait for'}`;
  const inOrder = forPerson
    ? reconstructions.toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
    : reconstructions;
  const all = inOrder.map((one) => `${waitedName(one)} ${saidOf(one, { forPerson, isBrief })}`).join(', ') || none;
  const name = forPerson ? names?.get(id) : undefined;
  return several ? `${whomText(id, name && cutCell(name, nameCells, roughTextWidth))}: ${all}` : all;
}

export const whomText = (id: string, name: string | undefined): string =>
  name === undefined ? `patient ${id}` : `${id}, ${name}`;

/** As the list calls it; who has other models has photos. */
const noneOf = (types: WaitFacts['types']): string =>
  types === undefined ? 'no photos' : `no ${types.map(typeWord).join(' or ')} model`;

/** As in the list. */
const URGENCY = ['failed', 'going', 'ready'] as const;
const urgencyOf = ({ progress, isAccepted }: WaitState['reconstructions'][number]) =>
  isAccepted === true ? URGENCY.length : URGENCY.indexOf(progress);

/** `is generating`, `failed`; in a log each word of the service stands behind `is`. */
function saidOf(
  one: WaitState['reconstructions'][number],
  { forPerson, isBrief }: { forPerson: boolean; isBrief: boolean },
): string {
  const { status, progress, waitsFor, isQueued, isAccepted } = one;
  if (!forPerson) return `is ${wordOfLog(status)}${waitText(waitsFor)}`;
  const is = isBrief ? '' : 'is ';
  if (isAccepted === true) return `${is}ready and accepted`;
  if (isQueued === true && waitsFor === undefined) return `${is}waiting to begin`;
  return progress === 'failed' ? failedWord(status) : `${is}${statusWord(status)}${waitText(waitsFor)}`;
}

const wordOfLog = (status: string): string => (status === READY_STATUS ? 'ready' : status);

const isGoing = ({ reconstructions }: WaitState) =>
  reconstructions.length === 0 || reconstructions.some(({ progress }) => progress === 'going');

const isFailed = ({ progress }: WaitState['reconstructions'][number]) => progress === 'failed';

const BAR_CELLS = 12;

/** How far it is, where the service tells that of one: with a bar, and without. */
function farOf({ reconstructions }: WaitState): string[] {
  const [percent, ...more] = reconstructions.flatMap(({ percent = [] }) => percent);
  if (percent === undefined || more.length > 0) return [];
  const filled = Math.round((percent / 100) * BAR_CELLS);
  return [`${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)} ${percent} %`, `${percent} %`];
}

/**
 * With the usual time of the provider, where that is known, else from the quickest to the slowest one that makes these
 * types. What was seen at this service goes before the provider table.
 */
function timeText(states: readonly WaitState[], facts: WaitFacts): string {
  const { elapsedMs, usualSeconds, seen = () => undefined } = facts;
  const makingMs = facts.makingMs ?? elapsedMs;
  const going = states.flatMap(({ reconstructions }) => reconstructions.filter((one) => one.progress === 'going'));
  const ofTable = (type: string) =>
    isReconstructionType(type) ? providersOf(type).map((provider) => provider.usualSeconds) : [];
  const all =
    usualSeconds === undefined
      ? going.flatMap(({ type, usualSeconds: own }) =>
          (own === undefined ? ofTable(type) : [own]).map((seconds) => seen(timeKind(type, seconds)) ?? seconds),
        )
      : [usualSeconds];
  // What a model waits for others is no part of the time that it usually takes.
  if (facts.makingMs === null) return [elapsedText(facts), usualTime(0, all)].filter(Boolean).join(', then ');
  const [percent, ...others] = going.flatMap((one) => one.percent ?? []);
  const isTold = others.length > 0 || !isContradicted(makingMs, percent, all);
  return [elapsedText(facts), isTold ? usualTime(makingMs, all) : ''].filter(Boolean).join(', ');
}

/** How long it is being made, or else how long the wait lasts. */
const elapsedText = ({ elapsedMs, makingMs, wereJustAsked = true }: WaitFacts) =>
  `${wereJustAsked || makingMs !== undefined ? '' : 'waited '}${formatDuration(makingMs ?? elapsedMs)}`;

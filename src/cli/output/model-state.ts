import { TWO_PEOPLE } from '../../contract/certainty.ts';
import {
  generationStateOf,
  isAcceptedValue,
  isEarlierModel,
  isOfLostFile,
  isSettled,
  PROCESSING_STATUS,
} from '../../contract/reconstruction.ts';
import type { Doubt } from '../../core/model-facts.ts';
import type { Look } from '../io/theme.ts';
import { roughDuration, timeOf } from './ago.ts';
import { fieldOf, fieldText, itemsOf } from './field-text.ts';
import { typeName } from './patient-columns.ts';
import { printable } from './printable.ts';

/** How a reconstruction is, for a person. */
export interface ModelState {
  type: string;
  /** What has to be done with it, the most urgent first. */
  kind: 'failed' | 'going' | 'ready' | 'accepted';
  /** `ready`, `generating for 2 min`, `failed`. */
  word: string;
  /** The same without how long. */
  shortWord: string;
  /** How long it is generating, in ms, where the service's time tells that. */
  goingMs?: number;
  /** Why it failed, where the service tells. */
  reason?: string;
  look: Look;
  /** Why a person is to look whose it is; nobody has accepted it. */
  doubt?: Doubt;
  /** What is told beside the word where the newest generation gave no model and an earlier one can be read. */
  earlier?: 'earlier model kept' | 'earlier model';
}

/** A person is to look; once one has accepted it, that is done. */
const DOUBTED = {
  'two people': { word: `ready, ${TWO_PEOPLE}`, shortWord: 'ready (two people?)' },
  'of others': { word: 'ready, photos also of another patient', shortWord: 'ready (whose photos?)' },
} as const satisfies Record<Doubt, unknown>;

/** Nothing is made of it yet: how long that is says nothing of the generation. */
const WAITING = { word: 'waiting to begin', shortWord: 'waiting to begin' } as const;

const LOOKS = { failed: 'bad', going: 'busy', ready: 'good', accepted: 'good' } as const;

/** What is known of the service that gave a record. */
interface Told {
  /** Why the generation failed. */
  reason?: string | undefined;
  /** It keeps an earlier model while a generation goes. */
  isOurs?: boolean;
  doubt?: Doubt | undefined;
  /** When it was begun, epoch ms; null: nobody has, as others come first, or no process makes models. */
  begunAt?: number | null | undefined;
}

/** `now` is the service's, epoch ms. */
export function modelState(
  reconstruction: unknown,
  now: number,
  { reason, isOurs = false, doubt: told, begunAt }: Told = {},
): ModelState {
  const asRead = { status: fieldOf(reconstruction, 'status'), frames: fieldOf(reconstruction, 'frames') };
  const progress = generationStateOf(asRead.status);
  const isAccepted = isAcceptedValue(fieldOf(reconstruction, 'accepted'));
  const isEarlier = isEarlierModel(asRead, { isOurs });
  // Once an earlier model is accepted, nothing is left to do about newer photos that gave none.
  const kind = isSettled({ ...asRead, accepted: isAccepted }) ? 'accepted' : progress;
  const doubt = kind === 'ready' ? told : undefined;
  return {
    type: printable(typeName(reconstruction)),
    kind,
    ...(doubt !== undefined
      ? { ...DOUBTED[doubt], doubt }
      : begunAt === null && kind === 'going'
        ? WAITING
        : wordsOf(kind, reconstruction, now, begunAt)),
    ...(kind === 'failed' && reason !== undefined && { reason: printable(reason) }),
    look: doubt !== undefined ? 'busy' : LOOKS[kind],
    ...(isEarlier &&
      !isOfLostFile(reason) && {
        earlier: isAccepted ? ('earlier model' as const) : ('earlier model kept' as const),
      }),
  };
}

/** A status that is not of the interface is shown as it came: nobody knows what it means. */
function wordsOf(kind: ModelState['kind'], reconstruction: unknown, now: number, begunAt: number | null | undefined) {
  const shortWord = wordOf(kind, reconstruction);
  // Without a word of the service, the time that it waited counts, too.
  const since = kind === 'going' ? (begunAt ?? timeOf(fieldText(fieldOf(reconstruction, 'updated_at')))) : undefined;
  if (since === undefined || since > now) return { shortWord, word: shortWord };
  const goingMs = now - since;
  return { shortWord, word: `${shortWord} for ${roughDuration(goingMs)}`, goingMs };
}

function wordOf(kind: ModelState['kind'], reconstruction: unknown): string {
  const status = printable(fieldText(fieldOf(reconstruction, 'status')));
  if (kind === 'ready') return kind;
  // `accepted` alone was read as taken in, and not yet begun.
  if (kind === 'accepted') return 'ready and accepted';
  if (kind === 'failed') return failedWord(status);
  return status === PROCESSING_STATUS ? 'generating' : status || 'no status';
}

/** `failed`, `failed (rejected)` */
export const failedWord = (status: string): string =>
  status.toLowerCase() === 'failed' ? 'failed' : `failed (${status})`;

const URGENCY: readonly ModelState['kind'][] = ['failed', 'going', 'ready', 'accepted'];
const urgencyOf = ({ kind, doubt }: ModelState) => URGENCY.indexOf(kind) - (doubt === undefined ? 0 : 0.5);

/** Of all reconstructions of a patient, the most urgent first. `reasons`, `doubts` and `begun` are by type. */
export function modelStates(
  patient: unknown,
  now: number,
  {
    reasons,
    doubts,
    begun,
    isOurs = false,
  }: Pick<Told, 'isOurs'> & {
    reasons?: ReadonlyMap<string, string> | undefined;
    doubts?: ReadonlyMap<string, Doubt> | undefined;
    begun?: ReadonlyMap<string, number | null> | undefined;
  } = {},
): ModelState[] {
  return itemsOf(fieldOf(patient, 'reconstructions'))
    .map((one) => {
      const type = typeName(one);
      const told = {
        reason: reasons?.get(type),
        doubt: doubts?.get(type),
        begunAt: begun?.get(type),
      };
      return modelState(one, now, { ...told, isOurs });
    })
    .toSorted((one, other) => urgencyOf(one) - urgencyOf(other));
}

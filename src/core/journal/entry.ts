/** A change that is to be written down. */
export interface Plan {
  deed: Deed;
  /** The patient it is about; none for a create. */
  patient?: string | undefined;
  /** Two changes with the same subject must not run at once: a mark of the patient's id, or of a create's natural key. */
  subject?: string | undefined;
  /** Mark of everything that is sent. */
  request: string;
  /** Mark of each photo that is sent. */
  photos?: readonly string[] | undefined;
  /** `<batch>:<row>` of an import. */
  row?: string | undefined;
}

/** The kind of change. An invitation is not among them, because nothing could settle it later. */
export type Deed = 'create' | 'update' | 'accept' | 'after' | 'delete' | 'transfer' | 'give-back';

/**
 * How far a change has come.
 * planned → sent → done, or → lost → adopted, sent again or unknown. `clear` is surely not applied, `forgotten` given
 * up by a person. A `sent` that is found by a later run was cut off by a crash, and counts as lost.
 */
export type OpenState = 'planned' | 'sent' | 'lost' | 'unknown';
export type ClosedState = 'done' | 'adopted' | 'clear' | 'forgotten';
export type EntryState = OpenState | ClosedState;

/** The state on the service before a change: ids and marks (keyed hashes), never a value. */
export interface Baseline {
  /** Patients that were like the new one already. */
  ids?: string[];
  /** Mark of each field's value, by the field's name. */
  fields?: Record<string, string>;
  /** When that was, by the service's own clock, epoch ms. */
  listedAt?: number | undefined;
  /** Mark of the reconstruction's fingerprint. */
  model?: string;
  /** The type that an update replaces. */
  type?: string | undefined;
}

/** One intended change, as its lines tell it. */
export interface Entry extends Required<Plan> {
  id: string;
  state: EntryState;
  /** When it was planned, epoch ms. */
  at: number;
  /** The patient it is about; for a create, the one it made. */
  patient: string | undefined;
  /** Mark of the token it was planned with. */
  account: string;
  /** Sent as `Idempotency-Key`. */
  key: string;
  baseline: Baseline;
  /** Until when the service said it remembers the key, epoch ms; 0 where it did not. */
  keyUntil: number;
  /** How many times a request of it was about to go out. */
  sends: number;
  /** A request went out, and nobody has seen yet what became of it. */
  inDoubt: boolean;
  /** When the last request was given up, epoch ms. It may still be at work for one quiet period after this. */
  lostAt: number;
  /** Patients that may be the one, where a person has to decide. */
  candidates: string[];
}

/** A change of state, as it is written down. */
export type Step =
  /** With a key and an account where a person has it sent anew. */
  | { state: 'planned'; key?: string; account?: string }
  | { state: 'sent'; baseline: Baseline; keyUntil: number; inDoubt: boolean }
  | { state: 'lost' }
  | { state: 'unknown'; candidates: string[] }
  | { state: 'done' | 'adopted'; patient: string | undefined }
  | { state: 'clear' | 'forgotten' };

export const isOpen = ({ state }: Pick<Entry, 'state'>): boolean => OPEN.includes(state);

const OPEN: readonly EntryState[] = ['planned', 'sent', 'lost', 'unknown'];

/** The entry after one more step. Pure: the journal's file and a run's memory both go through here. */
export function stepped(entry: Entry, step: Step, at: number): Entry {
  switch (step.state) {
    case 'planned':
      return { ...entry, state: 'planned', inDoubt: false, ...anew(step, entry) };
    case 'sent':
      return { ...entry, state: 'sent', sends: entry.sends + 1, ...taken(step) };
    case 'lost':
      return { ...entry, state: 'lost', inDoubt: true, lostAt: at };
    case 'unknown':
      return { ...entry, state: 'unknown', candidates: step.candidates };
    case 'done':
    case 'adopted':
      return { ...entry, state: step.state, inDoubt: false, patient: step.patient ?? entry.patient };
    default:
      return { ...entry, state: step.state, inDoubt: false };
  }
}

const anew = ({ key, account }: Step & { state: 'planned' }, entry: Entry) =>
  key === undefined ? {} : { baseline: {}, key, account: account ?? entry.account };

/** A step that was read from a line has the line's own fields beside it. */
const taken = ({ baseline, keyUntil, inDoubt }: Step & { state: 'sent' }) => ({ baseline, keyUntil, inDoubt });

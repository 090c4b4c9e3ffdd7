import type { AfterAnswer, PatientAnswer, Received, ResultAnswer } from '../../contract/answers.ts';
import type { Patient } from '../../contract/patient.ts';
import type { Line } from '../../errors.ts';
import type { Reply } from '../answer.ts';
import type { Baseline, Deed, Entry } from '../journal/entry.ts';

/** A change that was made. `found`: its answer was lost, and a look showed that it was made. */
export interface Made<Body> {
  how: 'answered' | 'found';
  patient: string | undefined;
  reply: Reply<Body>;
}

/** Nothing was sent, because the same patient is there, or one who may be the same (`alike_there`). */
export interface AlreadyThere {
  how: 'already_there' | 'alike_there';
  patient: string;
  /** The same patient as the service lists it. */
  there?: Received<Patient>;
}

/** How each kind of change ends. */
interface Endings {
  create: Made<PatientAnswer> | AlreadyThere;
  update: Made<PatientAnswer>;
  accept: Made<PatientAnswer>;
  after: Made<AfterAnswer>;
  delete: Made<ResultAnswer>;
  transfer: Made<ResultAnswer>;
  'give-back': Made<ResultAnswer>;
}
export type EndingOf<D extends Deed> = Endings[D];
export type Ending = EndingOf<Deed>;
export type ProcedureOf<D extends Deed> = Procedure<EndingOf<D>>;

/** The fate of a change whose answer was lost. */
export type Finding<E> =
  | { is: 'made'; ending: E }
  | { is: 'not made' }
  /** A person has to say. `message` is a sentence. */
  | { is: 'unclear'; message: string; details?: readonly Line[]; candidates?: string[] };

/** The state on the service before the request, to compare with later; or the ending if no request is needed. */
export type Planned<E> = { baseline: Baseline; keyMemoryMs?: number | undefined } | { ending: E };

/** The steps of one change, each of them a request or a few. They throw what the client throws. */
export interface Procedure<E> {
  /** Looks before anything is sent. */
  plan(about: Pick<Entry, 'row'>): Promise<Planned<E>>;
  /** Sends with the entry's key. */
  send(entry: Entry): Promise<E>;
  /** Looks if the change was made. For a change that was never sent: if somebody else has changed the same since. */
  look(entry: Entry): Promise<Finding<E>>;
  /** The time that a lost request may still be at work, if it is shorter than the usual quiet period. */
  quietMs?: number;
}

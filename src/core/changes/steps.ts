import type { Baseline, Entry } from '../journal/entry.ts';

/** How a change ended. */
export interface Outcome<T> {
  /** `found`: the answer was lost, and a look showed that the change was made. `already_there`: nothing was sent. */
  how: 'answered' | 'found' | 'already_there';
  patient?: string | undefined;
  reply?: T | undefined;
}

/** What a look shows of a change whose answer was lost. */
export type Look<T> =
  | { seen: 'made'; outcome: Outcome<T> }
  | { seen: 'not made' }
  /** A person has to say. `message` is a sentence. */
  | { seen: 'unclear'; message: string; details?: string[]; candidates?: string[] };

/** What there is before the request goes out: something to compare with later, or a reason not to send it. */
export type Prepared<T> = { baseline: Baseline; keyMemoryMs?: number | undefined } | { outcome: Outcome<T> };

/** The steps of one change, each of them a request or a few. They throw what the client throws. */
export interface Steps<T> {
  prepare(): Promise<Prepared<T>>;
  /** Sends with the entry's key. */
  send(entry: Entry): Promise<Outcome<T>>;
  look(entry: Entry): Promise<Look<T>>;
  /** Whether somebody else has changed the same since the baseline, for a change that was kept unsent. */
  recheck?(entry: Entry): Promise<Look<T>>;
  /** How long a lost request may still be at work, where the quiet period would be too long. */
  quietMs?: number;
}

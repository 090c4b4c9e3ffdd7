import type { Clock } from '../../clock.ts';
import type { Line } from '../../errors.ts';
import type { Client } from '../client.ts';
import type { Journal } from '../journal/journal.ts';
import type { UploadHooks } from '../patients.ts';

/** A run's parts, the same for all its changes. */
export interface RunParts {
  client: Client;
  journal: Journal;
  /** Base URL of the journal's service, also where it has moved since: patient 7 of another one is somebody else. */
  service: string;
  clock: Clock;
  signal: AbortSignal;
  /** How long a request of unknown outcome may still be at work. */
  quietMs(): number;
  /** Tells a waiting person. */
  onNotice(line: Line): void;
  /** 0 to 1, for the jitter. */
  random(): number;
}

/** The changes of a run share this. */
export interface Run extends RunParts {
  /** Notes how long the service took to answer a create, once it had all of it: a lost one may be at work as long. */
  noteAnswer(ms: number): void;
}

/** The wishes of one change's caller. */
export interface Call {
  /** Runs `work`, which journals and sends the change: at once, or in an import when a sending slot is free. */
  turn<T>(work: () => Promise<T>): Promise<T>;
  /** The change is made and answered: its sending slot is free for another one. */
  answered(): void;
  /** Waits within `work`; an import gives the sending slot to others meanwhile. */
  pause(ms: number): Promise<void>;
  /** Whether a change that was not sent is kept open when the service cannot be reached: what `resume` does. */
  keepsUnsent: boolean;
  /**
   * Which patients stop a create, besides an exact match. `alike`: everybody who may be the same person, where the user
   * can answer that it is somebody else. `same name and contact`: those with the same name and the same e-mail address
   * or phone number.
   */
  stopsFor?: 'alike' | 'same name and contact' | undefined;
  /** The name in another order, where it may be kept so: `Öztürk, Ayşe` in the list of an import that sends `Ayşe Öztürk`. */
  alsoNamed?: string | undefined;
  onUpload?: UploadHooks['onUpload'];
  /** Told of who has the name of somebody new, as far as a look for the person has shown them. */
  onNamesakes?: ((ids: readonly string[]) => void) | undefined;
}

/** A lost create may take a little longer than the slowest that was answered. */
const SLOWER_THAN_SEEN = 1.2;

export function openRun(parts: RunParts): Run {
  let slowestMs = 0;
  return {
    ...parts,
    quietMs: () => Math.max(parts.quietMs(), SLOWER_THAN_SEEN * slowestMs),
    noteAnswer: (ms) => {
      slowestMs = Math.max(slowestMs, ms);
    },
  };
}

/** A call that waits for nobody. */
export const plainCall = ({ clock, signal }: Pick<Run, 'clock' | 'signal'>): Call => ({
  turn: (work) => work(),
  answered: () => {},
  pause: (ms) => clock.sleep(ms, signal),
  keepsUnsent: false,
});

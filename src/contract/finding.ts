import { type Line, ReconError } from '../errors.ts';

/** What a look at one thing found. */
export interface Finding {
  /** The thing: a word or two. */
  about: string;
  isRight: boolean;
  /** It was not looked at; nothing is known to be wrong. */
  isSkipped?: true;
  /** It was to be looked at: a flag asked for it, or a token may not. So nothing is known of it. */
  isMissed?: true;
  /** Nothing is wrong with the thing itself, and yet somebody is to know it. */
  isWarning?: true;
  /** What is there, in words. */
  found: string;
  /** What to do; nothing where nothing is wrong. */
  fixes: readonly Line[];
}

export const right = (about: string, found: string): Finding => ({ about, isRight: true, found, fixes: [] });

export const wrong = (about: string, found: string, ...fixes: Line[]): Finding => ({
  about,
  isRight: false,
  found,
  fixes,
});

/** What somebody is to know, and is no fault of the thing. */
export const warning = (about: string, found: string, ...fixes: Line[]): Finding => ({
  ...right(about, found),
  isWarning: true,
  fixes,
});

/** Where nobody asked for it. `why` is a phrase; `fixes` tell how to look. */
export const skipped = (about: string, why: string, ...fixes: Line[]): Finding => ({
  ...right(about, `not looked at: ${why}`),
  isSkipped: true,
  fixes,
});

/** Where it was to be looked at. */
export const missed = (about: string, found: string, ...fixes: Line[]): Finding => ({
  ...right(about, found),
  isSkipped: true,
  isMissed: true,
  fixes,
});

export const stateOf = ({ isRight, isSkipped, isWarning }: Finding): 'ok' | 'warning' | 'skipped' | 'wrong' => {
  if (isSkipped) return 'skipped';
  if (isWarning) return 'warning';
  return isRight ? 'ok' : 'wrong';
};

/** A look at one thing. */
export interface Check<On> {
  about: string;
  look(on: On): Promise<Finding[]>;
  /** Nothing after it can be looked at where this one fails. */
  isGround?: true;
}

/** Looks at one thing after the other. What an error says of a thing is a finding too, but for Ctrl-C and faults. */
export async function* findingsOf<On>(checks: readonly Check<On>[], on: On): AsyncGenerator<Finding> {
  for (const { about, look, isGround } of checks) {
    try {
      yield* await look(on);
    } catch (error) {
      yield failing(about, error);
      if (isGround) return;
    }
  }
}

/** What an error says, and what it tells to do. @throws the error, where it tells nothing of the thing */
export function failing(about: string, error: unknown): Finding {
  if (!(error instanceof ReconError) || error.isStop) throw error;
  const { message, hint, details } = error;
  const advice = [...(hint === undefined ? [] : [hint]), ...details];
  return wrong(about, message, ...(advice.length > 0 ? advice : [{ command: ['help', 'exit-codes'] }]));
}

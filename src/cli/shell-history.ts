import type { Advice } from '../errors.ts';
import type { Context } from './context.ts';

/** Told to a person who has just had names taken away: what was typed is not ours to erase. */
export function tellShellHistory({ streams }: Pick<Context, 'streams'>): void {
  if (streams.stderrIsTty()) streams.say(STAYS);
}

const STAYS: Advice = {
  before: 'Names that were typed in commands stay in the history of the shell; how they are taken away',
  command: ['help', 'privacy'],
};

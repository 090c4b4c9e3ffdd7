import { wholeTimeText } from '../../system/local-time.ts';
import type { Context } from '../context.ts';

/** Whose a saved list is; another service than ours does not tell the account. */
export interface Origin {
  service?: string | undefined;
  account?: string | undefined;
}

/** Whose a list is, what was asked for and when: a file that is found a year later tells it itself. */
export function aboutList({ service, account }: Origin, { typedLine, clock }: Context): [string, string][] {
  const facts: [string, string | undefined][] = [
    ['Saved with', typedLine()],
    ['At', wholeTimeText(clock.now())],
    ['Service', service],
    ['Account there', account],
  ];
  return facts.flatMap(([title, text]): [string, string][] => (text === undefined ? [] : [[title, text]]));
}

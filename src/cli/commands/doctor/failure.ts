import { type Finding, wrong } from '../../../contract/finding.ts';
import type { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';

/** What an error says, and what it tells to do. */
export function failure(about: string, { message, hint, details }: ReconError, { lineText }: Context): Finding {
  const advice = [...(hint === undefined ? [] : [hint]), ...details].map(lineText);
  return wrong(about, message, advice.join('; ') || { command: ['help', 'exit-codes'] });
}

import { listed } from '../../../core/draft.ts';
import { hasCode, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';

const MOST_NAMED = 5;
const GIVEN_AWAY =
  'if a surgeon (a sub account) has the patient now, ask that surgeon to delete the patient or to give it back';
const GIVEN_BACK =
  'if the main account has the patient now, ask whoever has that one to delete the patient, or to transfer it to this account';
const ANYBODY = 'if another account has the patient now, ask it to delete the patient, or to give it back';

/**
 * What can be done here about a patient who is not in this account, in words: the commands for it are typed by others. No
 * service tells who has a patient; on a terminal it is asked whom this account could have given one to.
 */
export async function whoMayHave(context: Context): Promise<string> {
  if (!context.streams.stderrIsTty()) return ANYBODY;
  const told = await (await context.client()).listSurgeons().catch((error: unknown) => {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    // Only a sub account is refused.
    return hasCode(error, 'forbidden') ? GIVEN_BACK : ANYBODY;
  });
  if (typeof told === 'string') return told;
  const names = told.surgeons.map(({ name }) => name);
  if (names.length === 0) return ANYBODY;
  const more = names.length - MOST_NAMED;
  const few = more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names;
  return `${GIVEN_AWAY}: ${listed(few)}`;
}

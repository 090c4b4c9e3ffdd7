import { type Draft, lostPlusOf } from '../../core/draft.ts';
import type { Prompt } from '../io/prompt.ts';

/**
 * Asks a person about a phone number that has lost its +, once; Enter takes the whole one.
 * @returns the number
 */
export async function askIfWhole(phone: string, draft: Draft, prompt: Prompt): Promise<string> {
  const lost = lostPlusOf(phone, draft.patient.country);
  const { told = [] } = draft;
  if (lost === undefined || told.includes(lost.warning)) return phone;
  const chosen = await prompt.choose(
    `${phone} looks like ${lost.whole} without its +. Which is right?`,
    [
      { value: lost.whole, name: lost.whole },
      { value: phone, name: `${phone}, as typed`, short: phone },
    ],
    { chosen: lost.whole },
  );
  if (chosen === phone) draft.told = [...told, lost.warning];
  return chosen;
}

import type { Draft } from '../../core/draft.ts';
import { meantDomain, slipText } from '../../core/mail-domain.ts';
import type { Context } from '../context.ts';
import type { Prompt } from '../io/prompt.ts';

/** Asks a person about an e-mail address whose host looks like a slip; no keeps it as typed. @returns the address */
export async function askIfMeant(address: string, prompt: Prompt): Promise<string> {
  const domain = meantDomain(address);
  if (domain === undefined) return address;
  const meant = address.slice(0, address.lastIndexOf('@') + 1) + domain;
  return (await prompt.confirm(`Did you mean ${meant}?`)) ? meant : address;
}

/** The same of the address that was given; where nobody can be asked, a warning tells the domain alone. */
export async function settleAddress(draft: Draft, mayAsk: boolean, context: Context): Promise<void> {
  const { patient, problems, warnings } = draft;
  const domain = patient.email === undefined || problems.length > 0 ? undefined : meantDomain(patient.email);
  if (patient.email === undefined || domain === undefined) return;
  if (mayAsk) patient.email = await askIfMeant(patient.email, await context.prompt());
  else warnings.push(slipText(domain));
}

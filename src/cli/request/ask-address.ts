import { readPatientField } from '../../core/check-patient-field.ts';
import type { Draft } from '../../core/draft.ts';
import { hostDoubt } from '../../core/mail-domain.ts';
import type { Context } from '../context.ts';
import { KEEPS } from '../io/open-answer.ts';
import type { Prompt } from '../io/prompt.ts';

/** Asks a person about an e-mail address whose host is probably mistyped; Enter takes what is probably meant, and all that is asked is seen once more before it is sent. One that may be left out is taken from the line for none. @returns the address */
export async function askIfMeant(address: string, prompt: Prompt, isOptional = false): Promise<string> {
  const doubt = hostDoubt(address);
  if (doubt === undefined) return address;
  if (doubt.meant !== undefined) {
    const meant = address.slice(0, address.lastIndexOf('@') + 1) + doubt.meant;
    return await prompt.choose(`Did you mean ${meant}?`, [
      { value: meant, name: `yes, ${meant}` },
      { value: address, name: `no, ${address}, as typed` },
    ]);
  }
  const problemOf = (typed: string) => {
    const read = readPatientField('email', typed, 'typed');
    if ('problem' in read) return `this ${read.problem}`;
    return typed === '' && !isOptional ? 'type the address' : undefined;
  };
  const question = `E-mail address, which has no ending such as .com${isOptional ? ` ${KEEPS}` : ''}:`;
  const changed = await prompt.text(question, problemOf, address);
  return changed === address ? address : await askIfMeant(changed, prompt, isOptional);
}

/** The same of the address that was given; where nobody can be asked, a warning tells the domain alone. */
export async function settleAddress(draft: Draft, mayAsk: boolean, context: Context): Promise<void> {
  const { patient, problems, warnings } = draft;
  const doubt = patient.email === undefined || problems.length > 0 ? undefined : hostDoubt(patient.email);
  if (patient.email === undefined || doubt === undefined) return;
  if (mayAsk) patient.email = await askIfMeant(patient.email, await context.prompt());
  else warnings.push(doubt.warning);
}

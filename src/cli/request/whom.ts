import { readId } from '../../core/ids.ts';
import { isDialled, LOCAL_NUMBER_DIGITS, phoneProblem, togetherAsPhone } from '../../core/phone.ts';
import { type Advice, ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Purpose } from './find-patients.ts';

/**
 * The ids of the patients that were typed as ids, names, e-mail addresses, phone numbers or `last`, each once. Ids ask
 * for nothing, neither the service nor a person. Where nobody was typed, a person is asked. A change is never made to
 * somebody on a guess.
 * @throws ReconError `usage` where several may be meant and nobody can be asked, `not_found` where there is none
 */
export async function patientIds(typed: readonly string[], purpose: Purpose, context: Context): Promise<string[]> {
  if (typed.length === 0) {
    const { askForWhom } = await import('./find-patients.ts');
    return [await askForWhom(purpose, context)];
  }
  const phone = tornPhone(typed, purpose, context);
  if (phone === undefined && typed.every(isId)) return [...new Set(typed.map((id) => readId(id)))];
  const { findPatients } = await import('./find-patients.ts');
  return await findPatients(phone === undefined ? typed : [phone], purpose, context);
}

/** The same for one. */
export async function patientId(typed: string | undefined, purpose: Purpose, context: Context): Promise<string> {
  const [id] = await patientIds(typed === undefined ? [] : [typed], purpose, context);
  return id!;
}

/**
 * `show 0171 222 333` is one number: a shell takes it apart at its blanks, and no id begins with 0 or +.
 * @throws ReconError `usage` where something else stands beside it
 */
function tornPhone(typed: readonly string[], { change }: Purpose, context: Context): string | undefined {
  const start = typed.find((text) => /^(\+|0)\d+$/.test(text));
  if (typed.length < 2 || start === undefined) return undefined;
  const together = togetherAsPhone(typed);
  if (together !== undefined) return together;
  const words = typed.every((text) => /^\d+$/.test(text)) ? `${typed.join(' ')} are taken as ids, and ` : '';
  throw new ReconError('usage', `${words}${start} is no id: an id begins with neither 0 nor +`, {
    // The line of a change may need more than whom.
    hint:
      (change === undefined ? asOnePhone(typed, context) : undefined) ??
      `the phone number in quotes, such as "${typed.join(' ')}"`,
  });
}

/** The line that reads the patient of a phone number which a shell took apart; undefined where the words are none. */
export function asOnePhone(typed: readonly string[], context: Context): Advice | undefined {
  const number = typed.join(' ');
  const digits = typed.join('');
  const isOne = typed.length > 1 && /^\d+$/.test(digits) && phoneProblem(number) === undefined;
  if (!isOne || (digits.length < LOCAL_NUMBER_DIGITS && !typed.some((text) => text.startsWith('0')))) return undefined;
  const [, ...command] = context.running().split(' ');
  return { before: 'if it is one phone number', command: [...command, number] };
}

const isId = (text: string) => /^\d+$/.test(text) && !isDialled(text);

/** Keeps whom `last` means from now on. Nothing fails where that cannot be written. */
export async function keepAsLast(id: string, context: Context): Promise<void> {
  try {
    await (await context.lastPatient()).write(id);
  } catch (error) {
    if (!(error instanceof ReconError)) throw error;
    context.streams.detail(`"last" is not patient ${id}: ${error.message}`);
  }
}

import type { Advice } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { problemOf } from '../../problem-of.ts';

/**
 * The clinic's name for what the patient gets with the link; undefined where it has none. A person without one is asked
 * before there is a link, not with `yes`, and an answer is kept as `recon config set clinic` keeps it.
 */
export async function clinicName(
  { card, message, yes = false }: { card?: string; message?: string; yes?: boolean },
  context: Context,
): Promise<string | undefined> {
  if (card === undefined && message === undefined) return undefined;
  const { clinic } = await context.settings();
  if (clinic !== undefined) return clinic.value;
  const [what, where] = card === undefined ? ['the text', 'in it'] : ['the card', 'on it'];
  const name = context.mayAsk() && !yes ? await askName(where, context) : '';
  if (name !== '') return name;
  context.streams.say(noClinic(what, where));
  return undefined;
}

async function askName(where: string, context: Context): Promise<string> {
  const { check, set } = await context.configuration();
  const question = `The clinic’s name, to stand ${where} (Enter: none):`;
  const name = await (await context.prompt()).text(question, (answer) =>
    answer === '' ? undefined : problemOf(() => check('clinic', answer)),
  );
  if (name !== '') await set('clinic', name);
  return name;
}

const noClinic = (what: string, where: string): Advice => ({
  before: `${what} names no clinic; to have a name ${where}`,
  command: ['config', 'set', 'clinic', 'NAME'],
});

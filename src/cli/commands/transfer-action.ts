import type { ResultAnswer } from '../../contract/answers.ts';
import type { Reply } from '../../core/answer.ts';
import { ReconError } from '../../errors.ts';
import type { Changes, Context } from '../context.ts';
import { askForSurgeon, surgeonOf } from '../request/surgeon.ts';
import { patientIds } from '../request/whom.ts';
import { changeEach } from './change-each.ts';
import { confirmChange } from './confirm-change.ts';

interface TransferOptions {
  to?: string;
  back?: boolean;
  yes?: boolean;
}

/** Where the patients go. */
interface Way {
  /** As in "transferred patient 7 to surgeon 3". */
  target: string;
  move(changes: Changes, id: string): Promise<Reply<ResultAnswer>>;
}

export async function transferPatients(typed: string[], options: TransferOptions, context: Context): Promise<void> {
  const { yes = false } = options;
  const { target, move } = await wayOf(options, context);
  const ids = await patientIds(typed, { change: 'Transfer', yes, asksItself: true }, context);
  const plan = {
    verb: 'transfer',
    target: `, to ${target}`,
    question: `Transfer to ${target}? This account then sees ${ids.length === 1 ? 'the patient' : 'them'} no more.`,
    yes,
    ifExists: false,
  };
  if (!(await confirmChange(ids, plan, context))) return;
  const changes = await context.changes();
  const act = async (id: string) => {
    const reply = await move(changes, id);
    context.streams.say(`transferred patient ${id} to ${target}`);
    return reply;
  };
  await changeEach(ids, { done: 'transferred', act }, context);
}

async function wayOf({ to, back = false }: TransferOptions, context: Context): Promise<Way> {
  if (back && to !== undefined) throw new ReconError('usage', '--to and --back exclude each other');
  if (back) {
    await (await context.client()).askForRoute('give-back');
    return { target: 'the main account', move: (changes, id) => changes.giveBackPatient(id) };
  }
  if (to === undefined && !context.mayAsk()) {
    throw new ReconError('usage', '--to is missing: the id or name of the account that gets the patients', {
      details: ['or --back, which gives them from a sub account to its main account'],
    });
  }
  const surgeon = to === undefined ? await askForSurgeon(context) : await surgeonOf(to, context);
  return {
    target: `surgeon ${surgeon.shown}`,
    move: (changes, id) => changes.transferPatient(id, surgeon.id),
  };
}

import { readId } from '../../core/ids.ts';
import type { Context } from '../context.ts';
import { patientIds } from '../request/whom.ts';
import { changeEach } from './change-each.ts';
import { confirmChange } from './confirm-change.ts';

export async function transferPatients(
  typed: string[],
  { to, yes = false }: { to: string; yes?: boolean },
  context: Context,
): Promise<void> {
  const target = readId(to, 'surgeon');
  const ids = await patientIds(typed, { change: 'Transfer', yes, asksItself: true }, context);
  const plan = {
    verb: 'transfer',
    target: `, to surgeon ${target}`,
    question: `Transfer to surgeon ${target}? This account then sees ${ids.length === 1 ? 'the patient' : 'them'} no more.`,
    yes,
    ifExists: false,
  };
  if (!(await confirmChange(ids, plan, context))) return;
  const changes = await context.changes();
  const act = async (id: string) => {
    const reply = await changes.transferPatient(id, target);
    context.streams.say(`transferred patient ${id} to surgeon ${target}`);
    return reply;
  };
  await changeEach(ids, { done: 'transferred', act }, context);
}

import type { Context } from '../context.ts';
import { surgeonOf } from '../request/surgeon.ts';
import { patientIds } from '../request/whom.ts';
import { changeEach } from './change-each.ts';
import { confirmChange } from './confirm-change.ts';

export async function transferPatients(
  typed: string[],
  { to, yes = false }: { to: string; yes?: boolean },
  context: Context,
): Promise<void> {
  const surgeon = await surgeonOf(to, context);
  const ids = await patientIds(typed, { change: 'Transfer', yes, asksItself: true }, context);
  const plan = {
    verb: 'transfer',
    target: `, to surgeon ${surgeon.shown}`,
    question: `Transfer to surgeon ${surgeon.shown}? This account then sees ${ids.length === 1 ? 'the patient' : 'them'} no more.`,
    yes,
    ifExists: false,
  };
  if (!(await confirmChange(ids, plan, context))) return;
  const changes = await context.changes();
  const act = async (id: string) => {
    const reply = await changes.transferPatient(id, surgeon.id);
    context.streams.say(`transferred patient ${id} to surgeon ${surgeon.shown}`);
    return reply;
  };
  await changeEach(ids, { done: 'transferred', act }, context);
}

import { type Advice, hasCode, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { patientIds } from '../../request/whom.ts';
import { changeEach } from '../change-each.ts';
import { confirmChange } from '../confirm-change.ts';
import { whoMayHave } from './who-may-have.ts';

export async function deletePatients(
  typed: string[],
  { yes = false, ifExists = false }: { yes?: boolean; ifExists?: boolean },
  context: Context,
): Promise<void> {
  // `… | xargs recon patients delete --yes --if-exists` on a night with nobody to delete.
  if (typed.length === 0 && ifExists && yes && !context.mayAsk()) {
    return context.streams.say('nobody was named; nothing to delete');
  }
  // Who only tries it is told of no --yes.
  const beside = context.globals().dryRun ? undefined : { missing: yes ? undefined : '--yes', line: ['--yes'] };
  const purpose = { change: 'Delete', yes, asksItself: true, namesNobodyElse: true, beside };
  const ids = await tellingWhoHas(typed, context, () => patientIds(typed, purpose, context));
  const whom = ids.length === 1 ? 'this patient' : `these ${ids.length} patients`;
  const service = yes ? undefined : await context.whichService();
  const target = service === undefined ? '' : ` (${service})`;
  const question = `Delete ${whom}, all photos and all 3D models? This cannot be undone.`;
  const plan = { verb: 'delete', target, question, yes, ifExists };
  const whoIs = await tellingWhoHas(typed, context, () => confirmChange(ids, plan, context));
  if (whoIs === undefined) return;
  const changes = await context.changes();
  let isAnyGone = false;
  const act = async (id: string) => {
    try {
      const who = await whoIs(id);
      const reply = await tellingWhoHas(ifExists ? [] : [id], context, () => changes.deletePatient(id));
      isAnyGone = true;
      context.streams.say(`deleted ${who}`);
      for (const warning of reply.warnings ?? []) context.streams.warn(warning);
      return reply;
    } catch (error) {
      if (!ifExists || !(error instanceof ReconError) || error.code !== 'not_found') throw error;
      context.streams.say(`patient ${id} is not there; nothing to delete`);
      return undefined;
    }
  };
  try {
    await changeEach(ids, { done: 'deleted', act }, context);
  } finally {
    if (isAnyGone && context.streams.stderrIsTty()) context.streams.say(ELSEWHERE);
  }
}

/** Of several, that one is not there keeps the others. A list shows nobody whom another account has. */
async function tellingWhoHas<T>(typed: readonly string[], context: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!hasCode(thrown, 'not_found') || typed.length === 0) throw thrown;
    const details = [...thrown.details, ...(typed.length > 1 ? ['nobody was deleted'] : [])];
    throw thrown.with({ details, ...(leadsToList(thrown) && { hint: await whoMayHave(context) }) });
  }
}

/** As for a number or a name that nobody here has. */
const leadsToList = ({ hint, status }: ReconError) =>
  typeof hint === 'object' && hint.command?.[1] === 'list' && (status === 404 || hint.command.includes('--all'));

const ELSEWHERE: Advice = {
  before: 'earlier exports, backups and folders restored from them may still have what was deleted',
  command: ['help', 'privacy'],
};

import { acceptedOf } from '../chosen-reconstructions.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import { checkAcceptance, requireRoute } from '../own-routes.ts';
import type { Run } from './run.ts';
import type { ProcedureOf } from './steps.ts';

/** An acceptance, or that it is taken back. It can be sent again without harm, and the patient shows what became of it. */
export function acceptSteps(change: ChangeOf<'accept'>, { client }: Pick<Run, 'client'>): ProcedureOf<'accept'> {
  const { id, type, isAccepted } = change;
  return {
    plan: async () => {
      const before = await client.getPatient(id);
      checkAcceptance(before, id, change);
      return { baseline: {}, keyMemoryMs: before.keyMemoryMs };
    },
    send: async ({ key }) => ({
      how: 'answered',
      patient: id,
      reply: await client.setAccepted(id, { type, isAccepted }, { key }),
    }),
    look: async () => {
      const now = await client.getPatient(id);
      if (acceptedOf(now, type) === isAccepted) {
        return { is: 'made', ending: { how: 'found', patient: id, reply: now } };
      }
      requireRoute(now, 'accept');
      return { is: 'not made' };
    },
    quietMs: 0,
  };
}

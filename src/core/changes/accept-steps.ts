import { typeWord } from '../../contract/reconstruction.ts';
import { acceptedOf } from '../chosen-reconstructions.ts';
import type { Mark } from '../journal/marks.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import { checkAcceptance, requireRoute } from '../own-routes.ts';
import { modelText } from '../update.ts';
import type { Run } from './run.ts';
import type { ProcedureOf } from './steps.ts';

/**
 * An acceptance, or that it is taken back. The patient shows what became of it, and it can be sent again without harm as
 * long as the model is the one that a person has looked at.
 */
export function acceptSteps(
  change: ChangeOf<'accept'>,
  { client, journal: { mark } }: { client: Run['client']; journal: { mark: Mark } },
): ProcedureOf<'accept'> {
  const { id, type, isAccepted } = change;
  return {
    plan: async () => {
      const before = await client.getPatient(id);
      checkAcceptance(before, id, change);
      // By its key alone it would be sent again without a look, also where the model is another one since.
      return { baseline: { model: mark('model', modelText(before, type)) } };
    },
    send: async ({ key }) => ({
      how: 'answered',
      patient: id,
      reply: await client.setAccepted(id, { type, isAccepted }, { key }),
    }),
    look: async ({ baseline }) => {
      const now = await client.getPatient(id);
      if (acceptedOf(now, type) === isAccepted) {
        return { is: 'made', ending: { how: 'found', patient: id, reply: now } };
      }
      requireRoute(now, 'accept');
      if (mark('model', modelText(now, type)) !== baseline.model) {
        return { is: 'unclear', message: `the ${typeWord(type)} model of patient ${id} is not the one that was there` };
      }
      return { is: 'not made' };
    },
    quietMs: 0,
  };
}

import type { ResultAnswer } from '../../contract/answers.ts';
import { ReconError } from '../../errors.ts';
import { outcomeUnknown } from '../../http/errors.ts';
import type { Reply } from '../answer.ts';
import type { Client } from '../client.ts';
import { isThere } from './delete-steps.ts';
import type { Look, Steps } from './steps.ts';

const QUIET_MS = 10_000;

/**
 * A transfer: a patient who is still there was not transferred. One who is gone has left this account, and whether the
 * other one has got it can only be seen there.
 */
export function transferSteps(client: Client, id: string, targetSurgeonId: string): Steps<Reply<ResultAnswer>> {
  const gone: Look<never> = {
    seen: 'unclear',
    message: `patient ${id} has left this account; that it has arrived at surgeon ${targetSurgeonId} is not verified`,
    details: ['a look into that account tells'],
    candidates: [id],
  };
  return {
    quietMs: QUIET_MS,
    prepare: async () => ({ baseline: {}, keyMemoryMs: (await client.getPatient(id)).keyMemoryMs }),
    send: async ({ key, sends }) => {
      try {
        return { how: 'answered', patient: id, reply: await client.transferPatient(id, targetSurgeonId, { key }) };
      } catch (thrown) {
        // The patient was there when this began, and an earlier request of ours may have been carried out since.
        if (sends > 1 && thrown instanceof ReconError && thrown.code === 'not_found') throw outcomeUnknown(thrown);
        throw thrown;
      }
    },
    look: async () => ((await isThere(client, id)) ? { seen: 'not made' } : gone),
  };
}

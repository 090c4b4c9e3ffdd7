import { outcomeUnknown } from '../../http/errors.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import { isNotFound, isThere } from './delete-steps.ts';
import type { Run } from './run.ts';
import type { StepsOf } from './steps.ts';

const QUIET_MS = 10_000;

/**
 * A transfer: a patient who is still there was not transferred. One who is gone has left this account, and whether the
 * other one has got it can only be seen there.
 */
export function transferSteps(
  { id, targetSurgeonId }: ChangeOf<'transfer'>,
  { client }: Pick<Run, 'client'>,
): StepsOf<'transfer'> {
  return {
    plan: async () => ({ baseline: {}, keyMemoryMs: (await client.getPatient(id)).keyMemoryMs }),
    send: async ({ key, sends }) => {
      try {
        return { how: 'answered', patient: id, reply: await client.transferPatient(id, targetSurgeonId, { key }) };
      } catch (thrown) {
        // The patient was there when this began, and an earlier request of ours may have been carried out since.
        if (sends > 1 && isNotFound(thrown)) throw outcomeUnknown(thrown);
        throw thrown;
      }
    },
    look: () => isThere(client, id),
    settle: (there) =>
      there
        ? { is: 'not made' }
        : {
            is: 'unclear',
            message: `patient ${id} has left this account; that it has arrived at surgeon ${targetSurgeonId} is not verified`,
            details: ['a look into that account tells'],
            candidates: [id],
          },
    quietMs: QUIET_MS,
  };
}

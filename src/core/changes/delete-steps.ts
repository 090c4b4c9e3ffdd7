import type { ResultAnswer } from '../../contract/answers.ts';
import { ReconError } from '../../errors.ts';
import type { Reply } from '../answer.ts';
import type { Client } from '../client.ts';
import type { Steps } from './steps.ts';

const DONE: Reply<ResultAnswer> = { text: '{"result":"success"}', body: { result: 'success' } };

/** A deletion: a patient who was there before it and is not there afterwards. It can be sent again without harm. */
export function deleteSteps(client: Client, id: string): Steps<Reply<ResultAnswer>> {
  return {
    quietMs: 0,
    prepare: async () => ({ baseline: {}, keyMemoryMs: (await client.getPatient(id)).keyMemoryMs }),
    send: async ({ key, sends }) => {
      try {
        return { how: 'answered', patient: id, reply: await client.deletePatient(id, { key }) };
      } catch (thrown) {
        // The patient was there when this began, and an earlier request of ours may have been carried out since.
        if (sends > 1 && isNotFound(thrown)) return { how: 'found', patient: id, reply: DONE };
        throw thrown;
      }
    },
    look: async () =>
      (await isThere(client, id))
        ? { seen: 'not made' }
        : { seen: 'made', outcome: { how: 'found', patient: id, reply: DONE } },
  };
}

export async function isThere(client: Client, id: string): Promise<boolean> {
  try {
    await client.getPatient(id);
    return true;
  } catch (thrown) {
    if (isNotFound(thrown)) return false;
    throw thrown;
  }
}

export const isNotFound = (thrown: unknown): boolean => thrown instanceof ReconError && thrown.code === 'not_found';

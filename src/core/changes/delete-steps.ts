import type { ResultAnswer } from '../../contract/answers.ts';
import { ReconError } from '../../errors.ts';
import type { Client } from '../client.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import type { Run } from './run.ts';
import type { Made, StepsOf } from './steps.ts';

/** A deletion: a patient who was there before it and is not there afterwards. It can be sent again without harm. */
export function deleteSteps({ id }: ChangeOf<'delete'>, { client }: Pick<Run, 'client'>): StepsOf<'delete'> {
  const found: Made<ResultAnswer> = {
    how: 'found',
    patient: id,
    reply: { text: '{"result":"success"}', body: { result: 'success' } },
  };
  return {
    plan: async () => ({ baseline: {}, keyMemoryMs: (await client.getPatient(id)).keyMemoryMs }),
    send: async ({ key, sends }) => {
      try {
        return { how: 'answered', patient: id, reply: await client.deletePatient(id, { key }) };
      } catch (thrown) {
        // The patient was there when this began, and an earlier request of ours may have been carried out since.
        if (sends > 1 && isNotFound(thrown)) return found;
        throw thrown;
      }
    },
    look: () => isThere(client, id),
    settle: (there) => (there ? { is: 'not made' } : { is: 'made', ending: found }),
    quietMs: 0,
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

export const isNotFound = (thrown: unknown): thrown is ReconError =>
  thrown instanceof ReconError && thrown.code === 'not_found';

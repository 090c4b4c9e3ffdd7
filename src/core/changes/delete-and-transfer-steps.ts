import type { ResultAnswer } from '../../contract/answers.ts';
import { hasCode, type ReconError } from '../../errors.ts';
import { outcomeUnknown } from '../../http/errors.ts';
import type { Client } from '../client.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import type { Run } from './run.ts';
import type { Made, ProcedureOf } from './steps.ts';

const TRANSFER_QUIET_MS = 10_000;

/** A deletion: a patient who was there before it and is not there afterwards. It can be sent again without harm. */
export function deleteSteps({ id }: ChangeOf<'delete'>, { client }: Pick<Run, 'client'>): ProcedureOf<'delete'> {
  const found: Made<ResultAnswer> = {
    how: 'found',
    patient: id,
    reply: { text: '{"result":"success"}', body: { result: 'success' } },
  };
  return {
    plan: () => planById(id, client),
    send: async ({ key, sends }) => {
      try {
        return { how: 'answered', patient: id, reply: await client.deletePatient(id, { key }) };
      } catch (thrown) {
        if (isGoneSince(thrown, sends)) return found;
        throw thrown;
      }
    },
    look: async () => ((await isThere(id, client)) ? { is: 'not made' } : { is: 'made', ending: found }),
    quietMs: 0,
  };
}

/**
 * A transfer: a patient who is still there was not transferred. One who is gone has left this account; only a look into
 * the other account tells if the patient arrived there.
 */
export function transferSteps(
  { id, targetSurgeonId }: ChangeOf<'transfer'>,
  { client }: Pick<Run, 'client'>,
): ProcedureOf<'transfer'> {
  return {
    plan: () => planById(id, client),
    send: async ({ key, sends }) => {
      try {
        return { how: 'answered', patient: id, reply: await client.transferPatient(id, targetSurgeonId, { key }) };
      } catch (thrown) {
        throw isGoneSince(thrown, sends) ? outcomeUnknown(thrown) : thrown;
      }
    },
    look: async () => {
      if (await isThere(id, client)) return { is: 'not made' };
      const message = `patient ${id} has left this account; that it has arrived at surgeon ${targetSurgeonId} is not verified`;
      return { is: 'unclear', message, details: ['a look into that account tells'], candidates: [id] };
    },
    quietMs: TRANSFER_QUIET_MS,
  };
}

/** For a change of one patient who must be there before it. */
export const planById = async (id: string, client: Client) => ({
  baseline: {},
  keyMemoryMs: (await client.getPatient(id)).keyMemoryMs,
});

/** The patient was there when this began, so an earlier request of ours may have been carried out since. */
const isGoneSince = (thrown: unknown, sends: number): thrown is ReconError => sends > 1 && hasCode(thrown, 'not_found');

async function isThere(id: string, client: Client): Promise<boolean> {
  try {
    await client.getPatient(id);
    return true;
  } catch (thrown) {
    if (hasCode(thrown, 'not_found')) return false;
    throw thrown;
  }
}

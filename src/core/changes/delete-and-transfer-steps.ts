import type { ResultAnswer } from '../../contract/answers.ts';
import { hasCode, type ReconError } from '../../errors.ts';
import { outcomeUnknown } from '../../http/errors.ts';
import type { Reply } from '../answer.ts';
import type { Client } from '../client.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import { requireRoute } from '../own-routes.ts';
import type { Run } from './run.ts';
import type { Made, Planned, Procedure, ProcedureOf } from './steps.ts';

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

/** A transfer to a sub account. */
export function transferSteps(
  { id, targetSurgeonId }: ChangeOf<'transfer'>,
  { client }: Pick<Run, 'client'>,
): ProcedureOf<'transfer'> {
  return movingSteps(id, client, {
    plan: () => planById(id, client),
    move: (key) => client.transferPatient(id, targetSurgeonId, { key }),
    target: `surgeon ${targetSurgeonId}`,
  });
}

/** A transfer from a sub account to its main account, by a route of our own service. */
export function giveBackSteps(
  { id }: ChangeOf<'give-back'>,
  { client }: Pick<Run, 'client'>,
): ProcedureOf<'give-back'> {
  return movingSteps(id, client, {
    plan: async () => {
      const before = await client.getPatient(id);
      requireRoute(before, 'give-back');
      return { baseline: {}, keyMemoryMs: before.keyMemoryMs };
    },
    move: (key) => client.giveBackPatient(id, { key }),
    target: 'the main account',
  });
}

interface Move {
  plan(): Promise<Planned<Made<ResultAnswer>>>;
  move(key: string): Promise<Reply<ResultAnswer>>;
  /** Who gets the patient. */
  target: string;
}

/**
 * A patient who is still there was not moved. One who is gone has left this account; only a look into the other account
 * tells if the patient arrived there.
 */
const movingSteps = (id: string, client: Client, { plan, move, target }: Move): Procedure<Made<ResultAnswer>> => ({
  plan,
  send: async ({ key, sends }) => {
    try {
      return { how: 'answered', patient: id, reply: await move(key) };
    } catch (thrown) {
      throw isGoneSince(thrown, sends) ? outcomeUnknown(thrown) : thrown;
    }
  },
  look: async () => {
    if (await isThere(id, client)) return { is: 'not made' };
    const message = `patient ${id} has left this account; that it has arrived at ${target} is not verified`;
    return { is: 'unclear', message, details: ['a look into that account tells'], candidates: [id] };
  },
  quietMs: TRANSFER_QUIET_MS,
});

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

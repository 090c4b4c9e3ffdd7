import type { Clock } from '../../clock.ts';
import type { AfterAnswer, PatientAnswer, ResultAnswer } from '../../contract/answers.ts';
import { idText, type Reply } from '../answer.ts';
import type { Client, ReconstructionInput, UpdateInput } from '../client.ts';
import { findSamePatients } from '../duplicates.ts';
import type { CreateInput } from '../patients.ts';
import { updateGuarded } from '../update.ts';

export interface ChangeHooks {
  /** Bytes handed to the network, of all; restarts at 0 when the request is sent again. */
  onUpload?: ((sentBytes: number, totalBytes: number) => void) | undefined;
  /** The wait until a lost request can no longer be at work; a batch does other work meanwhile. */
  pause?: ((ms: number) => Promise<void>) | undefined;
}

export interface CreateHooks extends ChangeHooks {
  /** Create also where a patient with the same name, email and phone is there. */
  allowSame?: boolean | undefined;
  /** `<batch>:<row>`: which row of an import this is. What was done under it before is not done again. */
  row?: string | undefined;
}

/** How a create ended. `found`: its answer was lost, and a look found the patient. `earlier`: an earlier run made it. */
export interface Created {
  id: string;
  how: 'created' | 'found' | 'earlier' | 'already_there';
  reply?: Reply<PatientAnswer>;
}

/** The changes of the interface, each made exactly once or told as open (exit 10, `recon resume`). */
export interface Changes {
  createPatient(input: CreateInput, hooks?: CreateHooks): Promise<Created>;
  updatePatient(id: string, input: UpdateInput, hooks?: ChangeHooks): Promise<Reply<PatientAnswer>>;
  createAfter(id: string, reconstruction: ReconstructionInput, hooks?: ChangeHooks): Promise<Reply<AfterAnswer>>;
  deletePatient(id: string, hooks?: ChangeHooks): Promise<Reply<ResultAnswer>>;
  transferPatient(id: string, targetSurgeonId: string, hooks?: ChangeHooks): Promise<Reply<ResultAnswer>>;
  batches: Batches;
}

/** Imports that were begun, so that `recon resume` goes on with those that were interrupted. */
export interface Batches {
  /** The same path and options that are unfinished get the same id again. */
  begin(batch: { path: string; options: Record<string, unknown> }): Promise<{ batch: string }>;
  finish(batch: string): Promise<void>;
}

export interface ChangesParts {
  client: Client;
  clock: Clock;
}

export function createChanges({ client }: ChangesParts): Changes {
  return {
    createPatient: async (input, { allowSame, ...hooks } = {}) => {
      const [same] = allowSame === true ? [] : await findSamePatients(client, input.patient);
      if (same !== undefined) return { id: same, how: 'already_there' };
      const reply = await client.createPatient(input, hooks);
      return { id: idText(reply.body?.patient?.id) ?? '', how: 'created', reply };
    },
    updatePatient: (id, input, hooks) => updateGuarded(client, id, input, hooks),
    createAfter: (id, reconstruction, hooks) => client.createAfter(id, reconstruction, hooks),
    deletePatient: (id) => client.deletePatient(id),
    transferPatient: (id, target) => client.transferPatient(id, target),
    batches: {
      begin: async ({ path }) => ({ batch: path.replaceAll(/\W/g, '').slice(-12) }),
      finish: async () => {},
    },
  };
}

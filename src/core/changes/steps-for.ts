import { ReconError } from '../../errors.ts';
import type { Client } from '../client.ts';
import type { Entry } from '../journal/entry.ts';
import type { StoredRequest } from '../journal/request-store.ts';
import type { UploadHooks } from '../patients.ts';
import { afterSteps } from './after-steps.ts';
import type { World } from './carry-out.ts';
import { createSteps, type Others } from './create-steps.ts';
import { deleteSteps } from './delete-steps.ts';
import type { Steps } from './steps.ts';
import { transferSteps } from './transfer-steps.ts';
import { updateSteps } from './update-steps.ts';

export interface BeginOptions {
  client: Client;
  world: World;
  onUpload?: UploadHooks['onUpload'];
}

/** The steps of a change as it was written down. */
export function stepsFor(
  {
    id: entry,
    deed,
    patient: id,
    row,
  }: Pick<Entry, 'id' | 'deed'> & { patient?: string | undefined; row?: string | undefined },
  request: StoredRequest,
  { client, world, onUpload }: BeginOptions,
): Steps<unknown> {
  const { patient = {}, reconstruction, allowSame = false, async: isAsync, targetSurgeonId } = request;
  const { journal, clock, noteAnswer } = world;
  if (deed === 'create') {
    const input = {
      patient,
      ...(reconstruction && { reconstruction }),
      ...(isAsync !== undefined && { async: isAsync }),
    };
    return createSteps(client, input, {
      allowSame,
      others: () => othersOf(entry, row, world),
      clock,
      noteAnswer,
      onUpload,
    });
  }
  if (id !== undefined) {
    if (deed === 'update') {
      const input = { patient, ...(reconstruction && { reconstruction }) };
      return updateSteps(client, id, input, { mark: journal.mark, onUpload });
    }
    if (deed === 'delete') return deleteSteps(client, id);
    if (deed === 'after' && reconstruction !== undefined) return afterSteps(client, id, reconstruction, onUpload);
    if (deed === 'transfer' && targetSurgeonId !== undefined) return transferSteps(client, id, targetSurgeonId);
  }
  throw new ReconError('storage', `what the journal keeps of ${entry} is not whole`, {
    hint: `recon resume ${entry} --forget, after a look at the service`,
  });
}

async function othersOf(entry: string, row: string | undefined, { journal, subjectOf }: World): Promise<Others> {
  const open = await journal.open();
  const subjects = new Set(open.map(({ subject }) => subject));
  // Who is equal to ours may be ours.
  subjects.delete(open.find(({ id }) => id === entry)?.subject);
  return {
    claimed: await journal.claimed(),
    own: row === undefined ? new Set() : await journal.madeByImportOf(row),
    isMeantByOther: (patient: Parameters<typeof subjectOf>[0]) => {
      const subject = subjectOf(patient);
      return subject !== undefined && subjects.has(subject);
    },
  };
}

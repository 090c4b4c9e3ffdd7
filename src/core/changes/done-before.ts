import { ReconError } from '../../errors.ts';
import type { Client } from '../client.ts';
import type { Journal } from '../journal/journal.ts';
import { isThere } from './delete-steps.ts';

/**
 * The patient that an earlier run has made of this row of an import, if it has.
 * @throws ReconError `already_exists` where that patient is not there any more: deleted or transferred, it is not for
 * an import to bring it back unasked
 */
export async function doneBefore(
  row: string,
  allowSame: boolean,
  client: Client,
  journal: Journal,
): Promise<string | undefined> {
  const id = await journal.done(row);
  if (id === undefined) return undefined;
  if (await isThere(client, id)) return id;
  if (allowSame) return undefined;
  throw new ReconError('already_exists', `an earlier run made patient ${id} of this, and it is not there any more`, {
    details: ['it was deleted or transferred since'],
    hint: 'the same command with --allow-same, which makes it again',
  });
}

import type { ChangeOf } from '../journal/stored-change.ts';
import { planById } from './delete-and-transfer-steps.ts';
import type { Call, Run } from './run.ts';
import type { ProcedureOf } from './steps.ts';

/**
 * An after-record has no id, and the interface never shows it again. If its answer is lost, only a service that
 * remembers keys can tell. An unchanged patient proves nothing, and sending it again could make a second one.
 */
export function afterSteps(
  { id, reconstruction }: ChangeOf<'after'>,
  { client }: Pick<Run, 'client'>,
  { onUpload }: Call,
): ProcedureOf<'after'> {
  return {
    plan: () => planById(id, client),
    send: async ({ key }) => ({
      how: 'answered',
      patient: id,
      reply: await client.createAfter(id, reconstruction, { key, onUpload }),
    }),
    look: async () => ({
      is: 'unclear',
      message: `whether the after-record of patient ${id} was made cannot be seen: the interface does not show it again`,
    }),
    // Nothing becomes clearer by waiting.
    quietMs: 0,
  };
}

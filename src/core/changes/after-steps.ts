import type { AfterAnswer } from '../../contract/answers.ts';
import type { Reply } from '../answer.ts';
import type { Client, ReconstructionInput, UploadHooks } from '../client.ts';
import type { Steps } from './steps.ts';

/**
 * An after-record has no id and no operation shows it again. Where its answer is lost only a service that remembers
 * keys can tell; an unchanged patient proves nothing, and sending it again could make a second one.
 */
export function afterSteps(
  client: Client,
  id: string,
  reconstruction: ReconstructionInput,
  onUpload?: UploadHooks['onUpload'],
): Steps<Reply<AfterAnswer>> {
  return {
    prepare: async () => ({ baseline: {}, keyMemoryMs: (await client.getPatient(id)).keyMemoryMs }),
    send: async ({ key }) => ({
      how: 'answered',
      patient: id,
      reply: await client.createAfter(id, reconstruction, { key, onUpload }),
    }),
    look: async () => ({
      seen: 'unclear',
      message: `whether the after-record of patient ${id} was made cannot be seen: the interface does not show it again`,
    }),
    // Nothing becomes clearer by waiting.
    quietMs: 0,
  };
}

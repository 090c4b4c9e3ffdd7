import type { AfterAnswer } from '../contract/answers.ts';
import { paths } from '../contract/paths.ts';
import { ReconError } from '../errors.ts';
import type { Transport } from '../http/transport.ts';
import { type Reply, replyOf } from './answer.ts';
import { type ReconstructionInput, reconstructionParts } from './form.ts';
import { pathId } from './ids.ts';
import { readChange, tellingHowToLook } from './look-advice.ts';
import { namingPatient } from './not-found.ts';
import { sendParts, type UploadHooks } from './patients.ts';

export async function createAfter(
  transport: Transport,
  id: string,
  reconstruction: ReconstructionInput,
  hooks: UploadHooks = {},
): Promise<Reply<AfterAnswer>> {
  const wanted = pathId(id);
  const form = reconstructionParts(reconstruction);
  return await tellingHowToLook({ command: ['patients', 'get', wanted] }, async () => {
    const answer = await namingPatient(wanted, () =>
      transport.send({ method: 'POST', path: paths.after(wanted), form, kind: 'change', ...sendParts(hooks) }),
    );
    return readChange(() => {
      const reply = replyOf<AfterAnswer>(answer);
      if (typeof reply.body?.after === 'object' && reply.body.after !== null) return reply;
      throw new ReconError('protocol', 'the answer holds no after-record');
    });
  });
}

import type { ResultAnswer } from '../contract/answers.ts';
import { paths } from '../contract/paths.ts';
import type { Transport } from '../http/transport.ts';
import type { Reply } from './answer.ts';
import { pathId } from './ids.ts';
import { tellingHowToLook } from './look-advice.ts';
import { namingPatient } from './not-found.ts';
import { type SendOptions, sendParts } from './patients.ts';
import { successOf } from './result.ts';

export async function transferPatient(
  transport: Transport,
  id: string,
  targetSurgeonId: string,
  options: SendOptions = {},
): Promise<Reply<ResultAnswer>> {
  const wanted = pathId(id);
  const target = pathId(targetSurgeonId, 'surgeon');
  return await tellingHowToLook({ command: ['patients', 'list', '--id', wanted] }, async () => {
    const answer = await namingPatient(
      wanted,
      () =>
        transport.send({ method: 'POST', path: paths.transfer(wanted, target), kind: 'change', ...sendParts(options) }),
      `, or no surgeon ${target} to send it to`,
    );
    return successOf(answer, `transfer patient ${wanted}`);
  });
}

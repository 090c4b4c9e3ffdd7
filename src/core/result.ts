import type { ResultAnswer } from '../contract/answers.ts';
import { ReconError } from '../errors.ts';
import type { Answer } from '../http/transport.ts';
import { type Reply, replyOf } from './answer.ts';
import { readChange } from './lost-answer.ts';

const NO_CONTENT = 204;

/**
 * The answer of a delete or transfer. `result` must be `success`; 204 says the same by itself.
 * @throws ReconError `refused` for another result, `outcome_unknown` where there is none to read
 */
export function successOf(answer: Answer, deed: string): Reply<ResultAnswer> {
  if (answer.status === NO_CONTENT) return { text: '', body: { result: 'success' } };
  return readChange(() => {
    const reply = replyOf<ResultAnswer>(answer);
    const result: unknown = reply.body?.result;
    if (typeof result !== 'string') throw new ReconError('protocol', 'the answer holds no result');
    if (result === 'success') return reply;
    throw new ReconError(
      'refused',
      `the service did not ${deed}: its result is ${JSON.stringify(result.slice(0, 100))}`,
      {
        status: answer.status,
        ...(answer.requestId === undefined ? {} : { requestId: answer.requestId }),
      },
    );
  });
}

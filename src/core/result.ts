import type { ResultAnswer } from '../contract/answers.ts';
import { ReconError } from '../errors.ts';
import type { Answer } from '../http/transport.ts';
import { type Reply, replyOf } from './answer.ts';

const NO_CONTENT = 204;
const FAILURE = /^(fail|error|refus|reject|den|forbid|not[ _])/i;

/**
 * The answer of a delete or transfer. `result` must be `success`; 204 says the same by itself.
 * @throws ReconError `refused` for a failure, `protocol` for another result or none
 */
export function successOf(answer: Answer, deed: string): Reply<ResultAnswer> {
  if (answer.status === NO_CONTENT) return { text: '', body: { result: 'success' } };
  const reply = replyOf<ResultAnswer>(answer);
  const result: unknown = reply.body?.result;
  if (result === 'success') return reply;
  if (typeof result !== 'string') throw new ReconError('protocol', 'the answer holds no result');
  // The interface knows no other word. One that says failure is believed; of any other only a look tells.
  throw new ReconError(
    FAILURE.test(result) ? 'refused' : 'protocol',
    `asked to ${deed}, the service answered with the result ${JSON.stringify(result.slice(0, 100))}`,
    { status: answer.status, requestId: answer.requestId },
  );
}

import type { FastifyInstance } from 'fastify';
import type { ResultAnswer } from '../../contract/answers.ts';
import type { AppDeps } from '../deps.ts';
import { fieldRefusal } from '../domain/refusal.ts';
import { transferPatient } from '../domain/transfer.ts';
import { accountOf } from './guard/authenticate.ts';
import { answerIdempotently } from './intake/idempotency.ts';
import { documented } from './openapi/operation.ts';
import { resultAnswerSchema } from './openapi/schemas.ts';
import { numberIn, patientIdOf } from './path-id.ts';

const schema = documented({
  summary: 'Transfer a patient from a main account to one of its sub accounts',
  answers: { 200: resultAnswerSchema },
});

export function addTransfer(app: FastifyInstance, deps: AppDeps): void {
  app.post('/patients/:id/transfer/:target_surgeon_id', { schema }, async (request, reply) => {
    const id = patientIdOf(request);
    const targetId = numberIn(request, 'target_surgeon_id');
    if (targetId === undefined)
      throw fieldRefusal([{ field: 'target_surgeon_id', message: "must be an account's number" }]);
    const body: ResultAnswer = { result: 'success' };
    return answerIdempotently(request, reply, deps, {
      async run(key) {
        const answer = { key, status: 200, body: JSON.stringify(body) };
        await transferPatient(deps.store, accountOf(request), { id, targetId }, answer);
        return { status: 200, body, isStored: true };
      },
    });
  });
}

import type { FastifyInstance } from 'fastify';
import type { ResultAnswer } from '../../../contract/answers.ts';
import type { AppDeps } from '../../deps.ts';
import { deletePatient } from '../../domain/delete.ts';
import { accountOf } from '../guard/authenticate.ts';
import { answerIdempotently } from '../intake/idempotency.ts';
import { documented } from '../openapi/operation.ts';
import { resultAnswerSchema } from '../openapi/schemas.ts';
import { patientIdOf } from '../path-id.ts';

const schema = documented({ summary: 'Delete a patient', answers: { 200: resultAnswerSchema } });

export function addPatientsDelete(app: FastifyInstance, deps: AppDeps): void {
  app.delete('/patients/:id', { schema }, async (request, reply) => {
    const body: ResultAnswer = { result: 'success' };
    return answerIdempotently(request, reply, deps, {
      async run(key) {
        const answer = { key, status: 200, body: JSON.stringify(body) };
        const { store, reserve, thumbs } = deps;
        const owner = accountOf(request);
        const id = patientIdOf(request);
        thumbs.forget(await reserve.spendOn(() => deletePatient(store, owner, id, answer)));
        return { status: 200, body, isStored: true };
      },
    });
  });
}

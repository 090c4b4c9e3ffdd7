import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import { accountOf } from '../guard/authenticate.ts';
import { documented } from '../openapi/operation.ts';
import { patientAnswerSchema } from '../openapi/schemas.ts';
import { patientIdOf } from '../path-id.ts';
import { patientAnswer } from './answer.ts';

const schema = documented({
  summary: 'Get a patient',
  answers: { 200: patientAnswerSchema },
});

export function addPatientsGet(app: FastifyInstance, deps: AppDeps): void {
  app.get('/patients/:id', { schema }, async (request) =>
    patientAnswer(deps, accountOf(request), patientIdOf(request), { withSimulations: true }),
  );
}

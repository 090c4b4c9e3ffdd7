import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FailureAnswer } from '../../contract/own-routes.ts';
import type { AppDeps } from '../deps.ts';
import { aftersOf } from '../domain/afters.ts';
import { FAILED_STATUS, shownOf } from '../domain/generation.ts';
import { findPatient } from '../domain/patients.ts';
import { newestOf, slotsOf } from '../domain/reconstructions.ts';
import { Refusal } from '../domain/refusal.ts';
import { downloadQuery } from './download.ts';
import { accountOf } from './guard/access.ts';
import { documented } from './openapi/document.ts';
import { failureAnswerSchema } from './openapi/schemas.ts';
import { parseQuery, patientIdOf } from './parameters.ts';

const query = downloadQuery.extend({
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'must be the number of an after-record')
    .optional(),
});
const schema = documented({
  summary: 'Tell why the newest photos of a type gave no model, or why an after-record has none',
  isOwn: true,
  query,
  answers: { 200: failureAnswerSchema },
});

/** A download tells it too; in the audit that would look as if somebody wanted the model. */
export function addFailure(app: FastifyInstance, { store: { db } }: AppDeps): void {
  app.get('/recon/patients/:id/failure', { schema }, async (request): Promise<FailureAnswer> => {
    const { type, after } = parseQuery(request, query);
    const { id } = await findPatient(db, accountOf(request), patientIdOf(request));
    const newest =
      after === undefined ? newestOf(await slotsOf(db, id, type)) : (await aftersOf(db, id, type))[Number(after) - 1];
    if (newest === undefined) {
      const what = after === undefined ? 'reconstruction' : `after-record ${after}`;
      throw new Refusal(404, 'not_found', `the patient has no ${type} ${what}`);
    }
    const { status, reason } = shownOf(newest);
    return { failure: status === FAILED_STATUS ? reason : null };
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AfterAnswer } from '../../contract/answers.ts';
import { AFTER_TEXT_FIELDS, PHOTO_FIELDS } from '../../contract/fields.ts';
import type { AppDeps } from '../deps.ts';
import { createAfter, findAfter } from '../domain/afters.ts';
import { filesOf } from '../domain/files.ts';
import { findPatient } from '../domain/patients.ts';
import { presentAfter } from '../present.ts';
import { accountOf } from './guard/access.ts';
import { changeNote } from './guard/audit.ts';
import { answerIdempotently, type ChangeAnswer, carriedOut } from './intake/idempotency.ts';
import { receiveForm } from './intake/receive-form.ts';
import { newGeneration, requireAllowed, ruleRequest } from './intake/request.ts';
import { documented } from './openapi/document.ts';
import { afterAnswerSchema } from './openapi/schemas.ts';
import { patientIdOf } from './parameters.ts';
import { aftersWords } from './patients/model-headers.ts';

const shape = { textFields: AFTER_TEXT_FIELDS, photoFields: PHOTO_FIELDS };
const schema = documented({
  summary: 'Create an after',
  form: shape,
  answers: { 201: afterAnswerSchema },
});

/** The rules of a create apply, but the type is always required. */
export function addAfter(app: FastifyInstance, deps: AppDeps): void {
  app.post('/patients/:id/after', { schema }, async (request, reply) => {
    const owner = accountOf(request);
    const patientId = patientIdOf(request);
    await findPatient(deps.store.db, owner, patientId);
    const form = await receiveForm(request, deps, shape);
    try {
      const rules = ruleRequest(form, 'after');
      requireAllowed(form, rules);
      const wanted = newGeneration(form, rules)!;
      return await answerIdempotently(request, reply, deps, {
        form,
        async run(key) {
          const note = changeNote(request, deps, { outcome: 201 });
          const afterId = await createAfter(deps.store, owner, patientId, wanted, { key, note });
          deps.queue.wake();
          reply.header('recon-afters', (await aftersWords(deps.store.db, owner, patientId)).join(', '));
          return created(request, deps, afterId);
        },
        recall: async ({ after_id }) => {
          if (after_id === null) throw carriedOut();
          return created(request, deps, after_id);
        },
      });
    } finally {
      await form.discard();
    }
  });
}

async function created(request: FastifyRequest, { store, links }: AppDeps, afterId: number): Promise<ChangeAnswer> {
  const owner = accountOf(request);
  const row = await findAfter(store.db, owner, afterId);
  const files = await filesOf(store.db, { table: 'afters', id: afterId });
  const body: AfterAnswer = { after: presentAfter(row, files, owner.id, links) };
  return { status: 201, body };
}

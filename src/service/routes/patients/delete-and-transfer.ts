import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import { deletePatient, giveBackPatient, transferPatient } from '../../domain/delete-and-transfer.ts';
import { fieldRefusal } from '../../domain/refusal.ts';
import { accountOf } from '../guard/access.ts';
import { changeNote } from '../guard/audit.ts';
import { answerSuccess } from '../intake/idempotency.ts';
import { documented } from '../openapi/document.ts';
import { resultAnswerSchema } from '../openapi/schemas.ts';
import { numberIn, patientIdOf } from '../parameters.ts';

const answers = { 200: resultAnswerSchema };
const deletion = documented({ summary: 'Delete a patient', answers });
const transfer = documented({
  summary: 'Transfer a patient from a main account to one of its sub accounts',
  answers,
});
const givingBack = documented({
  summary: 'Give a patient back from a sub account to its main account',
  isOwn: true,
  answers,
});

const NOT_ERASED =
  '199 recon "the patient is deleted; bytes of it remain on the disk for now, and the service goes on to erase them"';

/** The operations after which the account has the patient no more. */
export function addPatientsDeleteAndTransfer(app: FastifyInstance, deps: AppDeps): void {
  const { store, reserve, thumbs, eraser } = deps;
  app.delete('/patients/:id', { schema: deletion }, async (request, reply) =>
    answerSuccess(request, reply, deps, async (key) => {
      const owner = accountOf(request);
      const id = patientIdOf(request);
      // Nothing keeps a patient from being deleted.
      const note = changeNote(request, deps, { outcome: 200, isOptional: true });
      const { fileIds, isErased } = await reserve.spendOn(() => deletePatient(store, owner, id, { key, note }));
      thumbs.forget(fileIds);
      if (isErased) return;
      eraser.goOn(fileIds);
      reply.header('warning', NOT_ERASED);
    }),
  );
  app.post('/patients/:id/transfer/:target_surgeon_id', { schema: transfer }, async (request, reply) => {
    const id = patientIdOf(request);
    const targetId = numberIn(request, 'target_surgeon_id');
    if (targetId === undefined)
      throw fieldRefusal([{ field: 'target_surgeon_id', message: "must be an account's number" }]);
    const note = changeNote(request, deps, { outcome: 200 });
    return answerSuccess(request, reply, deps, (key) =>
      transferPatient(store, accountOf(request), { id, targetId }, { key, note }),
    );
  });
  app.post('/recon/patients/:id/give-back', { schema: givingBack }, async (request, reply) => {
    const id = patientIdOf(request);
    const note = changeNote(request, deps, { outcome: 200 });
    return answerSuccess(request, reply, deps, (key) => giveBackPatient(store, accountOf(request), id, { key, note }));
  });
}

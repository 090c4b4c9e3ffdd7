import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CREATE_TEXT_FIELDS, PHOTO_FIELDS } from '../../../contract/fields.ts';
import type { AppDeps } from '../../deps.ts';
import type { IdempotencyKey } from '../../domain/idempotency.ts';
import { createPatient, type NewPatient } from '../../domain/patients.ts';
import { slotsOf } from '../../domain/reconstructions.ts';
import type { FieldProblem } from '../../domain/refusal.ts';
import type { Store } from '../../domain/store.ts';
import { patientAnswer } from '../../present.ts';
import { accountOf } from '../guard/access.ts';
import { changeNote } from '../guard/audit.ts';
import { answerIdempotently, type ChangeAnswer } from '../intake/idempotency.ts';
import { type ReceivedForm, receiveForm } from '../intake/receive-form.ts';
import { newGeneration, patientInput, preparing, requireAllowed, ruleRequest } from '../intake/request.ts';
import { documented } from '../openapi/document.ts';
import { patientAnswerSchema } from '../openapi/schemas.ts';

const shape = { textFields: CREATE_TEXT_FIELDS, photoFields: PHOTO_FIELDS };
const schema = documented({
  summary: 'Create a patient',
  form: shape,
  answers: { 201: patientAnswerSchema },
});

export function addPatientsCreate(app: FastifyInstance, deps: AppDeps): void {
  app.post('/patients', { schema }, async (request, reply) => {
    const form = await receiveForm(request, deps, shape, preparing(deps.queue));
    try {
      const wanted = newPatient(form);
      return await answerIdempotently(request, reply, deps, {
        form,
        run: (key) => create(request, deps, wanted, key),
        recall: ({ patient_id }) => recall(request, deps, wanted, patient_id!),
      });
    } finally {
      await form.discard();
    }
  });
}

function newPatient(form: ReceivedForm): NewPatient {
  const rules = ruleRequest(form, 'create');
  requireAllowed(form, rules, asyncProblems(form));
  return {
    patient: patientInput(form),
    reconstruction: newGeneration(form, rules),
    isAsync: form.fields.get('async') === 'true',
  };
}

/** A create that is not asynchronous is answered when the generation has ended. */
async function create(
  request: FastifyRequest,
  deps: AppDeps,
  wanted: NewPatient,
  key: IdempotencyKey | undefined,
): Promise<ChangeAnswer> {
  const isWaitedFor = wanted.reconstruction !== undefined && !wanted.isAsync;
  let answered: ChangeAnswer | undefined;
  const answer = async (store: Store, id: number) => {
    answered = {
      ...(await created(request, { ...deps, store }, id, wanted.reconstruction === undefined)),
      isStored: true,
    };
    return { status: answered.status, body: JSON.stringify(answered.body) };
  };
  const parts = { key, note: changeNote(request, deps, { outcome: 201 }), ...(!isWaitedFor && { answer }) };
  const { patientId, reconstructionId } = await createPatient(deps.store, accountOf(request), wanted, parts);
  if (reconstructionId !== undefined) {
    const ended = isWaitedFor ? deps.queue.ended(reconstructionId) : undefined;
    deps.queue.wake();
    await ended;
  }
  return answered ?? (await created(request, deps, patientId));
}

/** The first request may have gone with its process, or be waiting for the generation in another one. */
async function recall(
  request: FastifyRequest,
  deps: AppDeps,
  { reconstruction, isAsync }: NewPatient,
  patientId: number,
): Promise<ChangeAnswer> {
  if (reconstruction !== undefined && !isAsync) {
    const { next, current } = await slotsOf(deps.store.db, patientId, reconstruction.type);
    const made = next ?? current;
    if (made !== undefined) await deps.queue.ended(made.id);
  }
  return created(request, deps, patientId);
}

/** @param isBare the patient has just been made, without a reconstruction */
async function created(
  request: FastifyRequest,
  deps: AppDeps,
  patientId: number,
  isBare = false,
): Promise<ChangeAnswer> {
  request.patientId = patientId;
  return {
    status: 201,
    body: await patientAnswer(deps, accountOf(request), patientId, { withSimulations: false, isBare }),
  };
}

function asyncProblems(form: ReceivedForm): FieldProblem[] {
  const value = form.fields.get('async') ?? 'false';
  return value === 'true' || value === 'false' ? [] : [{ field: 'async', message: 'must be true or false' }];
}

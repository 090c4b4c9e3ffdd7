import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SIZE_TEXT_FIELDS, UPDATE_PHOTO_FIELDS, UPDATE_TEXT_FIELDS } from '../../../contract/fields.ts';
import { isReconstructionType, type ReconstructionType } from '../../../contract/reconstruction.ts';
import type { AppDeps } from '../../deps.ts';
import type { Account } from '../../domain/accounts.ts';
import type { IdempotencyKey } from '../../domain/idempotency.ts';
import { findPatient } from '../../domain/patients.ts';
import { typesOf } from '../../domain/reconstructions.ts';
import { type PatientUpdate, updatePatient } from '../../domain/update.ts';
import { patientAnswer } from '../../present.ts';
import { accountOf } from '../guard/access.ts';
import { changeNote } from '../guard/audit.ts';
import type { FormShape } from '../intake/fields.ts';
import { answerIdempotently, type ChangeAnswer } from '../intake/idempotency.ts';
import { type ReceivedForm, receiveForm } from '../intake/receive-form.ts';
import {
  bodySize,
  patientInput,
  photosAndMeasures,
  preparing,
  requireAllowed,
  ruleRequest,
  sizeProblems,
} from '../intake/request.ts';
import { documented } from '../openapi/document.ts';
import { patientAnswerSchema } from '../openapi/schemas.ts';
import { patientIdOf } from '../parameters.ts';

const answers = { 200: patientAnswerSchema };
const interfaceShape = { textFields: UPDATE_TEXT_FIELDS, photoFields: UPDATE_PHOTO_FIELDS };
const schema = documented({ summary: 'Update a patient', form: interfaceShape, answers });
const ownShape = { ...interfaceShape, textFields: [...UPDATE_TEXT_FIELDS, ...SIZE_TEXT_FIELDS] };
const ownSchema = documented({
  summary: 'Update a patient, with height and weight',
  isOwn: true,
  form: ownShape,
  answers,
});

const NOT_APPLIED =
  '199 recon "the patient fields were saved; the reconstruction was not changed, because it is accepted or in progress"';

/** The interface's update, and our own, which takes height and weight beside all that it takes. */
export function addPatientsUpdate(app: FastifyInstance, deps: AppDeps): void {
  app.put('/patients/:id', { schema }, (request, reply) => update(request, reply, deps, interfaceShape));
  app.put('/recon/patients/:id', { schema: ownSchema }, (request, reply) => update(request, reply, deps, ownShape));
}

async function update(request: FastifyRequest, reply: FastifyReply, deps: AppDeps, shape: FormShape) {
  const owner = accountOf(request);
  const id = patientIdOf(request);
  await findPatient(deps.store.db, owner, id);
  const form = await receiveForm(request, deps, shape, preparing(deps.queue));
  try {
    const update = patientUpdate(form, await storedTypes(deps, owner, id));
    const answer = async (): Promise<ChangeAnswer> => ({
      status: 200,
      body: await patientAnswer(deps, owner, id, { withSimulations: false }),
    });
    const note = changeNote(request, deps, { outcome: 200 });
    const run = async (key: IdempotencyKey | undefined) => {
      const { applied } = await updatePatient(deps.store, owner, id, update, { key, note });
      if (applied) deps.queue.wake();
      else reply.header('warning', NOT_APPLIED);
      return answer();
    };
    return await answerIdempotently(request, reply, deps, { form, run, recall: answer });
  } finally {
    await form.discard();
  }
}

/** Types without a reconstruction part in the form leave the stored ones alone. */
function patientUpdate(form: ReceivedForm, stored: readonly ReconstructionType[]): PatientUpdate {
  const rules = ruleRequest(form, 'update', stored);
  requireAllowed(form, rules, sizeProblems(form));
  const patient = { ...patientInput(form), ...bodySize(form) };
  const touches = form.photos.length > 0 || [...form.fields.keys()].some((name) => name.startsWith('reconstruction['));
  const type = rules.type ?? (stored.length === 1 ? stored[0] : undefined);
  if (!touches || !isReconstructionType(type)) return { patient };
  return { patient, reconstruction: { type, ...photosAndMeasures(form, rules) } };
}

async function storedTypes({ store }: AppDeps, owner: Account, id: number): Promise<ReconstructionType[]> {
  const stored = await typesOf(store.db, owner, id);
  return [...new Set(stored.map(({ type }) => type))].filter(isReconstructionType);
}

import type { PatientAnswer, ResultAnswer } from '../contract/answers.ts';
import { paths } from '../contract/paths.ts';
import type { PatientInput } from '../contract/patient.ts';
import { type Advice, ReconError } from '../errors.ts';
import type { Transport } from '../http/transport.ts';
import { idText, type Reply, replyOf } from './answer.ts';
import { patientParts, type ReconstructionInput, reconstructionParts, textPart } from './form.ts';
import { pathId } from './ids.ts';
import { readChange, tellingHowToLook } from './look-advice.ts';
import { namingPatient } from './not-found.ts';
import { successOf } from './result.ts';

export interface UploadHooks extends SendOptions {
  /** Bytes handed to the network, of all; restarts at 0 when the request is sent again. */
  onUpload?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

export interface SendOptions {
  /** Goes along as `Idempotency-Key`: a service that knows it carries the same request out once. */
  key?: string | undefined;
}

/** The hooks of a change that its operation uses. */
export const sendParts = ({ onUpload, key }: UploadHooks) => ({
  ...(onUpload === undefined ? {} : { onUpload }),
  ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
});

export interface CreateInput {
  patient: PatientInput;
  reconstruction?: ReconstructionInput;
  /** Sent as the text `true` or `false`; absent where undefined. */
  async?: boolean;
}

export interface UpdateInput {
  patient: PatientInput;
  /** A PUT has no provider: the reconstruction keeps its own. */
  reconstruction?: Omit<ReconstructionInput, 'provider'>;
}

export async function getPatient(transport: Transport, id: string): Promise<Reply<PatientAnswer>> {
  const wanted = pathId(id);
  const answer = await namingPatient(wanted, () =>
    transport.send({ method: 'GET', path: paths.patient(wanted), kind: 'read' }),
  );
  return aboutPatient(wanted, patientReplyOf(replyOf<PatientAnswer>(answer)));
}

export async function createPatient(
  transport: Transport,
  input: CreateInput,
  hooks: UploadHooks = {},
): Promise<Reply<PatientAnswer>> {
  const form = [
    ...patientParts(input.patient),
    ...reconstructionParts(input.reconstruction),
    ...textPart('async', input.async === undefined ? undefined : String(input.async)),
  ];
  return await tellingHowToLook(lookForNew(input.patient), async () => {
    const answer = await transport.send({
      method: 'POST',
      path: paths.patients(),
      form,
      kind: 'change',
      ...sendParts(hooks),
    });
    return readChange(() => withId(patientReplyOf(replyOf<PatientAnswer>(answer))));
  });
}

export async function updatePatient(
  transport: Transport,
  id: string,
  input: UpdateInput,
  hooks: UploadHooks = {},
): Promise<Reply<PatientAnswer>> {
  const wanted = pathId(id);
  const form = [...patientParts(input.patient), ...reconstructionParts(input.reconstruction)];
  return await tellingHowToLook({ command: ['patients', 'get', wanted] }, async () => {
    const answer = await namingPatient(wanted, () =>
      transport.send({ method: 'PUT', path: paths.patient(wanted), form, kind: 'change', ...sendParts(hooks) }),
    );
    return readChange(() => aboutPatient(wanted, patientReplyOf(replyOf<PatientAnswer>(answer))));
  });
}

export async function deletePatient(
  transport: Transport,
  id: string,
  options: SendOptions = {},
): Promise<Reply<ResultAnswer>> {
  const wanted = pathId(id);
  return await tellingHowToLook({ command: ['patients', 'list', '--id', wanted] }, async () => {
    const answer = await namingPatient(wanted, () =>
      transport.send({ method: 'DELETE', path: paths.patient(wanted), kind: 'change', ...sendParts(options) }),
    );
    return successOf(answer, `delete patient ${wanted}`);
  });
}

/** The listing that shows whether a create was made. A phone number is no filter of the interface. */
function lookForNew({ name, email }: PatientInput): Advice {
  const filters = [...(name ? ['--name', name] : []), ...(email ? ['--email', email] : [])];
  return { command: ['patients', 'list', ...(filters.length === 0 ? ['--all'] : filters)] };
}

function patientReplyOf(reply: Reply<PatientAnswer>): Reply<PatientAnswer> {
  const patient: unknown = reply.body?.patient;
  if (typeof patient === 'object' && patient !== null && !Array.isArray(patient)) return reply;
  throw new ReconError('protocol', 'the answer holds no patient');
}

/** An answer that names no patient, or another one, is not an answer about this patient. */
function aboutPatient(wanted: string, reply: Reply<PatientAnswer>): Reply<PatientAnswer> {
  const given = idText(reply.body?.patient?.id);
  if (given === wanted) return reply;
  if (given === undefined)
    throw new ReconError('protocol', `the answer does not say that it is about patient ${wanted}`);
  throw new ReconError('protocol', `the service answered with patient ${given} when asked for ${wanted}`);
}

function withId(reply: Reply<PatientAnswer>): Reply<PatientAnswer> {
  if (idText(reply.body?.patient?.id) !== undefined) return reply;
  throw new ReconError('protocol', 'the answer names no id for the new patient');
}

import type { AfterAnswer, PatientAnswer, ResultAnswer } from '../contract/answers.ts';
import { ownPaths } from '../contract/own-routes.ts';
import { paths } from '../contract/paths.ts';
import type { PatientInput, SizeInput } from '../contract/patient.ts';
import { ReconError } from '../errors.ts';
import type { Answer, Operation, Transport } from '../http/transport.ts';
import { idText, type Reply, replyOf } from './answer.ts';
import { patientParts, type ReconstructionInput, reconstructionParts, textPart } from './form.ts';
import { pathId } from './ids.ts';
import { namingPatient, readChange, tellingHowToLook } from './outcome-advice.ts';

const NO_CONTENT = 204;
const FAILURE = /^(fail|error|refus|reject|den|forbid|not[ _])/i;

export interface UploadHooks extends SendOptions {
  /** Bytes handed to the network, of all; restarts at 0 when the request is sent again. */
  onUpload?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

export interface SendOptions {
  /** Goes along as `Idempotency-Key`: a service that knows it carries the same request out once. */
  key?: string | undefined;
  /** True where the service has said that it remembers keys, and nothing was sent with this one before. */
  isRepeatable?: boolean | undefined;
}

export interface CreateInput {
  patient: PatientInput;
  reconstruction?: ReconstructionInput;
  /** Sent as the text `true` or `false`; absent where undefined. */
  async?: boolean;
}

export interface UpdateInput {
  patient: PatientInput;
  /** Where it is given, the update goes to a route of our own service, which takes all else too. */
  size?: SizeInput;
  /** A PUT has no provider: the reconstruction keeps its own. */
  reconstruction?: Omit<ReconstructionInput, 'provider'>;
}

export async function getPatient(transport: Transport, id: string): Promise<Reply<PatientAnswer>> {
  const wanted = pathId(id);
  const answer = await namingPatient(wanted, () =>
    transport.send({ method: 'GET', path: paths.patient(wanted), kind: 'read' }),
  );
  return aboutPatient(wanted, patientReplyOf(answer));
}

export async function createPatient(
  transport: Transport,
  { patient, reconstruction, async: isAsync }: CreateInput,
  hooks: UploadHooks = {},
): Promise<Reply<PatientAnswer>> {
  const parts = [...patientParts(patient), ...reconstructionParts(reconstruction)];
  const form = [...parts, ...textPart('async', isAsync === undefined ? undefined : String(isAsync))];
  const change: ChangeRequest = { method: 'POST', path: paths.patients(), form, look: lookForNew(patient) };
  return await send(transport, change, hooks, (answer) => withId(patientReplyOf(answer)));
}

export async function updatePatient(
  transport: Transport,
  id: string,
  { patient, size, reconstruction }: UpdateInput,
  hooks: UploadHooks = {},
): Promise<Reply<PatientAnswer>> {
  const wanted = pathId(id);
  const form = [...patientParts({ ...patient, ...size }), ...reconstructionParts(reconstruction)];
  const path = size === undefined ? paths.patient(wanted) : ownPaths.patient(wanted);
  const change: ChangeRequest = { method: 'PUT', path, form, look: ['get', wanted] };
  return await sendChange(transport, wanted, change, hooks, (answer) => aboutPatient(wanted, patientReplyOf(answer)));
}

export async function createAfter(
  transport: Transport,
  id: string,
  reconstruction: ReconstructionInput,
  hooks: UploadHooks = {},
): Promise<Reply<AfterAnswer>> {
  const wanted = pathId(id);
  const form = reconstructionParts(reconstruction);
  const change: ChangeRequest = { method: 'POST', path: paths.after(wanted), form, look: ['get', wanted] };
  return await sendChange(transport, wanted, change, hooks, afterReplyOf);
}

export async function deletePatient(
  transport: Transport,
  id: string,
  options: SendOptions = {},
): Promise<Reply<ResultAnswer>> {
  const wanted = pathId(id);
  const change: ChangeRequest = { method: 'DELETE', path: paths.patient(wanted), look: ['list', '--id', wanted] };
  return await sendChange(transport, wanted, change, options, (answer) =>
    successOf(answer, `delete patient ${wanted}`),
  );
}

export async function transferPatient(
  transport: Transport,
  id: string,
  targetSurgeonId: string,
  options: SendOptions = {},
): Promise<Reply<ResultAnswer>> {
  const wanted = pathId(id);
  const target = pathId(targetSurgeonId, 'surgeon');
  const change: ChangeRequest = {
    method: 'POST',
    path: paths.transfer(wanted, target),
    look: ['list', '--id', wanted],
  };
  const read = (answer: Answer) => successOf(answer, `transfer patient ${wanted}`);
  const orElse = `, or no surgeon ${target} to send it to`;
  return await namingPatient(wanted, () => send(transport, change, options, read), orElse);
}

/** A change of one patient, who is named if there is none such. */
export const sendChange = <T>(
  transport: Transport,
  id: string,
  change: ChangeRequest,
  hooks: UploadHooks,
  read: (answer: Answer) => T,
  orElse?: string,
): Promise<T> => namingPatient(id, () => send(transport, change, hooks, read), orElse);

interface ChangeRequest extends Pick<Operation, 'method' | 'path' | 'form'> {
  /** The words after `recon patients` that show whether it was made. */
  look: readonly string[];
}

/** Sends a change and reads its answer. If its outcome stays unknown, the error tells how to look. */
async function send<T>(
  transport: Transport,
  { look, ...operation }: ChangeRequest,
  { key, isRepeatable, onUpload }: UploadHooks,
  read: (answer: Answer) => T,
): Promise<T> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return await tellingHowToLook({ command: ['patients', ...look] }, async () => {
    const answer = await transport.send({ ...operation, kind: 'change', isRepeatable, headers, onUpload });
    return readChange(() => read(answer));
  });
}

/** The listing that shows whether a create was made. A phone number is no filter of the interface. */
function lookForNew({ name, email }: PatientInput): string[] {
  const filters = [...(name ? ['--name', name] : []), ...(email ? ['--email', email] : [])];
  return ['list', ...(filters.length === 0 ? ['--all'] : filters)];
}

export function patientReplyOf(answer: Answer): Reply<PatientAnswer> {
  const reply = replyOf<PatientAnswer>(answer);
  const patient: unknown = reply.body?.patient;
  if (typeof patient === 'object' && patient !== null && !Array.isArray(patient)) return reply;
  throw new ReconError('protocol', 'the answer holds no patient');
}

function afterReplyOf(answer: Answer): Reply<AfterAnswer> {
  const reply = replyOf<AfterAnswer>(answer);
  if (typeof reply.body?.after === 'object' && reply.body.after !== null) return reply;
  throw new ReconError('protocol', 'the answer holds no after-record');
}

/** An answer that names no patient, or another one, is not an answer about this patient. */
export function aboutPatient(wanted: string, reply: Reply<PatientAnswer>): Reply<PatientAnswer> {
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

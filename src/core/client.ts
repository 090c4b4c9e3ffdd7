import type { Readable } from 'node:stream';
import type {
  AfterAnswer,
  InvitationAnswer,
  PatientAnswer,
  PatientsAnswer,
  ResultAnswer,
} from '../contract/answers.ts';
import { paths } from '../contract/paths.ts';
import type { ReconstructionType } from '../contract/reconstruction.ts';
import { ReconError } from '../errors.ts';
import type { Transport } from '../http/transport.ts';
import { createAfter } from './afters.ts';
import type { Reply } from './answer.ts';
import { type ApiAnswer, type ApiCall, callService } from './api-call.ts';
import type { ReconstructionInput } from './form.ts';
import { pathId } from './ids.ts';
import { createInvitation } from './invitation.ts';
import { withHint } from './lost-answer.ts';
import { namingPatient } from './not-found.ts';
import { eachPage } from './pages.ts';
import { type ListFilters, listPatients } from './patient-list.ts';
import {
  type CreateInput,
  createPatient,
  deletePatient,
  getPatient,
  type UpdateInput,
  type UploadHooks,
  updatePatient,
} from './patients.ts';
import { transferPatient } from './transfer.ts';

export type { FormPart } from '../http/transport.ts';
export type { ApiAnswer, ApiCall } from './api-call.ts';
export type { ReconstructionInput } from './form.ts';
export type { ListFilters } from './patient-list.ts';
export type { UpdateInput, UploadHooks } from './patients.ts';

/**
 * The nine operations of the interface. Every method throws a ReconError; a change whose answer
 * was lost ends in `outcome_unknown` and is not repeated.
 */
export interface Client {
  listPatients(filters: ListFilters): Promise<Reply<PatientsAnswer>>;
  eachPage(filters: ListFilters): AsyncGenerator<Reply<PatientsAnswer>>;
  getPatient(id: string): Promise<Reply<PatientAnswer>>;
  createPatient(input: CreateInput, hooks?: UploadHooks): Promise<Reply<PatientAnswer>>;
  /** As sent; `core/update.ts` looks before and after. */
  updatePatient(id: string, input: UpdateInput, hooks?: UploadHooks): Promise<Reply<PatientAnswer>>;
  createAfter(id: string, reconstruction: ReconstructionInput, hooks?: UploadHooks): Promise<Reply<AfterAnswer>>;
  deletePatient(id: string): Promise<Reply<ResultAnswer>>;
  openDownload(id: string, type: ReconstructionType): Promise<{ headers: Record<string, string>; body: Readable }>;
  transferPatient(id: string, targetSurgeonId: string): Promise<Reply<ResultAnswer>>;
  createInvitation(id: string, type: ReconstructionType): Promise<Reply<InvitationAnswer>>;
  /** Any request below the base URL; any status comes back. */
  call(request: ApiCall): Promise<ApiAnswer>;
  close(): Promise<void>;
}

export function createClient(transport: Transport): Client {
  return {
    listPatients: (filters) => listPatients(transport, filters),
    eachPage: (filters) => eachPage(transport, filters),
    getPatient: (id) => getPatient(transport, id),
    createPatient: (input, hooks) => createPatient(transport, input, hooks),
    updatePatient: (id, input, hooks) => updatePatient(transport, id, input, hooks),
    createAfter: (id, reconstruction, hooks) => createAfter(transport, id, reconstruction, hooks),
    deletePatient: (id) => deletePatient(transport, id),
    openDownload: (id, type) => openDownload(transport, id, type),
    transferPatient: (id, targetSurgeonId) => transferPatient(transport, id, targetSurgeonId),
    createInvitation: (id, type) => createInvitation(transport, id, type),
    call: (request) => callService(transport, request),
    close: () => transport.close(),
  };
}

async function openDownload(transport: Transport, id: string, type: ReconstructionType) {
  const wanted = pathId(id);
  try {
    return await namingPatient(
      wanted,
      () => transport.open({ method: 'GET', path: paths.download(wanted), query: [['type', type]], kind: 'read' }),
      `, or it has no ${type} reconstruction`,
    );
  } catch (error) {
    // Most likely the model is not there yet; waiting also tells where it never will be.
    if (error instanceof ReconError && error.status === 409)
      throw withHint(error, `recon wait ${wanted} --type ${type}`);
    throw error;
  }
}

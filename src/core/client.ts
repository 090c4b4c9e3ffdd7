import type {
  AfterAnswer,
  InvitationAnswer,
  PatientAnswer,
  PatientsAnswer,
  ResultAnswer,
} from '../contract/answers.ts';
import type { ReconstructionType } from '../contract/reconstruction.ts';
import type { RawAnswer, Transport } from '../http/transport.ts';
import { createAfter } from './afters.ts';
import type { Reply } from './answer.ts';
import { type ApiCall, callService } from './api-call.ts';
import type { ReconstructionInput } from './form.ts';
import { createInvitation } from './invitation.ts';
import { type Continuation, downloadUrl, type OpenedDownload, openDownload } from './open-download.ts';
import { eachPage } from './pages.ts';
import { type ListFilters, listPatients } from './patient-list.ts';
import {
  type CreateInput,
  createPatient,
  deletePatient,
  getPatient,
  type SendOptions,
  type UpdateInput,
  type UploadHooks,
  updatePatient,
} from './patients.ts';
import { transferPatient } from './transfer.ts';

export type { FormPart, RawAnswer } from '../http/transport.ts';
export type { ApiCall } from './api-call.ts';
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
  deletePatient(id: string, options?: SendOptions): Promise<Reply<ResultAnswer>>;
  openDownload(id: string, type: ReconstructionType, from?: Continuation): Promise<OpenedDownload>;
  /** The address that `openDownload` asks. */
  downloadUrl(id: string, type: ReconstructionType): string;
  transferPatient(id: string, targetSurgeonId: string, options?: SendOptions): Promise<Reply<ResultAnswer>>;
  createInvitation(id: string, type: ReconstructionType): Promise<Reply<InvitationAnswer>>;
  /** Any request below the base URL; any status comes back. */
  call(request: ApiCall): Promise<RawAnswer>;
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
    deletePatient: (id, options) => deletePatient(transport, id, options),
    openDownload: (id, type, from) => openDownload(transport, id, type, from),
    downloadUrl: (id, type) => downloadUrl(transport, id, type),
    transferPatient: (id, targetSurgeonId, options) => transferPatient(transport, id, targetSurgeonId, options),
    createInvitation: (id, type) => createInvitation(transport, id, type),
    call: (request) => callService(transport, request),
    close: () => transport.close(),
  };
}

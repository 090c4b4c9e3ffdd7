import type { ReconstructionType } from '../contract/reconstruction.ts';
import type { Transport } from '../http/transport.ts';
import { type ApiCall, callService } from './api-call.ts';
import type { PictureHosts } from './fetch-picture.ts';
import type { ReconstructionInput } from './form.ts';
import {
  createInvitation,
  type LinkWishes,
  listInvitations,
  listOpenInvitations,
  revokeInvitations,
} from './invitation.ts';
import { notingRoutes } from './noted-routes.ts';
import { type Continuation, downloadUrl, openDownload } from './open-download.ts';
import {
  type Acceptance,
  askDoctor,
  askFailure,
  askForRoute,
  askRoom,
  askSurgeons,
  deleteSimulation,
  giveBackPatient,
  listSurgeons,
  type OwnRoute,
  type SimulationInput,
  saveSimulation,
  setAccepted,
} from './own-routes.ts';
import { eachPage } from './pages.ts';
import { type ListFilters, listNobody, listPatients } from './patient-list.ts';
import {
  type CreateInput,
  createAfter,
  createPatient,
  deletePatient,
  getPatient,
  type SendOptions,
  transferPatient,
  type UpdateInput,
  type UploadHooks,
  updatePatient,
} from './patients.ts';

import { provenService } from './proven-service.ts';
import { askSimulationLines } from './simulation-lines.ts';

export type { FormPart, RawAnswer } from '../http/transport.ts';
export { publicUrlOf, routesOf, versionOf } from './answer.ts';
export type { ApiCall } from './api-call.ts';
export type { ReconstructionInput } from './form.ts';
export type { ListFilters } from './patient-list.ts';
export { patientsIn } from './patient-list.ts';
export type { UpdateInput, UploadHooks } from './patients.ts';

export type Client = ReturnType<typeof createClient>;

/**
 * The nine operations of the interface, and those of our own service beside it. Every method throws a ReconError; a change whose answer
 * was lost ends in `outcome_unknown` and is not repeated.
 */
export function createClient(way: Transport) {
  const transport = notingRoutes(provenService(way));
  return {
    listPatients: (filters: ListFilters) => listPatients(transport, filters),
    listNobody: () => listNobody(transport),
    eachPage: (filters: ListFilters) => eachPage(transport, filters),
    getPatient: (id: string) => getPatient(transport, id),
    createPatient: (input: CreateInput, hooks?: UploadHooks) => createPatient(transport, input, hooks),
    /** As sent; `core/update.ts` looks before and after. */
    updatePatient: (id: string, input: UpdateInput, hooks?: UploadHooks) => updatePatient(transport, id, input, hooks),
    setAccepted: (id: string, acceptance: Acceptance, options?: SendOptions) =>
      setAccepted(transport, id, acceptance, options),
    createAfter: (id: string, reconstruction: ReconstructionInput, hooks?: UploadHooks) =>
      createAfter(transport, id, reconstruction, hooks),
    deletePatient: (id: string, options?: SendOptions) => deletePatient(transport, id, options),
    openDownload: (id: string, type: ReconstructionType, from?: Continuation) =>
      openDownload(transport, id, type, from),
    /** The address that `openDownload` asks. */
    downloadUrl: (id: string, type: ReconstructionType) => downloadUrl(transport, id, type),
    /** Why a model failed; undefined where the service has named no way to ask for that alone. */
    askFailure: (id: string, type: ReconstructionType) =>
      transport.offers('failure') ? askFailure(transport, id, type) : undefined,
    /** The same three of an after-record. */
    afterDownloads: (after: number) => ({
      openDownload: (id: string, type: ReconstructionType, from?: Continuation) =>
        openDownload(transport, id, type, from, { after }),
      askFailure: (id: string, type: ReconstructionType) =>
        transport.offers('failure') ? askFailure(transport, id, type, after) : undefined,
      downloadUrl: (id: string, type: ReconstructionType) => downloadUrl(transport, id, type, { after }),
    }),
    saveSimulation: (id: string, simulation: SimulationInput, options?: SendOptions) =>
      saveSimulation(transport, id, simulation, options),
    askSimulationLines: (id: string) => askSimulationLines(transport, id),
    deleteSimulation: (id: string, simulation: number, options?: SendOptions) =>
      deleteSimulation(transport, id, simulation, options),
    transferPatient: (id: string, targetSurgeonId: string, options?: SendOptions) =>
      transferPatient(transport, id, targetSurgeonId, options),
    giveBackPatient: (id: string, options?: SendOptions) => giveBackPatient(transport, id, options),
    listSurgeons: () => listSurgeons(transport),
    askSurgeons: () => askSurgeons(transport),
    askRoom: () => askRoom(transport),
    askDoctor: (options: { withTrial: boolean }) => askDoctor(transport, options),
    askForRoute: (route: OwnRoute) => askForRoute(transport, route),
    createInvitation: (id: string, type: ReconstructionType, wishes?: LinkWishes) =>
      createInvitation(transport, id, type, wishes),
    listInvitations: (id: string) => listInvitations(transport, id),
    listOpenInvitations: () => listOpenInvitations(transport),
    revokeInvitations: (id: string, type: ReconstructionType) => revokeInvitations(transport, id, type),
    /** A picture of a patient, at the address that an answer gave. */
    fetchPicture: async (url: string, elsewhere: PictureHosts) =>
      await (await import('./fetch-picture.ts')).fetchPicture(transport, url, elsewhere),
    /** Any request below the base URL; any status comes back. */
    call: (request: ApiCall) => callService(transport, request),
    certificate: () => transport.certificate(),
    close: () => transport.close(),
  };
}

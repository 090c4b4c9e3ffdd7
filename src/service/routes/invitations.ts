import type { FastifyInstance } from 'fastify';
import type { InvitationsAnswer, OpenInvitationsAnswer } from '../../contract/own-routes.ts';
import { isReconstructionType, RECONSTRUCTION_TYPES } from '../../contract/reconstruction.ts';
import type { AppDeps } from '../deps.ts';
import { revokeInvitations } from '../domain/invitations.ts';
import { listInvitations, listOpenInvitations } from '../domain/listed-invitations.ts';
import { fieldRefusal } from '../domain/refusal.ts';
import { accountOf } from './guard/access.ts';
import { changeNote } from './guard/audit.ts';
import { answerSuccess } from './intake/idempotency.ts';
import { documented } from './openapi/document.ts';
import { invitationsAnswerSchema, openInvitationsAnswerSchema, resultAnswerSchema } from './openapi/schemas.ts';
import { patientIdOf } from './parameters.ts';

const listing = documented({
  summary: 'List the invitations of a patient: which are open, and which photos have come by them',
  isOwn: true,
  answers: { 200: invitationsAnswerSchema },
});
const listingOpen = documented({
  summary: 'List the links of all patients by which photos can still be sent',
  isOwn: true,
  answers: { 200: openInvitationsAnswerSchema },
});
const revoking = documented({
  summary: 'Take back the open invitations of a patient for a type',
  isOwn: true,
  answers: { 200: resultAnswerSchema },
});

interface TypedRoute {
  Params: { type: string };
}

/** What the desk sees of the links that it has made, never their secrets. */
export function addInvitations(app: FastifyInstance, deps: AppDeps): void {
  const path = '/recon/patients/:id/invitations';
  app.get(
    path,
    { schema: listing },
    async (request): Promise<InvitationsAnswer> => ({
      invitations: await listInvitations(deps.store, accountOf(request), patientIdOf(request), deps.linksElsewhere),
    }),
  );
  app.get('/recon/invitations', { schema: listingOpen }, async (request): Promise<OpenInvitationsAnswer> => {
    const invitations = await listOpenInvitations(deps.store, accountOf(request), deps.linksElsewhere);
    request.shown = { patients: [...new Set(invitations.map(({ patient_id }) => patient_id))] };
    return { invitations };
  });
  app.delete<TypedRoute>(`${path}/:type`, { schema: revoking }, async (request, reply) => {
    const { type } = request.params;
    const patientId = patientIdOf(request);
    if (!isReconstructionType(type)) {
      throw fieldRefusal([{ field: 'type', message: `must be one of ${RECONSTRUCTION_TYPES.join(', ')}` }]);
    }
    const note = changeNote(request, deps, { outcome: 200 });
    return answerSuccess(request, reply, deps, (key) =>
      revokeInvitations(deps.store, accountOf(request), { patientId, type }, { key, note }),
    );
  });
}

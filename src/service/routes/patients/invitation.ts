import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { InvitationAnswer } from '../../../contract/answers.ts';
import { RECONSTRUCTION_TYPES } from '../../../contract/reconstruction.ts';
import type { AppDeps } from '../../deps.ts';
import { createInvitation } from '../../domain/invitations.ts';
import { accountOf } from '../guard/authenticate.ts';
import { invitationPath } from '../invitation.ts';
import { documented } from '../openapi/operation.ts';
import { invitationAnswerSchema } from '../openapi/schemas.ts';
import { patientIdOf } from '../path-id.ts';
import { parseQuery } from '../query.ts';

const querySchema = z.object({
  reconstruction_type: z.enum(RECONSTRUCTION_TYPES, { error: `must be one of ${RECONSTRUCTION_TYPES.join(', ')}` }),
});
const schema = documented({
  summary: 'Create an invitation',
  query: querySchema,
  answers: { 200: invitationAnswerSchema },
});

/** The interface makes this a GET although it changes something: each call makes a new secret. */
export function addPatientsInvitation(app: FastifyInstance, deps: AppDeps): void {
  app.get('/patients/:id/invitation', { schema }, async (request): Promise<InvitationAnswer> => {
    const id = patientIdOf(request);
    const { reconstruction_type: type } = parseQuery(request, querySchema);
    const { token } = await createInvitation(deps.store, accountOf(request), id, type);
    return { invitation_url: `${deps.links.origin()}${invitationPath(token)}` };
  });
}

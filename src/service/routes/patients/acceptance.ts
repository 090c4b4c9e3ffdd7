import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isReconstructionType, RECONSTRUCTION_TYPES } from '../../../contract/reconstruction.ts';
import type { AppDeps } from '../../deps.ts';
import { setAccepted } from '../../domain/acceptance.ts';
import { fieldRefusal } from '../../domain/refusal.ts';
import { patientAnswer } from '../../present.ts';
import { accountOf } from '../guard/access.ts';
import { changeNote } from '../guard/audit.ts';
import { answerIdempotently, type ChangeAnswer } from '../intake/idempotency.ts';
import { documented } from '../openapi/document.ts';
import { patientAnswerSchema } from '../openapi/schemas.ts';
import { patientIdOf } from '../parameters.ts';
import { linksWords, MODEL_HEADERS } from './model-headers.ts';

const answers = { 200: patientAnswerSchema };
const headers = { 'Recon-Invitations': MODEL_HEADERS['Recon-Invitations'] };
const accepting = documented({ summary: 'Accept a reconstruction', isOwn: true, answers, headers });
const takingBack = documented({
  summary: 'Take back that a reconstruction is accepted',
  isOwn: true,
  answers,
  headers,
});

interface TypedRoute {
  Params: { type: string };
}

/** The method tells what was done, so that the audit's line does too. */
export function addAcceptance(app: FastifyInstance, deps: AppDeps): void {
  const path = '/recon/patients/:id/accepted/:type';
  app.put<TypedRoute>(path, { schema: accepting }, (request, reply) => accept(request, reply, deps, true));
  app.delete<TypedRoute>(path, { schema: takingBack }, (request, reply) => accept(request, reply, deps, false));
}

async function accept(
  request: FastifyRequest<TypedRoute>,
  reply: FastifyReply,
  deps: AppDeps,
  isAccepted: boolean,
): Promise<FastifyReply> {
  const owner = accountOf(request);
  const id = patientIdOf(request);
  const { type } = request.params;
  if (!isReconstructionType(type)) {
    throw fieldRefusal([{ field: 'type', message: `must be one of ${RECONSTRUCTION_TYPES.join(', ')}` }]);
  }
  const answer = async (): Promise<ChangeAnswer> => {
    const body = await patientAnswer(deps, owner, id, { withSimulations: false });
    // A link that is out takes no photos now, or takes them again.
    const links = await linksWords(deps.store, id);
    if (links.length > 0) reply.header('recon-invitations', links.join(', '));
    return { status: 200, body };
  };
  const note = changeNote(request, deps, { outcome: 200 });
  return await answerIdempotently(request, reply, deps, {
    async run(key) {
      await setAccepted(deps.store, owner, { id, type, isAccepted }, { key, note });
      return answer();
    },
    recall: answer,
  });
}

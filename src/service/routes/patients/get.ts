import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import type { Account } from '../../domain/accounts.ts';
import { typesOf } from '../../domain/reconstructions.ts';
import { patientAnswer } from '../../present.ts';
import { accountOf } from '../guard/access.ts';
import { documented } from '../openapi/document.ts';
import { patientAnswerSchema } from '../openapi/schemas.ts';
import { patientIdOf } from '../parameters.ts';

const schema = documented({
  summary: 'Get a patient',
  answers: { 200: patientAnswerSchema },
});

export function addPatientsGet(app: FastifyInstance, deps: AppDeps): void {
  app.get('/patients/:id', { schema }, async (request, reply) => {
    const [owner, id] = [accountOf(request), patientIdOf(request)];
    const answer = await patientAnswer(deps, owner, id, { withSimulations: true });
    const progress = await progressHeader(deps, owner, id);
    if (progress !== '') reply.header('recon-progress', progress);
    return answer;
  });
}

/** `face=43, body=7`: the running generations of a patient, in percent. The interface has no field for this. */
async function progressHeader({ store, queue }: AppDeps, owner: Account, patientId: number): Promise<string> {
  const running = queue.progress();
  if (running.size === 0) return '';
  const types = await typesOf(store.db, owner, patientId);
  return types
    .flatMap(({ id, type }) => (running.has(id) ? [`${type}=${Math.floor(running.get(id)! * 100)}`] : []))
    .join(', ');
}

import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import { typesOf } from '../../domain/reconstructions.ts';
import { accountOf } from '../guard/authenticate.ts';
import { documented } from '../openapi/operation.ts';
import { patientAnswerSchema } from '../openapi/schemas.ts';
import { patientIdOf } from '../path-id.ts';
import { patientAnswer } from './answer.ts';

const schema = documented({
  summary: 'Get a patient',
  answers: { 200: patientAnswerSchema },
});

export function addPatientsGet(app: FastifyInstance, deps: AppDeps): void {
  app.get('/patients/:id', { schema }, async (request, reply) => {
    const [owner, id] = [accountOf(request), patientIdOf(request)];
    const answer = await patientAnswer(deps, owner, id, { withSimulations: true });
    const progress = await progressHeader(deps, id);
    if (progress !== '') reply.header('recon-progress', progress);
    return answer;
  });
}

/** `face=43, body=7`: the running generations of a patient, in percent. The interface has no field for this. */
async function progressHeader({ store, queue }: AppDeps, patientId: number): Promise<string> {
  const running = queue.progress();
  if (running.size === 0) return '';
  const types = await typesOf(store.db, patientId, [...running.keys()]);
  // A generation may have ended meanwhile.
  return types
    .flatMap(({ id, type }) => (running.has(id) ? [`${type}=${Math.floor(running.get(id)! * 100)}`] : []))
    .join(', ');
}

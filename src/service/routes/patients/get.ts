import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import type { Account } from '../../domain/accounts.ts';
import { reconstructionsOf } from '../../domain/records.ts';
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
    const progress = await progressHeader(deps, owner, id);
    if (progress !== '') reply.header('recon-progress', progress);
    return answer;
  });
}

/** `face=43, body=7`: the generations that run now, in percent. The interface has no field for it. */
async function progressHeader({ store, queue }: AppDeps, owner: Account, id: number): Promise<string> {
  if (!queue.isBusy()) return '';
  const records = (await reconstructionsOf(store, owner, [id])).get(id) ?? [];
  return records
    .flatMap(({ type, id: reconstructionId }) => {
      const fraction = queue.progressOf({ reconstructionId });
      return fraction === undefined ? [] : [`${type}=${Math.floor(fraction * 100)}`];
    })
    .join(', ');
}

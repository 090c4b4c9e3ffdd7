import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Finding, missed, right, stateOf } from '../../contract/finding.ts';
import type { DoctorAnswer } from '../../contract/own-routes.ts';
import { lineText } from '../../system/line-text.ts';
import type { AppDeps } from '../deps.ts';
import { lookInside } from '../doctor/look-at-service.ts';
import { tryGeneration } from '../doctor/try-generation.ts';
import type { Account } from '../domain/accounts.ts';
import { accountOf } from './guard/access.ts';
import { documented } from './openapi/document.ts';
import { doctorAnswerSchema } from './openapi/schemas.ts';
import { parseQuery } from './parameters.ts';

const querySchema = z.strictObject({ trial: z.literal('true').optional() });

const schema = documented({
  summary: 'Look for what is wrong with the service; with trial=true a model of the bundled photos is made too',
  isOwn: true,
  query: querySchema,
  answers: { 200: doctorAnswerSchema },
});

/** What `recon doctor` tells beside the data, for whoever has a token of the scope admin and is elsewhere. */
export function addDoctor(app: FastifyInstance, deps: AppDeps): void {
  const tryOnce = trialOf(deps);
  app.get('/recon/doctor', { schema, config: { scope: 'admin' } }, async (request): Promise<DoctorAnswer> => {
    const { trial } = parseQuery(request, querySchema);
    const { store, doctor } = deps;
    const looked = { store, places: doctor.places, asker: accountOf(request), isThorough: false };
    const findings = [right('database and files', 'both can be reached')];
    for await (const finding of lookInside({ ...looked, signal: NEVER })) findings.push(finding);
    if (trial !== undefined) findings.push(...(await tryOnce(looked.asker)));
    return { findings: findings.map(asTold) };
  });
}

const NEVER = new AbortController().signal;

/** A trial takes a core for seconds, so those who ask meanwhile wait for the same one; a stop ends it. */
function trialOf({ doctor, stopping }: AppDeps): (asker: Account) => Promise<Finding[]> {
  let running: Promise<Finding[]> | undefined;
  return (asker) => {
    const { trial } = doctor;
    if (trial === undefined) return Promise.resolve([MAKES_NONE]);
    running ??= tryGeneration({ trial, asker, signal: stopping }).finally(() => {
      running = undefined;
    });
    return running;
  };
}

const MAKES_NONE = missed('generation', 'not tried: the process that answered makes no models, its workers do');

const asTold = (one: Finding): DoctorAnswer['findings'][number] => ({
  ...{ about: one.about, state: stateOf(one), found: one.found },
  fix: one.fixes.map((line) => lineText(line)).join('; '),
});

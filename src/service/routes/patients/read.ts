import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { PatientsAnswer } from '../../../contract/answers.ts';
import { ALSO_OF_OTHERS_HEADER, BEGUN_HEADER, QUEUED_HEADER, TWO_PEOPLE_HEADER } from '../../../contract/own-routes.ts';
import { DEFAULT_PAGE, DEFAULT_PER_PAGE, LARGEST_PER_PAGE } from '../../../contract/page.ts';
import type { Patient } from '../../../contract/patient.ts';
import { generationStateOf, type Reconstruction } from '../../../contract/reconstruction.ts';
import type { AppDeps } from '../../deps.ts';
import type { Account } from '../../domain/accounts.ts';
import { foldText } from '../../domain/fold.ts';
import { listPatients, type PatientFilters } from '../../domain/list.ts';
import { photosAlsoOfOthers } from '../../domain/photos-of-others.ts';
import { goingOf } from '../../domain/reconstructions.ts';
import type { Store } from '../../domain/store.ts';
import { patientAnswer, presentPatients } from '../../present.ts';
import { accountOf } from '../guard/access.ts';
import { documented } from '../openapi/document.ts';
import { patientAnswerSchema, patientsAnswerSchema } from '../openapi/schemas.ts';
import { parseQuery, patientIdOf } from '../parameters.ts';
import { addModelHeaders, MODEL_HEADERS } from './model-headers.ts';

const MAX_IDS = 1000;
/** The database refuses longer patterns, and one letter may become eighteen in a pattern. */
const MAX_FILTER_LENGTH = 1000;

const count = (max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(max));
const id = z
  .string()
  .regex(/^[0-9]{1,30}$/, 'must be a whole number')
  .transform(Number);
const ids = z.union([id.transform((one) => [one]), z.array(id).max(MAX_IDS)]);

const filter = z
  .string()
  .max(MAX_FILTER_LENGTH, `must be at most ${MAX_FILTER_LENGTH} characters`)
  // The database reads a pattern only up to a NUL.
  .refine((text) => !text.includes('\0'), 'contains a NUL character')
  // An accent alone folds to nothing, and an empty filter would match every patient.
  .refine((text) => text === '' || foldText(text) !== '', 'contains only accents, and the search ignores accents');

const querySchema = z.object({
  name: filter.optional().describe('Contained in the name, whatever its case and accents'),
  email: filter.optional().describe('Contained in the email address'),
  id: ids.optional().describe('One id, or several as repeated id'),
  'id[]': ids.optional().describe('Several ids'),
  page: count(1_000_000_000).optional().describe(`Default ${DEFAULT_PAGE}`),
  per_page: count(LARGEST_PER_PAGE).optional().describe(`Default ${DEFAULT_PER_PAGE}, at most ${LARGEST_PER_PAGE}`),
});

const GOING = {
  'Recon-Queued': 'The generations that nobody has begun to make, by patient: 7=face, 12=body',
  'Recon-Begun': 'When the others were begun: 7=face@2026-01-02T03:04:05.678Z',
};
const listing = documented({
  summary: 'List patients',
  query: querySchema,
  answers: { 200: patientsAnswerSchema },
  headers: {
    'Recon-Two-People': 'The models whose photos may show two people, by patient: 7=face, 12=body',
    'Recon-Also-Of-Others': 'The models whose photos another patient has, too: 7=face',
    ...GOING,
  },
});
const getting = documented({
  summary: 'Get a patient',
  answers: { 200: patientAnswerSchema },
  headers: { ...MODEL_HEADERS, ...GOING },
});

const isGoing = ({ status }: Reconstruction) => generationStateOf(status) === 'going';

export function addPatientsList(app: FastifyInstance, deps: AppDeps): void {
  app.get('/patients', { schema: listing }, async (request, reply): Promise<PatientsAnswer> => {
    const owner = accountOf(request);
    const { patients: rows, meta } = await listPatients(deps.store, owner, filtersOf(parseQuery(request, querySchema)));
    request.shown = { patients: rows.map(({ id }) => id) };
    const { store, links } = deps;
    const shown = await presentPatients(store, owner, rows, { links, withSimulations: true });
    const { patients, twoPeople, withTwins } = shown;
    await tellGoing(reply, store, owner, patients);
    if (twoPeople.length > 0) reply.header(TWO_PEOPLE_HEADER, twoPeople.join(', '));
    const alsoOfOthers = await photosAlsoOfOthers(store.db, owner, withTwins);
    const words = new Set(alsoOfOthers.map(({ patientId, type }) => `${patientId}=${type}`));
    if (words.size > 0) reply.header(ALSO_OF_OTHERS_HEADER, [...words].join(', '));
    return { patients, meta };
  });
}

function filtersOf(query: z.output<typeof querySchema>): PatientFilters {
  const { name, email, id, 'id[]': more, page, per_page: perPage } = query;
  const ids = id === undefined && more === undefined ? undefined : [...(id ?? []), ...(more ?? [])];
  return { name, email, ids: ids?.filter(Number.isSafeInteger), page, perPage };
}

export function addPatientsGet(app: FastifyInstance, deps: AppDeps): void {
  app.get('/patients/:id', { schema: getting }, async (request, reply) => {
    const [owner, id] = [accountOf(request), patientIdOf(request)];
    const answer = await patientAnswer(deps, owner, id, { withSimulations: true });
    await addModelHeaders(reply, deps, owner, id);
    await tellGoing(reply, deps.store, owner, [answer.patient]);
    return answer;
  });
}

/** The models that nobody has begun to make, and when the others were begun. */
async function tellGoing(reply: FastifyReply, { db }: Store, owner: Account, patients: readonly Patient[]) {
  const going = patients.filter(({ reconstructions }) => reconstructions.some(isGoing)).map(({ id }) => id);
  if (going.length === 0) return;
  const jobs = await goingOf(db, owner, going);
  const queued = jobs.flatMap(({ patientId, type, state }) => (state === 'queued' ? `${patientId}=${type}` : []));
  // A process of an earlier recon does not note when it begins.
  const begun = jobs.flatMap(({ patientId, type, state, begunAt }) =>
    state === 'running' && begunAt !== null ? `${patientId}=${type}@${new Date(begunAt).toISOString()}` : [],
  );
  if (queued.length > 0) reply.header(QUEUED_HEADER, queued.join(', '));
  if (begun.length > 0) reply.header(BEGUN_HEADER, begun.join(', '));
}

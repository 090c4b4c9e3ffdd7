import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AppDeps } from './deps.ts';
import { Refusal } from './domain/refusal.ts';
import { addAfter } from './routes/after.ts';
import { addAfterArchive } from './routes/after-archive.ts';
import { addDoctor } from './routes/doctor.ts';
import { addDownload } from './routes/download.ts';
import { addFailure } from './routes/failure.ts';
import { describeFault } from './routes/fault.ts';
import { addAuthentication, addOriginCheck } from './routes/guard/access.ts';
import { addAudit, isNotMade } from './routes/guard/audit.ts';
import { addForwardedCheck } from './routes/guard/forwarded.ts';
import { addSecurityHeaders, setSecurityHeaders } from './routes/guard/headers.ts';
import { notePaths, refuseOtherMethods } from './routes/guard/methods.ts';
import { addRequestLimit, countRates, type Rates } from './routes/guard/rates.ts';
import { addStopRefusal } from './routes/guard/stopping.ts';
import { addHealth } from './routes/health.ts';
import { addImages } from './routes/images.ts';
import { addInvitation, addInvitationPage } from './routes/invitation.ts';
import { addInvitations } from './routes/invitations.ts';
import { addInvitedPhotos } from './routes/invited-photos.ts';
import { addMetrics } from './routes/metrics.ts';
import { addObservers } from './routes/observe.ts';
import { addOpenapi, OPENAPI } from './routes/openapi/document.ts';
import { addPageFiles } from './routes/page-files.ts';
import { addQueryCheck } from './routes/parameters.ts';
import { addAcceptance } from './routes/patients/acceptance.ts';
import { addPatientsCreate } from './routes/patients/create.ts';
import { addPatientsDeleteAndTransfer } from './routes/patients/delete-and-transfer.ts';
import { addPatientsGet, addPatientsList } from './routes/patients/read.ts';
import { addSimulations } from './routes/patients/simulations.ts';
import { addPatientsUpdate } from './routes/patients/update.ts';
import {
  addRetryAfter,
  asRefusal,
  internalFault,
  nothingHere,
  PROGRAM_GONE,
  programGone,
  refuseGarbage,
  sendProblem,
} from './routes/problem.ts';
import { addRoom } from './routes/room.ts';
import { addSentPage } from './routes/sent-page.ts';
import { addSurgeons } from './routes/surgeons.ts';

/** A whole request, photos included, has this long to arrive; its headers much less. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** The time between two looks for requests that are late: 15 s would be 45 with Node's own. */
const LOOK_FOR_LATE_MS = 5_000;
/** The limit for bodies that are not multipart. */
const BODY_LIMIT_BYTES = 256 * 1024;

/** The service as a request handler. `onRoute` sees every route that is added. */
export async function createApp(
  deps: AppDeps,
  { onRoute }: { onRoute?: (method: string, url: string) => void } = {},
): Promise<FastifyInstance> {
  const app = newApp(deps);
  app.addHook('onRoute', ({ method, url }) => onRoute?.(String(method), url));
  await app.register(swagger, { openapi: OPENAPI });
  takeOnlyForms(app);
  await app.register(multipart);
  addForwardedCheck(app);
  addSecurityHeaders(app, deps.tls !== undefined);
  addRetryAfter(app);
  addStopRefusal(app, deps);
  addOriginCheck(app, deps);
  const rates = await countRates(app, deps);
  addRequestLimit(app, rates);
  addAuthentication(app, deps, rates);
  addAudit(app, deps);
  addObservers(app, deps);
  app.addHook('onSend', () => deps.store.lastCommit.ended());
  addQueryCheck(app);
  const paths = notePaths(app);
  addRoutes(app, deps, rates);
  refuseOtherMethods(app, paths);
  return app;
}

function addRoutes(app: FastifyInstance, deps: AppDeps, rates: Rates): void {
  addPatientsList(app, deps);
  addPatientsCreate(app, deps);
  addPatientsGet(app, deps);
  addPatientsUpdate(app, deps);
  addAfter(app, deps);
  addDownload(app, deps);
  addPatientsDeleteAndTransfer(app, deps);
  addAcceptance(app, deps);
  addSimulations(app, deps);
  addAfterArchive(app, deps);
  addFailure(app, deps);
  addRoom(app, deps);
  addSurgeons(app, deps);
  addDoctor(app, deps);
  addInvitation(app, deps);
  addInvitations(app, deps);
  addInvitationPage(app, deps, rates);
  addInvitedPhotos(app, deps, rates);
  addSentPage(app, deps);
  addPageFiles(app, deps);
  addImages(app, deps);
  addOpenapi(app);
  addHealth(app, deps);
  addMetrics(app, deps, rates);
}

const OWN_FILE = fileURLToPath(import.meta.url);

function newApp(deps: AppDeps): FastifyInstance {
  const onError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = asRefusal(error);
    const isGone = refusal === undefined && !existsSync(OWN_FILE);
    if (isGone) deps.store.onLog(`${PROGRAM_GONE}: start it again`, 'fault');
    else if (refusal === undefined) tell(deps, error, request);
    if (isNotMade(request, error)) reply.header('recon-change', 'not-made');
    return sendProblem(request, reply, refusal ?? (isGone ? programGone() : internalFault()));
  };
  const isTls = deps.tls !== undefined;
  const options = {
    genReqId: () => randomUUID(),
    ...(deps.isProxy && { trustProxy: deps.isProxy }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // `routes/guard/stopping.ts` answers the 503, in the form of every other refusal.
    return503OnClosing: false,
    clientErrorHandler: refuseGarbage,
    // A path part that cannot be an id gets 404 like an unknown id, however long it is.
    routerOptions: { maxParamLength: 16_384 },
    // A URL that cannot be read never reaches the hooks.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      setSecurityHeaders(request, reply, isTls);
      void onError(error, request, reply);
    },
  } as const;
  const server = { connectionsCheckingInterval: LOOK_FOR_LATE_MS };
  const app: FastifyInstance =
    deps.tls === undefined
      ? fastify({ ...options, http: server })
      : (fastify({ ...options, https: { ...server, ...deps.tls } }) as unknown as FastifyInstance);
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  // Node would answer an unknown `Expect` by itself, past all hooks. It may be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setErrorHandler(onError);
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, nothingHere()));
  // The schemas of the routes only describe: routes check requests and write bodies themselves.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  return app;
}

function tell({ store: { onLog }, structuredLog }: AppDeps, error: unknown, request: FastifyRequest): void {
  const { line, callers, facts } = describeFault(error, request);
  if (structuredLog !== undefined) {
    structuredLog.failed({ requestId: request.id, ...facts, callers });
    return;
  }
  onLog(line, 'fault');
  onLog([`request ${request.id} failed in these calls:`, ...callers].join('\n    '));
}

/** A form without files may come urlencoded; one with files is read by the multipart plugin. */
function takeOnlyForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  // The content type of an empty body means nothing: some programs send one with every request.
  app.addContentTypeParser('*', (request: FastifyRequest, body: IncomingMessage) =>
    request.is404 ? Promise.resolve() : nothingIn(body),
  );
}

const nothingIn = (body: IncomingMessage) =>
  new Promise<void>((resolve, reject) => {
    body.once('data', () => reject(new Refusal(415, 'refused', 'this operation does not take a body of this type')));
    body.once('end', resolve);
    body.once('error', reject);
  });

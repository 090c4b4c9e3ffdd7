import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SentState } from '../../contract/patient-page.ts';
import type { AppDeps } from '../deps.ts';
import { findSentReconstruction } from '../domain/sent-reconstruction.ts';
import { renderGone, renderSent } from '../web/invitation-page.ts';
import { pageHeaders } from '../web/page.ts';
import { settingOf } from '../web/setting-of.ts';

interface SentRoute {
  Params: { owner: string; reconstruction: string };
}

/** Somebody may look at the model this long after the photos were sent. */
const VALID_MS = 24 * 3_600_000;

/** The page after the sending. The owner is part of the path, so a transfer ends it. */
export const sentPath = (
  { links, signer }: Pick<AppDeps, 'links' | 'signer'>,
  { ownerId }: { ownerId: number },
  { reconstructionId }: { reconstructionId: number },
) => links.path(signer.sign(`/sent/${ownerId}/${reconstructionId}`, VALID_MS));

/**
 * Shows the patient how far the model is, and then the model. The link is used up by then, so this has an address of its
 * own, signed and for a day. A wrong, an expired and a foreign address look like a link that does not work any more.
 */
export function addSentPage(app: FastifyInstance, deps: AppDeps): void {
  const options = { config: { public: true }, schema: { hide: true } };
  app.get<SentRoute>('/sent/:owner/:reconstruction', options, async (request, reply) => {
    reply.headers(pageHeaders(deps.pages)).header('vary', 'accept');
    const state = await stateOf(deps, request);
    const isForScript = request.headers.accept === 'application/json';
    request.isPoll = isForScript;
    if (state === undefined) reply.code(404);
    else deps.standing.watch(reply.raw, { accountId: Number(request.params.owner) });
    if (isForScript) return reply.type('application/json; charset=utf-8').send(JSON.stringify(state ?? {}));
    const setting = settingOf(deps, request);
    return state === undefined ? renderGone(setting) : renderSent(setting, state);
  });
}

async function stateOf(
  { store, links, signer }: AppDeps,
  request: FastifyRequest<SentRoute>,
): Promise<SentState | undefined> {
  const { owner, reconstruction } = request.params;
  const query = request.query as Record<string, unknown>;
  const isSigned = signer.verify(request.url.split('?')[0]!, query);
  if (!isSigned || ![owner, reconstruction].every((text) => /^\d{1,15}$/.test(text))) return undefined;
  const found = await findSentReconstruction(store, Number(owner), Number(reconstruction));
  if (found === undefined) return undefined;
  request.patientId = found.patientId;
  const { status, framesId } = found;
  // The picture is to be seen no longer than its page.
  const expires = String(query['expires']);
  const picture = (fileId: string) => links.path(signer.signUntil(`/images/${owner}/${fileId}`, expires));
  return { status, frames: framesId === undefined ? null : picture(framesId) };
}

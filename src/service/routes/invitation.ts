import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { reconstructionFormField } from '../../contract/fields.ts';
import { MEASURES } from '../../contract/reconstruction.ts';
import type { AppDeps } from '../deps.ts';
import { findInvitation, type OpenInvitation, redeemInvitation } from '../domain/invitations.ts';
import { mayBeReplaced, slotsOf } from '../domain/reconstructions.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Answers, readAnswers } from '../web/form-answers.ts';
import {
  askedParts,
  type PageProblem,
  renderBusy,
  renderForm,
  renderGone,
  renderThanks,
} from '../web/invitation-page.ts';
import { PAGE_HEADERS } from '../web/page.ts';
import { stripPhotos } from '../web/strip-photos.ts';
import { type ReceivedForm, receiveForm } from './intake/receive-form.ts';

/** The path of a patient's page; the secret in it is all that the page asks for. */
export const invitationPath = (secret: string) => `/invitations/${secret}`;

interface PageRoute {
  Params: { secret: string };
}

/**
 * The page behind `invitation_url`. Opening it changes nothing, since mail programs open links by
 * themselves; only a complete form uses the invitation up.
 */
export function addInvitationPage(app: FastifyInstance, deps: AppDeps): void {
  const config = { public: true, secretInUrl: true };
  const path = invitationPath(':secret');
  app.get<PageRoute>(path, { config, schema: { hide: true } }, async (request, reply) => {
    const invitation = await openInvitation(deps, request);
    if (invitation === undefined) return sendPage(reply, 404, renderGone());
    if (await isBusy(deps, invitation)) return sendPage(reply, 409, renderBusy());
    return sendPage(reply, 200, formOf(request, invitation, { typed: {}, problems: [] }));
  });
  app.post<PageRoute>(path, { config, schema: { hide: true } }, async (request, reply) => {
    const invitation = await openInvitation(deps, request);
    if (invitation === undefined) return sendPage(reply, 404, renderGone());
    if (await isBusy(deps, invitation)) return sendPage(reply, 409, renderBusy());
    return takeForm(deps, invitation, request, reply);
  });
}

async function openInvitation({ store }: AppDeps, request: FastifyRequest<PageRoute>) {
  const invitation = await findInvitation(store, request.params.secret);
  request.patientId = invitation?.patientId ?? null;
  return invitation;
}

const isBusy = async ({ store }: AppDeps, { patientId, type }: OpenInvitation) =>
  !mayBeReplaced(await slotsOf(store.db, patientId, type));

async function takeForm(
  deps: AppDeps,
  invitation: OpenInvitation,
  request: FastifyRequest<PageRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let form: ReceivedForm | undefined;
  try {
    form = await receiveForm(request, deps, fieldsOf(invitation));
    const answers = readAnswers(requestOf(invitation), form);
    if (answers.problems.length > 0) return sendPage(reply, 422, formOf(request, invitation, answers));
    return await redeem(deps, invitation, { form, measures: answers.measures }, reply);
  } catch (error) {
    // What no field is to blame for, such as a body over the limit: still a page, for it is a person who reads it.
    if (!(error instanceof Refusal)) throw error;
    const problems: PageProblem[] = [{ name: 'form', message: `Sorry, ${error.message}.` }];
    return sendPage(reply, error.status, formOf(request, invitation, { typed: {}, problems }));
  } finally {
    await form?.discard();
  }
}

async function redeem(
  { store, queue }: AppDeps,
  invitation: OpenInvitation,
  { form, measures }: { form: ReceivedForm; measures: Answers['measures'] },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { type, provider } = invitation;
  const photos = await stripPhotos(form.photos);
  const outcome = await redeemInvitation(store, invitation, { type, provider, photos, measures });
  if (outcome === 'gone') return sendPage(reply, 404, renderGone());
  if (outcome === 'in_progress') return sendPage(reply, 409, renderBusy());
  queue.wake();
  return sendPage(reply, 200, renderThanks(type));
}

const requestOf = ({ type, provider }: OpenInvitation) => ({ type, provider: String(provider) });

function fieldsOf({ type, provider }: OpenInvitation) {
  return {
    textFields: MEASURES.map(reconstructionFormField),
    photoFields: askedParts(type, String(provider)).views.map(reconstructionFormField),
  };
}

function formOf(
  request: FastifyRequest<PageRoute>,
  invitation: OpenInvitation,
  { typed, problems }: Pick<Answers, 'typed' | 'problems'>,
): string {
  const action = invitationPath(encodeURIComponent(request.params.secret));
  return renderForm({ ...requestOf(invitation), action, values: typed, problems });
}

const sendPage = (reply: FastifyReply, status: number, markup: string) =>
  reply.code(status).headers(PAGE_HEADERS).send(markup);

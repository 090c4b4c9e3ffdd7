import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { InvitationAnswer } from '../../contract/answers.ts';
import { reconstructionFormField } from '../../contract/fields.ts';
import { MEASURES, RECONSTRUCTION_TYPES } from '../../contract/reconstruction.ts';
import type { AppDeps } from '../deps.ts';
import { createInvitation, findInvitation, type OpenInvitation, redeemInvitation } from '../domain/invitations.ts';
import { mayBeReplaced, slotsOf } from '../domain/reconstructions.ts';
import { Refusal } from '../domain/refusal.ts';
import { uploaderOf } from '../upload-slots.ts';
import { type Answers, readAnswers } from '../web/form-answers.ts';
import {
  askedParts,
  type PageProblem,
  renderBusy,
  renderForm,
  renderGone,
  renderThanks,
  renderTooMany,
} from '../web/invitation-page.ts';
import { PAGE_HEADERS } from '../web/page.ts';
import { stripPhotos } from '../web/strip-photos.ts';
import { accountOf } from './guard/access.ts';
import { changeNote } from './guard/audit.ts';
import type { Rates } from './guard/rates.ts';
import { type ReceivedForm, receiveForm } from './intake/receive-form.ts';
import { documented } from './openapi/document.ts';
import { invitationAnswerSchema } from './openapi/schemas.ts';
import { parseQuery, patientIdOf } from './parameters.ts';
import { refusalHeaders } from './problem.ts';

/** The path of a patient's page; the secret in it is its only access check. */
const invitationPath = (secret: string) => `/invitations/${secret}`;

const querySchema = z.object({
  reconstruction_type: z.enum(RECONSTRUCTION_TYPES, { error: `must be one of ${RECONSTRUCTION_TYPES.join(', ')}` }),
});
const schema = documented({
  summary: 'Create an invitation',
  query: querySchema,
  answers: { 200: invitationAnswerSchema },
});

/** The interface makes this a GET although it changes something: each call makes a new secret. */
export function addInvitation(app: FastifyInstance, deps: AppDeps): void {
  const { store, links } = deps;
  app.get('/patients/:id/invitation', { schema }, async (request): Promise<InvitationAnswer> => {
    const id = patientIdOf(request);
    const { reconstruction_type: type } = parseQuery(request, querySchema);
    const secret = await createInvitation(
      store,
      accountOf(request),
      id,
      type,
      changeNote(request, deps, { outcome: 200 }),
    );
    return { invitation_url: `${links.origin()}${invitationPath(secret)}` };
  });
}

interface PageRoute {
  Params: { secret: string };
}

type PageRequest = FastifyRequest<PageRoute>;

interface Page {
  status: number;
  markup: string;
  headers?: Record<string, string>;
}

/**
 * The page behind `invitation_url`. Opening it changes nothing, since mail programs open links by
 * themselves; only a complete form uses the invitation up.
 */
export function addInvitationPage(app: FastifyInstance, deps: AppDeps, rates: Rates): void {
  const options = { config: { public: true, secretInUrl: true }, schema: { hide: true } };
  const path = invitationPath(':secret');
  const page =
    (show: (invitation: OpenInvitation, request: PageRequest) => Page | Promise<Page>) =>
    async (request: PageRequest, reply: FastifyReply) => {
      const opened = await open(deps, rates, request);
      if ('ownerId' in opened) deps.standing.watch(reply.raw, { accountId: opened.ownerId });
      const { status, markup, headers = {} } = 'markup' in opened ? opened : await show(opened, request);
      return reply.code(status).headers(PAGE_HEADERS).headers(headers).send(markup);
    };
  app.get<PageRoute>(path, options, page(blankForm));
  app.post<PageRoute>(
    path,
    options,
    page((invitation, request) => takeForm(deps, invitation, request)),
  );
}

/** The invitation of a secret, or a page that says why there is no form. */
async function open(
  { store }: AppDeps,
  { wrongInvitation }: Rates,
  request: PageRequest,
): Promise<OpenInvitation | Page> {
  const invitation = await findInvitation(store, request.params.secret);
  if (invitation === undefined) return wrongInvitation(request).then(gone, tooMany);
  request.patientId = invitation.patientId;
  const slots = await slotsOf(store.db, invitation.patientId, invitation.type);
  return mayBeReplaced(slots) ? invitation : busy();
}

async function takeForm(deps: AppDeps, invitation: OpenInvitation, sent: PageRequest): Promise<Page> {
  let form: ReceivedForm | undefined;
  try {
    form = await receiveForm(sent, deps, fieldsOf(invitation), uploaderOf(invitation.ownerId, 'patients'));
    const answers = readAnswers(requestOf(invitation), form);
    if (answers.problems.length > 0) return filledForm(invitation, 422, answers);
    const { type, provider } = invitation;
    const request = { type, provider, photos: await stripPhotos(form.photos), measures: answers.measures };
    const outcome = await redeemInvitation(deps.store, invitation, request, changeNote(sent, deps, { outcome: 200 }));
    if (outcome === 'gone') return gone();
    if (outcome === 'in_progress') return busy();
    deps.queue.wake();
    return { status: 200, markup: renderThanks(type) };
  } catch (error) {
    // A problem of no single field, such as a body over the limit, is also shown on a page, because a person reads it.
    if (!(error instanceof Refusal)) throw error;
    const problems: PageProblem[] = [{ name: 'form', message: `Sorry, ${error.message}.` }];
    return { ...filledForm(invitation, error.status, { typed: {}, problems }), headers: refusalHeaders(error) };
  } finally {
    await form?.discard();
  }
}

const requestOf = ({ type, provider }: OpenInvitation) => ({ type, provider: String(provider) });

function fieldsOf({ type, provider }: OpenInvitation) {
  return {
    textFields: MEASURES.map(reconstructionFormField),
    photoFields: askedParts(type, String(provider)).views.map(reconstructionFormField),
  };
}

/** The form has no `action`, so it posts to the page's own address and no secret is written into it. */
function filledForm(
  invitation: OpenInvitation,
  status: number,
  { typed, problems }: Pick<Answers, 'typed' | 'problems'>,
): Page {
  return { status, markup: renderForm({ ...requestOf(invitation), values: typed, problems }) };
}

const blankForm = (invitation: OpenInvitation) => filledForm(invitation, 200, { typed: {}, problems: [] });
const gone = (): Page => ({ status: 404, markup: renderGone() });
/** A person may have opened an old link again and again. */
function tooMany(error: unknown): Page {
  if (!(error instanceof Refusal)) throw error;
  return { status: error.status, markup: renderTooMany(), headers: refusalHeaders(error) };
}

const busy = (): Page => ({ status: 409, markup: renderBusy() });

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { InvitationAnswer } from '../../contract/answers.ts';
import { reconstructionFormField } from '../../contract/fields.ts';
import { LANGUAGE_HEADER, LIFETIME_HEADER, MADE_HEADER } from '../../contract/own-routes.ts';
import { LANGUAGE_PARAMETER } from '../../contract/patient-page.ts';
import { MEASURES, RECONSTRUCTION_TYPES, type View } from '../../contract/reconstruction.ts';
import { parseDuration } from '../../system/duration.ts';
import { LANGUAGES, type Language } from '../../system/languages.ts';
import type { AppDeps } from '../deps.ts';
import { createInvitation, INVITATION_DAYS, LONGEST_INVITATION_MS, redeemInvitation } from '../domain/invitations.ts';
import { type InvitedPhoto, invitedPhotosOf } from '../domain/invited-photos.ts';
import { noteOpened } from '../domain/listed-invitations.ts';
import type { OpenInvitation } from '../domain/open-invitations.ts';
import { Refusal } from '../domain/refusal.ts';
import { uploaderOf } from '../upload-slots.ts';
import { askedParts } from '../web/asked-parts.ts';
import { type Answers, readAnswers } from '../web/form-answers.ts';
import {
  type PageProblem,
  renderAccepted,
  renderBusy,
  renderForm,
  renderGone,
  renderThanks,
  renderTooMany,
} from '../web/invitation-page.ts';
import { type PageSetting, pageHeaders } from '../web/page.ts';
import { inLanguageOf, settingOf } from '../web/setting-of.ts';
import { stripPhotos } from '../web/strip-photos.ts';
import { filled } from '../web/words/words.ts';
import { accountOf } from './guard/access.ts';
import { changeNote } from './guard/audit.ts';
import type { Rates } from './guard/rates.ts';
import { type ReceivedForm, receiveForm } from './intake/receive-form.ts';
import { invitationPath, openInvitation, type SecretRoute } from './open-invitation.ts';
import { documented } from './openapi/document.ts';
import { invitationAnswerSchema } from './openapi/schemas.ts';
import { parseQuery, patientIdOf } from './parameters.ts';
import { refusalHeaders } from './problem.ts';
import { sentPath } from './sent-page.ts';

const querySchema = z.object({
  reconstruction_type: z.enum(RECONSTRUCTION_TYPES, { error: `must be one of ${RECONSTRUCTION_TYPES.join(', ')}` }),
});
const schema = documented({
  summary: 'Create an invitation',
  query: querySchema,
  answers: { 200: invitationAnswerSchema },
  headers: { 'Recon-Invitation': 'Which link it is, and until when it works: id=12, expires=2026-01-02T03:04:05.678Z' },
});

/**
 * The interface makes this a GET although it changes something: each call makes a new secret, and the photos that come by
 * it become the patient's model. So it needs what a change needs.
 */
export function addInvitation(app: FastifyInstance, deps: AppDeps): void {
  const { store, links } = deps;
  app.get(
    '/patients/:id/invitation',
    { schema, config: { scope: 'write' } },
    async (request, reply): Promise<InvitationAnswer> => {
      const id = patientIdOf(request);
      const { reconstruction_type: type } = parseQuery(request, querySchema);
      const wish = { patientId: id, type, lifetimeMs: lifetimeOf(request) };
      const language = askedLanguage(request);
      const note = changeNote(request, deps, { outcome: 200 });
      const { id: made, secret, expiresAt } = await createInvitation(store, accountOf(request), wish, note);
      reply.header(MADE_HEADER, `id=${made}, expires=${new Date(expiresAt).toISOString()}`);
      const page = `${links.origin()}${invitationPath(secret)}`;
      return { invitation_url: language === undefined ? page : `${page}?${LANGUAGE_PARAMETER}=${language}` };
    },
  );
}

/** @throws Refusal 400 */
function lifetimeOf({ headers }: FastifyRequest): number {
  const text = headers[LIFETIME_HEADER];
  if (text === undefined) return LONGEST_INVITATION_MS;
  const ms = typeof text === 'string' ? parseDuration(text) : undefined;
  if (ms !== undefined && ms <= LONGEST_INVITATION_MS) return ms;
  throw new Refusal(400, 'refused', `${LIFETIME_HEADER} must be a time such as 30m, at most ${INVITATION_DAYS} days`);
}

/** @throws Refusal 400 */
function askedLanguage({ headers }: FastifyRequest): Language | undefined {
  const text = headers[LANGUAGE_HEADER];
  const language = LANGUAGES.find((one) => one === text);
  if (text === undefined || language !== undefined) return language;
  throw new Refusal(400, 'refused', `${LANGUAGE_HEADER} must be one of ${LANGUAGES.join(', ')}`);
}

type PageRequest = FastifyRequest<SecretRoute>;

interface Page {
  status: number;
  markup: string;
  headers?: Record<string, string>;
}

type Show = (invitation: OpenInvitation, request: PageRequest, setting: PageSetting) => Page | Promise<Page>;

/**
 * The page behind `invitation_url`. Opening it uses nothing up, since mail programs open links by themselves: only the
 * time is noted. A complete form uses the invitation up.
 */
export function addInvitationPage(app: FastifyInstance, deps: AppDeps, rates: Rates): void {
  const options = { config: { public: true, secretInUrl: true }, schema: { hide: true } };
  const path = invitationPath(':secret');
  const page = (show: Show) => async (request: PageRequest, reply: FastifyReply) => {
    const setting = settingOf(deps, request);
    const { status, markup, headers = {} } = await opened(deps, rates, { request, reply }, setting, show);
    return reply.code(status).headers(pageHeaders(deps.pages)).headers(headers).send(markup);
  };
  app.get<SecretRoute>(
    path,
    options,
    page(async (invitation, _request, setting) => {
      await noteOpened(deps.store, invitation);
      return filledForm(deps, setting, invitation, { status: 200, typed: {}, problems: [] });
    }),
  );
  app.post<SecretRoute>(
    path,
    options,
    page((invitation, request, setting) => takeForm(deps, invitation, request, setting)),
  );
}

/** The page of the invitation, or one that says why there is no form. */
async function opened(
  deps: AppDeps,
  rates: Rates,
  { request, reply }: { request: PageRequest; reply: FastifyReply },
  setting: PageSetting,
  show: Show,
): Promise<Page> {
  let invitation: OpenInvitation;
  try {
    invitation = await openInvitation(deps, rates, request, reply);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status } = error;
    request.refusedFor = error.why ?? null;
    if (status === 404) return gone(setting);
    if (status === 409) return error.reason === 'accepted' ? accepted(setting) : busy(setting);
    if (status === 429) return { status, markup: renderTooMany(setting), headers: refusalHeaders(error) };
    throw error;
  }
  return show(invitation, request, setting);
}

async function takeForm(
  deps: AppDeps,
  invitation: OpenInvitation,
  sent: PageRequest,
  setting: PageSetting,
): Promise<Page> {
  let form: ReceivedForm | undefined;
  try {
    form = await receiveForm(sent, deps, fieldsOf(invitation), {
      uploader: uploaderOf(invitation.ownerId, 'patients'),
    });
    const arrived = await invitedPhotosOf(deps.store.db, invitation.id);
    const answers = readAnswers(setting.words, requestOf(invitation), withArrived(form, arrived));
    if (answers.problems.length > 0) return await filledForm(deps, setting, invitation, { status: 422, ...answers });
    const set = { photos: await stripPhotos(form.photos), measures: answers.measures };
    const note = changeNote(sent, deps, { outcome: 200 });
    const outcome = await redeemInvitation(deps.store, invitation, set, { needed: viewsOf(invitation), note });
    if (outcome.kind === 'in_progress') return busy(setting);
    if (outcome.kind === 'accepted') {
      sent.refusedFor = 'accepted';
      return accepted(setting);
    }
    // Meanwhile it was used by another page.
    if (outcome.kind !== 'done') return gone(setting);
    deps.queue.wake();
    return { status: 200, markup: renderThanks(setting, inLanguageOf(sent, sentPath(deps, invitation, outcome))) };
  } catch (error) {
    // A problem of no single field, such as a body over the limit, is also shown on a page, because a person reads it.
    if (!(error instanceof Refusal)) throw error;
    sent.refusedFor = error.why ?? null;
    const message = filled(setting.words.form.sorry, { problem: error.message });
    const problems: PageProblem[] = [{ name: 'form', message }];
    return {
      ...(await filledForm(deps, setting, invitation, { status: error.status, typed: {}, problems })),
      headers: refusalHeaders(error),
    };
  } finally {
    await form?.discard();
  }
}

/** The form, with the photos that came one by one before it, for views that it brings none of. */
function withArrived(form: ReceivedForm, arrived: readonly InvitedPhoto[]): ReceivedForm {
  const counting = arrived.filter(({ view }) => !form.givenViews.some((given) => given === view));
  const twins = [...form.pictureHashes].flatMap(([view, hash]) => {
    const twin = counting.find((one) => one.picture_hash === hash);
    if (twin === undefined) return [];
    const message = `is the same picture as ${reconstructionFormField(twin.view as View)}`;
    return [{ field: reconstructionFormField(view), message }];
  });
  const givenViews = [...form.givenViews, ...counting.map(({ view }) => view as View)];
  return { ...form, givenViews, problems: [...form.problems, ...twins] };
}

const requestOf = ({ type, provider, expiresAt }: OpenInvitation) => ({ type, provider: String(provider), expiresAt });
const viewsOf = ({ type, provider }: OpenInvitation) => askedParts(type, String(provider)).views;

const fieldsOf = (invitation: OpenInvitation) => ({
  textFields: MEASURES.map(reconstructionFormField),
  photoFields: viewsOf(invitation).map(reconstructionFormField),
});

/** The form has no `action`, so it posts to the page's own address and no secret is written into it. */
async function filledForm(
  { store }: AppDeps,
  setting: PageSetting,
  invitation: OpenInvitation,
  { status, typed, problems }: Pick<Answers, 'typed' | 'problems'> & { status: number },
): Promise<Page> {
  const arrived = (await invitedPhotosOf(store.db, invitation.id)).map(({ view }) => view as View);
  return { status, markup: renderForm(setting, { ...requestOf(invitation), values: typed, problems, arrived }) };
}

const gone = (setting: PageSetting): Page => ({ status: 404, markup: renderGone(setting) });
const busy = (setting: PageSetting): Page => ({ status: 409, markup: renderBusy(setting) });
const accepted = (setting: PageSetting): Page => ({ status: 409, markup: renderAccepted(setting) });

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { reconstructionFormField } from '../../contract/fields.ts';
import {
  type ArrivedPhotosAnswer,
  PHOTO_ID_FIELD,
  PHOTO_SHA256_FIELD,
  type PhotoLookAnswer,
  patientPagePaths,
  SEEN_PHOTOS_FIELD,
  type SentAnswer,
  type SetLookAnswer,
} from '../../contract/patient-page.ts';
import { MEASURES, VIEWS, type View } from '../../contract/reconstruction.ts';
import { systemErrorCode } from '../../errors.ts';
import type { AppDeps } from '../deps.ts';
import type { StagedPhoto } from '../domain/files.ts';
import { areThese, findSent, redeemInvitation } from '../domain/invitations.ts';
import { type InvitedPhoto, invitedPhotosOf, isSame, keepInvitedPhoto } from '../domain/invited-photos.ts';
import { noteLook } from '../domain/listed-invitations.ts';
import type { OpenInvitation } from '../domain/open-invitations.ts';
import { fieldRefusal, Refusal } from '../domain/refusal.ts';
import { tidyUp } from '../domain/store.ts';
import type { FetchedFile } from '../storage/blob-store.ts';
import { fetchVerified } from '../storage/verified-file.ts';
import { uploaderOf } from '../upload-slots.ts';
import { askedParts } from '../web/asked-parts.ts';
import { readAnswers } from '../web/form-answers.ts';
import { stripPhotos } from '../web/strip-photos.ts';
import { en } from '../web/words/en.ts';
import { goneSignal } from './gone-signal.ts';
import { changeNote } from './guard/audit.ts';
import type { Rates } from './guard/rates.ts';
import { type ReceivedForm, receiveForm } from './intake/receive-form.ts';
import { invitationPath, linkGone, openInvitation, type SecretRoute, takesNoPhotos } from './open-invitation.ts';
import { sentPath } from './sent-page.ts';

interface ViewRoute extends SecretRoute {
  Params: SecretRoute['Params'] & { view: string };
}

/** What the page's script asks for beside the page: photos one by one, then the sending of the set. */
export function addInvitedPhotos(app: FastifyInstance, deps: AppDeps, rates: Rates): void {
  const options = { config: { public: true }, schema: { hide: true } };
  const page = invitationPath(':secret');
  app.get<SecretRoute>(patientPagePaths.photos(page), options, async (request, reply) =>
    arrived(deps, await openInvitation(deps, rates, request, reply)),
  );
  app.put<ViewRoute>(`${page}/photos/:view`, options, async (request, reply) => {
    const invitation = await openInvitation(deps, rates, request, reply);
    return takePhoto(deps, invitation, request);
  });
  app.get<ViewRoute>(`${page}/photos/:view/look`, options, async (request, reply) => {
    const invitation = await openInvitation(deps, rates, request, reply);
    return lookAt(deps, invitation, request.params.view, goneSignal(reply));
  });
  // The measures are in its body, because they are the patient's.
  app.post<SecretRoute>(patientPagePaths.lookTogether(page), options, async (request, reply) => {
    const invitation = await openInvitation(deps, rates, request, reply);
    return { found: await lookTogether(deps, invitation, request, goneSignal(reply)) } satisfies SetLookAnswer;
  });
  app.post<SecretRoute>(patientPagePaths.send(page), options, (request, reply) => send(deps, rates, request, reply));
}

async function arrived({ store }: AppDeps, { id, expiresAt }: OpenInvitation): Promise<ArrivedPhotosAnswer> {
  const photos = await invitedPhotosOf(store.db, id);
  return {
    photos: photos.map(({ view, sent_id, sent_sha256 }) => ({ view: view as View, id: sent_id, sha256: sent_sha256 })),
    leftMs: expiresAt - store.clock.now(),
  };
}

const viewsOf = ({ type, provider }: OpenInvitation) => askedParts(type, String(provider)).views;

/** Keeps a photo. When this answers, it stays until the link expires, also if the same photo is sent again. */
async function takePhoto(
  deps: AppDeps,
  invitation: OpenInvitation,
  request: FastifyRequest<ViewRoute>,
): Promise<ArrivedPhotosAnswer> {
  const { store } = deps;
  const view = viewsOf(invitation).find((one) => one === request.params.view);
  if (view === undefined) throw new Refusal(404, 'not_found', 'the link asks for no such photo');
  const shape = { textFields: [PHOTO_ID_FIELD, PHOTO_SHA256_FIELD], photoFields: [reconstructionFormField(view)] };
  const form = await receiveForm(request, deps, shape, { uploader: uploaderOf(invitation.ownerId, 'patients') });
  try {
    const { sent, staged } = sentPhoto(form);
    const kept = await invitedPhotosOf(store.db, invitation.id);
    if (!kept.some((one) => one.view === view && isSame(one, sent))) {
      const [clean] = await stripPhotos([staged]);
      const note = changeNote(request, deps, { outcome: 200 });
      const outcome = await keepInvitedPhoto(store, invitation, { ...sent, staged: clean! }, note);
      if (outcome.kind === 'gone') throw linkGone();
      if (outcome.kind === 'twin') throw samePicture(view, outcome.view);
      if (outcome.kind !== 'kept') throw takesNoPhotos(outcome.kind);
    }
    return await arrived(deps, invitation);
  } finally {
    await form.discard();
  }
}

/** What a generation would say of a photo that has arrived. It advises: nothing depends on it. */
async function lookAt(
  { store, looker }: AppDeps,
  invitation: OpenInvitation,
  view: string,
  signal: AbortSignal,
): Promise<PhotoLookAnswer> {
  const came = await invitedPhotosOf(store.db, invitation.id);
  const [photo, front] = [view, 'front'].map((wanted) => came.find((one) => one.view === wanted));
  if (photo === undefined) throw noSuchPhoto();
  if (looker === undefined) return { warnings: null };
  const { type } = invitation;
  const shown = front === undefined || front === photo ? [photo] : [photo, front];
  const pictures = [type, view, ...shown.map(({ sha256 }) => sha256)].join(' ');
  const found = await looker.look(askerOf(invitation, signal), pictures, (see) =>
    withFetched(store, shown, (paths) => see({ type, paths })),
  );
  if (found === null) return { warnings: null };
  const shownView = photo.view as View;
  const told = {
    warnings: found.photos[shownView] ?? [],
    isUnusable: found.unusable?.includes(shownView) === true,
  };
  await noteLook(store, photo, told);
  return told;
}

/** What a generation would say of all photos and the measures, as they would be sent now. */
async function lookTogether(
  deps: AppDeps,
  invitation: OpenInvitation,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<SetLookAnswer['found']> {
  const { store, looker } = deps;
  const { type, provider } = invitation;
  const { photos, seen, measures } = await receiveSet(deps, invitation, request);
  if (seen !== undefined && !areThese(photos, seen)) throw photosChanged();
  if (looker === undefined) return null;
  const about = ['together', type, provider, JSON.stringify(measures), ...photos.map(({ sha256 }) => sha256)].join(' ');
  return looker.look(askerOf(invitation, signal), about, (see) =>
    withFetched(store, photos, (paths) => see({ type, paths, together: { provider, measures } })),
  );
}

const askerOf = ({ id, ownerId }: OpenInvitation, signal: AbortSignal) => ({
  account: uploaderOf(ownerId, 'patients'),
  invitation: id,
  signal,
});

/** Gives the photos to the work as paths of this machine, for as long as it lasts. */
async function withFetched<T>(
  store: AppDeps['store'],
  photos: readonly InvitedPhoto[],
  work: (paths: Partial<Record<View, string>>) => Promise<T>,
): Promise<T> {
  const fetched: FetchedFile[] = [];
  try {
    for (const { id, sha256 } of photos) fetched.push(await fetchVerified(store, { id, sha256 }));
    return await work(Object.fromEntries(photos.map(({ view }, at) => [view, fetched[at]!.path])));
  } catch (error) {
    // Another one has taken its place meanwhile.
    if (systemErrorCode(error) === 'ENOENT') throw noSuchPhoto();
    throw error;
  } finally {
    await tidyUp(store, 'removing photos of a look', () => Promise.all(fetched.map((file) => file.release())));
  }
}

const noSuchPhoto = () => new Refusal(404, 'not_found', 'no such photo has arrived');

/** @throws Refusal 400 if other bytes came than were sent, 422 if they are no photo */
function sentPhoto({ fields, photos, pictureHashes, problems, faults }: ReceivedForm) {
  const sentId = fields.get(PHOTO_ID_FIELD) ?? '';
  const sentSha256 = fields.get(PHOTO_SHA256_FIELD) ?? '';
  const wrong = [
    ...(/^[\w-]{8,64}$/.test(sentId) ? [] : [{ field: PHOTO_ID_FIELD, message: 'must be 8 to 64 letters and digits' }]),
    ...(/^[0-9a-f]{64}$/.test(sentSha256) ? [] : [{ field: PHOTO_SHA256_FIELD, message: 'must be a SHA-256 in hex' }]),
    ...problems,
  ];
  const [staged] = photos as [StagedPhoto?];
  if (wrong.length > 0) throw fieldRefusal(wrong, faults[0]);
  if (staged === undefined) throw fieldRefusal([{ field: 'reconstruction', message: 'the photo is missing' }]);
  if (staged.sha256 !== sentSha256) {
    throw new Refusal(400, 'refused', 'the photo has changed on its way', { hint: 'Send it again' });
  }
  return { staged, sent: { sentId, sentSha256, pictureHash: pictureHashes.get(staged.view)! } };
}

const samePicture = (view: View, other: View) =>
  fieldRefusal(
    [{ field: reconstructionFormField(view), message: `is the same picture as ${reconstructionFormField(other)}` }],
    'same_picture',
  );

/** Sends the set. The same key gets the same answer for a day, because an answer may be lost. */
async function send(
  deps: AppDeps,
  rates: Rates,
  request: FastifyRequest<SecretRoute>,
  reply: FastifyReply,
): Promise<SentAnswer> {
  const key = keyOf(request);
  const before = await answeredBefore(deps, request, key);
  if (before !== undefined) return before;
  try {
    return await sendNow(deps, await openInvitation(deps, rates, request, reply), request, key);
  } catch (error) {
    // The same page may have sent it twice at the same time.
    const same = error instanceof Refusal ? await answeredBefore(deps, request, key) : undefined;
    if (same === undefined) throw error;
    return same;
  }
}

async function answeredBefore(
  deps: AppDeps,
  request: FastifyRequest<SecretRoute>,
  key: string,
): Promise<SentAnswer | undefined> {
  const sent = await findSent(deps.store, request.params.secret, key);
  if (sent === undefined) return undefined;
  request.patientId = sent.patientId;
  return { sent: sentPath(deps, sent, sent) };
}

async function sendNow(
  deps: AppDeps,
  invitation: OpenInvitation,
  request: FastifyRequest,
  key: string,
): Promise<SentAnswer> {
  const { store, queue } = deps;
  const { seen, measures } = await receiveSet(deps, invitation, request);
  const note = changeNote(request, deps, { outcome: 200 });
  const set = { photos: [], measures, seen, key };
  const outcome = await redeemInvitation(store, invitation, set, { needed: viewsOf(invitation), note });
  if (outcome.kind === 'in_progress' || outcome.kind === 'accepted') throw takesNoPhotos(outcome.kind);
  if (outcome.kind === 'changed') throw photosChanged();
  if (outcome.kind !== 'done') throw linkGone();
  queue.wake();
  return { sent: sentPath(deps, invitation, outcome) };
}

/**
 * The fields of a sending, and the photos that it would take.
 * @throws Refusal 422 if a photo or a measure is missing or wrong
 */
async function receiveSet(deps: AppDeps, invitation: OpenInvitation, request: FastifyRequest) {
  const { id, type, provider, ownerId } = invitation;
  const shape = { textFields: [SEEN_PHOTOS_FIELD, ...MEASURES.map(reconstructionFormField)], photoFields: [] };
  const form = await receiveForm(request, deps, shape, { uploader: uploaderOf(ownerId, 'patients') });
  await form.discard();
  const seen = seenPhotos(form);
  const came = await invitedPhotosOf(deps.store.db, id);
  const photos = came.filter(({ view }) => viewsOf(invitation).some((one) => one === view));
  const givenViews = (seen === undefined ? photos.map(({ view }) => view) : Object.keys(seen)) as View[];
  const { problems, measures } = readAnswers(en, { type, provider: String(provider) }, { ...form, givenViews });
  if (problems.length > 0) throw fieldRefusal(problems.map(({ name, message }) => ({ field: name, message })));
  return { photos, seen, measures };
}

const seenSchema = z.partialRecord(z.enum(VIEWS), z.string());

/** @throws Refusal 422 */
function seenPhotos({ fields }: ReceivedForm) {
  const text = fields.get(SEEN_PHOTOS_FIELD);
  if (text === undefined) return undefined;
  try {
    return seenSchema.parse(JSON.parse(text));
  } catch {
    throw fieldRefusal([
      { field: SEEN_PHOTOS_FIELD, message: 'must be a JSON object with the id of a photo for each view' },
    ]);
  }
}

const photosChanged = () =>
  new Refusal(409, 'refused', 'other photos have come than the patient saw', {
    hint: 'Ask for the photos again, and show them',
    reason: 'photos_changed',
  });

function keyOf({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && /^[\w-]{16,64}$/.test(key)) return key;
  throw new Refusal(400, 'refused', 'the request carries no Idempotency-Key of 16 to 64 letters and digits');
}

import type { ListedInvitation, OpenInvitationsOfType } from '../../contract/own-routes.ts';
import type { PhotoWarning } from '../../contract/patient-page.ts';
import { requirements } from '../../contract/photo-rules.ts';
import { isReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { Account } from './accounts.ts';
import { type InvitedPhoto, invitedPhotosOf } from './invited-photos.ts';
import { formerAddress, type LinksOfTime } from './link-addresses.ts';
import { lastProvider, type OpenInvitation, openOnes } from './open-invitations.ts';
import { findPatient } from './patients.ts';
import { photosOfOthers } from './photos-of-others.ts';
import { type Db, type Store, tidyUp } from './store.ts';

/** For as long as this a link by which photos were sent is told of. */
const SENT_TOLD_MS = 24 * 3_600_000;
const MOST_TOLD = 100;

/**
 * The links of a patient that work, and those by which photos were sent lately; the newest first.
 * @throws Refusal 404 if the account has no such patient
 */
export async function listInvitations(
  { db, clock }: Store,
  owner: Account,
  patientId: number,
  linksElsewhere: readonly LinksOfTime[],
): Promise<ListedInvitation[]> {
  await findPatient(db, owner, patientId);
  const now = clock.now();
  const rows = await db
    .selectFrom('invitations')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where((is) =>
      is.or([is.and([is('used_at', 'is', null), is('expires_at', '>', now)]), is('used_at', '>', now - SENT_TOLD_MS)]),
    )
    .orderBy('id', 'desc')
    .limit(MOST_TOLD)
    .execute();
  const listed: ListedInvitation[] = [];
  for (const { id, type, created_at, expires_at, opened_at, used_at, reconstruction_id } of rows) {
    if (!isReconstructionType(type)) continue;
    const photos = await invitedPhotosOf(db, id);
    const come = { patientId, reconstructionId: used_at === null ? null : reconstruction_id, waiting: photos };
    const sentBefore = await photosOfOthers(db, owner, come);
    const needed: readonly string[] = requirements(type, String(await lastProvider(db, patientId, type)));
    listed.push({
      ...{ id, type, created_at: isoOf(created_at), expires_at: isoOf(expires_at) },
      ...formerAddressOf(linksElsewhere, created_at),
      ...{ opened_at: isoOrNull(opened_at), sent_at: isoOrNull(used_at) },
      views: VIEWS.filter((view) => needed.includes(view)),
      photos: photos.toSorted((one, other) => one.created_at - other.created_at).map(listedPhoto),
      ...(sentBefore.length > 0 && { sent_before: sentBefore }),
    });
  }
  return listed;
}

const MOST_OPEN_TOLD = 1000;

/** Those of all patients of an account by which photos can still be sent, for each patient and type; the newest first. */
export async function listOpenInvitations(
  { db, clock }: Store,
  owner: Account,
  linksElsewhere: readonly LinksOfTime[],
): Promise<OpenInvitationsOfType[]> {
  const rows = await openOnes(db, clock.now())
    .innerJoin('patients', 'patients.id', 'invitations.patient_id')
    .where('patients.owner_id', '=', owner.id)
    .groupBy(['patient_id', 'type'])
    .select((is) => [
      'patient_id',
      'type',
      is.fn.max('invitations.created_at').as('createdAt'),
      is.fn.max('expires_at').as('expiresAt'),
      is.fn.countAll().as('links'),
    ])
    .orderBy((is) => is.fn.max('invitations.id'), 'desc')
    .limit(MOST_OPEN_TOLD)
    .execute();
  return rows.flatMap(({ patient_id, type, createdAt, expiresAt, links }) => {
    if (!isReconstructionType(type)) return [];
    const times = { created_at: isoOf(Number(createdAt)), expires_at: isoOf(Number(expiresAt)) };
    return [
      { patient_id, type, ...times, links: Number(links), ...formerAddressOf(linksElsewhere, Number(createdAt)) },
    ];
  });
}

function formerAddressOf(linksElsewhere: readonly LinksOfTime[], madeAt: number) {
  const address = formerAddress(linksElsewhere, madeAt);
  return address === undefined ? {} : { former_address: address };
}

/** Until when photos can be sent for a patient, for each type the longest. */
export async function openInvitationsOf(db: Db, patientId: number, now: number) {
  const rows = await longestOpen(db, { patientId, now });
  return rows.map(({ type, expiresAt }) => ({ type, expiresAt: Number(expiresAt) }));
}

const longestOpen = compiledQuery((db, { patientId, now }: Record<'patientId' | 'now', number>) =>
  openOnes(db, now)
    .where('patient_id', '=', patientId)
    .groupBy('type')
    .select((is) => ['type', is.fn.max('expires_at').as('expiresAt')])
    .orderBy('type'),
);

const isoOf = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : isoOf(ms));

const listedPhoto = ({ view, created_at, warnings, is_unusable }: InvitedPhoto) => ({
  view: view as View,
  arrived_at: isoOf(created_at),
  warnings: warnings === null ? null : (JSON.parse(warnings) as PhotoWarning[]),
  ...(is_unusable !== null && { is_unusable: is_unusable === 1 }),
});

/** Notes that the page of a link was opened. It is only told to the desk, so the page is shown also where that fails. */
export async function noteOpened(store: Store, { id, isOpened }: OpenInvitation): Promise<void> {
  if (isOpened) return;
  await tidyUp(store, 'noting that a link was opened', () =>
    store.database.transact((db) =>
      db.updateTable('invitations').set({ opened_at: store.clock.now() }).where('id', '=', id).execute(),
    ),
  );
}

/** Notes what a look has said of a photo; it may have been replaced meanwhile. */
export async function noteLook(
  store: Store,
  photo: InvitedPhoto,
  { warnings, isUnusable }: { warnings: readonly PhotoWarning[]; isUnusable: boolean },
): Promise<void> {
  const found = { warnings: JSON.stringify(warnings), is_unusable: Number(isUnusable) };
  if (photo.warnings === found.warnings && photo.is_unusable === found.is_unusable) return;
  await tidyUp(store, 'noting what a look has said', () =>
    store.database.transact((db) => db.updateTable('invited_photos').set(found).where('id', '=', photo.id).execute()),
  );
}

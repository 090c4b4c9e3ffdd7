import { randomBytes } from 'node:crypto';
import type { SeenPhotos } from '../../contract/patient-page.ts';
import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { Account } from './accounts.ts';
import type { NoteChange } from './audit-lines.ts';
import { bytesOf, keepPhotos, removeFiles, type StagedPhoto, settling } from './files.ts';
import type { Measures } from './generation.ts';
import { type Beside, insertKey } from './idempotency.ts';
import { dropInvitedPhotos, type InvitedPhoto, lockInvitedPhotosOf, takeInvitedPhotos } from './invited-photos.ts';
import { invitationsOfEnabled, lockOpenInvitation, type OpenInvitation } from './open-invitations.ts';
import { lockPatient, markGenerated } from './patients.ts';
import { requireRoom } from './quotas.ts';
import { insertReconstruction, slotsOf, type WhyKept, whyKept } from './reconstructions.ts';
import type { Store } from './store.ts';
import { tokenHash } from './tokens.ts';

export const INVITATION_DAYS = 7;

export const LONGEST_INVITATION_MS = INVITATION_DAYS * 86_400_000;

export interface NewInvitation {
  id: number;
  /** With it its bearer can send one set of photos for this patient. */
  secret: string;
  expiresAt: number;
}

export async function createInvitation(
  store: Store,
  owner: Account,
  { patientId, type, lifetimeMs }: { patientId: number; type: ReconstructionType; lifetimeMs: number },
  note?: NoteChange,
): Promise<NewInvitation> {
  const secret = newSecret();
  const now = store.clock.now();
  const expiresAt = now + lifetimeMs;
  const id = await store.database.transact(async (db) => {
    await lockPatient(db, owner, patientId);
    const made = await db
      .insertInto('invitations')
      .values({ patient_id: patientId, type, token_hash: tokenHash(secret), created_at: now, expires_at: expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    await note?.(db, { patient: patientId });
    return made.id;
  });
  return { id, secret, expiresAt };
}

/** What is printed and typed: no capitals, and none of l, 1, o and 0. */
const SECRET_SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
/** 5 random bits each, 260 together. */
const SECRET_LENGTH = 52;

const newSecret = () =>
  Array.from(randomBytes(SECRET_LENGTH), (byte) => SECRET_SIGNS[byte % SECRET_SIGNS.length]).join('');

/** Ends the links of a patient for a type by which no photos were sent yet; photos that came by them are erased. */
export async function revokeInvitations(
  store: Store,
  owner: Account,
  { patientId, type }: { patientId: number; type: ReconstructionType },
  { key, note }: Beside = {},
): Promise<void> {
  const dropped = await store.database.transact(async (db) => {
    await lockPatient(db, owner, patientId);
    const open = await db
      .selectFrom('invitations')
      .where('patient_id', '=', patientId)
      .where('type', '=', type)
      .where('used_at', 'is', null)
      .select('id')
      .execute();
    const photos: InvitedPhoto[] = [];
    for (const { id } of open) photos.push(...(await lockInvitedPhotosOf(db, id)));
    const unsent = await dropInvitedPhotos(db, photos);
    for (const { id } of open) await db.deleteFrom('invitations').where('id', '=', id).execute();
    await insertKey(db, owner, key, { patientId, now: store.clock.now() });
    await note?.(db, { patient: patientId });
    return unsent;
  });
  await removeFiles(store, dropped);
}

/** What a patient sends beside the photos that came before. */
export interface SentSet {
  /** Those that came with it; each counts instead of the one of its view that came before. */
  photos: readonly StagedPhoto[];
  measures: Measures;
  /** What the page calls each photo that the patient saw; where this is known, another photo is not sent. */
  seen?: SeenPhotos | undefined;
  /** What the page calls this sending, so that the same one sent again is known. */
  key?: string | undefined;
}

export type RedeemOutcome =
  | { kind: 'done'; reconstructionId: number }
  | { kind: WhyKept | 'gone' | 'changed' | 'incomplete' };

/**
 * Uses the invitation up and starts the generation, in one commit.
 * @param needed the views without which it is `incomplete`: then nothing is changed, nor if it is `changed` because other
 * photos have come than were seen
 */
export async function redeemInvitation(
  store: Store,
  invitation: OpenInvitation,
  { photos, measures, seen, key }: SentSet,
  { needed, note }: { needed: readonly View[]; note?: NoteChange },
): Promise<RedeemOutcome> {
  const { id, patientId, ownerId, type, provider } = invitation;
  const files = await keepPhotos(store, ownerId, photos);
  return settling<RedeemOutcome>(store, files, async (db) => {
    const now = store.clock.now();
    if (!(await lockOpenInvitation(db, invitation, now))) return { outcome: { kind: 'gone' } };
    const kept = whyKept(await slotsOf(db, patientId, type));
    if (kept !== undefined) return { outcome: { kind: kept } };
    const came = await lockInvitedPhotosOf(db, id);
    const counting = came.filter(({ view }) => !files.some(({ name }) => name === view));
    const wanted = counting.filter(({ view }) => needed.some((one) => one === view));
    if (seen !== undefined && !areThese(wanted, seen)) return { outcome: { kind: 'changed' } };
    const views = new Set([...files.map(({ name }) => name), ...wanted.map(({ view }) => view)]);
    if (!needed.every((view) => views.has(view))) return { outcome: { kind: 'incomplete' } };
    const unwanted = await dropInvitedPhotos(
      db,
      came.filter((one) => !wanted.includes(one)),
    );
    const all = [...files, ...(await takeInvitedPhotos(db, wanted))];
    await requireRoom(db, ownerId, { bytes: bytesOf(all) });
    const made = await insertReconstruction(db, patientId, { type, provider, measures, files: all }, now);
    const sentKey = key === undefined ? null : sha256Of(key);
    await db
      .updateTable('invitations')
      .set({ used_at: now, sent_key: sentKey, reconstruction_id: made.id })
      .where('id', '=', id)
      .execute();
    await markGenerated(db, ownerId, patientId, now);
    await note?.(db, { patient: patientId });
    return { outcome: { kind: 'done', reconstructionId: made.id }, dropped: [...made.dropped, ...unwanted] };
  });
}

/** Whether these are the photos that the patient saw. */
export const areThese = (photos: readonly InvitedPhoto[], seen: SeenPhotos) =>
  photos.length === Object.keys(seen).length && photos.every((one) => seen[one.view as View] === one.sent_id);

/** For as long as this an answer that was lost is given again. */
const ANSWERED_AGAIN_MS = 24 * 3_600_000;

/** What was made of the photos that were sent by this link with this key; undefined where there is no such sending. */
export async function findSent(
  { db, clock }: Pick<Store, 'db' | 'clock'>,
  secret: string,
  key: string,
): Promise<{ ownerId: number; patientId: number; reconstructionId: number } | undefined> {
  const row = await invitationsOfEnabled(db)
    .where('token_hash', '=', tokenHash(secret))
    .where('sent_key', '=', sha256Of(key))
    .where('used_at', '>', clock.now() - ANSWERED_AGAIN_MS)
    .select(['patients.owner_id as ownerId', 'patients.id as patientId', 'reconstruction_id as reconstructionId'])
    .executeTakeFirst();
  return row?.reconstructionId == null ? undefined : { ...row, reconstructionId: row.reconstructionId };
}

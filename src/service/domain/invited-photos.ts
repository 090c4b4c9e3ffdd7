import type { Selectable } from 'kysely';
import type { View } from '../../contract/reconstruction.ts';
import { PORTION } from '../portions.ts';
import type { InvitedPhotoRow } from '../storage/schema.ts';
import type { NoteChange } from './audit-lines.ts';
import { claimFiles, type KeptFile, keepPhotos, recordErased, type StagedPhoto, settling } from './files.ts';
import { lockOpenInvitation, type OpenInvitation } from './open-invitations.ts';
import { requireRoom } from './quotas.ts';
import { slotsOf, type WhyKept, whyKept } from './reconstructions.ts';
import type { Db, Store } from './store.ts';

export type InvitedPhoto = Selectable<InvitedPhotoRow>;

/** A photo as the patient's page sends it, cleaned, and what tells whether it came before. */
export interface SentPhoto {
  staged: StagedPhoto;
  /** What the page calls it. */
  sentId: string;
  /** Of the bytes as they came, hex. */
  sentSha256: string;
  /** Equal if the pixels are equal. */
  pictureHash: string;
}

const photosOf = (db: Db, invitationId: number) =>
  db.selectFrom('invited_photos').selectAll().where('invitation_id', '=', invitationId).orderBy('view');

/** The photos that came by an invitation, and that wait until the patient sends the set. */
export const invitedPhotosOf = (db: Db, invitationId: number): Promise<InvitedPhoto[]> =>
  photosOf(db, invitationId).execute();

/** The same, and until the transaction ends nobody drops them: a sweep would erase files that it gives an owner to. */
export const lockInvitedPhotosOf = (db: Db, invitationId: number): Promise<InvitedPhoto[]> =>
  photosOf(db, invitationId).forUpdate().execute();

export const isSame = (kept: InvitedPhoto, sent: Pick<SentPhoto, 'sentId' | 'sentSha256'>): boolean =>
  kept.sent_id === sent.sentId && kept.sent_sha256 === sent.sentSha256;

export type KeepOutcome = { kind: WhyKept | 'kept' | 'gone' } | { kind: 'twin'; view: View };

/**
 * Keeps a photo with its invitation, in place of the earlier one of its view. The same one sent again changes nothing.
 * @throws Refusal 413 if the account has no room for it
 */
export async function keepInvitedPhoto(
  store: Store,
  invitation: OpenInvitation,
  sent: SentPhoto,
  note?: NoteChange,
): Promise<KeepOutcome> {
  const { id, patientId, ownerId, type } = invitation;
  const { view } = sent.staged;
  const files = await keepPhotos(store, ownerId, [sent.staged]);
  return settling<KeepOutcome>(store, files, async (db) => {
    if (!(await lockOpenInvitation(db, invitation, store.clock.now()))) return { outcome: { kind: 'gone' } };
    const why = whyKept(await slotsOf(db, patientId, type));
    if (why !== undefined) return { outcome: { kind: why } };
    const kept = await lockInvitedPhotosOf(db, id);
    const twin = kept.find((one) => one.view !== view && one.picture_hash === sent.pictureHash);
    if (twin !== undefined) return { outcome: { kind: 'twin', view: twin.view as View } };
    const outcome = { kind: 'kept' } as const;
    const before = kept.filter((one) => one.view === view);
    if (before.some((one) => isSame(one, sent))) return { outcome };
    const dropped = await dropInvitedPhotos(db, before);
    await requireRoom(db, ownerId, { bytes: sent.staged.sizeBytes });
    await insertInvitedPhoto(db, id, files[0]!, sent, store.clock.now());
    await note?.(db, { patient: patientId });
    return { outcome, dropped };
  });
}

async function insertInvitedPhoto(
  db: Db,
  invitationId: number,
  file: KeptFile,
  { sentId, sentSha256, pictureHash }: SentPhoto,
  now: number,
): Promise<void> {
  await claimFiles(db, [file.id]);
  const { id, name, sha256, sizeBytes, mime } = file;
  await db
    .insertInto('invited_photos')
    .values({
      ...{ id, invitation_id: invitationId, view: name, sent_id: sentId, sent_sha256: sentSha256 },
      ...{ picture_hash: pictureHash, sha256, size_bytes: sizeBytes, mime, created_at: now },
      ...{ warnings: null, is_unusable: null },
    })
    .execute();
}

/**
 * Removes the rows that are still there; the caller removes the files of the returned ids after the commit. Ids that
 * another transaction has removed are left out: a record may own their files now.
 */
export async function dropInvitedPhotos(db: Db, photos: readonly Pick<InvitedPhoto, 'id'>[]): Promise<string[]> {
  if (photos.length === 0) return [];
  const rows = await db.deleteFrom('invited_photos').where('id', 'in', idsOf(photos)).returning('id').execute();
  const ids = idsOf(rows);
  await recordErased(db, ids);
  return ids;
}

const idsOf = (photos: readonly Pick<InvitedPhoto, 'id'>[]) => photos.map(({ id }) => id);

/** Takes locked photos from their invitation. The caller must give them an owner, as with files that were just stored. */
export async function takeInvitedPhotos(db: Db, photos: readonly InvitedPhoto[]): Promise<KeptFile[]> {
  if (photos.length === 0) return [];
  const ids = idsOf(photos);
  const { numDeletedRows } = await db.deleteFrom('invited_photos').where('id', 'in', ids).executeTakeFirstOrThrow();
  if (numDeletedRows !== BigInt(ids.length)) throw new Error('a photo that was to be sent has been dropped');
  await db
    .insertInto('unfinished_files')
    .values(ids.map((id) => ({ id, kind: 'new' as const })))
    .execute();
  return photos.map(({ id, view, sha256, size_bytes, mime }) => ({
    id,
    name: view,
    sha256,
    sizeBytes: size_bytes,
    mime,
  }));
}

/** Drops the photos that came for this patient and were not sent. */
export async function dropInvitedPhotosOfPatient(db: Db, patientId: number): Promise<string[]> {
  const photos = await db
    .selectFrom('invited_photos')
    .innerJoin('invitations', 'invitations.id', 'invited_photos.invitation_id')
    .where('invitations.patient_id', '=', patientId)
    .select('invited_photos.id')
    .execute();
  return dropInvitedPhotos(db, photos);
}

/** Drops the photos of links that have expired, by the database's clock; a sweep removes their files. */
export async function dropExpiredPhotos({ database }: Pick<Store, 'database'>): Promise<string[]> {
  const dropped: string[] = [];
  for (;;) {
    const { found, ids } = await database.transact(async (db) => {
      const photos = await db
        .selectFrom('invited_photos')
        .innerJoin('invitations', 'invitations.id', 'invited_photos.invitation_id')
        .where('invitations.expires_at', '<=', database.now())
        .select('invited_photos.id')
        .limit(PORTION)
        .execute();
      return { found: photos.length, ids: await dropInvitedPhotos(db, photos) };
    });
    dropped.push(...ids);
    if (found < PORTION) return dropped;
  }
}

import { DEFAULT_PROVIDER } from '../../contract/providers.ts';
import { isReconstructionType, type ReconstructionType } from '../../contract/reconstruction.ts';
import type { Account } from './accounts.ts';
import { keepPhotos, owning } from './files.ts';
import { findPatient } from './patients.ts';
import {
  insertReconstruction,
  markGenerated,
  mayBeReplaced,
  type NewReconstruction,
  newestOf,
  type ProviderNumber,
  slotsOf,
} from './reconstructions.ts';
import type { Db, Store } from './store.ts';
import { tidyUp } from './tidy-up.ts';
import { newTokenText, tokenHash } from './tokens.ts';

export const INVITATION_DAYS = 7;

export interface OpenInvitation {
  id: number;
  patientId: number;
  ownerId: number;
  type: ReconstructionType;
  /** The provider that this patient last used for the type, else 4. */
  provider: ProviderNumber;
}

/** Makes a secret with which its bearer can send one set of photos for this patient. */
export async function createInvitation(
  store: Store,
  owner: Account,
  patientId: number,
  type: ReconstructionType,
): Promise<{ token: string }> {
  const token = newTokenText().replace(/^rcn_/, '');
  await store.db.transaction().execute(async (db) => {
    const now = store.clock.now();
    await findPatient(db, owner, patientId);
    await db
      .insertInto('invitations')
      .values({
        patient_id: patientId,
        type,
        token_hash: tokenHash(token),
        created_at: now,
        expires_at: now + INVITATION_DAYS * 86_400_000,
        used_at: null,
      })
      .execute();
  });
  return { token };
}

/** Undefined if the invitation is unknown, used or expired. */
export async function findInvitation(store: Store, token: string): Promise<OpenInvitation | undefined> {
  const row = await openInvitations(store.db, store.clock.now())
    .innerJoin('patients', 'patients.id', 'invitations.patient_id')
    .where('token_hash', '=', tokenHash(token))
    .select([
      'invitations.id',
      'invitations.patient_id as patientId',
      'invitations.type',
      'patients.owner_id as ownerId',
    ])
    .executeTakeFirst();
  if (row === undefined || !isReconstructionType(row.type)) return undefined;
  return { ...row, type: row.type, provider: await lastProvider(store.db, row.patientId, row.type) };
}

/** Uses the invitation up and starts the generation, in one commit. */
export async function redeemInvitation(
  store: Store,
  invitation: OpenInvitation,
  request: NewReconstruction,
): Promise<'done' | 'gone' | 'in_progress'> {
  const files = await keepPhotos(store, request.photos);
  const dropped: string[] = [];
  const outcome = await owning(store, files, async (db) => {
    const now = store.clock.now();
    if (!(await isStillOpen(db, invitation, now))) return 'gone';
    if (!mayBeReplaced(await slotsOf(db, invitation.patientId, request.type))) return 'in_progress';
    await db.updateTable('invitations').set({ used_at: now }).where('id', '=', invitation.id).execute();
    const written = await insertReconstruction(db, invitation.patientId, { ...request, files }, now);
    dropped.push(...written.dropped);
    await markGenerated(db, invitation.ownerId, invitation.patientId, now);
    return 'done';
  });
  const leftOver = outcome === 'done' ? dropped : files.map((file) => file.id);
  await tidyUp(store, 'removing files', () => store.blobs.remove(leftOver));
  return outcome;
}

const openInvitations = (db: Db, now: number) =>
  db.selectFrom('invitations').where('used_at', 'is', null).where('expires_at', '>', now);

async function isStillOpen(db: Db, { id, patientId, ownerId }: OpenInvitation, now: number): Promise<boolean> {
  const row = await openInvitations(db, now)
    .innerJoin('patients', 'patients.id', 'invitations.patient_id')
    .where('invitations.id', '=', id)
    .where('patients.id', '=', patientId)
    .where('patients.owner_id', '=', ownerId)
    .select('invitations.id')
    .executeTakeFirst();
  return row !== undefined;
}

async function lastProvider(db: Db, patientId: number, type: ReconstructionType): Promise<ProviderNumber> {
  const newest = newestOf(await slotsOf(db, patientId, type));
  return (newest?.provider ?? DEFAULT_PROVIDER) as ProviderNumber;
}

import { DEFAULT_PROVIDER } from '../../contract/providers.ts';
import { isReconstructionType, type ReconstructionType } from '../../contract/reconstruction.ts';
import { isEnabled } from './accounts.ts';
import type { ProviderNumber } from './generation.ts';
import { newestOf, slotsOf } from './reconstructions.ts';
import type { Db, Store } from './store.ts';
import { tokenHash } from './tokens.ts';

export interface OpenInvitation {
  id: number;
  patientId: number;
  ownerId: number;
  type: ReconstructionType;
  /** When it ends, ms. */
  expiresAt: number;
  /** The provider that this patient last used for the type, else 4. */
  provider: ProviderNumber;
  /** Its page was opened before. */
  isOpened: boolean;
}

/** The links by which photos can still be sent. */
export const openOnes = (db: Db, now: number) =>
  db.selectFrom('invitations').where('used_at', 'is', null).where('expires_at', '>', now);

/** Undefined if the invitation is unknown, used or expired, or its account disabled. */
export async function findInvitation({ db, clock }: Store, secret: string): Promise<OpenInvitation | undefined> {
  const row = await openInvitations(db, clock.now()).where('token_hash', '=', tokenHash(secret)).executeTakeFirst();
  if (row === undefined || !isReconstructionType(row.type)) return undefined;
  const { openedAt, ...facts } = row;
  const provider = await lastProvider(db, row.patientId, row.type);
  return { ...facts, type: row.type, provider, isOpened: openedAt !== null };
}

/** Of a patient for a type; an invitation asks for what it needs. */
export async function lastProvider(db: Db, patientId: number, type: ReconstructionType): Promise<ProviderNumber> {
  return (newestOf(await slotsOf(db, patientId, type))?.provider ?? DEFAULT_PROVIDER) as ProviderNumber;
}

/** True if the invitation is still open; nobody else can then change the patient until the transaction ends. */
export async function lockOpenInvitation(
  db: Db,
  { id, patientId, ownerId }: OpenInvitation,
  now: number,
): Promise<boolean> {
  // A transfer may have come in between; then nothing is found.
  await db.selectFrom('patients').select('id').where('id', '=', patientId).forUpdate().execute();
  const open = await openInvitations(db, now).where('invitations.id', '=', id).executeTakeFirst();
  return open?.patientId === patientId && open.ownerId === ownerId;
}

export const invitationsOfEnabled = (db: Db) =>
  db
    .selectFrom('invitations')
    .innerJoin('patients', 'patients.id', 'invitations.patient_id')
    .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
    .where(isEnabled);

const openInvitations = (db: Db, now: number) =>
  invitationsOfEnabled(db)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select([
      'invitations.id',
      'invitations.type',
      'invitations.expires_at as expiresAt',
      'invitations.opened_at as openedAt',
      'patients.id as patientId',
      'patients.owner_id as ownerId',
    ]);

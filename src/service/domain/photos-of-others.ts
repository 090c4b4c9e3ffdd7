import type { SentBefore } from '../../contract/own-routes.ts';
import { isReconstructionType, type ReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import type { Account } from './accounts.ts';
import type { Db } from './store.ts';

interface Come {
  patientId: number;
  /** What was made of the photos, once they were sent. */
  reconstructionId: number | null;
  waiting: readonly { view: string; sha256: string }[];
}

/** Of photos that came by a link those that another patient of the account has, and this one has not. */
export async function photosOfOthers(db: Db, owner: Account, come: Come): Promise<SentBefore[]> {
  const photos = [...come.waiting, ...(await sentOf(db, come.reconstructionId))];
  const having = await patientsWith(db, owner, photos);
  return photos.flatMap(({ view, sha256 }) => {
    const patients = having(sha256, come.reconstructionId);
    return patients.includes(come.patientId) ? [] : sentBefore(view, patients);
  });
}

/** A photo of a model that another patient has, too. */
export interface AlsoOfOther extends SentBefore {
  patientId: number;
  type: ReconstructionType;
}

/**
 * Of the models of these patients, also those that are being made: the photos that another patient of the account has,
 * too. Of types for which photos came by a link alone: what a desk sends, it was asked about.
 */
export async function photosAlsoOfOthers(
  db: Db,
  owner: Account,
  patientIds: readonly number[],
): Promise<AlsoOfOther[]> {
  if (patientIds.length === 0) return [];
  const photos = await db
    .selectFrom('reconstructions')
    .innerJoin('files', 'files.reconstruction_id', 'reconstructions.id')
    .where('reconstructions.patient_id', 'in', patientIds)
    .where('files.name', 'in', VIEWS)
    .where((is) =>
      is.exists(
        is
          .selectFrom('invitations')
          .whereRef('invitations.patient_id', '=', 'reconstructions.patient_id')
          .whereRef('invitations.type', '=', 'reconstructions.type')
          .where('invitations.used_at', 'is not', null)
          .select('invitations.id'),
      ),
    )
    .select(['reconstructions.patient_id as patientId', 'reconstructions.type', 'files.name as view', 'files.sha256'])
    .distinct()
    .execute();
  const having = await patientsWith(db, owner, photos);
  return photos.flatMap(({ patientId, type, view, sha256 }) => {
    const others = having(sha256).filter((one) => one !== patientId);
    return isReconstructionType(type) ? sentBefore(view, others).map((before) => ({ patientId, type, ...before })) : [];
  });
}

const sentBefore = (view: string, [latest, ...more]: readonly number[]): SentBefore[] =>
  latest === undefined ? [] : [{ view: view as View, patient_id: latest, patient_ids: [latest, ...more] }];

/** Which patients of the account have a photo, the latest first; `except` is the reconstruction of which it is asked. */
async function patientsWith(db: Db, owner: Account, photos: readonly { sha256: string }[]) {
  if (photos.length === 0) return () => [];
  const sums = [...new Set(photos.map(({ sha256 }) => sha256))];
  const known = await db
    .selectFrom('files')
    .leftJoin('reconstructions', 'reconstructions.id', 'files.reconstruction_id')
    .leftJoin('afters', 'afters.id', 'files.after_id')
    .innerJoin('patients', (join) =>
      join.on((on) =>
        on(on.fn.coalesce('reconstructions.patient_id', 'afters.patient_id'), '=', on.ref('patients.id')),
      ),
    )
    .where('patients.owner_id', '=', owner.id)
    .where('files.name', 'in', VIEWS)
    .where('files.sha256', 'in', sums)
    .select(['files.sha256', 'files.reconstruction_id as reconstructionId', 'patients.id as patientId'])
    .orderBy('files.created_at', 'desc')
    .execute();
  return (sha256: string, except: number | null = null): number[] => {
    const having = known.filter((one) => one.sha256 === sha256 && (except === null || one.reconstructionId !== except));
    return [...new Set(having.map(({ patientId }) => patientId))];
  };
}

async function sentOf(db: Db, reconstructionId: number | null) {
  if (reconstructionId === null) return [];
  return await db
    .selectFrom('files')
    .where('reconstruction_id', '=', reconstructionId)
    .where('name', 'in', VIEWS)
    .select(['name as view', 'sha256'])
    .execute();
}

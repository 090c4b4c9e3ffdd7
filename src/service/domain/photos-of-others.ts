import type { SentBefore } from '../../contract/own-routes.ts';
import { isReconstructionType, type ReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { Account } from './accounts.ts';
import { isOnePerson } from './one-person.ts';
import type { Db } from './store.ts';

interface Come {
  patientId: number;
  /** What was made of the photos, once they were sent. */
  reconstructionId: number | null;
  waiting: readonly Photo[];
}

/** Of photos that came by a link those that another patient of the account has, and this one has not. */
export async function photosOfOthers(db: Db, owner: Account, come: Come): Promise<SentBefore[]> {
  const photos = [...come.waiting, ...(await sentOf(db, come.reconstructionId))];
  const known = await filesLike(db, owner, photos);
  const own = come.reconstructionId;
  return photos.flatMap(({ view, sha256 }) => {
    const others = known.filter((one) => own === null || one.reconstructionId !== own);
    const patients = patientsOf(others, sha256);
    return patients.includes(come.patientId) ? [] : sentBefore(view, patients);
  });
}

/** Of photos of an after-record those that another patient has, too; not another record of the same person. */
export async function afterPhotosAlsoOfOthers(
  db: Db,
  owner: Account,
  patientId: number,
  photos: readonly Photo[],
): Promise<SentBefore[]> {
  const known = await filesLike(db, owner, photos);
  const own = known.find((one) => one.patientId === patientId);
  const others = known.filter((one) => one.patientId !== patientId && (own === undefined || !isOnePerson(own, one)));
  return photos.flatMap(({ view, sha256 }) => sentBefore(view, patientsOf(others, sha256)));
}

interface Photo {
  view: string;
  sha256: string;
}

/** A photo of a model that another patient has, too. */
export interface AlsoOfOther extends SentBefore {
  patientId: number;
  type: ReconstructionType;
}

/** A list must not wait for photos that very many files have: of one with more such pairs, some are not told. */
const MOST_PAIRS = 1000;

/**
 * Of the models of these patients, also those that are being made: the photos that another patient of the account has,
 * too. Another record of the same person is no other patient here. One query, as every list of patients asks it.
 */
export async function photosAlsoOfOthers(
  db: Db,
  owner: Account,
  patientIds: readonly number[],
): Promise<AlsoOfOther[]> {
  if (patientIds.length === 0) return [];
  const same = await sameFiles(db, { ownerId: owner.id, patientIds });
  const photos = new Map<string, AlsoOfOther>();
  for (const { patientId, type, view, otherId, ...own } of same.toSorted((one, other) => other.at - one.at)) {
    const other = { name_folded: own.otherName, email_folded: own.otherEmail, phone: own.otherPhone };
    if (!isReconstructionType(type) || isOnePerson(own, other)) continue;
    const key = `${patientId} ${type} ${view}`;
    const ids = new Set([...(photos.get(key)?.patient_ids ?? []), otherId]);
    for (const before of sentBefore(view, [...ids])) photos.set(key, { patientId, type, ...before });
  }
  return [...photos.values()];
}

const sameFiles = compiledQuery((db, { ownerId, patientIds }: { ownerId: number; patientIds: readonly number[] }) =>
  db
    .selectFrom('reconstructions as model')
    .innerJoin('patients as own', 'own.id', 'model.patient_id')
    .innerJoin('files as photo', 'photo.reconstruction_id', 'model.id')
    .innerJoin('files as same', (join) =>
      join.onRef('same.sha256', '=', 'photo.sha256').onRef('same.id', '<>', 'photo.id'),
    )
    .leftJoin('reconstructions', 'reconstructions.id', 'same.reconstruction_id')
    .leftJoin('afters', 'afters.id', 'same.after_id')
    .innerJoin('patients as other', (join) =>
      join
        .on((on) => on(on.fn.coalesce('reconstructions.patient_id', 'afters.patient_id'), '=', on.ref('other.id')))
        .onRef('other.id', '<>', 'own.id'),
    )
    .where('model.patient_id', 'in', patientIds)
    .where('photo.name', 'in', VIEWS)
    .where('same.name', 'in', VIEWS)
    .where('other.owner_id', '=', ownerId)
    .select(['own.id as patientId', 'model.type', 'photo.name as view', 'other.id as otherId'])
    .select(['own.name_folded', 'own.email_folded', 'own.phone'])
    .select(['other.name_folded as otherName', 'other.email_folded as otherEmail', 'other.phone as otherPhone'])
    .select('same.created_at as at')
    // Not in order, which would read all of them.
    .limit(MOST_PAIRS),
);

/** So many are told: they go into the lines of a header, which has little room. */
const MOST_TOLD = 20;

const sentBefore = (view: string, ids: readonly number[]): SentBefore[] => {
  const [latest, ...more] = ids.slice(0, MOST_TOLD);
  return latest === undefined ? [] : [{ view: view as View, patient_id: latest, patient_ids: [latest, ...more] }];
};

/** The files of patients of the account with the same content, the latest first. */
async function filesLike(db: Db, owner: Account, photos: readonly Photo[]) {
  if (photos.length === 0) return [];
  return await db
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
    .where('files.sha256', 'in', [...new Set(photos.map(({ sha256 }) => sha256))])
    .select(['files.sha256', 'files.reconstruction_id as reconstructionId', 'patients.id as patientId'])
    .select(['patients.name_folded', 'patients.email_folded', 'patients.phone'])
    .orderBy('files.created_at', 'desc')
    .limit(MOST_PAIRS)
    .execute();
}

const patientsOf = (files: readonly { sha256: string; patientId: number }[], sum: string): number[] => [
  ...new Set(files.flatMap(({ sha256, patientId }) => (sha256 === sum ? [patientId] : []))),
];

async function sentOf(db: Db, reconstructionId: number | null) {
  if (reconstructionId === null) return [];
  return await db
    .selectFrom('files')
    .where('reconstruction_id', '=', reconstructionId)
    .where('name', 'in', VIEWS)
    .select(['name as view', 'sha256'])
    .execute();
}

import type { SentBefore } from '../../contract/own-routes.ts';
import { VIEWS, type View } from '../../contract/reconstruction.ts';
import type { Account } from './accounts.ts';
import type { Db } from './store.ts';

interface Come {
  patientId: number;
  /** What was made of the photos, once they were sent. */
  reconstructionId: number | null;
  waiting: readonly { view: string; sha256: string }[];
}

/** Of photos that came by a link those that another patient of the account has, and this one has not; each with all who have it, the latest first. */
export async function photosOfOthers(db: Db, owner: Account, come: Come): Promise<SentBefore[]> {
  const photos = [...come.waiting, ...(await sentOf(db, come.reconstructionId))];
  if (photos.length === 0) return [];
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
    .where(
      'files.sha256',
      'in',
      photos.map(({ sha256 }) => sha256),
    )
    .where((is) =>
      is.or([
        is('files.reconstruction_id', 'is', null),
        is('files.reconstruction_id', '!=', come.reconstructionId ?? 0),
      ]),
    )
    .select(['files.sha256', 'patients.id as patientId'])
    .orderBy('files.created_at', 'desc')
    .execute();
  return photos.flatMap(({ view, sha256 }) => {
    const having = [...new Set(known.filter((one) => one.sha256 === sha256).map(({ patientId }) => patientId))];
    const [latest] = having;
    if (latest === undefined || having.includes(come.patientId)) return [];
    return [{ view: view as View, patient_id: latest, patient_ids: having }];
  });
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

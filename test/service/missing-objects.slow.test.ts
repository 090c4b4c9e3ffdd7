import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { PatientAnswer } from '../../src/contract/answers.ts';
import { markIncomplete } from '../../src/service/domain/missing-files.ts';
import type { Store } from '../../src/service/domain/store.ts';
import { type OpenedPlaces, openPlaces } from '../../src/service/open-places.ts';
import type { Places } from '../../src/service/places.ts';
import { lookAtService } from '../../src/service/start.ts';
import { KINDS, openClinics } from '../support/backups.ts';

const clinics = openClinics();
afterAll(() => clinics.close());

const SIGNAL = new AbortController().signal;

async function inPlaces<T>(places: Places, work: (opened: OpenedPlaces) => Promise<T>): Promise<T> {
  const opened = await openPlaces(places, systemClock, () => {});
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

const frontOf = ({ db }: Store) =>
  db.selectFrom('files').select('id').where('name', '=', 'front').orderBy('id').executeTakeFirstOrThrow();

const shared = ['SQLite and S3' as const, ...KINDS.filter((one) => one === 'PostgreSQL and disk')];

// The first one on PostgreSQL makes its cluster.
describe.each(shared)('%s', { timeout: 120_000 }, (kind) => {
  test('a record that was marked is right again by the hourly look once its file is back as it was', async () => {
    const { places, create, ask } = await clinics.openClinic(kind);
    const id = await create('Ana Sample');
    const status = async () =>
      ((await (await ask(`/patients/${id}`)).json()) as PatientAnswer).patient.reconstructions[0]!.status;
    await inPlaces(places, async ({ store, tidyHourly }) => {
      const { id: front } = await frontOf(store);
      const photo = await store.blobs.read(front);
      await store.blobs.remove([front]);
      await markIncomplete(store.database, [front]);
      expect(await tidyHourly(SIGNAL)).toEqual([]);
      expect(await status()).toBe('failed');
      await store.blobs.write(front, Buffer.alloc(photo.length, 'x'));
      await tidyHourly(SIGNAL);
      expect(await status()).toBe('failed');
      await store.blobs.write(front, photo);
      await tidyHourly(SIGNAL);
      expect(await status()).toBe('has_3d');
    });
  });

  test('so it is by the next start, which tells of those that still lack one, and by a look of doctor', async () => {
    const { places, service, token, create } = await clinics.openClinic(kind);
    for (const name of ['Ana Sample', 'Bea Sample']) await create(name, name.length + name.charCodeAt(0));
    await service.stop();
    const marked = (store: Store) =>
      store.db.selectFrom('reconstructions').select('id').where('is_incomplete', '=', 1).execute();
    const lost = await inPlaces(places, async ({ store, tidyFirst }) => {
      const files = await store.db.selectFrom('files').select('id').where('name', '=', 'front').execute();
      await markIncomplete(
        store.database,
        files.map((file) => file.id),
      );
      const photo = await store.blobs.read(files[0]!.id);
      await store.blobs.remove([files[0]!.id]);
      expect(await tidyFirst!(SIGNAL)).toEqual([expect.stringMatching(/^1 record lacks a file/)]);
      expect(await marked(store)).toHaveLength(1);
      await store.blobs.write(files[0]!.id, photo);
      return files[0]!.id;
    });
    await clinics.open(places, token);
    await inPlaces(places, async ({ store }) => {
      expect(await marked(store)).toEqual([]);
      await markIncomplete(store.database, [lost]);
    });
    for await (const one of lookAtService(places, { isThorough: false, signal: SIGNAL }))
      if (one.about === 'records') expect(one.isRight).toBe(true);
    await inPlaces(places, async ({ store }) => expect(await marked(store)).toEqual([]));
  });
});

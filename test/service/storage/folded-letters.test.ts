import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { addAccount } from '../../../src/service/domain/accounts.ts';
import { listPatients } from '../../../src/service/domain/list.ts';
import { insertPatient } from '../../../src/service/domain/patients.ts';
import { openPlaces } from '../../../src/service/open-places.ts';
import { foldedLetters } from '../../../src/service/storage/migrations/013-folded-letters.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openTestPlaces } from '../../support/test-places.ts';

test('names of 0.16.0 are found by the letters that people type', async () => {
  const places = await openTestPlaces(tempFolder());
  const { store, close } = await openPlaces(places.places, systemClock, () => {});
  const owner = await addAccount(store, 'one');
  const names = ['Łukasz Groß', 'Sørensen Ænne', 'Ana'];
  const ids: number[] = [];
  for (const name of names) {
    const patient = { name, ...(name !== 'Ana' && { email: 'łukasz@example.org' }) };
    ids.push(await store.database.transact((db) => insertPatient(db, owner, { patient, isAsync: false, now: 0 })));
  }
  const written = () => store.db.selectFrom('patients').select(['name_folded', 'email_folded']).orderBy('id').execute();
  const right = await written();
  for (const [at, name_folded] of ['łukasz groß', 'sørensen ænne'].entries()) {
    const broken = { name_folded, email_folded: 'łukasz@example.org' };
    await store.db.updateTable('patients').set(broken).where('id', '=', ids[at]!).execute();
  }
  expect(await written()).not.toEqual(right);
  await foldedLetters(store.db);
  expect(await written()).toEqual(right);
  const found = await listPatients(store, owner, { name: 'lukasz gross', page: 1, perPage: 10 });
  expect(found.patients.map(({ id }) => id)).toEqual([ids[0]]);
  await close();
  await places.drop();
});

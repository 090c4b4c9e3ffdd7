import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { redeemInvitation } from '../../src/service/domain/invitations.ts';
import { dropExpiredPhotos, dropInvitedPhotosOfPatient } from '../../src/service/domain/invited-photos.ts';
import { findInvitation, type OpenInvitation } from '../../src/service/domain/open-invitations.ts';
import type { OpenedPlaces } from '../../src/service/open-places.ts';
import { openInvitedSet } from '../support/invited-set.ts';
import { openService, openStoreOf, type TestService } from '../support/running-service.ts';

const AFTER_EXPIRY_MS = 8 * 86_400_000;

let service: TestService;
let opened: OpenedPlaces;
let invitation: OpenInvitation;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.restart();
  const { secret } = await openInvitedSet(service);
  await service.stop();
  opened = await openStoreOf(service);
  invitation = (await findInvitation(opened.store, secret))!;
});
afterEach(() => opened.close());

/** Work within a transaction that waits until it may go on. */
function gate() {
  let open = () => {};
  let reach = () => {};
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  const isReached = new Promise<void>((resolve) => (reach = resolve));
  return {
    isReached,
    open,
    wait: () => {
      reach();
      return isOpen;
    },
  };
}

const dropAtGate = ({ wait }: ReturnType<typeof gate>) =>
  opened.store.database.transact(async (db) => {
    const ids = await dropInvitedPhotosOfPatient(db, invitation.patientId);
    await wait();
    return ids;
  });

const redeem = (note = async () => {}, store = opened.store) =>
  redeemInvitation(
    store,
    invitation,
    { photos: [], measures: { nipple_to_nipple: 21 } },
    { needed: ['front', 'left', 'right'], note },
  );

const sweep = () =>
  dropExpiredPhotos({
    database: { ...opened.store.database, now: () => sql<number>`${sql.lit(Date.now() + AFTER_EXPIRY_MS)}` },
  });

const erased = async () => {
  const rows = await opened.store.db.selectFrom('unfinished_files').select('id').where('kind', '=', 'erased').execute();
  return rows.map(({ id }) => id).toSorted();
};

/** Lets the second transaction come as far as the first one lets it. */
const GET_THERE_MS = 300;

test('photos that a deletion and a sweep drop at the same time are dropped once', async () => {
  const atGate = gate();
  const first = dropAtGate(atGate);
  await atGate.isReached;
  const second = sweep();
  await sleep(GET_THERE_MS);
  atGate.open();
  expect(await first).toHaveLength(3);
  expect(await second).toEqual([]);
  expect(await erased()).toEqual((await first).toSorted());
});

test('a sweep erases nothing of a set that is sent at the same time', async () => {
  const { open, wait, isReached } = gate();
  const before = await erased();
  const sent = redeem(wait);
  await isReached;
  const swept = sweep();
  await sleep(GET_THERE_MS);
  open();
  expect(await sent).toMatchObject({ kind: 'done' });
  expect(await swept).toEqual([]);
  expect(await erased()).toEqual(before);
});

test('a set whose photos are dropped at the same time is not sent', async () => {
  const atGate = gate();
  const dropped = dropAtGate(atGate);
  await atGate.isReached;
  const sent = redeem();
  await sleep(GET_THERE_MS);
  atGate.open();
  expect(await dropped).toHaveLength(3);
  expect(await sent).toEqual({ kind: 'incomplete' });
});

test('a sending that is tried again tells how the last try ended', async () => {
  const { store } = opened;
  const { database } = store;
  const transact: typeof database.transact = async (work) => {
    const undone = new Error('another transaction came in its way');
    await database
      .transact(async (db) => {
        await work(db);
        throw undone;
      })
      .catch((error: unknown) => expect(error).toBe(undone));
    await store.db.updateTable('invitations').set({ used_at: 1 }).where('id', '=', invitation.id).execute();
    return database.transact(work);
  };
  expect(await redeem(undefined, { ...store, database: { ...database, transact } })).toEqual({ kind: 'gone' });
});

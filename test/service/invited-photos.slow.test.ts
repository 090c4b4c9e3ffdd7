import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { checkFiles } from '../../src/service/doctor/check-files.ts';
import { auditEntries } from '../support/audit-entries.ts';
import { openInvitedSet } from '../support/invited-set.ts';
import { cameraJpeg, jpegOf } from '../support/photo-maker.ts';
import {
  openService,
  openStoreOf,
  removeStored,
  storedFileIds,
  type TestForm,
  type TestService,
  workerNamed,
} from '../support/running-service.ts';
import { ARE_PLACES_SHARED } from '../support/test-places.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let offsetMs = 0;
let photos: Buffer[];
beforeAll(async () => {
  service = await openService({
    clock: { ...systemClock, now: () => Date.now() + offsetMs },
    guesses: { tokens: 1e9, invitations: 1e9 },
  });
  photos = await Promise.all([1, 2, 3, 4].map((seed) => jpegOf({ seed: seed + 70 })));
});
afterAll(() => service.close());

const shaOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function invite(type = 'mammo', on = service, token = on.token): Promise<{ id: number; page: string }> {
  const { patient } = await on.patient('POST', '/patients', { token, form: { 'patient[name]': 'Ida Invited' } });
  const answer = await on.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=${type}`, { token });
  const { invitation_url } = (await answer.json()) as { invitation_url: string };
  return { id: patient.id, page: new URL(invitation_url).pathname };
}

interface Put {
  id?: string;
  sha256?: string;
  on?: TestService;
}

const put = (
  page: string,
  view: string,
  photo: Uint8Array,
  { id = `photo-of-${view}`, sha256 = shaOf(photo), on = service }: Put = {},
) => {
  const form: TestForm = { 'photo[id]': id, 'photo[sha256]': sha256, [`reconstruction[${view}]`]: photo };
  return on.send('PUT', `${page}/photos/${view}`, { token: null, form });
};

async function putAll(page: string): Promise<void> {
  for (const [at, view] of ['front', 'left', 'right'].entries()) {
    expect((await put(page, view, photos[at]!)).status).toBe(200);
  }
}

const send = (
  page: string,
  key = 'a-key-of-the-page-1',
  measures: TestForm = { 'reconstruction[nipple_to_nipple]': '21,5' },
) =>
  service.send('POST', `${page}/send`, {
    token: null,
    form: measures,
    headers: { 'idempotency-key': key },
  });

const arrived = async (page: string) =>
  ((await (await service.send('GET', `${page}/photos`, { token: null })).json()) as { photos: { view: string }[] })
    .photos;

const reconstructionOf = async (id: number) =>
  (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0];

/** The files when nothing is being generated. */
async function filesNow(): Promise<string[]> {
  const statuses = async () =>
    (await service.list('?per_page=100')).patients.flatMap((one) => one.reconstructions.map(({ status }) => status));
  await expect.poll(statuses).not.toContain('processing');
  return storedFileIds(service);
}

const idsBeside = async (before: readonly string[]) =>
  (await storedFileIds(service)).filter((id) => !before.includes(id));

test('photos that came one by one become a reconstruction when they are sent, and the link is used up', async () => {
  const { id, page } = await invite();
  await putAll(page);
  expect((await arrived(page)).map(({ view }) => view)).toEqual(['front', 'left', 'right']);
  expect(await reconstructionOf(id)).toBeUndefined();
  const answer = await send(page);
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { sent: string }).sent).toMatch(/^\/sent\/\d+\/\d+\?expires=\d+&signature=/);
  await expect.poll(async () => (await reconstructionOf(id))?.status).toBe('has_3d');
  expect(await reconstructionOf(id)).toMatchObject({ mesaures: { nipple_to_nipple: 21.5 } });
  const unknown = await service.send('GET', '/invitations/never-was', { token: null });
  const used = await service.send('GET', page, { token: null });
  expect([used.status, await used.text()]).toEqual([404, await unknown.text()]);
  for (const again of [await put(page, 'front', photos[3]!), await send(page, 'a-key-of-the-page-2')]) {
    expect(again.status).toBe(404);
  }
});

test('the answer to a sending is given again to the same key alone', async () => {
  const { page } = await invite();
  await putAll(page);
  const answers = await Promise.all([send(page), send(page), send(page)]);
  const later = await send(page);
  const paths = await Promise.all(
    [...answers, later].map(async (one) => ((await one.json()) as { sent: string }).sent.split('?')[0]),
  );
  expect(paths[0]).toMatch(/^\/sent\/\d+\/\d+$/);
  expect(new Set(paths).size).toBe(1);
  expect((await send(page, 'the-key-of-a-stranger')).status).toBe(404);
  expect((await send(page, 'short')).status).toBe(400);
  offsetMs = DAY_MS + 60_000;
  expect((await send(page)).status).toBe(404);
  offsetMs = 0;
});

test('the same photo sent again is kept once, another one of its view takes its place', async () => {
  const before = await filesNow();
  const { page } = await invite();
  for (let times = 0; times < 3; times++) expect((await put(page, 'front', photos[0]!)).status).toBe(200);
  await Promise.all([1, 2, 3, 4].map(() => put(page, 'left', photos[1]!)));
  expect(await idsBeside(before)).toHaveLength(2);
  const [first] = await arrived(page);
  await put(page, 'front', photos[2]!, { id: 'photo-of-front-again' });
  expect(await idsBeside(before)).toHaveLength(2);
  expect((await arrived(page))[0]).not.toEqual(first);
});

test.each<[string, () => Promise<Response>, number, RegExp]>([
  ['no photo', async () => put((await invite()).page, 'front', Buffer.from('%PDF-1.7')), 422, /PDF/],
  ['a view that is not asked for', async () => put((await invite()).page, 'below', photos[0]!), 404, /no such photo/],
  [
    'bytes that changed on their way',
    async () => put((await invite()).page, 'front', photos[0]!, { sha256: shaOf(photos[1]!) }),
    400,
    /changed on its way/,
  ],
  ['no SHA-256', async () => put((await invite()).page, 'front', photos[0]!, { sha256: 'x' }), 422, /SHA-256/],
  ['no id', async () => put((await invite()).page, 'front', photos[0]!, { id: '' }), 422, /letters and digits/],
  ['an unknown link', async () => put('/invitations/never-was', 'front', photos[0]!), 404, /does not work/],
])('%s is refused, and nothing of it is kept', async (_what, ask, status, words) => {
  const before = await filesNow();
  const answer = await ask();
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(words)]);
  expect(await idsBeside(before)).toEqual([]);
});

test('a photo that is refused is told by a reason that the page has words for', async () => {
  const { page } = await invite();
  await put(page, 'front', photos[0]!);
  const reasonOf = async (photo: Buffer) => {
    const answer = await put(page, 'left', photo);
    return [answer.status, ((await answer.json()) as { reason?: string }).reason];
  };
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(64, '\0'), 'latin1');
  expect(await reasonOf(heic)).toEqual([422, 'heic']);
  expect(await reasonOf(Buffer.from('%PDF-1.7'))).toEqual([422, 'other_format']);
  expect(await reasonOf(photos[1]!.subarray(0, photos[1]!.length / 2))).toEqual([422, 'damaged']);
  expect(await reasonOf(await jpegOf({ seed: 9, width: 300, height: 300 }))).toEqual([422, 'small']);
  expect(await reasonOf(photos[0]!)).toEqual([422, 'same_picture']);
});

test('the same picture as two views is refused', async () => {
  const { page } = await invite();
  await put(page, 'front', photos[0]!);
  const twin = await put(page, 'left', photos[0]!);
  expect([twin.status, await twin.text()]).toEqual([
    422,
    expect.stringContaining('is the same picture as reconstruction[front]'),
  ]);
});

test('a set that lacks something is not sent, and the link stays open', async () => {
  const { id, page } = await invite();
  await put(page, 'front', photos[0]!);
  const lacking = await send(page);
  expect(lacking.status).toBe(422);
  const { errors } = (await lacking.json()) as { errors: { field: string }[] };
  expect(errors.map(({ field }) => field)).toEqual(['left', 'right']);
  expect(await reconstructionOf(id)).toBeUndefined();
  await putAll(page);
  expect((await send(page, 'a-key-of-the-page-1', {})).status).toBe(422);
  expect((await send(page)).status).toBe(200);
});

test('only the photos that the patient saw are sent', async () => {
  const { id, page } = await invite();
  await putAll(page);
  const seen = { front: 'photo-of-front', left: 'photo-of-left', right: 'photo-of-right' };
  const sendSeen = async (photos: string) => {
    const answer = await send(page, 'a-key-of-the-page-1', { 'reconstruction[nipple_to_nipple]': '20', photos });
    return [answer.status, ((await answer.json()) as { reason?: string }).reason];
  };
  // Another tab has put another one meanwhile.
  await put(page, 'front', photos[3]!, { id: 'taken-again' });
  expect(await sendSeen(JSON.stringify(seen))).toEqual([409, 'photos_changed']);
  for (const wrong of ['front', '[]', JSON.stringify({ ...seen, nose: 'photo-of-nose' })]) {
    expect(await sendSeen(wrong)).toEqual([422, undefined]);
  }
  expect(await reconstructionOf(id)).toBeUndefined();
  expect(await arrived(page)).toHaveLength(3);
  expect(await sendSeen(JSON.stringify({ ...seen, front: 'taken-again' }))).toEqual([200, undefined]);
});

test('the form of the page sends what came before it, and says where the state is', async () => {
  const { id, page } = await invite();
  await put(page, 'front', photos[0]!);
  await put(page, 'left', photos[1]!);
  const asked = await (await service.send('GET', page, { token: null })).text();
  // A browser would not send the form without what it requires.
  const required = [...asked.matchAll(/name="reconstruction\[(\w+)\]"[^>]*? required/g)].map(([, name]) => name);
  expect(required).toEqual(['right', 'nipple_to_nipple']);
  const form = { 'reconstruction[nipple_to_nipple]': '20', 'reconstruction[right]': photos[2]! };
  const twin = await service.send('POST', page, {
    token: null,
    form: { ...form, 'reconstruction[right]': photos[0]! },
  });
  const refused = await twin.text();
  expect([twin.status, refused]).toEqual([422, expect.stringContaining('is the same picture as Front')]);
  expect(refused).not.toMatch(/name="reconstruction\[front\]"[^>]*? required/);
  const thanks = await service.send('POST', page, { token: null, form });
  const [, path] = /href="(\/sent\/[^"]+)"/.exec(await thanks.text())!;
  await expect.poll(async () => (await reconstructionOf(id))?.status).toBe('has_3d');
  const sent = await service.send('GET', path!.replaceAll('&amp;', '&'), { token: null });
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('Your 3D model is ready')]);
});

test('place, time and camera are taken out of a photo that comes alone', async () => {
  const { id, page } = await invite('face');
  const taken = await Promise.all([1, 2, 3].map((seed) => cameraJpeg(6, seed + 30)));
  expect(taken[0]!.includes('SECRET')).toBe(true);
  for (const [at, view] of ['front', 'left', 'right'].entries()) await put(page, view, taken[at]!);
  expect((await send(page, 'a-key-of-the-page-1', {})).status).toBe(200);
  const kept = Buffer.from(await (await fetch((await reconstructionOf(id))!.front!)).arrayBuffer());
  expect(kept.length).toBeGreaterThan(10_000);
  expect(kept.includes('SECRET')).toBe(false);
});

describe('photos that were not sent', () => {
  test.each(['deleted', 'transferred'])('are erased when the patient is %s', async (how) => {
    const accounts = await openAccounts(service.places);
    const name = `desk-${how}`;
    await accounts.add(name, 'main');
    const target = (await accounts.list()).find((one) => one.name === name)!.id;
    await accounts.close();
    const before = await filesNow();
    const { id, page } = await invite();
    await putAll(page);
    expect(await idsBeside(before)).toHaveLength(3);
    const answer =
      how === 'deleted'
        ? await service.send('DELETE', `/patients/${id}`)
        : await service.send('POST', `/patients/${id}/transfer/${target}`);
    expect(answer.status).toBe(200);
    expect(await idsBeside(before)).toEqual([]);
    expect((await service.send('GET', `${page}/photos`, { token: null })).status).toBe(404);
  });

  test('stay over a restart and a sweep, and are erased by the sweep after the link has expired', async () => {
    const before = await filesNow();
    const { page } = await invite();
    await putAll(page);
    await service.restart();
    const tidy = async () => {
      const { tidyHourly, close } = await openStoreOf(service, { ...systemClock, now: () => Date.now() + offsetMs });
      await tidyHourly(new AbortController().signal);
      await close();
    };
    await service.stop();
    await tidy();
    expect(await idsBeside(before)).toHaveLength(3);
    // On a shared database the clock of the one who sweeps does not count.
    if (ARE_PLACES_SHARED) {
      offsetMs = 8 * DAY_MS;
      await tidy();
      offsetMs = 0;
      expect(await idsBeside(before)).toHaveLength(3);
    }
    const { store, close } = await openStoreOf(service);
    const expireAt = (expires_at: number) => store.db.updateTable('invitations').set({ expires_at }).execute();
    await expireAt(Date.now() - 1);
    await tidy();
    expect(await idsBeside(before)).toEqual([]);
    await expireAt(Date.now() + DAY_MS);
    await close();
    await service.restart();
    expect(await arrived(page)).toEqual([]);
  });
});

test('one that waits and is damaged or lost is found by the check of all files', async () => {
  const before = await filesNow();
  const { id, page } = await invite();
  await putAll(page);
  const [lost] = await idsBeside(before);
  await removeStored(service, [lost!]);
  const { store, close } = await openStoreOf(service);
  const { wrong } = await checkFiles(store, new AbortController().signal);
  await close();
  expect(wrong).toMatchObject([{ id: lost, name: expect.any(String), patient: id, type: null, why: 'missing' }]);
});

// A sweep lists the files of a disk, and not the objects of a bucket.
if (!ARE_PLACES_SHARED) {
  test('one that waits and is lost is asked for again after a sweep', async () => {
    const before = await filesNow();
    const { page } = await invite();
    await putAll(page);
    const [lost] = await idsBeside(before);
    await removeStored(service, [lost!]);
    const { tidyHourly, close } = await openStoreOf(service);
    await tidyHourly(new AbortController().signal);
    await close();
    expect(await arrived(page)).toHaveLength(2);
    await putAll(page);
    expect((await send(page)).status).toBe(200);
  });
}

test('photos that wait count for the quota of the account', async () => {
  const other = await openService();
  try {
    const accounts = await openAccounts(other.places);
    const { page } = await invite('mammo', other);
    await accounts.setQuota('main', { bytes: photos[0]!.length + 1000 });
    await accounts.close();
    expect((await put(page, 'front', photos[0]!, { on: other })).status).toBe(200);
    const second = await put(page, 'left', photos[1]!, { on: other });
    expect([second.status, await second.text()]).toEqual([413, expect.stringContaining('no room left')]);
  } finally {
    await other.close();
  }
});

test('photos that wait count for the quota of the main account, and a retake counts instead of the one before', async () => {
  const other = await openService();
  try {
    const accounts = await openAccounts(other.places);
    const { token } = await accounts.add('sub', 'main');
    const bytes = Math.max(...photos.map((photo) => photo.length)) + 1000;
    await accounts.setQuota('main', { bytes });
    await accounts.close();
    const { page } = await invite('mammo', other);
    expect((await put(page, 'front', photos[0]!, { on: other })).status).toBe(200);
    expect((await put(page, 'front', photos[1]!, { on: other, id: 'taken-again' })).status).toBe(200);
    const ofSub = await invite('mammo', other, token);
    expect((await put(ofSub.page, 'front', photos[2]!, { on: other })).status).toBe(413);
  } finally {
    await other.close();
  }
});

describe('the page after the sending', () => {
  test('can be seen for a day with its picture, and is in the audit when it is opened', async () => {
    const { id, page } = await invite();
    await putAll(page);
    const { sent } = (await (await send(page)).json()) as { sent: string };
    await expect.poll(async () => (await reconstructionOf(id))?.status).toBe('has_3d');
    offsetMs = DAY_MS / 2;
    const ask = async (accept: string) =>
      (await service.send('GET', sent, { token: null, headers: { accept } })).text();
    await ask('text/html');
    const [{ frames }] = (await Promise.all([1, 2, 3].map(async () => JSON.parse(await ask('application/json'))))) as [
      { frames: string },
    ];
    offsetMs = 0;
    const expiryOf = (path: string) => new URL(path, service.url).searchParams.get('expires');
    expect(expiryOf(frames)).toBe(expiryOf(sent));
    await service.send('GET', frames, { token: null });
    const lines = async () => {
      const ofPatient = (await auditEntries(service)).filter(({ patient }) => patient === id);
      return ofPatient.map(({ operation }) => operation);
    };
    await expect.poll(lines).toContain('GET /images/:owner/:file');
    expect((await lines()).filter((one) => one === 'GET /sent/:owner/:reconstruction')).toHaveLength(1);
  });

  test('tells how far the model is, then shows it; a changed address shows the page of a dead link', async () => {
    const { id, page } = await invite();
    await putAll(page);
    const { sent } = (await (await send(page)).json()) as { sent: string };
    const ask = async (path: string, accept = 'application/json') => {
      const answer = await service.send('GET', path, { token: null, headers: { accept } });
      return { status: answer.status, text: await answer.text() };
    };
    await expect.poll(async () => JSON.parse((await ask(sent)).text)).toMatchObject({ status: 'has_3d' });
    const { frames } = JSON.parse((await ask(sent)).text) as { frames: string };
    const picture = await service.send('GET', frames, { token: null });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const shown = await ask(sent, 'text/html');
    expect(shown.text).toContain('Your 3D model is ready');
    expect(shown.text).not.toMatch(/Ida|Invited/);
    const [path] = sent.split('?');
    for (const wrong of [
      path!,
      sent.replace(/\d+\?/, '999999?'),
      sent.slice(0, -1),
      sent.replace('/sent/1/', '/sent/2/'),
    ]) {
      expect(await ask(wrong, 'text/html')).toMatchObject({ status: 404 });
    }
    offsetMs = DAY_MS + 10 * 60_000;
    expect((await ask(sent)).status).toBe(404);
    offsetMs = 0;
    await service.send('DELETE', `/patients/${id}`);
    expect((await ask(sent)).status).toBe(404);
  });
});

test('a service that does not look tells so, not that a photo is good', async () => {
  const { page } = await invite();
  await put(page, 'front', photos[0]!);
  const answer = await service.send('GET', `${page}/photos/front/look`, { token: null });
  expect([answer.status, await answer.json()]).toEqual([200, { warnings: null }]);
});

test('one link has three looks in the line, and leaves it with its connection', async () => {
  const looking = await openService({ lookerUrl: workerNamed('hang') });
  try {
    const { page } = await openInvitedSet(looking);
    const leaving = new AbortController();
    const ask = (signal = leaving.signal) => fetch(`${looking.url}${page}/photos/front/look`, { signal });
    const asked = [1, 2, 3, 4].map(() =>
      ask().then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    );
    expect(await Promise.race(asked)).toBe(429);
    leaving.abort();
    expect((await Promise.all(asked)).toSorted()).toEqual([429, ...Array(3).fill('AbortError')]);
    await expect
      .poll(() =>
        ask(AbortSignal.timeout(300)).then(
          ({ status }) => status,
          (error: Error) => error.name,
        ),
      )
      .toBe('TimeoutError');
  } finally {
    await looking.close();
  }
});

test('a look at all photos is of the ones that the patient saw, with the measures', async () => {
  const looking = await openService({ lookerUrl: workerNamed('warn') });
  try {
    const { page } = await openInvitedSet(looking);
    const look = async (form: TestForm, on = looking, at = page) => {
      const answer = await on.send('POST', `${at}/look`, { token: null, form });
      return [answer.status, await answer.json()];
    };
    const seen = JSON.stringify({ front: 'photo-of-front', left: 'photo-of-left', right: 'photo-of-right' });
    const measure = { 'reconstruction[nipple_to_nipple]': '21,5' };
    const found = {
      photos: { front: ['dark'], left: ['dark'], right: ['dark'] },
      together: [4, 'nipple_to_nipple', 21.5],
    };
    expect(await look({ ...measure, photos: seen })).toEqual([200, { found }]);
    expect(await look({ ...measure, photos: seen.replace('of-front', 'of-before') })).toMatchObject([
      409,
      { reason: 'photos_changed' },
    ]);
    expect(await look({ photos: seen })).toMatchObject([422, { errors: [{ field: 'nipple_to_nipple' }] }]);
    expect(await look({ ...measure, photos: seen }, looking, `${page}x`)).toMatchObject([404, {}]);
    const { page: without } = await openInvitedSet(service);
    expect(await look({ ...measure, photos: seen }, service, without)).toEqual([200, { found: null }]);
    const alone = await looking.send('GET', `${page}/photos/left/look`, { token: null });
    expect(await alone.json()).toEqual({ warnings: ['dark'], isUnusable: false });
  } finally {
    await looking.close();
  }
});

test('the page is told how long its link works yet', async () => {
  const { page } = await invite();
  const left = async () =>
    ((await (await service.send('GET', `${page}/photos`, { token: null })).json()) as { leftMs: number }).leftMs;
  expect(await left()).toBeGreaterThan(7 * DAY_MS - 60_000);
  offsetMs = 6 * DAY_MS;
  expect(await left()).toBeLessThanOrEqual(DAY_MS);
  offsetMs = 0;
});

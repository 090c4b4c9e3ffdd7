import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Patient } from '../../src/contract/patient.ts';
import { unlessMissing } from '../../src/errors.ts';
import { mammoForm } from '../support/access-rows.ts';
import { auditEntries } from '../support/audit-entries.ts';
import { cameraJpeg, jpegOf } from '../support/photo-maker.ts';
import { openService, type TestForm, type TestService } from '../support/running-service.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let offsetMs = 0;
beforeAll(async () => {
  service = await openService({ clock: { ...systemClock, now: () => Date.now() + offsetMs } });
});
afterAll(() => service.close());

async function newPatient(form: TestForm = {}): Promise<Patient> {
  return (await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ida Invited', ...form } })).patient;
}

/** The path of a new invitation. */
async function invite(patientId: number, type: string): Promise<string> {
  const answer = await service.send('GET', `/patients/${patientId}/invitation?reconstruction_type=${type}`);
  const { invitation_url } = (await answer.json()) as { invitation_url: string };
  expect(invitation_url.startsWith(`${service.url}/invitations/`)).toBe(true);
  return new URL(invitation_url).pathname;
}

async function visit(path: string, form?: TestForm): Promise<{ status: number; page: string; headers: Headers }> {
  const answer = await service.send(form === undefined ? 'GET' : 'POST', path, {
    token: null,
    ...(form === undefined ? {} : { form }),
  });
  return { status: answer.status, page: await answer.text(), headers: answer.headers };
}

const get = async (id: number) => (await service.patient('GET', `/patients/${id}`)).patient;

/** What a patient fills in for a mammo reconstruction: no type, no provider. */
async function sentMammo(seed = 1): Promise<TestForm> {
  const { 'reconstruction[type]': _, ...rest } = await mammoForm(seed);
  return rest;
}

test('photos sent through the page become a reconstruction', async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'mammo');
  expect((await visit(path)).page).toContain('Photos of your upper body');
  const thanks = await visit(path, await sentMammo());
  expect([thanks.status, /<h1>(.*)<\/h1>/.exec(thanks.page)?.[1]]).toEqual([200, 'Thank you']);
  await expect.poll(async () => (await get(id)).reconstructions[0]?.status).toBe('has_3d');
  const [reconstruction] = (await get(id)).reconstructions;
  expect(reconstruction).toMatchObject({
    type: 'MammoReconstruction',
    accepted: false,
    mesaures: { nipple_to_nipple: 21.5 },
  });
});

test('it works once, and then looks like a link that never was', async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'mammo');
  await visit(path, await sentMammo());
  const unknown = await visit('/invitations/never-was');
  for (const again of [await visit(path), await visit(path, await sentMammo(2))]) {
    expect([again.status, again.page]).toEqual([404, unknown.page]);
  }
  expect(unknown.page).toContain('This link does not work any more');
});

test('twenty at once: one is taken', async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'mammo');
  const forms = await Promise.all([1, 2, 3, 4].map((seed) => sentMammo(seed)));
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => visit(path, forms[index % 4])));
  expect(answers.filter(({ page }) => page.includes('Thank you'))).toHaveLength(1);
  for (const { status } of answers) expect([200, 404, 409, 503]).toContain(status);
  await expect.poll(async () => (await get(id)).reconstructions[0]?.status).toBe('has_3d');
});

test('it works for seven days, and not a minute longer', async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'face');
  offsetMs = 7 * DAY_MS - 60_000;
  expect((await visit(path)).status).toBe(200);
  offsetMs = 7 * DAY_MS + 60_000;
  const unknown = await visit('/invitations/never-was');
  expect(await visit(path).then(({ status, page }) => [status, page])).toEqual([404, unknown.page]);
  expect((await visit(path, await sentMammo())).status).toBe(404);
  offsetMs = 0;
});

test('opening it changes nothing, and a wrong form does not use it up', async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'mammo');
  for (let times = 0; times < 3; times++) await visit(path);
  expect((await visit(path, {})).status).toBe(422);
  expect((await get(id)).reconstructions).toEqual([]);
  expect((await visit(path, await sentMammo())).status).toBe(200);
});

test('every problem is named beside its field, and what was typed stays', async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'mammo');
  const good = await jpegOf({ seed: 5 });
  const { status, page } = await visit(path, {
    'reconstruction[front]': good.subarray(0, good.length / 2),
    'reconstruction[right]': Buffer.from('GIF89a, honestly'),
    'reconstruction[nipple_to_nipple]': 'about "20"',
  });
  expect(status).toBe(422);
  const beside = (name: string) => new RegExp(`id="problem-${name}">([^<]*)<`).exec(page)?.[1];
  expect(beside('front')).toBe('This photo is cut off before its end.');
  expect(beside('left')).toBe('Please choose this photo.');
  expect(beside('right')).toContain('This photo is a GIF file');
  expect(beside('nipple_to_nipple')).toContain('cannot be a length in centimetres');
  expect(page).toContain('please look at 4 things');
  expect(page).toContain('value="about &quot;20&quot;"');
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(4);
});

test('a photo that is too small, or the same twice, is refused as anywhere', async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'face');
  const same = await jpegOf({ seed: 8 });
  const { page } = await visit(path, {
    'reconstruction[front]': same,
    'reconstruction[left]': same,
    'reconstruction[right]': await jpegOf({ seed: 9, width: 300, height: 400 }),
  });
  expect(page).toContain('is the same picture as Front');
  expect(page).toContain('300×400');
});

test("a browser's empty file fields count as not chosen", async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'mammo');
  const boundary = 'x';
  const parts = ['left', 'front', 'right'].map(
    (view) =>
      `--x\r\ncontent-disposition: form-data; name="reconstruction[${view}]"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n`,
  );
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${parts.join('')}--x--\r\n`,
  });
  const page = await answer.text();
  expect(page.match(/class="problem"[^>]*>Please choose this photo\./g)).toHaveLength(3);
});

test.each([
  ['an unknown field', { 'patient[name]': 'Somebody Else' }],
  ['a type', { 'reconstruction[type]': 'face' }],
  ['a provider', { 'reconstruction[provider]': '6' }],
  ['a photo the type has no use for', { 'reconstruction[below]': new Uint8Array([1]) }],
])('%s is not taken from the page', async (_what, extra) => {
  const { id } = await newPatient();
  const path = await invite(id, 'mammo');
  const { status } = await visit(path, { ...(await sentMammo()), ...extra });
  expect(status).toBe(422);
  const patient = await get(id);
  expect([patient.name, patient.reconstructions]).toEqual(['Ida Invited', []]);
});

test('place, time and camera are taken out of the photos, and nothing else', async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'face');
  const [front, left, right] = await Promise.all([1, 2, 3].map((seed) => cameraJpeg(6, seed)));
  expect(front!.includes('SECRET')).toBe(true);
  const { status } = await visit(path, {
    'reconstruction[front]': front!,
    'reconstruction[left]': left!,
    'reconstruction[right]': right!,
    'reconstruction[eye_distance]': '6,3',
  });
  expect(status).toBe(200);
  await expect.poll(async () => (await get(id)).reconstructions[0]?.status).toBe('has_3d');
  const [reconstruction] = (await get(id)).reconstructions;
  expect(reconstruction?.mesaures['eye_distance']).toBe(6.3);
  const kept = Buffer.from(await (await fetch(reconstruction!.front!)).arrayBuffer());
  expect(kept.includes('SECRET')).toBe(false);
  expect(kept.length).toBeGreaterThan(10_000);
});

describe('the provider', () => {
  test("is the type's last used one, and the page asks for what that needs", async () => {
    const photos = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => jpegOf({ seed: seed + 20 })));
    const views = ['left', 'front', 'right', 'left_45', 'right_45', 'below'];
    const form = Object.fromEntries(views.map((view, index) => [`reconstruction[${view}]`, photos[index]!]));
    const { id } = await newPatient({ ...form, 'reconstruction[type]': 'face', 'reconstruction[provider]': '5' });
    const { page } = await visit(await invite(id, 'face'));
    for (const view of views) expect(page).toContain(`name="reconstruction[${view}]"`);
    const other = await visit(await invite(id, 'mammo'));
    expect(other.page).not.toContain('below');
  });
});

test('while a generation is under way, the page asks to come back', async () => {
  const slow = await openService({ readyAfterMs: 600_000 });
  try {
    const form = { ...(await mammoForm()), async: 'true' };
    const { patient } = await slow.patient('POST', '/patients', { form });
    const answer = await slow.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=mammo`);
    const { invitation_url } = (await answer.json()) as { invitation_url: string };
    const { pathname } = new URL(invitation_url);
    for (const method of ['GET', 'POST']) {
      const busy = await slow.send(method, pathname, {
        token: null,
        ...(method === 'POST' ? { form: {} } : {}),
      });
      expect(busy.status).toBe(409);
      expect(await busy.text()).toContain('Not now, please');
    }
  } finally {
    await slow.close();
  }
});

test('the page of a link for an accepted model asked for ever to come back in a few minutes', async () => {
  const { id } = await newPatient(await mammoForm(31));
  await expect.poll(async () => (await get(id)).reconstructions[0]?.status).toBe('has_3d');
  const path = await invite(id, 'mammo');
  const accept = (method: string) => service.send(method, `/recon/patients/${id}/accepted/mammo`);
  expect((await accept('PUT')).headers.get('recon-invitations')).toMatch(/^mammo=\S+Z$/);
  for (const answer of [await visit(path), await visit(path, await sentMammo(32))]) {
    expect(answer.status).toBe(409);
    expect(answer.page).toContain('No more photos are needed');
    expect(answer.page).toContain('please call your clinic');
  }
  const asked = await service.send('GET', `${path}/photos`, { token: null });
  expect([asked.status, await asked.json()]).toEqual([409, expect.objectContaining({ reason: 'accepted' })]);
  // The audit told of both only that it was not possible now.
  const refused = async () => {
    const entries = (await auditEntries(service)).filter(({ outcome, patient }) => outcome === 409 && patient === id);
    return entries.map(({ operation, why }) => `${operation} ${why}`).sort();
  };
  await expect
    .poll(refused)
    .toEqual([
      'GET /invitations/:secret accepted',
      'GET /invitations/:secret/photos accepted',
      'POST /invitations/:secret accepted',
    ]);
  expect((await visit(`${path}?lang=de`)).page).toContain('Es werden keine Fotos mehr gebraucht');
  await accept('DELETE');
  expect((await visit(path)).page).toContain('Photos of your upper body');
});

test('a foreign page cannot send the form, its own can, with or without an origin', async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'mammo');
  const send = async (origin: string) =>
    (await service.send('POST', path, { token: null, form: {}, headers: { origin } })).status;
  expect(await send('https://elsewhere.example')).toBe(403);
  expect(await send(service.url)).toBe(422);
  expect(await send('null')).toBe(422);
});

test('a body beyond the limits is still answered by a page', async () => {
  const { id } = await newPatient();
  const path = await invite(id, 'mammo');
  const { status, page, headers } = await visit(path, { 'reconstruction[nipple_to_nipple]': '1'.repeat(9000) });
  expect(status).toBe(413);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page).toContain('Sorry');
  expect(page).not.toContain('1111111111');
});

test('pages are not kept, not framed, not indexed, and tell nobody where they are', async () => {
  const { id } = await newPatient();
  for (const path of [await invite(id, 'mammo'), '/invitations/never-was']) {
    const { headers } = await visit(path);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('the page names nobody', async () => {
  const { id } = await newPatient({ 'patient[email]': 'ida@example.org' });
  const { page } = await visit(await invite(id, 'body'));
  expect(page).not.toMatch(/Ida|Invited|example\.org/);
});

test('the secret stands nowhere on disk and in no log, and is new each time', async () => {
  const { id } = await newPatient();
  const paths = [await invite(id, 'mammo'), await invite(id, 'mammo')];
  const secrets = paths.map((path) => path.split('/').at(-1)!);
  expect(new Set(secrets).size).toBe(2);
  // 5 bits in each sign, and none that is taken for another one when it is typed from paper.
  for (const secret of secrets) expect(secret).toMatch(/^[abcdefghijkmnpqrstuvwxyz2-9]{52}$/);
  await visit(paths[0]!, {});
  await visit(paths[0]!, await sentMammo(3));
  const entries = readdirSync(service.dataFolder, { recursive: true, withFileTypes: true });
  const read = entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name)).catch(unlessMissing));
  // Notes are replaced all the time, so a draft of one may be gone by now.
  const files = (await Promise.all(read)).filter((file) => file !== undefined);
  // Beside PostgreSQL and S3 only the lock and the reserve are sure to be there.
  expect(files.length).toBeGreaterThan(1);
  for (const secret of secrets) {
    for (const file of files) expect(file.includes(secret)).toBe(false);
    expect(service.log.join('\n')).not.toContain(secret);
  }
});

test('nothing is left of forms that were refused', async () => {
  const incoming = () => readdirSync(join(service.dataFolder, 'incoming'));
  // Generations of the tests before write their results by way of the same folder.
  const statuses = async () =>
    (await service.list('?per_page=100')).patients.flatMap((one) => one.reconstructions.map(({ status }) => status));
  await expect.poll(statuses, { timeout: 10_000 }).not.toContain('processing');
  const { id } = await newPatient();
  const path = await invite(id, 'mammo');
  const { 'reconstruction[left]': _, ...incomplete } = await sentMammo(4);
  expect((await visit(path, incomplete)).status).toBe(422);
  expect(incoming()).toEqual([]);
});

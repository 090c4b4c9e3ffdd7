import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { InvitationsAnswer } from '../../src/contract/own-routes.ts';
import { noteLook } from '../../src/service/domain/listed-invitations.ts';
import { auditEntries } from '../support/audit-entries.ts';
import { openInvitedSet } from '../support/invited-set.ts';
import { openService, openStoreOf, type TestService } from '../support/running-service.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let offsetMs = 0;
beforeAll(async () => {
  service = await openService({
    clock: { ...systemClock, now: () => Date.now() + offsetMs },
    guesses: { tokens: 1e9, invitations: 1e9 },
  });
});
beforeEach(() => {
  offsetMs = 0;
});
afterAll(() => service.close());

const newPatient = async () =>
  (await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ida Invited' } })).patient.id;

async function invite(id: number, type: string, headers: Record<string, string> = {}) {
  const answer = await service.send('GET', `/patients/${id}/invitation?reconstruction_type=${type}`, { headers });
  const made = /^id=(\d+), expires=(\S+)$/.exec(answer.headers.get('recon-invitation') ?? '');
  const { invitation_url } = (await answer.json()) as { invitation_url: string };
  return { status: answer.status, id: Number(made?.[1]), expires: made?.[2], page: new URL(invitation_url).pathname };
}

const listed = async (id: number) =>
  ((await (await service.send('GET', `/recon/patients/${id}/invitations`)).json()) as InvitationsAnswer).invitations;

const revoke = (id: number, type: string) => service.send('DELETE', `/recon/patients/${id}/invitations/${type}`);
const statusOf = async (page: string) => (await service.send('GET', page, { token: null })).status;

describe('how long a link works', () => {
  test('is what the request asks for, and the answer, the list and the patient tell it', async () => {
    const id = await newPatient();
    const before = Date.now();
    const { id: link, expires, page } = await invite(id, 'face', { 'recon-lifetime': '30m' });
    expect(Date.parse(expires!) - before).toBeGreaterThanOrEqual(30 * 60_000);
    expect(Date.parse(expires!) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    expect(await listed(id)).toMatchObject([
      { id: link, type: 'face', expires_at: expires, opened_at: null, views: ['left', 'front', 'right'], photos: [] },
    ]);
    const told = (await service.send('GET', `/patients/${id}`)).headers.get('recon-invitations');
    expect(told).toBe(`face=${expires}`);
    expect(await statusOf(page)).toBe(200);
    offsetMs = 31 * 60_000;
    expect(await statusOf(page)).toBe(404);
    expect(await listed(id)).toEqual([]);
    expect((await service.send('GET', `/patients/${id}`)).headers.get('recon-invitations')).toBeNull();
  });

  test('is 7 days where nothing is asked for', async () => {
    const { expires } = await invite(await newPatient(), 'face');
    expect(Math.round((Date.parse(expires!) - Date.now()) / DAY_MS)).toBe(7);
  });

  test.each(['', 'soon', '0s', '8h30', '169h', '-5m'])('%j is refused, and no link is made', async (lifetime) => {
    const id = await newPatient();
    const request = { headers: { 'recon-lifetime': lifetime } };
    const problem = await service.problem('GET', `/patients/${id}/invitation?reconstruction_type=face`, request);
    expect(problem).toMatchObject({ status: 400, detail: expect.stringContaining('such as 30m, at most 7 days') });
    expect(await listed(id)).toEqual([]);
  });
});

describe('what is told of a link', () => {
  test('when its page was opened first, each photo with what a look said, and that the set was sent', async () => {
    const { id, page } = await openInvitedSet(service);
    const [waiting] = await listed(id);
    expect(waiting).toMatchObject({ type: 'mammo', opened_at: null, sent_at: null });
    expect(waiting!.photos.map(({ view, warnings, is_unusable }) => [view, warnings, is_unusable])).toEqual([
      ['front', null, undefined],
      ['left', null, undefined],
      ['right', null, undefined],
    ]);
    expect(await statusOf(page)).toBe(200);
    const { opened_at: openedAt } = (await listed(id))[0]!;
    expect(Date.parse(openedAt!)).toBeGreaterThan(Date.now() - 60_000);
    offsetMs = 60_000;
    expect(await statusOf(page)).toBe(200);
    expect((await listed(id))[0]!.opened_at).toBe(openedAt);
    await service.stop();
    const { store, close } = await openStoreOf(service);
    const [photo] = await store.db.selectFrom('invited_photos').selectAll().where('view', '=', 'left').execute();
    await noteLook(store, photo!, { warnings: ['blurred', 'dark'], isUnusable: true });
    await close();
    await service.restart();
    const looked = (await listed(id))[0]!.photos.find(({ view }) => view === 'left');
    expect(looked).toMatchObject({ warnings: ['blurred', 'dark'], is_unusable: true });
    const form = { 'reconstruction[nipple_to_nipple]': '21.5' };
    const headers = { 'idempotency-key': 'a-key-of-the-patients-page' };
    expect((await service.send('POST', `${page}/send`, { token: null, form, headers })).status).toBe(200);
    expect(await listed(id)).toMatchObject([{ sent_at: expect.any(String), photos: [] }]);
    expect((await service.send('GET', `/patients/${id}`)).headers.get('recon-invitations')).toBeNull();
    offsetMs = DAY_MS + 120_000;
    expect(await listed(id)).toEqual([]);
  });
});

describe('taking links back', () => {
  test('ends every open link of the type alone, erases what came by it, and stands in the audit', async () => {
    const { id, page } = await openInvitedSet(service);
    const [second, other] = [await invite(id, 'mammo'), await invite(id, 'face')];
    expect((await revoke(id, 'mammo')).status).toBe(200);
    for (const gone of [page, second.page]) expect(await statusOf(gone)).toBe(404);
    expect(await statusOf(other.page)).toBe(200);
    expect((await listed(id)).map(({ type }) => type)).toEqual(['face']);
    expect((await revoke(id, 'mammo')).status).toBe(200);
    const lines = await auditEntries(service);
    const operation = 'DELETE /recon/patients/:id/invitations/:type';
    expect(lines.filter((line) => line.operation === operation && line.patient === id)).toHaveLength(2);
    await service.stop();
    const { store, close } = await openStoreOf(service);
    expect(await store.db.selectFrom('invited_photos').selectAll().execute()).toEqual([]);
    await close();
    await service.restart();
  });

  test('a photo on its way then finds the link gone', async () => {
    const { id, page } = await openInvitedSet(service);
    await revoke(id, 'mammo');
    const headers = { 'idempotency-key': 'a-key-of-the-patients-page' };
    const form = { 'reconstruction[nipple_to_nipple]': '21.5' };
    expect((await service.send('POST', `${page}/send`, { token: null, form, headers })).status).toBe(404);
    expect((await service.patient('GET', `/patients/${id}`)).patient.reconstructions).toEqual([]);
  });
});

test('the page tells until when its link works', async () => {
  const { page } = await invite(await newPatient(), 'face', { 'recon-lifetime': '30m' });
  const text = await (await service.send('GET', page, { token: null })).text();
  expect(text).toContain(`It works until `);
  expect(text).toContain(String(new Date(Date.now() + 30 * 60_000).getFullYear()));
});

describe('the language of a link', () => {
  const pageOf = async (path: string, likes: string, method = 'GET') =>
    await (await service.send(method, path, { token: null, headers: { 'accept-language': likes } })).text();

  test('is that of its page, whatever the browser asks for; without one the page follows the browser', async () => {
    const id = await newPatient();
    const path = `/patients/${id}/invitation?reconstruction_type=face`;
    const answer = await service.send('GET', path, { headers: { 'recon-language': 'pt' } });
    const link = new URL(((await answer.json()) as { invitation_url: string }).invitation_url);
    expect(link.search).toBe('?lang=pt');
    expect(await pageOf(link.pathname + link.search, 'de')).toContain('<html lang="pt"');
    expect(await pageOf(link.pathname, 'de')).toContain('<html lang="de"');
    expect(await pageOf(`${link.pathname}?lang=xx`, 'de')).toContain('<html lang="de"');
    expect(await pageOf(`/invitations/nothing${link.search}`, 'de')).toContain('<html lang="pt"');
    const refused = await service.send('GET', path, { headers: { 'recon-language': 'xx' } });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('must be one of en, es')]);
  });

  test('stays that of the page after the sending', async () => {
    const { page } = await openInvitedSet(service);
    const form = { 'reconstruction[nipple_to_nipple]': '21.5' };
    const thanks = await (await service.send('POST', `${page}?lang=pt`, { token: null, form })).text();
    const [, sent = ''] = /href="([^"]*\/sent\/[^"]*)"/.exec(thanks) ?? [];
    expect(await pageOf(sent.replaceAll('&amp;', '&'), 'de')).toContain('<html lang="pt"');
  });
});

import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { includesScope, SCOPES, type Scope } from '../../src/contract/scopes.ts';
import { createApp } from '../../src/service/app.ts';
import type { AppDeps } from '../../src/service/deps.ts';
import { createStandingWatch } from '../../src/service/standing.ts';
import { openAccounts } from '../../src/service/start.ts';
import {
  BROKEN_FORMS,
  type Call,
  type Holding,
  mammoForm,
  OTHER_METHODS,
  PUBLIC_ROUTES,
  prepareForms,
  ROWS,
  type Row,
} from '../support/access-rows.ts';
import { auditEntries, verifiedAudit } from '../support/audit-entries.ts';
import { rawRequest } from '../support/raw-request.ts';
import { formData, openService, openStoreOf, type TestService } from '../support/running-service.ts';
import { ARE_PLACES_SHARED } from '../support/test-places.ts';

const ACCOUNTS = ['main', 'branch', 'elsewhere'] as const;
const NOBODIES = ['none', 'wrong', 'revoked', 'expired', 'disabled', 'main disabled', 'empty', 'other scheme'] as const;
/** An account that is disabled once it has patients. */
const CLOSED = 'closed';
const ABSENT_IDS = [
  '0',
  '999999',
  '99999999999999999999999999',
  '-1',
  '1.0',
  '1e0',
  '0x1',
  '%31%00',
  'abc',
  '%2e%2e',
  "1'--",
  '%D9%A1',
];

let service: TestService;
let revoked: string;
let expired: string;
/** Of a sub account whose main account is disabled. */
let underDisabled: string;
/** By account and scope. */
const scoped = new Map<string, string>();
const holdings = new Map<string, Holding>();
const of = (account: string) => holdings.get(account)!;
const others = (account: string) => [...ACCOUNTS, CLOSED].filter((other) => other !== account).map(of);

/** The cells of the matrix that were tried: a route, a caller, and whose patient it is about. */
const cells = new Set<string>();

beforeAll(async () => {
  service = await openService({ guesses: { tokens: 1e9, invitations: 1e9 } });
  const accounts = await openAccounts(service.places);
  revoked = (await accounts.add('elsewhere')).token;
  const tokens = {
    main: service.token,
    branch: (await accounts.add('branch', 'main')).token,
    elsewhere: (await accounts.newToken('elsewhere')).token,
  };
  const closed = (await accounts.add(CLOSED, 'main')).token;
  await accounts.add('shut group');
  underDisabled = (await accounts.add('desk of it', 'shut group')).token;
  await accounts.setDisabled('shut group', true);
  const idOf = new Map((await accounts.list()).map(({ id, name }) => [name, id]));
  const add = async (name: string, scope: Scope, lifetimeMs?: number) =>
    (await accounts.addToken(name, { label: `${scope} of the matrix`, scope, lifetimeMs })).token;
  expired = await add('elsewhere', 'admin', 1);
  for (const name of ACCOUNTS)
    for (const scope of SCOPES) scoped.set(`${name} ${scope}`, await add(name, scope, 3_600_000));
  await prepareForms();
  const owners = Object.entries({ ...tokens, [CLOSED]: closed });
  for (const [index, [account, token]] of owners.entries()) {
    const targetId = idOf.get(account === 'branch' ? 'main' : 'branch')!;
    holdings.set(account, await settle(account, token, { targetId, seed: index + 1 }));
  }
  await accounts.setDisabled(CLOSED, true);
  await accounts.close();
});
afterAll(() => service.close());

/** Gives an account patients, pictures and an invitation, with texts in them that are nobody else's. */
async function settle(
  account: string,
  token: string,
  { targetId, seed }: { targetId: number; seed: number },
): Promise<Holding> {
  const create = (mark: string, form: object) =>
    service.patient('POST', '/patients', {
      token,
      form: { 'patient[name]': mark, 'patient[email]': `${mark}@example.org`, ...form },
    });
  const { patient } = await create(`mark-name-${account}`, await mammoForm(seed));
  const { patient: spare } = await create(`mark-spare-${account}`, {});
  const [reconstruction] = patient.reconstructions;
  expect(reconstruction?.status).toBe('has_3d');
  const { left, front, right, frames } = reconstruction!;
  const pictureUrls = [left, front, right, frames].map(String);
  const invitation = await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=face`, {
    token,
  });
  const { invitation_url } = (await invitation.json()) as { invitation_url: string };
  const fileIds = pictureUrls.map((url) => new URL(url).pathname.split('/').at(-1)!);
  return {
    account,
    token,
    targetId,
    patientId: patient.id,
    spareId: spare.id,
    pictureUrls,
    invitation: new URL(invitation_url).pathname,
    marks: [`mark-name-${account}`, `mark-spare-${account}`, patient.player_id, spare.player_id, ...fileIds],
  };
}

interface Seen {
  status: number;
  /** Status, headers and body as bytes, less what is of the one request alone: its id and its time. */
  comparable: string;
  text: string;
}

/** All requests of this file, and those to a path that the service does not have. */
let asked = 0;
let toNothing = 0;
subscribe('http.server.request.start', () => {
  asked++;
});

async function see(method: string, { path, form }: Call, headers: Record<string, string>): Promise<Seen> {
  const body = form === undefined ? undefined : new Response(formData(form));
  const answer = await rawRequest(service.url, {
    method,
    path,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': body.headers.get('content-type')! }) },
    ...(body === undefined ? {} : { body: new Uint8Array(await body.arrayBuffer()) }),
  });
  const text = answer.body.toString('latin1');
  if (text.includes('there is nothing at this path')) toNothing++;
  const kept = answer.rawHeaders.map((part, index, all) =>
    /^(date|x-request-id)$/i.test(all[index - 1] ?? '') ? '' : part,
  );
  const anonymous = text.replace(/"request_id":"[^"]*"/, '"request_id":""');
  return { status: answer.status, text, comparable: JSON.stringify([answer.status, kept, anonymous]) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function nobody(kind: (typeof NOBODIES)[number]): Record<string, string> {
  if (kind === 'none') return {};
  if (kind === 'wrong') return bearer(`rcn_${randomBytes(32).toString('base64url')}`);
  if (kind === 'revoked') return bearer(revoked);
  if (kind === 'expired') return bearer(expired);
  if (kind === 'disabled') return bearer(of(CLOSED).token);
  if (kind === 'main disabled') return bearer(underDisabled);
  if (kind === 'empty') return { authorization: 'Bearer ' };
  return { authorization: `Basic ${Buffer.from(`main:${of('main').token}`).toString('base64')}` };
}

function expectNoMarkOf(holding: Holding, seen: Seen): void {
  for (const mark of holding.marks) expect(seen.text).not.toContain(mark);
}

const methodOf = (row: Row) => row.route.split(' ')[0]!;
/** The call of a row that names no patient. */
const withoutPatient = (row: Row): Call => ({ path: row.route.split(' ')[1]! });

/** Calls about a patient: the right one, and those that are wrong in themselves. */
function callsAbout(row: Row, id: number | string, holding: Holding): Call[] {
  const right = row.about!(id, holding);
  const malformed = (row.malformed ?? []).map((part) => ({
    path: part.startsWith('?') || part === '' ? right.path.replace(/\?.*$/, part) : right.path.replace(/[^/]*$/, part),
  }));
  const broken = (BROKEN_FORMS[row.route] ?? []).map((form) => ({ path: right.path, form }));
  return [right, ...malformed, ...broken];
}

async function routesOf(plant?: (app: Awaited<ReturnType<typeof createApp>>) => void): Promise<string[]> {
  const routes: string[] = [];
  // Nothing is ever asked of this one: it only tells its routes.
  const audit = { append() {} };
  const deps = { allowedHosts: [], store: { clock: systemClock, database: {} }, audit } as unknown as AppDeps;
  const app = await createApp(deps, { onRoute: (method, url) => routes.push(`${method} ${url}`) });
  plant?.(app);
  await app.close();
  return routes.sort();
}

const KNOWN_ROUTES = [
  ...ROWS.map(({ route }) => route),
  ...PUBLIC_ROUTES,
  ...OTHER_METHODS.map(({ path, others }) => `${others} ${path}`),
];
const withoutRow = (routes: readonly string[]) => {
  const known = new Set(KNOWN_ROUTES);
  return routes.filter((route) => !known.has(route));
};

describe('the table', () => {
  test('has a row for every route of the service, and none for a route that is not there', async () => {
    const routes = await routesOf();
    expect(withoutRow(routes)).toEqual([]);
    expect([...KNOWN_ROUTES].sort()).toEqual(routes);
  });

  test('misses a planted route', async () => {
    const routes = await routesOf((app) => {
      app.get('/patients/:id/planted', async () => 'x');
      app.route({ method: ['PUT', 'PATCH'], url: '/planted', handler: async () => 'x' });
    });
    expect(withoutRow(routes)).toEqual(['GET /patients/:id/planted', 'PUT,PATCH /planted']);
  });

  test('is right about which routes need no token', async () => {
    for (const row of ROWS) {
      const path = row.route.split(' ')[1]!.replace(/:\w+/g, '1');
      expect((await see(methodOf(row), { path }, {})).status).toBe(401);
    }
  });
});

describe.each(ROWS)('$route', (row) => {
  test.each(NOBODIES)('%s: 401, whoever the patient belongs to', async (kind) => {
    const answers = new Set<string>();
    for (const account of [...ACCOUNTS, CLOSED]) {
      const holding = of(account);
      cells.add(`${row.route}, ${kind}, ${row.about === undefined ? '' : account}`);
      const calls = row.about === undefined ? [withoutPatient(row)] : callsAbout(row, holding.patientId, holding);
      for (const call of [...calls, ...(row.about === undefined ? [] : [row.about('999999', holding)])]) {
        const seen = await see(methodOf(row), call, nobody(kind));
        expect(seen.status).toBe(401);
        for (const owner of holdings.values()) expectNoMarkOf(owner, seen);
        answers.add(seen.comparable);
      }
    }
    expect(answers.size).toBe(1);
  });

  const needed = row.scope;

  test.each(SCOPES)('%s: what the scope does not hold is refused, whoever the patient belongs to', async (scope) => {
    const isRefused = !includesScope(scope, needed);
    for (const account of ACCOUNTS) {
      const [self, headers] = [of(account), bearer(scoped.get(`${account} ${scope}`)!)];
      const callAbout = (id: number | string) => row.about?.(id, self) ?? withoutPatient(row);
      const absent = isRefused || row.about ? await see(methodOf(row), callAbout('999999'), headers) : undefined;
      if (absent !== undefined) expect(absent.status).toBe(isRefused ? 403 : 404);
      for (const holding of row.about === undefined ? [] : holdings.values()) {
        if (!isRefused && holding === self) continue;
        cells.add(`${row.route}, ${account} ${scope}, ${holding.account}`);
        const seen = await see(methodOf(row), callAbout(holding.patientId), headers);
        expect(seen.comparable).toBe(absent!.comparable);
        for (const owner of holdings.values()) expectNoMarkOf(owner, seen);
      }
      if (!isRefused) continue;
      expect(absent!.comparable).toContain(`error=\\"insufficient_scope\\", scope=\\"${needed}\\"`);
      expect(JSON.parse(absent!.text)).toMatchObject({ status: 403, code: 'forbidden' });
    }
  });

  if (row.about === undefined) return;

  test.each(ACCOUNTS)('%s: a foreign patient is an absent one, byte for byte', async (account) => {
    const self = of(account);
    const absent = await Promise.all(
      callsAbout(row, '999999', self).map((call) => see(methodOf(row), call, bearer(self.token))),
    );
    for (const other of others(account)) {
      for (const id of [other.patientId, other.spareId]) {
        for (const [index, call] of callsAbout(row, id, self).entries()) {
          cells.add(`${row.route}, ${account}, ${other.account} ${id === other.spareId}`);
          const seen = await see(methodOf(row), call, bearer(self.token));
          expect(seen.comparable).toBe(absent[index]!.comparable);
          expectNoMarkOf(other, seen);
        }
      }
    }
    expect(absent[0]!.status).toBe(404);
  });

  test.each(ABSENT_IDS)('an id %j is an absent one, and breaks nothing', async (id) => {
    const self = of('main');
    cells.add(`${row.route}, main, ${id}`);
    const absent = await see(methodOf(row), row.about!('999999', self), bearer(self.token));
    const seen = await see(methodOf(row), row.about!(id, self), bearer(self.token));
    expect(seen.comparable).toBe(absent.comparable);
  });
});

// Refused before any place of data is asked: tried on one kind of them.
describe.each(ARE_PLACES_SHARED ? [] : OTHER_METHODS)(
  'a method that $path does not take',
  ({ path, allow, others, isPublic }) => {
    const TRIED = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
    const pathsOf = ({ patientId, targetId }: Holding) =>
      [patientId, '999999', 'abc'].map((id) =>
        path.replace(':id', String(id)).replace(':target_surgeon_id', String(targetId)).replace(/:\w+/g, 'x'),
      );

    test.each(TRIED.filter((method) => others.includes(method)))(
      '%s is 405, and 401 without a token',
      async (method) => {
        const [self, other] = [of('main'), of('elsewhere')];
        for (const headers of [{}, nobody('wrong')]) {
          const seen = await see(method, { path: pathsOf(self)[0]! }, headers);
          expect(seen.status).toBe(isPublic ? 405 : 401);
        }
        const answers = new Set<string>();
        for (const wanted of [...pathsOf(self), ...pathsOf(other)]) {
          // A body of no known kind changes nothing.
          const headers = { ...bearer(self.token), 'content-type': 'application/json', 'content-length': '0' };
          const seen = await see(method, { path: wanted }, headers);
          expect([wanted, seen.status]).toEqual([wanted, 405]);
          if (method !== 'HEAD') expect(JSON.parse(seen.text)).toMatchObject({ status: 405, code: 'refused' });
          expect(seen.comparable.toLowerCase()).toContain(`"allow","${allow.join(', ').toLowerCase()}"`);
          answers.add(seen.comparable);
        }
        expect(answers.size).toBe(1);
      },
    );
  },
);

describe('the list', () => {
  const ids = (text: string) => (JSON.parse(text) as { patients: { id: number }[] }).patients.map(({ id }) => id);

  test.each(ACCOUNTS)('%s sees its own patients alone, whatever it asks for', async (account) => {
    const self = of(account);
    const foreign = others(account).flatMap(({ patientId, spareId }) => [patientId, spareId]);
    const all = [...foreign, self.patientId];
    const queries = [
      '',
      '?per_page=100',
      `?id=${foreign[0]}`,
      `?id[]=${all.join('&id[]=')}`,
      `?id=${all.join('&id=')}`,
      `?id=${foreign[0]}&id[]=${foreign[1]}`,
      '?name=mark',
      '?email=example.org',
      `?name=${others(account)[0]!.marks[0]}`,
      '?name=%25',
      '?name=_____',
      "?name='%20OR%201=1%20--",
    ];
    for (const query of queries) {
      const seen = await see('GET', { path: `/patients${query}` }, bearer(self.token));
      expect(seen.status).toBe(200);
      for (const other of others(account)) expectNoMarkOf(other, seen);
      for (const id of ids(seen.text)) expect(foreign).not.toContain(id);
    }
    const wanted = await see('GET', { path: `/patients?id[]=${all.join('&id[]=')}` }, bearer(self.token));
    expect(ids(wanted.text)).toEqual([self.patientId]);
    const total = await see('GET', { path: '/patients' }, bearer(self.token));
    expect(JSON.parse(total.text).meta.total_entries).toBe(2);
    const onlyForeign = await see('GET', { path: `/patients?id=${foreign[0]}` }, bearer(self.token));
    const onlyAbsent = await see('GET', { path: '/patients?id=999999' }, bearer(self.token));
    expect(onlyForeign.comparable).toBe(onlyAbsent.comparable);
  });
});

describe('tokens in the query', () => {
  test('work like those in the header, and a foreign one opens nothing more', async () => {
    const [self, other] = [of('main'), of('elsewhere')];
    const path = (id: number, token: string) => ({ path: `/patients/${id}?access_token=${token}` });
    expect((await see('GET', path(self.patientId, self.token), {})).status).toBe(200);
    expect((await see('GET', path(self.patientId, other.token), {})).status).toBe(404);
    expect((await see('GET', path(self.patientId, revoked), {})).status).toBe(401);
    expect((await see('GET', path(self.patientId, ''), {})).status).toBe(401);
    expect((await see('GET', path(self.patientId, other.token), bearer(self.token))).status).toBe(400);
    expect((await see('GET', path(self.patientId, self.token), bearer(self.token))).status).toBe(200);
    const twice = { path: `/patients/${self.patientId}?access_token=${self.token}&access_token=${other.token}` };
    expect((await see('GET', twice, {})).status).toBe(400);
  });
});

describe('pictures', () => {
  const everyone = (): Record<string, string>[] => [
    ...NOBODIES.map(nobody),
    ...ACCOUNTS.map((name) => bearer(of(name).token)),
  ];

  test('open by the signed URL alone', async () => {
    for (const url of of('main').pictureUrls) {
      const { pathname, search } = new URL(url);
      for (const suffix of ['', '/thumb']) {
        if (suffix === '') expect((await see('GET', { path: pathname + search }, {})).status).toBe(200);
        for (const headers of everyone()) {
          const unsigned = await see('GET', { path: pathname + suffix }, headers);
          expect(unsigned.status).toBe(404);
          expect(unsigned.text).toContain('there is no such image');
        }
      }
    }
  });

  test('of a disabled account open nothing', async () => {
    for (const url of of(CLOSED).pictureUrls) {
      const { pathname, search } = new URL(url);
      for (const headers of everyone()) {
        expect((await see('GET', { path: pathname + search }, headers)).status).toBe(404);
      }
    }
  });

  test("a signature opens no other picture, no other owner's and no thumb", async () => {
    const [self, other] = [of('main'), of('elsewhere')];
    const mine = new URL(self.pictureUrls[0]!);
    const absent = await see('GET', { path: '/images/1/00000000000000000000000000000000' }, {});
    const [, , owner, file] = mine.pathname.split('/');
    const foreign = new URL(other.pictureUrls[0]!).pathname;
    const foreignFile = foreign.split('/')[3];
    for (const path of [
      foreign,
      `/images/${owner}/${foreignFile}`,
      `/images/${foreign.split('/')[2]}/${file}`,
      `${mine.pathname}/thumb`,
      `/images/${owner}/${file}/`,
      `/images/${owner}/./${file}`,
      `/images/${owner}/${file!.toUpperCase()}`,
    ]) {
      const seen = await see('GET', { path: path + mine.search }, {});
      expect(seen.status).toBe(404);
      if (seen.text.includes('image')) expect(seen.comparable).toBe(absent.comparable);
      expectNoMarkOf(other, seen);
    }
  });
});

describe('invitations', () => {
  test('open by their secret alone; every other path shows the one page that tells nothing', async () => {
    const { invitation } = of('main');
    const open = await see('GET', { path: invitation }, {});
    expect(open.status).toBe(200);
    for (const account of ACCOUNTS) expectNoMarkOf(of(account), open);
    const gone = await see('GET', { path: '/invitations/unknown' }, {});
    expect(gone.status).toBe(404);
    const last = invitation.at(-1) === 'a' ? 'e' : 'a';
    for (const path of [
      invitation.slice(0, -1) + last,
      `${invitation}x`,
      invitation.replace(/[^/]*$/, (secret) => secret.toUpperCase()),
      of(CLOSED).invitation,
      '/invitations/%00',
      '/invitations/..%2f',
    ]) {
      for (const headers of [{}, bearer(of('main').token), bearer(of('elsewhere').token)]) {
        for (const method of ['GET', 'POST']) {
          expect((await see(method, { path }, headers)).comparable).toBe(gone.comparable);
        }
      }
    }
  });
});

test('the document of the interface shows nothing of anyone', async () => {
  const seen = await see('GET', { path: '/openapi.json' }, {});
  expect(seen.status).toBe(200);
  for (const account of ACCOUNTS) expectNoMarkOf(of(account), seen);
});

test("one account's Idempotency-Key recalls nothing for another", async () => {
  const headers = { 'idempotency-key': 'the-same-key' };
  const created = new Set<string>();
  for (const account of ACCOUNTS) {
    const form = { 'patient[city]': `kept-by-${account}` };
    const seen = await see('POST', { path: '/patients', form }, { ...headers, ...bearer(of(account).token) });
    expect(seen.status).toBe(201);
    expect(seen.text).toContain(`kept-by-${account}`);
    created.add(JSON.parse(seen.text).patient.player_id);
    await see('DELETE', { path: `/patients/${JSON.parse(seen.text).patient.id}` }, bearer(of(account).token));
  }
  expect(created.size).toBe(3);
});

describe('after all of that', () => {
  test.each(ACCOUNTS)('%s still has what it had, and does with it what it may', async (account) => {
    const self = of(account);
    const callers = [['its own', self.token], ...SCOPES.map((scope) => [scope, scoped.get(`${account} ${scope}`)!])];
    for (const row of ROWS) {
      const own = typeof row.own === 'number' ? row.own : row.own[account];
      for (const [caller, token] of callers) {
        // Their scopes differ by the kind of store.
        if (caller === 'its own' && row.scope === 'admin') continue;
        cells.add(`${row.route}, ${account} ${caller}, ${row.about === undefined ? '' : account}`);
        const isRefused = caller !== 'its own' && !includesScope(caller as Scope, row.scope);
        const spare = row.destroys ? await service.patient('POST', '/patients', { token: self.token }) : undefined;
        const call = row.about?.(spare?.patient.id ?? self.patientId, self) ?? withoutPatient(row);
        const seen = await see(methodOf(row), call, bearer(token!));
        expect([row.route, caller, seen.status]).toEqual([row.route, caller, isRefused ? 403 : own]);
        for (const other of others(account)) expectNoMarkOf(other, seen);
      }
    }
  });
});

describe.each([
  [
    'transferred',
    (id: number) => see('POST', { path: `/patients/${id}/transfer/${of('main').targetId}` }, bearer(of('main').token)),
  ],
  ['deleted', (id: number) => see('DELETE', { path: `/patients/${id}` }, bearer(of('main').token))],
] as const)('once a patient is %s', (how, part) => {
  test('nothing that its owner had opens it', async () => {
    const self = of('main');
    const leaving = await settle('main', self.token, { targetId: self.targetId, seed: 9 });
    expect((await part(leaving.patientId)).status).toBe(200);
    for (const row of ROWS) {
      if (row.about === undefined) continue;
      const absent = await see(methodOf(row), row.about('999999', self), bearer(self.token));
      const seen = await see(methodOf(row), row.about(leaving.patientId, self), bearer(self.token));
      expect(seen.comparable).toBe(absent.comparable);
    }
    for (const url of leaving.pictureUrls) {
      const { pathname, search } = new URL(url);
      expect((await see('GET', { path: pathname + search }, bearer(self.token))).status).toBe(404);
    }
    const gone = await see('GET', { path: '/invitations/unknown' }, {});
    expect((await see('GET', { path: leaving.invitation }, {})).comparable).toBe(gone.comparable);
    expect((await see('POST', { path: leaving.invitation }, {})).comparable).toBe(gone.comparable);
    const atBranch = await see('GET', { path: `/patients/${leaving.patientId}` }, bearer(of('branch').token));
    expect(atBranch.status).toBe(how === 'transferred' ? 200 : 404);
  });
});

test('a route for administration opens for the scope admin alone', async () => {
  const { store, close } = await openStoreOf(service);
  const deps = {
    ...{ store, allowedHosts: ['localhost'], standing: createStandingWatch(store) },
    ...{ audit: { append() {} }, tokenUses: { note() {} }, links: { origin: () => 'http://localhost' } },
    // The matrix has tried many wrong tokens from this address.
    guesses: { tokens: 1e9, invitations: 1e9 },
    stopping: new AbortController().signal,
  } as unknown as AppDeps;
  const app = await createApp(deps);
  app.get('/planted', { config: { scope: 'admin' } }, async () => 'done');
  const headers = { host: 'localhost' };
  const statuses = [];
  for (const scope of SCOPES) {
    const token = bearer(scoped.get(`main ${scope}`)!);
    statuses.push((await app.inject({ url: '/planted', headers: { ...headers, ...token } })).statusCode);
  }
  expect(statuses).toEqual([403, 403, 200]);
  for (const kind of NOBODIES) {
    expect((await app.inject({ url: '/planted', headers: { ...headers, ...nobody(kind) } })).statusCode).toBe(401);
  }
  await app.close();
  await close();
});

test('the audit has one line for each call, and is sound', async () => {
  await service.stop();
  const entries = await auditEntries(service);
  expect(asked).toBeGreaterThan(1000);
  expect(entries.length).toBe(asked - toNothing);
  expect(await verifiedAudit(service)).toMatchObject({ problems: [], waiting: 0, missing: 0 });
});

test('the matrix has its cells', () => {
  expect(cells.size).toBeGreaterThanOrEqual(450);
});

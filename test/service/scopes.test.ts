import { afterAll, beforeAll, expect, test } from 'vitest';
import { includesScope, SCOPES, type Scope } from '../../src/contract/scopes.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { type Holding, ROWS, type Row } from '../support/access-rows.ts';
import { openService, type TestService } from '../support/running-service.ts';

let service: TestService;
const tokens = new Map<Scope, string>();
beforeAll(async () => {
  service = await openService();
  const accounts = await openAccounts(service.places);
  for (const scope of SCOPES) {
    tokens.set(scope, (await accounts.addToken('main', { label: scope, scope, lifetimeMs: 3_600_000 })).token);
  }
  await accounts.close();
});
afterAll(() => service.close());

const NOBODY = { targetId: 999_999 } as Holding;

/** The scope whose lack a token of this one is told of; undefined where the route opens. */
async function missing({ route, about }: Row, has: Scope): Promise<string | undefined> {
  const [method, path] = route.split(' ') as [string, string];
  const call = about?.(999_999, NOBODY) ?? { path };
  const answer = await service.send(method, call.path, { token: tokens.get(has)! });
  await answer.text();
  return /error="insufficient_scope", scope="(\w+)"/.exec(answer.headers.get('www-authenticate') ?? '')?.[1];
}

test.each(ROWS)('$route needs the scope $scope', async (row) => {
  for (const has of SCOPES) {
    expect([has, await missing(row, has)]).toEqual([has, includesScope(has, row.scope) ? undefined : row.scope]);
  }
});

test('only what reads opens for a token of the scope read', () => {
  const open = ROWS.filter(({ scope }) => scope === 'read').map(({ route }) => route);
  expect(open).toEqual([
    'GET /patients',
    'GET /patients/:id',
    'GET /patients/:id/download',
    'GET /recon/surgeons',
    'GET /recon/room',
    'GET /recon/invitations',
    'GET /recon/patients/:id/afters/:number/download',
    'GET /recon/patients/:id/failure',
    'GET /recon/patients/:id/simulation-lines',
    'GET /recon/patients/:id/invitations',
  ]);
});

test('a token of the scope read makes no link by which photos come', async () => {
  const { patient } = await service.patient('POST', '/patients', { token: tokens.get('write')! });
  const ask = (scope: Scope) =>
    service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=face`, { token: tokens.get(scope)! });
  const links = async () => {
    const answer = await service.send('GET', `/recon/patients/${patient.id}/invitations`, {
      token: tokens.get('read')!,
    });
    return ((await answer.json()) as { invitations: unknown[] }).invitations.length;
  };
  expect([(await ask('read')).status, await links()]).toEqual([403, 0]);
  expect([(await ask('write')).status, await links()]).toEqual([200, 1]);
});

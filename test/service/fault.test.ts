import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Problem } from '../../src/contract/problem.ts';
import { describeFault } from '../../src/service/routes/fault.ts';
import { openService, openStoreOf } from '../support/running-service.ts';
import { ARE_PLACES_SHARED } from '../support/test-places.ts';

const request = { id: 'the-id', method: 'PUT', routeOptions: { url: '/patients/:id' } } as Parameters<
  typeof describeFault
>[1];

test('an answer of 500 leaves one line with its request id, that names nobody', async () => {
  const service = await openService();
  try {
    await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana Unmistakable' } });
    const { store, close } = await openStoreOf(service);
    await sql`alter table patients rename to elsewhere`.execute(store.db);
    await close();
    const answer = await service.send('GET', '/patients?name=Unmistakable');
    const problem = (await answer.json()) as Problem;
    expect([answer.status, problem.code]).toEqual([500, 'internal']);
    const faults = service.log.filter((line) => line.startsWith(`request ${problem.request_id} failed: `));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/: GET \/patients: \w+ \(\w+\) at .*:\d+:\d+\)?$/);
    expect(service.log.join('\n')).not.toMatch(/Unmistakable|no such table|does not exist|rcn_/);
  } finally {
    await service.close();
  }
});

/** No line of the audit can be written. */
const NO_LINES = ARE_PLACES_SHARED
  ? [
      "create function no_lines() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$",
      'create trigger no_lines before insert on audit_inbox for each row execute function no_lines()',
    ]
  : ["create trigger no_lines before insert on audit_inbox begin select raise(fail, 'no'); end"];

test('a change that was surely not made is told so, also where its transaction was undone at its end', async () => {
  const service = await openService();
  try {
    const form = { 'patient[name]': 'Ana' };
    const key = { 'idempotency-key': 'the-same' };
    const create = async (headers?: Record<string, string>) => {
      const { status, headers: told } = await service.send('POST', '/patients', { form, ...(headers && { headers }) });
      return [status, told.get('recon-change')];
    };
    expect(await create(key)).toEqual([201, null]);
    const { store, close } = await openStoreOf(service);
    // The line of the change is the last that is written.
    for (const statement of NO_LINES) await sql.raw(statement).execute(store.db);
    expect(await create()).toEqual([500, 'not-made']);
    await sql.raw(`drop trigger no_lines${ARE_PLACES_SHARED ? ' on audit_inbox' : ''}`).execute(store.db);
    // Made by the first request: that its answer is gone does not unmake it.
    await sql`update idempotency set body = null`.execute(store.db);
    await sql`alter table patients rename to elsewhere`.execute(store.db);
    expect(await create(key)).toEqual([500, null]);
    expect(await create()).toEqual([500, 'not-made']);
    await sql`alter table elsewhere rename to patients`.execute(store.db);
    await close();
    expect((await service.list()).meta.total_entries).toBe(1);
  } finally {
    await service.close();
  }
});

test.each<[string, () => unknown]>([
  ['a message', () => new TypeError('Ana Secret of 21.5')],
  ['a message of several lines', () => new Error('x\nAna Secret')],
  ['a message that looks like a place', () => new Error('x\n    at Ana Secret (Ana:1:2)')],
  [
    'a message that was another when it was thrown',
    () => Object.assign(new Error('x\n    at Ana Secret (Ana:1:2)'), { message: 'y' }),
  ],
  [
    'a file name',
    () => Object.assign(new Error("ENOENT: open '/Ana Secret'"), { code: 'ENOENT', path: '/Ana Secret' }),
  ],
  ['a code', () => Object.assign(new Error('x'), { code: 'Ana Secret' })],
  ['a class', () => Object.assign(new Error('x'), { name: 'Ana Secret' })],
  ['a cause', () => new Error('x', { cause: new Error('Ana Secret') })],
  ['what is thrown and no error', () => 'Ana Secret'],
  ['an object', () => ({ name: 'Ana Secret' })],
])('%s of an error is not told', (_what, make) => {
  const { line, callers } = describeFault(make(), request);
  expect(line).toMatch(/^request the-id failed: PUT \/patients\/:id: [\w ()]+ at [^\n]+$/);
  expect([line, ...callers].join()).not.toContain('Secret');
});

test('class, code and place of an error are told', () => {
  const error = Object.assign(new RangeError('x'), { code: 'EACCES' });
  expect(describeFault(error, request).line).toMatch(/: RangeError \(EACCES\) at .*fault\.test\.ts:\d+:\d+\)?$/);
});

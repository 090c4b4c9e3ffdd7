import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { openAccounts } from '../../../src/service/accounts.ts';
import { callerOf } from '../../../src/service/domain/callers.ts';
import { newTokenText, tokenHash } from '../../../src/service/domain/tokens.ts';
import { openPostgresDatabase } from '../../../src/service/storage/postgres/postgres-database.ts';
import { makeOld } from '../../support/data-folders.ts';
import { makeOldPostgres } from '../../support/old-postgres.ts';
import { openTestDatabase, postgresPrograms } from '../../support/postgres.ts';
import { openService } from '../../support/running-service.ts';

test.each([
  ['0.1.0', 1, false],
  ['0.2.0', 3, false],
  ['0.3.1', 5, false],
  ['0.3.1, killed', 5, true],
  ['0.4.0', 8, false],
  ['0.4.0, killed', 8, true],
  ['0.5.0', 9, false],
  ['0.5.0, killed', 9, true],
  ['0.6.0', 10, false],
  ['0.6.0, killed', 10, true],
])('the tokens of a data folder of %s keep working', async (_, schema, isKilled) => {
  const service = await openService();
  onTestFinished(() => service.close());
  const before = await openAccounts(service.places);
  const { token } = await before.add('clinic', 'main');
  const { token: replaced } = await before.add('other');
  const { token: fresh } = await before.newToken('other');
  await before.close();
  await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana' }, token });
  await service.stop();
  await makeOld(service.dataFolder, { schema, isKilled });
  await service.restart();

  expect((await service.patient('GET', '/patients/1', { token })).patient.name).toBe('Ana');
  const statuses = await Promise.all(
    [service.token, token, replaced, fresh].map(
      async (one) => (await service.send('POST', '/patients', { token: one })).status,
    ),
  );
  expect(statuses).toEqual([201, 201, 401, 201]);
  const accounts = await openAccounts(service.places);
  onTestFinished(() => accounts.close());
  // Before 0.4.0 nothing was known of a token's use; those that work were used since.
  const open = { expiresAt: null };
  const unused = schema < 8 ? { lastUsedAt: null } : {};
  expect(await accounts.listTokens()).toMatchObject([
    { ...open, accountId: 1, label: 'data folder', scope: 'admin', state: 'works' },
    { ...open, accountId: 2, label: 'default', scope: 'write', state: 'works' },
    { ...open, ...unused, accountId: 3, label: 'default', scope: 'write', state: 'revoked' },
    { ...open, accountId: 3, label: 'default', scope: 'write', state: 'works' },
  ]);
  expect((await accounts.list()).map(({ disabledAt }) => disabledAt)).toEqual([null, null, null]);
});

test.skipIf(postgresPrograms() === undefined)('the tokens of a PostgreSQL database of 0.3.1 keep working', async () => {
  const place = await openTestDatabase();
  onTestFinished(() => place.drop());
  const [works, revoked] = [newTokenText(), newTokenText()];
  await makeOldPostgres(place.url, 2, [
    `insert into accounts (name, created_at) values ('clinic', 1)`,
    `insert into tokens (account_id, hash, created_at) values (1, '${tokenHash(works)}', 1)`,
    `insert into tokens (account_id, hash, created_at, revoked_at) values (1, '${tokenHash(revoked)}', 1, 2)`,
  ]);
  const database = await openPostgresDatabase(place.url);
  onTestFinished(() => database.close());
  const store = { database, db: database.db, clock: systemClock };
  const account = { id: 1, name: 'clinic', parentId: null };
  expect(await callerOf(store, works)).toEqual({
    account,
    tokenId: 1,
    label: 'default',
    scope: 'write',
    expiresAt: null,
  });
  expect(await callerOf(store, revoked)).toMatchObject({ why: 'revoked' });
});

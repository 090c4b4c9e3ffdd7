import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { compiledQuery } from '../../../src/service/storage/compiled-query.ts';
import type { Tables } from '../../../src/service/storage/schema.ts';
import { sqliteDialect } from '../../../src/service/storage/sqlite-dialect.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('each run has its own values, also lists of other lengths, the query is built once for each length, in transactions too', async () => {
  const path = `${tempFolder()}/a.db`;
  const [reader, writer] = [await openSqlite(path), await openSqlite(path)];
  writer.exec(
    `create table settings (key text, value text); insert into settings values ('a', '1'), ('b', '2'), ('c', '3')`,
  );
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ reader, writer, onCommit() {} }) });
  let built = 0;
  const find = compiledQuery((within, { keys, most }: { keys: readonly string[]; most: number }) => {
    built += 1;
    return within.selectFrom('settings').select('value').where('key', 'in', keys).orderBy('key').limit(most);
  });
  const values = async (keys: string[], most: number) => (await find(db, { keys, most })).map(({ value }) => value);
  expect(await values(['a', 'b'], 9)).toEqual(['1', '2']);
  expect(await values(['c', 'a'], 1)).toEqual(['1']);
  expect(await values(['b'], 9)).toEqual(['2']);
  expect(await values(['c'], 9)).toEqual(['3']);
  expect(await db.transaction().execute((within) => find(within, { keys: ['a'], most: 9 }))).toEqual([{ value: '1' }]);
  expect(built).toBe(2);
  await db.destroy();
});

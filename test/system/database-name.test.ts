import { expect, test } from 'vitest';
import { databaseName } from '../../src/system/database-name.ts';

test.each([
  [
    'postgres://recon:secret@db.example:5433/clinic?sslmode=require',
    'the PostgreSQL database clinic at db.example:5433',
  ],
  ['postgres://127.0.0.1/a%20b', 'the PostgreSQL database a b at 127.0.0.1'],
  ['postgres:///clinic?host=/run/postgresql', 'the PostgreSQL database clinic at /run/postgresql'],
  ['postgres://', 'the PostgreSQL database'],
  ['postgres://user:pass word@[broken', 'the PostgreSQL database'],
])('%s is told as %s, without user and password', (url, name) => {
  expect(databaseName(url)).toBe(name);
});

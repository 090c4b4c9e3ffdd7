import { Kysely, PostgresDialect } from 'kysely';
import type { Tables } from '../schema.ts';
import { openPool } from './connections.ts';

/** Opens a PostgreSQL database as it is. @param url a `postgres://` URL; it may hold a password */
export const openPostgres = (url: string): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url) }) });

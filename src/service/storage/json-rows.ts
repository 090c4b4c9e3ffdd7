import { PostgresAdapter, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { jsonArrayFrom as postgresJson } from 'kysely/helpers/postgres';
import { jsonArrayFrom as sqliteJson } from 'kysely/helpers/sqlite';
import type { Db } from './database.ts';

// biome-ignore lint/suspicious/noExplicitAny: as in kysely, a query on any tables.
type Query<Row> = SelectQueryBuilder<any, any, Row>;

/**
 * The rows of a query as one value of another one. It saves a question to the database, and many small values, which cost
 * more than one text. Numbers must be whole. `fromJsonRows` gives the rows.
 */
export function jsonRows<Row>(db: Db, query: Query<Row>): RawBuilder<JsonRows<Row>> {
  const ofDatabase = db.getExecutor().adapter instanceof PostgresAdapter ? postgresJson : sqliteJson;
  return ofDatabase(query) as unknown as RawBuilder<JsonRows<Row>>;
}

/** pg has parsed it already. */
export type JsonRows<Row> = string | Row[];

export const fromJsonRows = <Row>(rows: JsonRows<Row>): Row[] => (typeof rows === 'string' ? JSON.parse(rows) : rows);

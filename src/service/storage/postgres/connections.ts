import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { hasCode, ReconError, systemErrorCode } from '../../../errors.ts';

/** Connections of one process. */
const MOST_CONNECTIONS = 10;
const CONNECT_LIMIT_MS = 5_000;
/** No statement of a request takes nearly as long; without an answer the connection counts as broken. */
const ANSWER_LIMIT_MS = 20_000;
/**
 * The server ends a transaction whose process has gone silent: its locks hold up others. It is shorter than a lease, so a
 * job's next attempt never meets them.
 */
const SILENT_TRANSACTION_MS = 10_000;

/** The server ends the connections of a machine that is gone, with their locks, after a minute; its own default is hours. */
const ASK_IF_THERE = '-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

const INT8 = 20;

/** `url` holds a password: it must not reach a log. An `answerLimitMs` of 0 is none. */
export const clientConfig = (url: string, answerLimitMs = ANSWER_LIMIT_MS): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'recon',
  connectionTimeoutMillis: CONNECT_LIMIT_MS,
  query_timeout: answerLimitMs,
  statement_timeout: answerLimitMs,
  idle_in_transaction_session_timeout: SILENT_TRANSACTION_MS,
  options: ASK_IF_THERE,
  keepAlive: true,
  keepAliveInitialDelayMillis: CONNECT_LIMIT_MS,
  // Ids and times are far below 2^53.
  types: { getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)) as never },
});

/** A pool whose broken connections are thrown away and whose failures are named. */
export function openPool(url: string, answerLimitMs?: number): PostgresPool {
  const pool = new pg.Pool({ ...clientConfig(url, answerLimitMs), max: MOST_CONNECTIONS });
  // An idle connection that breaks is replaced when the next one is needed.
  pool.on('error', () => {});
  return {
    connect: async () => connection(await named(() => pool.connect())),
    end: () => pool.end(),
  };
}

function connection(client: pg.PoolClient): PostgresPoolClient {
  let isBroken = false;
  const noteBroken = () => {
    isBroken = true;
  };
  client.on('error', noteBroken);
  const query = async (text: string, values: readonly unknown[]) => {
    // A statement behind one that got no answer would wait for it once more; the server rolls back by itself.
    if (isBroken) throw new ReconError('unavailable', 'the database does not answer');
    try {
      return await named(() => client.query(prepared(text, values)));
    } catch (error) {
      if (hasCode(error, 'unavailable')) noteBroken();
      throw error;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => {
      client.off('error', noteBroken);
      client.release(isBroken);
    },
  };
}

/** A list of ids makes one statement text per length; longer texts and texts after these are not prepared. */
const MOST_PREPARED = 300;
const LONGEST_PREPARED = 2_000;

const names = new Map<string, string>();

/** The server plans a prepared statement once per connection. */
function prepared(text: string, values: readonly unknown[]): pg.QueryConfig {
  // A plan that fits every pattern fits none well.
  const isPrepared = text.length <= LONGEST_PREPARED && !/ (like|@>) /.test(text);
  if (isPrepared && !names.has(text) && names.size < MOST_PREPARED) names.set(text, `recon_${names.size}`);
  const name = isPrepared ? names.get(text) : undefined;
  return { text, values: [...values], ...(name !== undefined && { name }) };
}

/** Codes with which the server itself ends a connection, or takes none: it shuts down, starts, or is full. */
const GOING = /^(57P0[123]|08|53300|25P03)/;

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the name of its host could not be found',
  ETIMEDOUT: 'no answer in time',
  ECONNRESET: 'the connection broke',
};

/** An error that the server sent about a statement passes; all others mean that there is no connection. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && !GOING.test(error.code ?? '')) throw refusal(error) ?? error;
    const code = systemErrorCode(error);
    const why = code === undefined ? '' : ` (${WHY[code] ?? code})`;
    const hint = 'start PostgreSQL, or correct its place in RECON_SERVE_DATABASE (--database)';
    throw new ReconError('unavailable', `the database does not answer${why}`, { hint, cause: error });
  }
}

/** What a person has to change, by the server's code. Its own words are not told: they hold the user's name. */
const REFUSED: Readonly<Record<string, readonly [says: string, hint: string]>> = {
  '28P01': ['does not take this user and password', 'check RECON_SERVE_DATABASE, or --database'],
  '28000': ['does not take this user', 'check RECON_SERVE_DATABASE, or --database, and the pg_hba.conf of the server'],
  '3D000': ['is not there', 'make it (createdb), or give the name of another'],
  '42501': ['does not let this user make or change what recon needs', 'make this user the owner of the database'],
  '55P03': ['is in use by a backup or another program', 'start again when that is done'],
};

function refusal(error: pg.DatabaseError): ReconError | undefined {
  const [says, hint] = REFUSED[error.code ?? ''] ?? [];
  if (says === undefined || hint === undefined) return undefined;
  return new ReconError('storage', `the database ${says} (${error.code})`, { hint });
}

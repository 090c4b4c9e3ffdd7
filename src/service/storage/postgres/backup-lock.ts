import { openPool } from './connections.ts';

/** No other program on the same database uses it. */
const BACKUPS = 4_747_003;

/** Takes the lock under which backups are made, for as long as a connection lives; undefined if another process has it. */
export async function takeBackupLock(url: string) {
  const pool = openPool(url);
  try {
    const connection = await pool.connect();
    const end = async () => {
      connection.release();
      await pool.end();
    };
    const release = async () => {
      // PostgreSQL takes a moment to notice that a connection has ended.
      await connection.query('select pg_advisory_unlock($1, 0)', [BACKUPS]).catch(() => {});
      await end();
    };
    const query = connection.query<{ mine: boolean }>('select pg_try_advisory_lock($1, 0) as mine', [BACKUPS]);
    const { rows } = await query.catch((error: unknown) => {
      // A pool does not end while one of its connections is in use.
      connection.release();
      throw error;
    });
    if (rows[0]?.mine !== true) return void (await end());
    return {
      /** @throws ReconError `unavailable` if the connection broke, and the lock with it */
      require: async () => void (await connection.query('select 1', [])),
      release,
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

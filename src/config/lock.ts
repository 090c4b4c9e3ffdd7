import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReconError, systemErrorCode } from '../errors.ts';

const PATIENCE_MS = 20_000;

/**
 * Runs `work` while no other process holds the lock of this path. The lock is SQLite's own on an
 * empty database file: the kernel frees it when a process dies, so none is ever left behind, and
 * no process has to guess whether another one is still alive.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await createPrivately(path);
  const { default: Database } = await import('libsql');
  const database = new Database(path, { timeout: 0 });
  try {
    const deadline = performance.now() + PATIENCE_MS;
    while (!holds(database)) {
      if (performance.now() > deadline) {
        throw new ReconError('storage', `another recon holds ${path}, and did not let go of it`, {
          hint: 'end the other one, then repeat this',
        });
      }
      await sleep(2 + Math.random() * 18);
    }
    return await work();
  } finally {
    database.close();
  }
}

function holds(database: { exec(sql: string): unknown }): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (systemErrorCode(error)?.startsWith('SQLITE_BUSY')) return false;
    throw error;
  }
}

/** Never opens a file that is there: closing it again would drop this process's lock on it. */
async function createPrivately(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

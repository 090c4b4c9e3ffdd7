import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import { ReconError, systemErrorCode } from '../errors.ts';
import { isBusy, openSqlite, type SqliteConnection } from './sqlite.ts';

const PATIENCE_MS = 20_000;

/**
 * Takes the lock of this path and returns a function that releases it; undefined if it stays taken for `patienceMs`.
 * The lock is SQLite's own lock on an empty database file. The kernel releases it when a process dies, also after `kill
 * -9`, so a lock never stays behind, and no process has to guess if its holder is still alive. An abort throws the
 * signal's reason.
 */
export async function takeFileLock(
  path: string,
  patienceMs = 0,
  signal?: AbortSignal,
): Promise<(() => void) | undefined> {
  await createPrivately(path);
  const database = await openSqlite(path);
  const release = () => database.close();
  try {
    for (const deadline = monotonicMs() + patienceMs; !tryToLock(database); await sleep(2 + Math.random() * 18)) {
      signal?.throwIfAborted();
      if (monotonicMs() >= deadline) return void release();
    }
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Runs `work` while no other process holds the lock of this path.
 * @throws ReconError `storage` after `patienceMs` of waiting
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  { patienceMs = PATIENCE_MS, signal }: { patienceMs?: number; signal?: AbortSignal } = {},
): Promise<T> {
  const release = await takeFileLock(path, patienceMs, signal);
  if (release === undefined) {
    throw new ReconError('storage', `another recon holds ${path}, and did not let go of it`, {
      hint: 'end the other one, then repeat this',
    });
  }
  try {
    return await work();
  } finally {
    release();
  }
}

/** Makes an empty file. Never opens an existing one: closing it would release this process's lock on it. */
export async function createPrivately(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

function tryToLock(database: SqliteConnection): boolean {
  try {
    // The database stays empty, so it needs no journal, which would be a second file.
    database.exec('pragma journal_mode = off; begin exclusive');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

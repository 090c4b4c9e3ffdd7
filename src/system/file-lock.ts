import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReconError, systemErrorCode } from '../errors.ts';

const PATIENCE_MS = 20_000;

/**
 * Takes the lock of this path, and returns what lets go of it; undefined where it is held. The lock is SQLite's own on
 * an empty database file: the kernel frees it when a process dies, also at `kill -9`, so none is ever left behind and
 * no process has to guess whether another one is still alive.
 */
export async function takeFileLock(path: string): Promise<(() => void) | undefined> {
  await createPrivately(path);
  const { default: Database } = await import('libsql');
  const database = new Database(path, { timeout: 0 });
  try {
    // Without a journal: nothing is ever written, and it would be a second file.
    database.exec('pragma journal_mode = off');
    database.exec('begin exclusive');
    return () => database.close();
  } catch (error) {
    database.close();
    if (systemErrorCode(error)?.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

/** Runs `work` while no other process holds the lock of this path. @throws ReconError `storage` after 20 s of waiting */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const release = await waitForFileLock(path);
  try {
    return await work();
  } finally {
    release();
  }
}

async function waitForFileLock(path: string): Promise<() => void> {
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; ) {
    const release = await takeFileLock(path);
    if (release !== undefined) return release;
    await sleep(2 + Math.random() * 18);
  }
  throw new ReconError('storage', `another recon holds ${path}, and did not let go of it`, {
    hint: 'end the other one, then repeat this',
  });
}

/** Never opens a file that is there: closing it again would drop this process's lock on it. */
export async function createPrivately(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

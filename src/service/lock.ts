import { join } from 'node:path';
import Database from 'libsql';
import { ReconError } from '../errors.ts';

/**
 * Makes this process the only service on a data folder, until `release` or the process's end. The
 * lock is a transaction held open on a tiny database of its own: the system lets go of it even at
 * `kill -9`, and no living process can be mistaken for a dead one.
 */
export function lockDataFolder(dataFolder: string): { release(): void } {
  const connection = new Database(join(dataFolder, 'service.lock'), { timeout: 0 });
  try {
    connection.exec('begin exclusive');
  } catch (error) {
    connection.close();
    throw asTaken(error, dataFolder);
  }
  return {
    release() {
      connection.exec('rollback');
      connection.close();
    },
  };
}

function asTaken(error: unknown, dataFolder: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'SQLITE_BUSY') return error;
  return new ReconError('storage', `another recon service is running on ${JSON.stringify(dataFolder)}`, {
    hint: 'stop that one first, or give another folder with --data',
    cause: error,
  });
}

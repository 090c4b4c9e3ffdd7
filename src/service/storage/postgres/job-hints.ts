import pg from 'pg';
import { clientConfig } from './connections.ts';

/** The channel on which the triggers of the table `jobs` tell a change; see `migrations/001-first.ts`. */
export const JOBS_CHANNEL = 'recon_jobs';

const CONNECT_AGAIN_MS = 2_000;

/**
 * Calls `hear` when a job was made or ended. Hints get lost while the connection is broken, so callers look by themselves
 * as well. Returns what ends it.
 */
export function listenForJobs(url: string, hear: () => void): () => void {
  let client: pg.Client | undefined;
  let isOver = false;
  let again: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client(clientConfig(url));
    client = fresh;
    const retry = () => {
      if (client !== fresh) return;
      client = undefined;
      void fresh.end().catch(() => undefined);
      if (!isOver) again = setTimeout(() => void connect(), CONNECT_AGAIN_MS).unref();
    };
    fresh.on('error', retry);
    fresh.on('end', retry);
    fresh.on('notification', hear);
    try {
      await fresh.connect();
      await fresh.query(`listen ${JOBS_CHANNEL}`);
      hear();
    } catch {
      retry();
    }
  }

  void connect();
  return () => {
    isOver = true;
    clearTimeout(again);
    void client?.end().catch(() => undefined);
  };
}

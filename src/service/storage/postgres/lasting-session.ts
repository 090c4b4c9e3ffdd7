import pg from 'pg';
import { clientConfig } from './connections.ts';

/** The channel on which the triggers of the table `jobs` tell a change; see `migrations/001-first.ts`. */
export const JOBS_CHANNEL = 'recon_jobs';

const CONNECT_AGAIN_MS = 2_000;
/** The first number of the locks that are slots; no other program on the same database uses it. */
const SLOTS = 4_747_002;
/** A lock's second number has 31 bits. */
const MOST_SLOT_NUMBERS = 2 ** 31;

/** What lasts as long as a connection does: hints about jobs, and locks that go with a process that dies. */
export interface LastingSession {
  /** Undefined if other processes have all `most` slots of this number. */
  takeSlot(of: number, most: number): Promise<(() => void) | undefined>;
  end(): void;
}

/**
 * Keeps a connection, and makes it again when it breaks. `hearJobs` is called when a job was made or ended; hints get
 * lost while there is no connection, so callers look by themselves as well.
 */
export function openLastingSession(url: string, hearJobs: () => void): LastingSession {
  let client: pg.Client | undefined;
  /** The slots of this connection. The server gives a lock to the same connection as often as it asks. */
  const taken = new Set<number>();
  let isOver = false;
  let again: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client(clientConfig(url));
    let isLost = false;
    const retry = () => {
      if (isOver || isLost) return;
      isLost = true;
      client = undefined;
      endNow(fresh);
      again = setTimeout(() => void connect(), CONNECT_AGAIN_MS).unref();
    };
    fresh.on('error', retry);
    fresh.on('end', retry);
    fresh.on('notification', hearJobs);
    try {
      await fresh.connect();
      await fresh.query(`listen ${JOBS_CHANNEL}`);
      if (isOver) return await fresh.end();
      client = fresh;
      taken.clear();
      hearJobs();
    } catch {
      retry();
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  /** One statement after the other: pg warns of a second one meanwhile. */
  function ask(session: pg.Client, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const answer = last.then(() => session.query(text, values));
    last = answer.catch(() => undefined);
    return answer;
  }

  async function tryLock(session: pg.Client, number: number): Promise<boolean> {
    const { rows } = await ask(session, 'select pg_try_advisory_lock($1, $2) as mine', [SLOTS, number]);
    return rows[0]?.mine === true;
  }

  const begun = connect();
  return {
    async takeSlot(of, most) {
      await begun;
      const session = client;
      // Without a connection only the limits of this process hold.
      if (session === undefined) return () => {};
      for (let slot = 0; slot < most; slot++) {
        const number = (of * most + slot) % MOST_SLOT_NUMBERS;
        if (taken.has(number)) continue;
        taken.add(number);
        const isMine = await tryLock(session, number).catch(() => {
          // Whoever asks next would wait behind this statement.
          endNow(session);
          return true;
        });
        if (isMine) {
          return () => {
            if (session !== client) return;
            taken.delete(number);
            ask(session, 'select pg_advisory_unlock($1, $2)', [SLOTS, number]).catch(() => endNow(session));
          };
        }
        taken.delete(number);
      }
      return undefined;
    },
    end() {
      isOver = true;
      clearTimeout(again);
      if (client !== undefined) endNow(client);
    },
  };
}

const endNow = (session: pg.Client) => void session.end().catch(() => undefined);

import type { SetWarnings } from '../../contract/patient-page.ts';
import { Refusal } from '../domain/refusal.ts';
import { LIMITS } from '../request-limits.ts';
import { createTurns } from '../turns.ts';
import { type Limits, LOOKING, OverLimit } from './limits.ts';
import type { Looking } from './orders.ts';
import { ProcessPool } from './process-pool.ts';

/** Looks at photos in processes of their own, fair between accounts. */
export type Looker = ReturnType<typeof createLooker>;

/** Who wants a look; `signal` comes when they do not wait any more. */
export interface LookAsker {
  account: number;
  invitation: number;
  signal: AbortSignal;
}

/** null: of photos that take too much memory or time nothing is told. */
type Seen = SetWarnings | null;
type Run = (order: Looking['order']) => Promise<Seen>;

export function createLooker(program: URL, limits: Limits = LOOKING) {
  const pool = new ProcessPool<Looking>(program, limits);
  const turns = createTurns({ atOnce: LIMITS.looks, perAccount: 1 });
  const asking = new Set<LookAsker>();
  const known = new Map<string, Seen>();

  const run: Run = (order) =>
    pool.run(order).catch((error: unknown) => {
      if (!(error instanceof OverLimit)) throw error;
      return null;
    });

  /** One link must not keep the other patients of its clinic waiting, nor a clinic this process. */
  function requireRoomFor({ account, invitation }: LookAsker): void {
    const ofAccount = [...asking].filter((one) => one.account === account);
    if (ofAccount.filter((one) => one.invitation === invitation).length >= LIMITS.looksPerInvitation) {
      throw new Refusal(429, 'rate_limited', 'photos of this link are being looked at');
    }
    if (ofAccount.length >= LIMITS.looksPerAccount) {
      throw new Refusal(503, 'unavailable', 'too many photos are being looked at');
    }
  }

  return {
    /**
     * @param about the same for the same pictures and measures: they are looked at once
     * @param prepare brings the photos to this machine, when their turn has come
     * @throws Refusal 429 or 503 if too many looks wait already
     */
    async look(asker: LookAsker, about: string, prepare: (see: Run) => Promise<Seen>) {
      requireRoomFor(asker);
      asking.add(asker);
      try {
        return await turns(
          asker.account,
          async () => {
            const before = known.get(about);
            const found = before === undefined ? await prepare(run) : before;
            remember(known, about, found);
            return found;
          },
          asker.signal,
        );
      } finally {
        asking.delete(asker);
      }
    },
    end: () => pool.end(),
  };
}

const MOST_REMEMBERED = 500;

/** The oldest one is forgotten. */
function remember(known: Map<string, Seen>, about: string, found: Seen): void {
  known.set(about, found);
  if (known.size > MOST_REMEMBERED) known.delete(known.keys().next().value!);
}

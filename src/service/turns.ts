export type Turns = <T>(accountId: number, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Lets `atOnce` callers work at the same time, `perAccount` of them from one account; the others wait. The next turn
 * goes to the account with the fewest turns, then to the longest wait, so no account can block another one. Whoever waits
 * when its signal comes leaves the line.
 */
export function createTurns({ atOnce, perAccount }: { atOnce: number; perAccount: number }): Turns {
  const waiting: { accountId: number; begin: () => void }[] = [];
  /** The account of each turn in use. */
  const taken: number[] = [];
  const turnsOf = (accountId: number) => taken.filter((one) => one === accountId).length;

  function giveTurns(): void {
    while (taken.length < atOnce) {
      const allowed = waiting.filter(({ accountId }) => turnsOf(accountId) < perAccount);
      const fewest = Math.min(...allowed.map(({ accountId }) => turnsOf(accountId)));
      const next = allowed.find(({ accountId }) => turnsOf(accountId) === fewest);
      if (next === undefined) return;
      waiting.splice(waiting.indexOf(next), 1);
      taken.push(next.accountId);
      next.begin();
    }
  }

  return async (accountId, work, signal) => {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(signal?.reason);
      };
      const one = {
        accountId,
        begin: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(one);
      giveTurns();
    });
    try {
      return await work();
    } finally {
      taken.splice(taken.indexOf(accountId), 1);
      giveTurns();
    }
  };
}

import type { ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { AccountsStore } from './domain/accounts.ts';
import { stillEnabled, stillWorking } from './domain/callers.ts';

/** Who a request under way acts for: a token, or an account whose secret link was opened. */
export type Standing = { tokenId: number } | { accountId: number };

export type StandingWatch = ReturnType<typeof createStandingWatch>;

/** The time between two looks; with the look itself it is far below the second in which a revoked token must end. */
const LOOK_EVERY_MS = 250;

/**
 * Ends requests whose token is revoked or expires while they are under way, or whose account is disabled, also by
 * another process: a download, an upload, a create that waits. A new request is checked when it comes. The connection
 * is cut, because nobody can tell by then if a change was made. Looks only while there is something to end; where the
 * database does not answer, nobody can revoke anything in it either.
 */
export function createStandingWatch(store: AccountsStore) {
  const watched = new Map<ServerResponse, Standing>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function endFallen(): Promise<void> {
    const standings = [...watched];
    const tokenIds = new Set(standings.flatMap(([, of]) => ('tokenId' in of ? [of.tokenId] : [])));
    const accountIds = new Set(standings.flatMap(([, of]) => ('accountId' in of ? [of.accountId] : [])));
    const tokens = await stillWorking(store, [...tokenIds]);
    const accounts = await stillEnabled(store, [...accountIds]);
    for (const [response, of] of standings) {
      if ('tokenId' in of ? tokens.has(of.tokenId) : accounts.has(of.accountId)) continue;
      cut(response);
    }
  }

  function look(): void {
    if (watched.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    if (watched.size === 0 || isLooking) return;
    isLooking = true;
    endFallen()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false;
      });
  }

  return {
    /** Until the answer is sent. */
    watch(response: ServerResponse, standing: Standing): void {
      watched.set(response, standing);
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
      response.once('close', () => watched.delete(response));
    },
  };
}

/** What is still in the buffers of this machine is not sent; TLS has no way to do that. */
function cut(response: ServerResponse): void {
  const { socket } = response;
  if (socket === null || socket instanceof TLSSocket) response.destroy();
  else socket.resetAndDestroy();
}

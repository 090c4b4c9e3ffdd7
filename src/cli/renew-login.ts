import { systemClock } from '../clock.ts';
import { renewGrant } from '../core/oauth/kept-grant.ts';
import { ReconError } from '../errors.ts';
import type { Grant } from '../system/grant.ts';
import { connectWithoutToken, type WayParts } from './connect.ts';

/** Shorter than other commands wait for their turn (`config/credentials.ts`). */
const WHOLE_MS = 120_000;
const STOPPED_MS = 5_000;

/**
 * New tokens for a login, or an error within two minutes. A stop waits for them a little: an issuer that is giving new
 * tokens has ended the old ones.
 */
export async function renewLogin(
  kept: Grant,
  way: WayParts,
  { wholeMs, stoppedMs } = { wholeMs: WHOLE_MS, stoppedMs: STOPPED_MS },
): Promise<Grant> {
  way.signal.throwIfAborted();
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(tooLate(kept)), wholeMs);
  const stop = () => setTimeout(() => limit.abort(way.signal.reason), stoppedMs).unref();
  way.signal.addEventListener('abort', stop, { once: true });
  const { to, close } = connectWithoutToken({ ...way, signal: limit.signal });
  try {
    return await renewGrant(kept, to, systemClock);
  } finally {
    clearTimeout(late);
    way.signal.removeEventListener('abort', stop);
    await close();
  }
}

const tooLate = ({ issuer }: Grant) =>
  new ReconError('timeout', `the issuer ${new URL(issuer).host} did not renew the login in time`, {
    hint: 'the same command when that issuer answers',
  });

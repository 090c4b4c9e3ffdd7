import type { Clock } from '../../clock.ts';
import { ReconError } from '../../errors.ts';
import { type Grant, holderOf } from '../../system/grant.ts';

export interface RenewingParts {
  grant: Grant;
  /** Gives the kept grant to `renew` and keeps its result, while no other process does; undefined if none is kept. */
  change(renew: (kept: Grant) => Promise<Grant>): Promise<Grant | undefined>;
  renew(kept: Grant): Promise<Grant>;
  clock: Clock;
}

/** After a renewal that failed while the token still holds, it is used for so long. */
const PAUSE_MS = 30_000;

/**
 * The access token of a login: renewed before its end, and when the service has refused it. Of several that ask at once,
 * in this process or in others, one renews it.
 */
export function renewingToken({ grant, change, renew, clock }: RenewingParts) {
  let current = grant;
  let running: Promise<Grant> | undefined;
  let restUntil = 0;
  /** The kept token that was spent on the last renewal here; it is still kept if the new one could not be. */
  let spent: string | undefined;

  const isDue = ({ renewAt = Number.POSITIVE_INFINITY, refreshToken }: Grant) =>
    refreshToken !== undefined && clock.now() >= renewAt;
  const hasEnded = ({ expiresAt = Number.POSITIVE_INFINITY }: Grant) => clock.now() >= expiresAt;

  const renewOnce = async (refused: string | undefined) => {
    const next = await change(async (kept) => {
      if (!isSameLogin(kept, grant)) throw otherLogin(grant);
      const latest = kept.accessToken === spent ? current : kept;
      // Another process may have renewed it meanwhile.
      const isNew = latest.accessToken !== (refused ?? current.accessToken);
      if (isNew && !isDue(latest)) return latest;
      current = await renew(latest);
      spent = kept.accessToken;
      return current;
    });
    if (next !== undefined) return next;
    throw new ReconError('not_logged_in', `the login at ${new URL(current.issuer).host} is not kept here any more`, {
      hint: { command: ['login', '--oauth'] },
    });
  };
  const renewed = async (refused?: string) => {
    running ??= renewOnce(refused).finally(() => {
      running = undefined;
    });
    current = await running;
  };

  /** `refused` is a token to which the service has answered 401. */
  return async (refused?: string): Promise<string> => {
    if (refused !== undefined) {
      if (refused === current.accessToken) await renewed(refused);
    } else if (hasEnded(current)) await renewed();
    else if (isDue(current) && clock.now() >= restUntil) {
      await renewed().catch((error: unknown) => {
        if (!(error instanceof ReconError) || !error.isTemporary) throw error;
        restUntil = clock.now() + PAUSE_MS;
      });
    }
    return current.accessToken;
  };
}

/** With another person's login the command would go on in the wrong account. */
const isSameLogin = (kept: Grant, first: Grant) => kept.login === first.login || holderOf(kept) === holderOf(first);

const otherLogin = ({ issuer }: Grant) =>
  new ReconError(
    'not_logged_in',
    `another login has taken the place of the one at ${new URL(issuer).host}; nothing more was sent`,
    { hint: { command: ['login', '--oauth'], because: 'as the person who began this, and then the same command' } },
  );

import { refreshTokenGrant, tokenRevocation } from 'openid-client';
import type { Clock } from '../../clock.ts';
import { ReconError } from '../../errors.ts';
import type { Grant } from '../../system/grant.ts';
import { findIssuer, grantOf } from './issuer.ts';
import { inWords } from './issuer-errors.ts';
import type { TransportTo } from './issuer-fetch.ts';

/** New tokens for an earlier login. @throws ReconError `not_logged_in` where the issuer has ended it */
export async function renewGrant(grant: Grant, to: TransportTo, clock: Clock): Promise<Grant> {
  const { refreshToken, resource, accessToken } = grant;
  const { host } = new URL(grant.issuer);
  if (refreshToken === undefined) {
    throw new ReconError('not_logged_in', `the login at ${host} has ended, and it gave nothing to renew it with`, {
      hint: { command: ['login', '--oauth'] },
    });
  }
  const issuer = await findIssuer(grant.issuer, grant.clientId, to);
  try {
    const tokens = await refreshTokenGrant(
      issuer.configuration,
      refreshToken,
      resource === undefined ? {} : { resource },
    );
    return grantOf(tokens, issuer, clock.now(), grant);
  } catch (error) {
    const secrets = [refreshToken, accessToken];
    throw inWords(error, { host, clientId: grant.clientId, doing: 'renewal', secrets });
  }
}

/** Has the issuer end a login. false if it has no way to. */
export async function revokeGrant({ issuer: address, clientId, ...tokens }: Grant, to: TransportTo): Promise<boolean> {
  const { host, configuration } = await findIssuer(address, clientId, to);
  if (configuration.serverMetadata().revocation_endpoint === undefined) return false;
  const secrets = [tokens.refreshToken, tokens.accessToken].filter((one) => one !== undefined);
  try {
    if (tokens.refreshToken !== undefined) {
      await tokenRevocation(configuration, tokens.refreshToken, { token_type_hint: 'refresh_token' });
    }
    // The end of the one need not be the end of the other.
    await tokenRevocation(configuration, tokens.accessToken, { token_type_hint: 'access_token' });
    return true;
  } catch (error) {
    throw inWords(error, { host, clientId, doing: 'revocation', secrets });
  }
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT_ID = 'recon';
export const SCOPE = 'patients';

export type TestIssuer = Awaited<ReturnType<typeof openIssuer>>;

/** A real issuer on this machine, with logins by browser and by code for the public client `recon`. */
export async function openIssuer() {
  const ttl = { accessToken: 600, deviceCode: 300 };
  const grants: string[] = [];
  const server = createServer().unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = quietly(
    () =>
      new Provider(url, {
        clients: [
          {
            client_id: CLIENT_ID,
            application_type: 'native',
            token_endpoint_auth_method: 'none',
            redirect_uris: ['http://127.0.0.1/callback'],
            response_types: ['code'],
            grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
          },
        ],
        scopes: ['openid', 'offline_access', SCOPE],
        cookies: { keys: ['of a test'] },
        rotateRefreshToken: true,
        findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
        ttl: {
          AccessToken: () => ttl.accessToken,
          DeviceCode: () => ttl.deviceCode,
          Grant: 3600,
          Interaction: 3600,
          Session: 3600,
          RefreshToken: 3600,
          AuthorizationCode: 60,
          IdToken: 600,
        },
        features: {
          devInteractions: { enabled: true },
          deviceFlow: { enabled: true },
          revocation: { enabled: true },
          resourceIndicators: {
            enabled: true,
            useGrantedResource: () => true,
            getResourceServerInfo: (_ctx, resource) => ({
              scope: SCOPE,
              audience: resource,
              accessTokenTTL: ttl.accessToken,
              accessTokenFormat: 'opaque',
            }),
          },
        },
      }),
  );
  provider.on('grant.success', ({ oidc }) => void grants.push(String(oidc.params?.['grant_type'])));
  server.on('request', provider.callback());
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url,
    provider,
    /** Seconds that what is given out from now on lives. */
    ttl,
    /** The kinds of grants that succeeded, in their order. */
    grants,
    /** Who a token is of and for what, while it holds. */
    tokenOf: async (token: string) => {
      const found = await provider.AccessToken.find(token);
      return found?.isValid ? found : undefined;
    },
    revokeAccess: async (token: string) => void (await (await provider.AccessToken.find(token))?.destroy()),
    revokeRefresh: async (token: string) => void (await (await provider.RefreshToken.find(token))?.destroy()),
    /** Answers nobody until the returned function is called. */
    goAway: async () => {
      await close();
      return () => new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve));
    },
    close,
  };
}

/** The package warns on the console of what is for development only, as tests are. */
function quietly<T>(make: () => T): T {
  const { info, warn } = console;
  Object.assign(console, { info: () => {}, warn: () => {} });
  try {
    return make();
  } finally {
    Object.assign(console, { info, warn });
  }
}

import type { WebProxy } from './proxy.ts';

/** The proxy opened no tunnel. Nothing of the request has left this machine. */
export class TunnelError extends Error {
  override readonly name = 'TunnelError';
  /** The status of the proxy's answer; undefined if the connection to the proxy failed (see `cause`). */
  readonly status: number | undefined;
  /** The proxy's ways of logging in, as it writes them. */
  readonly wants: string | undefined;

  constructor({ status, wants, cause }: { status?: number; wants?: string | undefined; cause?: unknown }) {
    super(`no tunnel (${status ?? 'no answer'})`, { cause });
    this.status = status;
    this.wants = wants;
  }
}

/** The proxy's name in messages. */
export const proxyName = ({ url, variable }: WebProxy): string => `${url.host} (the proxy of ${variable})`;

/** The next step for a proxy that cannot be used; `host` is the service. */
export const proxyHint = ({ variable }: WebProxy, host: string): string =>
  `the right address in ${variable}, or NO_PROXY=${host} if the service can be reached without a proxy`;

/** Explains an answer of the proxy with a status outside 2xx. `retry`: the proxy may open the tunnel next time. */
export function refusalOf(status: number, wants: string | undefined, proxy: WebProxy, host: string) {
  const name = proxyName(proxy);
  const hint = proxyHint(proxy, host);
  if (status === 407) return { ...loginWanted(wants, proxy, host), retry: false };
  if (status >= 500) {
    return {
      message: `${name} could not reach ${host} (${status})`,
      hint: 'the same command again later',
      retry: true,
    };
  }
  if (status >= 400) return { message: `${name} lets nobody through to ${host} (${status})`, hint, retry: false };
  return { message: `${name} answered ${status} where a connection to ${host} was asked for`, hint, retry: false };
}

function loginWanted(wants: string | undefined, proxy: WebProxy, host: string) {
  const { url, variable, authorization } = proxy;
  if (wants !== undefined && !/\bbasic\b/i.test(wants)) {
    return {
      message: `${proxyName(proxy)} wants a login of a kind that recon does not know (407)`,
      hint: `a proxy that takes a user name and password (Basic), or NO_PROXY=${host} if no proxy is needed`,
    };
  }
  if (authorization === undefined) {
    return {
      message: `${proxyName(proxy)} wants a user name and password (407)`,
      hint: `${variable}=${url.protocol}//USER:PASSWORD@${url.host}`,
    };
  }
  return {
    message: `${proxyName(proxy)} does not accept the user name and password in that variable (407)`,
    hint: `${variable}=${url.protocol}//USER:PASSWORD@${url.host} with the right ones, characters like @ written as %40`,
  };
}

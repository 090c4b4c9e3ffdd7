import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { openServer } from '../open-server.ts';
import { CLIENT_ID, SCOPE, type TestIssuer } from './issuer.ts';

const METADATA = '/.well-known/oauth-protected-resource';

/**
 * A service that takes the tokens of an issuer: it asks the issuer of each, and passes the request on to a service of our
 * own, with that one's token.
 */
export async function openResourceServer(issuer: TestIssuer, service: { url: string; token: string }) {
  const seen: { path: string; token: string | undefined; status: number }[] = [];
  /** The parts of a test: what it says of itself, and whom it lets in. */
  const says = {
    announces: true,
    /** False takes tokens of this issuer that are for nobody in particular. */
    isNamed: true,
    metadata: {} as Record<string, unknown>,
    /** Answers to new patients are lost. */
    cutsCreates: false,
    /** Waited for before a request is looked at. */
    onAsked: undefined as (() => Promise<void>) | undefined,
  };
  let lastToken: string | undefined;
  const onRequest = async (asked: IncomingMessage, answer: ServerResponse) => {
    const path = asked.url ?? '/';
    if (path === METADATA) return json(answer, 200, { ...metadata(), ...says.metadata });
    if (says.onAsked !== undefined) await says.onAsked();
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1];
    const found = token === undefined ? undefined : await issuer.tokenOf(token);
    const isLetIn = found !== undefined && (!says.isNamed || found.aud === url);
    seen.push({ path, token, status: isLetIn ? 200 : 401 });
    if (isLetIn) {
      lastToken = token;
      return passOn(asked, answer, service, says.cutsCreates && asked.method === 'POST');
    }
    asked.resume();
    const announcement = says.announces ? `, resource_metadata="${url}${METADATA}"` : '';
    const error = token === undefined ? '' : ', error="invalid_token"';
    answer.setHeader('www-authenticate', `Bearer realm="patients"${error}${announcement}`);
    json(answer, 401, { detail: `the access token ${token} is not accepted` });
  };
  const { url, close } = await openServer((asked, answer) => void onRequest(asked, answer));
  const metadata = () => ({
    resource: url,
    authorization_servers: [issuer.url],
    scopes_supported: [SCOPE],
    recon_client_id: CLIENT_ID,
  });
  return {
    url,
    close,
    /** Each request with its token, and whether it was let in. */
    seen,
    says,
    /** The token that came last and was let in. */
    lastToken: () => lastToken ?? '',
  };
}

function json(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function passOn(
  asked: IncomingMessage,
  answer: ServerResponse,
  { url, token }: { url: string; token: string },
  isCut: boolean,
): void {
  const headers = { ...asked.headers, host: new URL(url).host, authorization: `Bearer ${token}` };
  const on = request(`${url}${asked.url}`, { method: asked.method, headers }, (response) => {
    if (isCut) return void answer.destroy();
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  on.on('error', () => answer.destroy());
  asked.pipe(on);
}

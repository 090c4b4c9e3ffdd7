import { expect, onTestFinished, test } from 'vitest';
import { describeError } from '../../../src/cli/report-error.ts';
import { systemClock } from '../../../src/clock.ts';
import { findIssuer } from '../../../src/core/oauth/issuer.ts';
import { renewGrant, revokeGrant } from '../../../src/core/oauth/kept-grant.ts';
import { logInByBrowser, logInByDevice } from '../../../src/core/oauth/log-in.ts';
import { ReconError } from '../../../src/errors.ts';
import { createTransport } from '../../../src/http/transport.ts';
import type { Grant } from '../../../src/system/grant.ts';
import { failureOf } from '../../http/quick.ts';
import { httpServer } from '../../http/servers.ts';

type Answer = { status?: number; type?: string; body?: unknown };

const OPENID = '/.well-known/openid-configuration';

/** An issuer that answers as it is told, path by path; a list is answered in its order. `URL` in texts is its address. */
async function scriptedIssuer(
  answers: Record<string, Answer | Answer[]>,
  { signal, onAsked }: { signal?: AbortSignal; onAsked?(path: string): unknown } = {},
) {
  const asked: string[] = [];
  const server = await httpServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]!;
    asked.push(path);
    onAsked?.(path);
    request.resume();
    const found = answers[path] ?? { status: 404, body: {} };
    const answer = Array.isArray(found) ? (found.length > 1 ? found.shift()! : found[0]!) : found;
    const { status = 200, type = 'application/json', body } = answer;
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    response.writeHead(status, { 'content-type': type }).end(text.replaceAll('URL', server.url));
  });
  const to = (baseUrl: string) => {
    const transport = createTransport({
      baseUrl,
      clock: systemClock,
      proxy: {},
      userAgent: 'recon/test',
      random: () => 0,
      signal,
    });
    onTestFinished(() => transport.close());
    return transport;
  };
  const grant: Grant = {
    ...{
      login: 'a',
      issuer: server.url,
      clientId: 'recon',
      accessToken: 'access-canary',
      refreshToken: 'refresh-canary',
    },
  };
  return { url: server.url, to, asked, grant };
}

const METADATA = {
  issuer: 'URL',
  authorization_endpoint: 'URL/auth',
  token_endpoint: 'URL/token',
  device_authorization_endpoint: 'URL/device',
  revocation_endpoint: 'URL/revoke',
};
const KNOWN = { [OPENID]: { body: METADATA } };
const NEW_TOKENS = { access_token: 'access-token-2', token_type: 'Bearer', expires_in: 600 };

const wishOf = async (
  { url, to }: Awaited<ReturnType<typeof scriptedIssuer>>,
  signal = new AbortController().signal,
) => ({
  issuer: await findIssuer(url, 'recon', to),
  ...{ scope: undefined, announced: {}, clock: systemClock, signal },
});

test('an issuer without OpenID Connect is known by the document of RFC 8414', async () => {
  const { url, to } = await scriptedIssuer({ '/.well-known/oauth-authorization-server': { body: METADATA } });
  expect(await findIssuer(url, 'recon', to)).toMatchObject({ name: url });
});

test.each<[string, Record<string, Answer>, string, string]>([
  ['nothing', {}, 'protocol', 'is no issuer of tokens'],
  ['a web page', { [OPENID]: { type: 'text/html', body: '<p>hello' } }, 'protocol', 'is no issuer of tokens'],
  [
    'another name',
    { [OPENID]: { body: { ...METADATA, issuer: 'https://b.example' } } },
    'not_logged_in',
    'wrong issuer',
  ],
  ['no JSON', { [OPENID]: { body: '{"issuer' } }, 'protocol', 'not what OAuth has'],
  ['a redirect', { [OPENID]: { status: 302 } }, 'protocol', 'is no issuer of tokens'],
])('an issuer that says %s is not used', async (_what, answers, code, message) => {
  const { url, to } = await scriptedIssuer(answers);
  const error = await failureOf(findIssuer(url, 'recon', to));
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
});

test('an issuer that fails is temporary, and tried again first', async () => {
  const { url, to, asked } = await scriptedIssuer({ [OPENID]: { status: 503 } });
  const error = await failureOf(findIssuer(url, 'recon', to));
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('the issuer 127.0.0.1') });
  expect(asked).toHaveLength(4);
});

test('what a renewal leaves out stays as it was', async () => {
  const { to, grant } = await scriptedIssuer({ ...KNOWN, '/token': { body: NEW_TOKENS } });
  const kept = { ...grant, subject: 'ana' };
  const clock = { ...systemClock, now: () => 1_000_000 };
  expect(await renewGrant(kept, to, clock)).toEqual({
    ...{ ...kept, accessToken: 'access-token-2' },
    // 600 s: a minute before the end.
    ...{ renewAt: 1_540_000, expiresAt: 1_600_000 },
  });
});

const ECHO = { error: 'invalid_grant', error_description: 'refresh-canary and access-canary are no good' };

test.each<[string, Answer, string]>([
  ['says the tokens again', { status: 400, body: ECHO }, 'not_logged_in'],
  ['puts tokens where they do not belong', { body: { access_token: 'access-canary-2', token_type: 7 } }, 'protocol'],
  ['gives a token with a space', { body: { ...NEW_TOKENS, access_token: 'access canary' } }, 'protocol'],
  ['answers with a page', { type: 'text/html', body: '<p>refresh-canary' }, 'protocol'],
  ['is of no use now', { status: 400, body: { error: 'temporarily_unavailable' } }, 'unavailable'],
  ['fails', { status: 500, body: 'refresh-canary' }, 'unavailable'],
])('a renewal at an issuer that %s: no token is in the error, not even with --debug', async (_what, answer, code) => {
  const { to, grant } = await scriptedIssuer({ ...KNOWN, '/token': answer });
  const error = await failureOf(renewGrant(grant, to, systemClock));
  expect(error).toBeInstanceOf(ReconError);
  expect(error.code).toBe(code);
  const told = describeError(error, { json: false, debug: true }) + describeError(error, { json: true, debug: false });
  expect(told).not.toContain('canary');
});

test('a change of the tokens that may have been made is told as no answer, not as a patient', async () => {
  const { to, grant } = await scriptedIssuer({ ...KNOWN, '/token': { status: 502 } });
  expect((await failureOf(renewGrant(grant, to, systemClock))).message).not.toContain('the change');
});

test('a stop in the middle of it is of no patient that was sent', async () => {
  const stop = new AbortController();
  const { to, grant } = await scriptedIssuer(
    { ...KNOWN, '/token': { body: NEW_TOKENS } },
    {
      signal: stop.signal,
      onAsked: (path) => path === '/token' && stop.abort(new ReconError('interrupted', 'stopped by Ctrl-C')),
    },
  );
  const error = await failureOf(renewGrant(grant, to, systemClock));
  expect(error).toMatchObject({ code: 'interrupted', mayBeApplied: false, details: [] });
});

test('an endpoint in the clear, elsewhere, is not asked', async () => {
  const metadata = { ...METADATA, token_endpoint: 'http://a.example/token' };
  const { to, grant } = await scriptedIssuer({ [OPENID]: { body: metadata } });
  const error = await failureOf(renewGrant(grant, to, systemClock));
  expect(error).toMatchObject({ code: 'protocol', message: expect.stringContaining('http://a.example/token') });
});

test('a login without anything to renew it with', async () => {
  const { to, grant } = await scriptedIssuer(KNOWN);
  const { refreshToken: _, ...rest } = grant;
  expect(await failureOf(renewGrant(rest, to, systemClock))).toMatchObject({ code: 'not_logged_in' });
});

test('an issuer that has no way to end a login says so by its silence', async () => {
  const { revocation_endpoint: _, ...metadata } = METADATA;
  const { to, grant } = await scriptedIssuer({ [OPENID]: { body: metadata } });
  expect(await revokeGrant(grant, to)).toBe(false);
});

test('both tokens are ended', async () => {
  const { to, grant, asked } = await scriptedIssuer({ ...KNOWN, '/revoke': {} });
  expect(await revokeGrant(grant, to)).toBe(true);
  expect(asked.filter((path) => path === '/revoke')).toHaveLength(2);
});

const CODE = {
  device_code: 'device-canary',
  user_code: 'ABCD',
  verification_uri: 'URL/d',
  expires_in: 60,
  interval: 0.1,
};

test('a poll for a device that fails once is no end of it', { timeout: 20_000 }, async () => {
  const pending = { status: 400, body: { error: 'authorization_pending' } };
  const issuer = await scriptedIssuer({
    ...KNOWN,
    '/device': { body: CODE },
    '/token': [pending, { status: 503 }, { body: NEW_TOKENS }],
  });
  const codes: string[] = [];
  const grant = await logInByDevice(await wishOf(issuer), ({ code }) => codes.push(code));
  expect({ codes, token: grant.accessToken }).toEqual({ codes: ['ABCD'], token: 'access-token-2' });
});

test.each([
  ['access_denied', 'the login was denied at'],
  ['expired_token', 'the code ran out'],
  ['invalid_client', 'does not know the client "recon"'],
])('%s ends the wait for a device', async (error, message) => {
  const body = { error, error_description: 'device-canary' };
  const issuer = await scriptedIssuer({ ...KNOWN, '/device': { body: CODE }, '/token': { status: 400, body } });
  const failure = await failureOf(logInByDevice(await wishOf(issuer), () => {}));
  expect(failure).toMatchObject({ code: 'not_logged_in', message: expect.stringContaining(message) });
  expect(failure.details.join(' ')).not.toContain('device-canary');
});

test.each([
  ['a browser', 'authorization_endpoint', logInByBrowser],
  ['a code for another device', 'device_authorization_endpoint', logInByDevice],
] as const)('an issuer without %s names the other way', async (way, endpoint, logIn) => {
  const { [endpoint]: _, ...metadata } = METADATA;
  const issuer = await scriptedIssuer({ [OPENID]: { body: metadata } });
  const failure = await failureOf(logIn(await wishOf(issuer), () => {}));
  expect(failure).toMatchObject({ code: 'not_logged_in', message: expect.stringContaining(`no login with ${way}`) });
});

test.each([
  ['in the clear, elsewhere', 'http://a.example/page'],
  ['of another kind', 'file:///etc/passwd'],
  ['that is none', 'page'],
  ['with a name before an @', 'https://login.example@a.example/page'],
])('a page %s is not shown to anybody', async (_what, page) => {
  const shown: unknown[] = [];
  const stop = new AbortController();
  const show = (one: unknown) => {
    shown.push(one);
    stop.abort(new ReconError('interrupted', 'shown'));
  };
  const metadata = { ...METADATA, authorization_endpoint: page };
  const byBrowser = await scriptedIssuer({ [OPENID]: { body: metadata } });
  const failure = await failureOf(logInByBrowser(await wishOf(byBrowser, stop.signal), show));
  expect(failure).toMatchObject({ code: 'protocol', message: expect.stringContaining('which the issuer names') });
  for (const name of ['verification_uri', 'verification_uri_complete']) {
    const body = { ...CODE, [name]: page };
    const byDevice = await scriptedIssuer({ ...KNOWN, '/device': { body }, '/token': { body: NEW_TOKENS } });
    const refused = await failureOf(logInByDevice(await wishOf(byDevice), show));
    expect(refused).toMatchObject({ code: 'protocol', message: expect.stringContaining('which the issuer names') });
  }
  expect(shown).toEqual([]);
});

test('only the page of the redirect is taken; Ctrl-C ends the wait for it', async () => {
  const stop = new AbortController();
  const issuer = await scriptedIssuer(KNOWN);
  const statuses: number[] = [];
  const login = logInByBrowser(await wishOf(issuer, stop.signal), (address) => {
    const { searchParams } = new URL(address);
    const back = searchParams.get('redirect_uri')!;
    expect(new URL(back).hostname).toBe('127.0.0.1');
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    void (async () => {
      for (const path of ['/', '/callback/x', '/favicon.ico']) {
        statuses.push((await fetch(new URL(`${path}?code=a&state=${searchParams.get('state')}`, back))).status);
      }
      statuses.push((await fetch(back, { method: 'POST' })).status);
      stop.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
    })();
  });
  expect(await failureOf(login)).toMatchObject({ code: 'interrupted' });
  expect(statuses).toEqual([404, 404, 404, 404]);
});

test('nobody comes: after ten minutes it is told', async () => {
  const issuer = await scriptedIssuer(KNOWN);
  const wish = await wishOf(issuer);
  const waits: number[] = [];
  const clock = { ...systemClock, sleep: async (ms: number) => void waits.push(ms) };
  const failure = await failureOf(logInByBrowser({ ...wish, clock }, () => {}));
  expect(failure).toMatchObject({ code: 'not_logged_in', message: expect.stringContaining('within 10 minutes') });
  expect(waits).toEqual([600_000]);
});

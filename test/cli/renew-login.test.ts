import { expect, test } from 'vitest';
import type { WayParts } from '../../src/cli/connect.ts';
import { renewLogin } from '../../src/cli/renew-login.ts';
import { ReconError } from '../../src/errors.ts';
import { failureOf } from '../http/quick.ts';
import { httpServer } from '../http/servers.ts';

/** An issuer that answers a renewal after `answerMs`, and a command that is stopped when the renewal has arrived. */
async function scene(answerMs: number) {
  const stop = new AbortController();
  const server = await httpServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.url !== '/token') {
      return response.end(JSON.stringify({ issuer: server.url, token_endpoint: `${server.url}/token` }));
    }
    stop.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
    return setTimeout(
      () => response.end(JSON.stringify({ access_token: 'token-of-a-renewal', token_type: 'Bearer' })),
      answerMs,
    ).unref();
  });
  const grant = {
    login: 'a',
    issuer: server.url,
    clientId: 'recon',
    accessToken: 'token-1',
    refreshToken: 'refresh-1',
  };
  // Nothing is said on the way.
  const streams = { stderrIsTty: () => false };
  const way = { streams, environment: {}, signal: stop.signal, version: 'test', debug: false, timeoutMs: undefined };
  return { stop, grant, way: way as unknown as WayParts };
}

test('Ctrl-C in the middle of a renewal: its answer is waited for', async () => {
  const { stop, grant, way } = await scene(50);
  expect(await renewLogin(grant, way)).toMatchObject({ accessToken: 'token-of-a-renewal' });
  expect(stop.signal.aborted).toBe(true);
});

test('Ctrl-C in the middle of a renewal that does not end: the command does', async () => {
  const { grant, way } = await scene(60_000);
  const error = await failureOf(renewLogin(grant, way, { wholeMs: 60_000, stoppedMs: 20 }));
  expect(error).toMatchObject({ code: 'interrupted', mayBeApplied: false });
});

test('nothing is asked after Ctrl-C', async () => {
  const { stop, grant, way } = await scene(0);
  stop.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
  expect(await failureOf(renewLogin(grant, way))).toMatchObject({ code: 'interrupted' });
});

test('a renewal has one limit, and one that is too late is temporary', async () => {
  const { grant, way } = await scene(60_000);
  const error = await failureOf(renewLogin(grant, way, { wholeMs: 200, stoppedMs: 60_000 }));
  expect(error).toMatchObject({ code: 'timeout', isTemporary: true, mayBeApplied: false, details: [] });
});

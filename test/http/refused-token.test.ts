import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createTransport, type TransportOptions } from '../../src/http/transport.ts';
import { aChange, aRead, failureOf, formOf, transportTo } from './quick.ts';
import { httpServer } from './servers.ts';

const [OLD, NEW] = ['rcn_canary-of-yesterday', 'rcn_canary-of-today'];

/** A service that takes these tokens alone, and what it has been sent. */
async function serviceOf(...taken: string[]) {
  const sent: { token: string; bytes: number }[] = [];
  const server = await httpServer((request, response) => {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    request.on('end', () => {
      sent.push({ token, bytes });
      response.writeHead(taken.includes(token) ? 200 : 401).end('{}');
    });
  });
  return { url: server.url, sent, tokens: () => sent.map(({ token }) => token) };
}

const renewed: NonNullable<TransportOptions['token']> = async (refused) => (refused === undefined ? OLD : NEW);

test('a refused token is replaced by another, for reads, changes and downloads', async () => {
  const { url, tokens } = await serviceOf(NEW);
  const transport = transportTo(url, { token: renewed });
  await transport.send(aRead());
  await transport.send(aChange());
  const { body } = await transport.open(aRead());
  await body.toArray();
  expect(tokens()).toEqual([OLD, NEW, OLD, NEW, OLD, NEW]);
});

test('a form is sent as a whole again', async () => {
  const { url, sent } = await serviceOf(NEW);
  await transportTo(url, { token: renewed }).send(aChange({ form: formOf(300_000) }));
  expect(sent).toHaveLength(2);
  expect(sent[0]!.bytes).toBeGreaterThan(300_000);
  expect(sent[1]!.bytes).toBe(sent[0]!.bytes);
});

test('the other one is refused, too: an error, and no third try', async () => {
  const { url, tokens } = await serviceOf();
  const failure = await failureOf(transportTo(url, { token: renewed }).send(aRead()));
  expect(failure).toMatchObject({ code: 'not_logged_in', status: 401 });
  expect(tokens()).toEqual([OLD, NEW]);
});

test('with no other one there is one request', async () => {
  const { url, tokens } = await serviceOf();
  await failureOf(transportTo(url, { token: async () => OLD }).send(aRead()));
  expect(tokens()).toEqual([OLD]);
});

test('a transport without tokens sends none, and a text as it is', async () => {
  const { url, sent } = await serviceOf('');
  const transport = createTransport({ baseUrl: url, clock: systemClock, proxy: {}, userAgent: 'recon/test' });
  onTestFinished(() => transport.close());
  await transport.send(aChange({ text: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }));
  expect(sent).toEqual([{ token: '', bytes: 3 }]);
});

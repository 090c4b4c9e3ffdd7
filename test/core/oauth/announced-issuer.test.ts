import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { announcedIssuer } from '../../../src/core/oauth/announced-issuer.ts';
import { createTransport } from '../../../src/http/transport.ts';
import { httpServer } from '../../http/servers.ts';

interface Service {
  status?: number;
  challenge?: string;
  metadata?: unknown;
  metadataStatus?: number;
}

/** What is read of a service at `/api` that refuses with such a challenge. `URL` in texts is its origin. */
async function announcedBy({ status = 401, challenge, metadata, metadataStatus = 200 }: Service) {
  const asked: string[] = [];
  const server = await httpServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const isDocument = !path.startsWith('/api');
    const here = (text: string) => text.replaceAll('URL', server.url);
    if (isDocument) return void response.writeHead(metadataStatus).end(here(JSON.stringify(metadata ?? {})));
    if (challenge !== undefined) response.setHeader('www-authenticate', here(challenge));
    response.writeHead(status).end('{}');
  });
  const to = (baseUrl: string) => {
    const transport = createTransport({
      ...{ baseUrl, clock: systemClock, proxy: {}, userAgent: 'recon/test', random: () => 0 },
    });
    onTestFinished(() => transport.close());
    return transport;
  };
  const reading = announcedIssuer(to(`${server.url}/api`), to);
  return { reading, asked, url: server.url };
}

const CHALLENGE = 'Bearer realm="patients", resource_metadata="URL/about-logins"';
const METADATA = {
  resource: 'URL/api',
  authorization_servers: ['https://login.example', 'https://other.example'],
  scopes_supported: ['patients', 'photos'],
  recon_client_id: 'recon-desk',
};

test('issuer, client, name and scopes are read where the refusal points to', async () => {
  const { reading, asked, url } = await announcedBy({ challenge: CHALLENGE, metadata: METADATA });
  expect(await reading).toEqual({
    issuer: 'https://login.example',
    clientId: 'recon-desk',
    resource: `${url}/api`,
    scope: 'patients photos',
  });
  expect(asked).toEqual(['/api/patients?per_page=1', '/about-logins']);
});

test.each([
  ['among other challenges', 'Basic realm="x", Bearer error="invalid_token", resource_metadata="URL/about-logins"'],
  ['without quotes', 'Bearer resource_metadata=URL/about-logins'],
])('the address stands %s', async (_where, challenge) => {
  const { reading } = await announcedBy({ challenge, metadata: METADATA });
  expect(await reading).toMatchObject({ issuer: 'https://login.example' });
});

test('the scope of the refusal counts before those of the document', async () => {
  const challenge = `${CHALLENGE}, scope="patients"`;
  const { reading } = await announcedBy({ challenge, metadata: METADATA });
  expect(await reading).toMatchObject({ scope: 'patients' });
});

test.each<[string, Service]>([
  ['no challenge', {}],
  ['a challenge without an address', { challenge: 'Bearer realm="patients"' }],
  ['an address of another name', { challenge: 'Bearer x_resource_metadata="URL/about-logins"' }],
])('%s: nothing is known, and no address is tried', async (_what, service) => {
  const { reading, asked } = await announcedBy(service);
  expect(Object.values(await reading).filter((value) => value !== undefined)).toEqual([]);
  expect(asked).toEqual(['/api/patients?per_page=1']);
});

test.each<[string, Service, string]>([
  ['the document is not there', { challenge: CHALLENGE, metadataStatus: 404 }, 'not there (404)'],
  ['it is no object', { challenge: CHALLENGE, metadata: 7 }, 'no JSON object'],
  ['it names no service', { challenge: CHALLENGE, metadata: { ...METADATA, resource: 1 } }, 'of another service'],
  [
    'it is of another origin',
    { challenge: CHALLENGE, metadata: { ...METADATA, resource: 'https://a.example' } },
    'another',
  ],
  ['it is of another path', { challenge: CHALLENGE, metadata: { ...METADATA, resource: 'URL/ap' } }, 'another service'],
  ['its address is plain http', { challenge: 'Bearer resource_metadata="http://a.example/x"' }, 'neither https nor'],
])('%s: it is not used', async (_what, service, message) => {
  const { reading } = await announcedBy(service);
  await expect(reading).rejects.toMatchObject({ code: 'protocol', message: expect.stringContaining(message) });
});

test('a service that fails says nothing of its issuer', async () => {
  const { reading } = await announcedBy({ status: 503 });
  await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
});

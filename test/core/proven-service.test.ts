import { expect, test } from 'vitest';
import { createClient } from '../../src/core/client.ts';
import { failureOf, transportTo } from '../http/quick.ts';
import { httpServer } from '../http/servers.ts';

const PAGE = '<html><head><title>404 Not Found</title></head><body>nginx</body></html>';

/** Answers 404 in a form, but lists patients where it has a list. */
async function clientOf({
  hasList,
  type = 'text/html',
  body = PAGE,
}: {
  hasList: boolean;
  type?: string;
  body?: string;
}) {
  const asked: string[] = [];
  const { url } = await httpServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    if (hasList && request.url?.startsWith('/patients?') === true) {
      response.setHeader('content-type', 'application/json');
      return void response.end('{"patients":[],"meta":{}}');
    }
    response.writeHead(404, { 'content-type': type }).end(body);
  });
  return { client: createClient(transportTo(url)), asked, url };
}

test('a web server that has a page for every path is no service that lacks a patient', async () => {
  const { client, url } = await clientOf({ hasList: false });
  const requests = [
    () => client.getPatient('7'),
    () => client.listPatients({}),
    () => client.createPatient({ patient: { name: 'Ana' } }),
    () => client.deletePatient('7'),
    () => client.openDownload('7', 'face'),
    () => client.createInvitation('7', 'face'),
  ];
  for (const request of requests) {
    expect(await failureOf(request())).toMatchObject({
      code: 'protocol',
      message: `there is no patient service at ${url}: it has no /patients`,
    });
  }
});

test.each([
  ['a page of a service that has the list', { hasList: true }],
  ['an empty 404', { hasList: false, type: 'text/plain', body: '' }],
  ['a 404 in JSON', { hasList: false, type: 'application/json', body: '{"error":"no patient 7"}' }],
])('%s is a patient who is not there', async (_what, service) => {
  const { client } = await clientOf(service);
  expect(await failureOf(client.getPatient('7'))).toMatchObject({ code: 'not_found' });
});

test('the list is asked once, and only after a page', async () => {
  const { client, asked } = await clientOf({ hasList: true });
  for (const id of ['7', '8']) await failureOf(client.getPatient(id));
  expect(asked).toEqual(['GET /patients/7', 'GET /patients?id=0&per_page=1', 'GET /patients/8']);
});

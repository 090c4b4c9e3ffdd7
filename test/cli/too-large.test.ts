import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openAccounts } from '../../src/service/accounts.ts';
import { runMain } from '../support/run-main.ts';
import { openService, type TestService } from '../support/running-service.ts';
import { photoOf } from '../support/service-forms.ts';
import { tempFolder } from '../support/temp-folder.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const recon = (baseUrl: string, token: string, ...args: string[]) =>
  runMain([...args, '--json'], { HOME: tempFolder(), RECON_BASE_URL: baseUrl, RECON_TOKEN: token });
const errorIn = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1)!).error;

test('a list filter of 20 kB is told as too long an address, with what to shorten', async () => {
  const { exitCode, stderr } = await recon(
    service.url,
    service.token,
    'patients',
    'list',
    '--name',
    'a'.repeat(20_000),
  );
  expect(exitCode).toBe(5);
  expect(errorIn(stderr)).toMatchObject({
    message:
      'the service refused the address of the request as too long (431): the address and the headers of the request are longer than 16 KB',
    hint: 'the same command with shorter values, such as a shorter --name',
  });
});

test('an address that is too long is named, and nobody is told of photos', async () => {
  const args = ['patients', 'create', '--name', 'Ana', '--address', 'a'.repeat(9000)];
  const { exitCode, stderr } = await recon(service.url, service.token, ...args);
  expect(exitCode).toBe(5);
  expect(errorIn(stderr)).toMatchObject({
    status: 413,
    details: ['patient[address] is longer than 8 KB'],
    hint: 'the same command with less in the named fields',
  });
  expect(stderr).not.toContain('photo');
});

test('an account whose quota is used up: nobody is told of smaller photos', async () => {
  const accounts = await openAccounts(service.places);
  const { token } = await accounts.add('full', undefined, { bytes: 1_000 });
  await accounts.close();
  const folder = tempFolder();
  for (const view of ['left', 'front', 'right'] as const) {
    await writeFile(join(folder, `${view}.jpg`), await photoOf(view));
  }
  const args = ['patients', 'create', '--name', 'Cy', '--type', 'face', '--photos', folder];
  const { exitCode, stderr } = await recon(service.url, token, ...args);
  expect(exitCode).toBe(5);
  const { message, hint } = errorIn(stderr);
  expect(message).toMatch(/^the service refused the data \(413\): no room left for these photos/);
  expect(hint).toBe('the same command when there is room');
});

test('a patient that is not there is no doubt about the base URL', async () => {
  const { exitCode, stderr } = await recon(service.url, service.token, 'api', 'GET', '/patients/99999');
  expect(exitCode).toBe(3);
  expect(errorIn(stderr)).toMatchObject({ message: expect.stringContaining('no such patient'), hint: null });
});

/** A service that says 413 and no more. */
async function curtService(): Promise<string> {
  const server = createServer((request, response) => {
    const isList = request.method === 'GET';
    request.resume().on('end', () => response.writeHead(isList ? 200 : 413).end(isList ? EMPTY_LIST : ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const EMPTY_LIST = JSON.stringify({
  patients: [],
  meta: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 0 },
});

test('where a service names nothing, smaller photos help only if photos were sent', async () => {
  const url = await curtService();
  const without = await recon(url, 'a_token_of_theirs', 'patients', 'create', '--name', 'Ana');
  expect(errorIn(without.stderr)).toMatchObject({ status: 413, hint: 'the same command with shorter texts' });
  const folder = tempFolder();
  for (const view of ['left', 'front', 'right'] as const) {
    await writeFile(join(folder, `${view}.jpg`), await photoOf(view));
  }
  const args = ['patients', 'create', '--name', 'Bo', '--type', 'face', '--photos', folder];
  const withPhotos = await recon(url, 'a_token_of_theirs', ...args);
  expect(errorIn(withPhotos.stderr)).toMatchObject({ status: 413, hint: 'smaller photos' });
});

import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAddressRanges } from '../../src/system/address-ranges.ts';
import { openService, type TestService } from '../support/running-service.ts';

describe('a request that comes', () => {
  let service: TestService;
  beforeAll(async () => {
    const publicUrl = 'https://recon.clinic.example';
    service = await openService({ publicUrl, isProxy: parseAddressRanges('192.0.2.1')! });
  });
  afterAll(() => service.close());

  const status = (method: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(service.url);
      const all = { authorization: `Bearer ${service.token}`, ...headers };
      request({ host: '127.0.0.1', port, method, path: '/patients', headers: all }, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      })
        .once('error', reject)
        .end();
    });

  test('from no proxy that was named has to name us', async () => {
    expect(await status('GET', { host: 'recon.clinic.example' })).toBe(200);
    expect(await status('GET', { host: 'recon_servers' })).toBe(403);
    expect(await status('GET', { host: 'recon_servers', 'x-forwarded-host': 'recon.clinic.example' })).toBe(403);
  });

  test('from a page of the public address is taken under any name of ours', async () => {
    const { host } = new URL(service.url);
    expect(await status('POST', { host, origin: 'https://recon.clinic.example' })).toBe(201);
    for (const origin of ['http://recon.clinic.example', 'https://recon.clinic.example:444', 'https://evil.example']) {
      expect([origin, await status('POST', { host, origin })]).toEqual([origin, 403]);
    }
  });
});

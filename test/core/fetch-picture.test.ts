import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { fetchPicture } from '../../src/core/fetch-picture.ts';
import { createTransport } from '../../src/http/transport.ts';
import { httpServer } from '../http/servers.ts';

interface Asked {
  url: string | undefined;
  token: string | undefined;
}

async function pictureServer(type?: string) {
  const asked: Asked[] = [];
  const server = await httpServer(({ url, headers }, response) => {
    asked.push({ url, token: headers.authorization });
    if (type !== undefined) response.setHeader('content-type', type);
    response.end(Buffer.from('picture'));
  });
  return { ...server, asked };
}

const common = { clock: systemClock, proxy: {}, userAgent: 'recon/test' };
const withToken = (baseUrl: string) => createTransport({ ...common, baseUrl, token: async () => 'canary-token' });
const withoutToken = (baseUrl: string) => createTransport({ ...common, baseUrl });

async function fetched(baseUrl: string, address: string): Promise<string> {
  const service = withToken(baseUrl);
  const hosts = new Map<string, ReturnType<typeof createTransport>>();
  const elsewhere = (origin: string) => {
    const host = hosts.get(origin) ?? withoutToken(origin);
    hosts.set(origin, host);
    return host;
  };
  try {
    return Buffer.from(await fetchPicture(service, address, elsewhere)).toString();
  } finally {
    await Promise.all([service, ...hosts.values()].map((one) => one.close()));
  }
}

test('the token goes along below the base URL, and nowhere else', async () => {
  const service = await pictureServer();
  const store = await pictureServer();
  const base = `${service.url}/api/v1`;
  expect(await fetched(base, `${base}/pictures/7?size=large`)).toBe('picture');
  expect(await fetched(base, `${service.url}/api/v10/7`)).toBe('picture');
  expect(await fetched(base, `${store.url}/a%20b/7.jpg?expires=9&signature=a%2Bb%2F%3D`)).toBe('picture');
  expect(service.asked).toEqual([
    { url: '/api/v1/pictures/7?size=large', token: 'Bearer canary-token' },
    { url: '/api/v10/7', token: undefined },
  ]);
  expect(store.asked).toEqual([{ url: '/a%20b/7.jpg?expires=9&signature=a%2Bb%2F%3D', token: undefined }]);
});

test('a service on this machine is asked itself for a picture at its public address, without the token', async () => {
  const service = await pictureServer('image/jpeg');
  expect(await fetched(service.url, 'https://recon.invalid/images/1/7?expires=9&signature=a%2Bb')).toBe('picture');
  expect(service.asked).toEqual([{ url: '/images/1/7?expires=9&signature=a%2Bb', token: undefined }]);
});

test('what a service on this machine answers instead of a picture is none: the address itself is asked', async () => {
  const service = await pictureServer('text/html');
  await expect(fetched(service.url, 'https://recon.invalid/7.jpg')).rejects.toMatchObject({
    message: expect.stringContaining('the picture could not be fetched: the name recon.invalid could not be found'),
  });
  expect(service.asked).toEqual([{ url: '/7.jpg', token: undefined }]);
});

test.each([
  'ftp://pictures.example/7.jpg?key=SECRET',
  'http://pictures.example/7.jpg?key=SECRET',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '7.jpg',
])('%s is no address of a picture; nothing is asked, and its query is not told', async (address) => {
  const failure = await fetched('http://127.0.0.1:1', address).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'protocol', message: expect.stringMatching(/^the service names a picture/) });
  expect(String(failure)).not.toContain('SECRET');
});

test('more bytes than a photo may have are refused, and a missing picture is told as one', async () => {
  const endless = await httpServer((_request, response) => {
    const piece = Buffer.alloc(1_000_000);
    const more = () => {
      while (response.write(piece));
    };
    response.on('drain', more);
    more();
  });
  await expect(fetched(endless.url, `${endless.url}/7.jpg`)).rejects.toMatchObject({
    code: 'protocol',
    message: 'the picture could not be fetched: it has more than 40 MB',
  });
  const empty = await httpServer((_request, response) => response.writeHead(404).end());
  await expect(fetched(empty.url, `${empty.url}/7.jpg?key=SECRET`)).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringMatching(/^the picture could not be fetched: (?!.*SECRET)/),
  });
});

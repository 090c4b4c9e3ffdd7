import { pbkdf2 } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readMultipart } from '../../src/service/routes/intake/multipart.ts';
import { tempFolder } from '../support/temp-folder.ts';

const BODY = `--b\r\nContent-Disposition: form-data; name="reconstruction[front]"; filename="f.jpg"\r\n\r\n${'x'.repeat(2000)}`;
const HEAD =
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n';
const SHAPE = { textFields: [], photoFields: ['reconstruction[front]'] };

/** Node's threads: files wait behind computations such as this one. */
const FILE_THREADS = 4;
const occupy = promisify(pbkdf2);

// A file that was still being opened when its body broke off came into being after the clearing up.
test('a body that breaks off is refused only when its file is there to be removed', async () => {
  const path = join(tempFolder(), 'photo');
  const app = Fastify();
  await app.register(multipart);
  let busy: Promise<unknown>[] = [];
  const intake = {
    newPath() {
      busy = Array.from({ length: FILE_THREADS }, () => occupy('', '', 200_000, 64, 'sha512'));
      setTimeout(() => sending.destroy(), 20);
      return path;
    },
    examine: () => Promise.reject(new Error('no photo is whole here')),
  };
  const wasThere = new Promise<boolean>((resolve) => {
    app.post('/', (request) => readMultipart(request, SHAPE, intake).catch(() => resolve(existsSync(path))));
  });
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const sending = connect(Number(url.port), url.hostname);
  sending.write(HEAD + BODY);
  expect(await wasThere).toBe(true);
  await Promise.all(busy);
  await app.close();
});

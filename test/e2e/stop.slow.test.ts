import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SAME_WISH_MS } from '../../src/cli/signals.ts';
import { openServer } from '../support/open-server.ts';
import { makeHome, type ReconHome } from '../support/recon-home.ts';

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

type Running = ReturnType<ReconHome['start']>;

/** Resolves when the program has written this to stderr. */
function said(child: Running, words: string): Promise<void> {
  let seen = '';
  return new Promise((resolve) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen.includes(words)) resolve();
    });
  });
}

async function serve() {
  const child = home.start(['serve', '--port', '0', '--data', 'data']);
  const stopping = said(child, 'Stopping');
  const [chunk] = (await once(child.stdout!, 'data')) as [Buffer];
  const url = chunk.toString().trim();
  const token = (await readFile(join(home.folder, 'data/token'), 'utf8')).trim();
  return { child, stopping, url, token };
}

const FORM = 'patient%5Bname%5D=Ana';

/** A create of which the last byte is still to come. */
async function beginCreate({ url, token }: { url: string; token: string }) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /patients HTTP/1.1',
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${FORM.length}`,
    'expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  socket.write(FORM.slice(0, -1));
  const finish = async () => {
    socket.write(FORM.slice(-1));
    return await text(socket);
  };
  return { socket, finish };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'one %s is one: what is under way is answered, then it ends with 0',
  async (signal) => {
    const { child, stopping, ...service } = await serve();
    const create = await beginCreate(service);
    child.kill(signal);
    await stopping;
    // A signal that the program sends to itself comes at once, and would be taken for the second after this.
    await sleep(SAME_WISH_MS + 50);
    expect(await create.finish()).toMatch(/^HTTP\/1\.1 201 [\s\S]*"name":"Ana"/);
    const { exitCode, stderr } = await child;
    expect(exitCode).toBe(0);
    expect(stderr).toContain('a second Ctrl-C ends it at once');
  },
);

test('a second Ctrl-C ends the service at once', async () => {
  const { child, stopping, ...service } = await serve();
  const { socket } = await beginCreate(service);
  socket.on('error', () => {});
  child.kill('SIGINT');
  await stopping;
  await sleep(SAME_WISH_MS + 50);
  child.kill('SIGINT');
  expect((await child).exitCode).toBe(130);
});

test('a second signal takes the command beside the service with it', async () => {
  const child = home.start(['serve', '--', 'sh', '-c', 'trap "" TERM; echo $$; while :; do sleep 0.1; done']);
  const [chunk] = (await once(child.stdout!, 'data')) as [Buffer];
  const pid = Number(chunk.toString());
  child.kill('SIGTERM');
  await sleep(SAME_WISH_MS + 50);
  child.kill('SIGTERM');
  expect((await child).exitCode).toBe(143);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('SIGUSR1 opens no debugger in the service, which lives on', async () => {
  const { child, url } = await serve();
  for (let times = 0; times < 2; times++) child.kill('SIGUSR1');
  expect((await fetch(`${url}/openapi.json`)).status).toBeLessThan(500);
  await sleep(300);
  child.kill('SIGTERM');
  const { exitCode, stderr } = await child;
  expect(exitCode).toBe(0);
  expect(stderr).not.toContain('Debugger listening');
});

test('SIGUSR1 opens no debugger in a command that holds a token, which goes on', async () => {
  let child: Running | undefined;
  const server = await openServer(async (_request, response) => {
    child!.kill('SIGUSR1');
    await sleep(300);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ patients: [], meta: META }));
  });
  child = home.start(['patients', 'list', '--json'], { env: { RECON_BASE_URL: server.url, RECON_TOKEN: 'of-nobody' } });
  const { exitCode, stderr } = await child;
  await server.close();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'no patients found\n' });
});

const META = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 0 };

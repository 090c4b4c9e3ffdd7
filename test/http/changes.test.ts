import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ReconError } from '../../src/errors.ts';
import type { Operation } from '../../src/http/transport.ts';
import { aChange, failureOf, fastClock, fileOf, formOf, TOKEN, transportTo } from './quick.ts';
import { emptyAnswer, httpServer, jsonAnswer, netServer, onWholeRequest } from './servers.ts';

const BIG = 8 * 1024 * 1024;

/** Every kind of change: without a body, with a small one, and the one that is a GET on the wire. */
const changes: [string, Operation][] = [
  ['DELETE', aChange({ method: 'DELETE', path: '/patients/7' })],
  ['POST without a body', aChange({ path: '/patients/7/transfer/9' })],
  ['POST with a form', aChange({ form: formOf(1000) })],
  ['PUT with a form', aChange({ method: 'PUT', path: '/patients/7', form: formOf(1000) })],
  ['an invitation, GET on the wire', aChange({ method: 'GET', path: '/patients/7/invitation' })],
];

describe.each(changes)('%s is sent once, and its outcome is unknown', (_, operation) => {
  test.each([
    ['500', emptyAnswer('500 Oops')],
    ['502', emptyAnswer('502 Bad')],
    ['503', emptyAnswer('503 Busy', 'retry-after: 1\r\n')],
    ['504', emptyAnswer('504 Late')],
    ['520', emptyAnswer('520 Odd')],
    ['408', emptyAnswer('408 Slow')],
    ['302', emptyAnswer('302 Found', 'location: https://other.example/\r\n')],
    ['303', emptyAnswer('303 See', 'location: https://other.example/\r\n')],
    ['a cut head', 'HTTP/1.1 201 Cr'],
    ['a cut body', 'HTTP/1.1 201 Created\r\ncontent-length: 50\r\n\r\n{"pa'],
    ['a cut body with close', 'HTTP/1.1 201 Created\r\nconnection: close\r\ncontent-length: 50\r\n\r\n{"pa'],
    ['no answer', ''],
    ['garbage', 'hello\r\n\r\n'],
    ['no UTF-8', Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n{"\xff"', 'latin1')],
  ])('after %s', async (_, answer) => {
    const server = await netServer((socket) => onWholeRequest(socket, () => socket.end(answer)));
    const error = await failureOf(transportTo(server.url).send(operation));
    expect(error.code).toBe('outcome_unknown');
    expect(error.message).toMatch(/^the change may or may not have been made: /);
    expect(server.connections()).toBe(1);
  });

  test('after a reset behind the last byte', async () => {
    const server = await netServer((socket) => onWholeRequest(socket, () => socket.resetAndDestroy()));
    expect((await failureOf(transportTo(server.url).send(operation))).code).toBe('outcome_unknown');
    expect(server.connections()).toBe(1);
  });

  test('after silence', async () => {
    const server = await netServer((socket) => onWholeRequest(socket, () => {}));
    const error = await failureOf(transportTo(server.url, { timeoutMs: 50 }).send(operation));
    expect(error).toMatchObject({ code: 'outcome_unknown', message: expect.stringContaining('did not answer') });
    expect(server.connections()).toBe(1);
  });
});

describe.each(changes)('%s is surely not made', (_, operation) => {
  test.each([
    ['400', 'refused'],
    ['401', 'not_logged_in'],
    ['403', 'forbidden'],
    ['404', 'not_found'],
    ['405', 'protocol'],
    ['409', 'refused'],
    ['413', 'refused'],
    ['415', 'refused'],
    ['422', 'refused'],
    ['301', 'protocol'],
    ['307', 'protocol'],
    ['308', 'protocol'],
  ])('after %s, which stops it', async (status, code) => {
    const answer = emptyAnswer(`${status} So`, 'location: https://other.example/\r\n');
    const server = await netServer((socket) => onWholeRequest(socket, () => socket.end(answer)));
    expect((await failureOf(transportTo(server.url).send(operation))).code).toBe(code);
    expect(server.connections()).toBe(1);
  });

  test('after 429, and is sent again whole', async () => {
    const bodies: string[] = [];
    const server = await netServer((socket, number) =>
      onWholeRequest(socket, (request) => {
        bodies.push(request.replace(/\d{24,}|[0-9a-f]{24}/g, ''));
        socket.end(number < 3 ? emptyAnswer('429 Many') : jsonAnswer('{"done":true}'));
      }),
    );
    expect((await transportTo(server.url).send(operation)).text).toBe('{"done":true}');
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
  });

  test('where nobody listens, and is tried four times', async () => {
    const gone = await netServer(() => {});
    await gone.close();
    const transport = transportTo(gone.url);
    expect((await failureOf(transport.send(operation))).code).toBe('network');
    expect(transport.tries()).toBe(4);
  });
});

test('a change is made once the service comes up', async () => {
  const port = await freedPort();
  const transport = transportTo(`http://127.0.0.1:${port}`, { random: () => 0.2 });
  const sending = transport.send(aChange({ form: formOf(1000) }));
  const { createServer } = await import('node:http');
  const late = createServer((request, response) => request.resume().on('end', () => response.end('{"id":7}')));
  await new Promise<void>((resolve) => late.listen(port, '127.0.0.1', resolve));
  expect((await sending).text).toBe('{"id":7}');
  late.closeAllConnections();
  late.close();
});

async function freedPort(): Promise<number> {
  const server = await netServer(() => {});
  await server.close();
  return server.port;
}

describe('a change that the service would know again', () => {
  const repeatable = aChange({ form: formOf(1000), isRepeatable: true });

  test('goes on a connection that was just used, and any other change on a new one', async () => {
    const server = await httpServer((request, response) => request.resume().on('end', () => response.end('{}')));
    const transport = transportTo(server.url);
    for (let number = 1; number <= 6; number++) await transport.send(repeatable);
    // One that has just ended is not always free at once.
    expect(server.connections()).toBeLessThanOrEqual(2);
    const before = server.connections();
    for (let number = 1; number <= 3; number++) await transport.send(aChange({ form: formOf(1000) }));
    expect(server.connections() - before).toBe(3);
  });

  test('goes on a new connection once the last one was idle for some seconds', async () => {
    const server = await httpServer((request, response) => request.resume().on('end', () => response.end('{}')));
    const transport = transportTo(server.url);
    await transport.send(repeatable);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await transport.send(repeatable);
    expect(server.connections()).toBe(2);
  });

  test('is not sent again by itself where the server closes the connection just then', async () => {
    let requests = 0;
    const server = await netServer((socket) => {
      let isUsed = false;
      onWholeRequest(socket, () => {
        requests += 1;
        if (isUsed) socket.resetAndDestroy();
        else socket.write(jsonAnswer('{}'));
        isUsed = true;
      });
    });
    const transport = transportTo(server.url);
    const sendUntilReset = async () => {
      for (let number = 1; number <= 6; number++) await transport.send(repeatable);
    };
    expect((await failureOf(sendUntilReset())).code).toBe('outcome_unknown');
    expect(transport.tries()).toBe(requests);
  });
});

describe('an upload', () => {
  test('that breaks before its last byte is sent again', async () => {
    const lengths: number[] = [];
    const server = await httpServer((request, response, number) => {
      if (number === 1) {
        request.once('data', () => request.socket.resetAndDestroy());
        return;
      }
      let length = 0;
      request.on('data', (piece) => {
        length += piece.length;
      });
      request.on('end', () => {
        lengths.push(length - Number(request.headers['content-length']));
        response.end('{"id":7}');
      });
    });
    const seen: number[] = [];
    const operation = aChange({ form: formOf(BIG), onUpload: (sent) => seen.push(sent) });
    expect((await transportTo(server.url).send(operation)).text).toBe('{"id":7}');
    expect(lengths).toEqual([0]);
    // Progress starts again with the second try.
    expect(seen.some((sent, at) => at > 0 && sent < seen[at - 1]!)).toBe(true);
  });

  test.each([
    [401, 'not_logged_in'],
    [413, 'refused'],
    [422, 'refused'],
  ])('answered %i half-way ends with that answer', async (status, code) => {
    const server = await httpServer((request, response) => {
      request.once('data', () => {
        response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
        response.end('{"detail":"no more"}', () => request.socket.destroySoon());
      });
    });
    const transport = transportTo(server.url);
    const error = await failureOf(transport.send(aChange({ form: formOf(BIG) })));
    expect(error).toMatchObject({ code, status });
    expect(transport.tries()).toBe(1);
  });

  test('that the service does not take is given up after 30 s without progress, and not applied', async () => {
    const server = await netServer((socket) => socket.pause());
    const transport = transportTo(server.url, { clock: fastClock(100) });
    const error = await failureOf(transport.send(aChange({ form: formOf(4 * BIG) })));
    expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('made no progress for 30 s') });
    expect(transport.tries()).toBe(4);
  });

  test('counts every byte exactly, part headers included', async () => {
    let announced = 0;
    const server = await httpServer((request, response) => {
      announced = Number(request.headers['content-length']);
      request.resume().on('end', () => response.end('{}'));
    });
    const seen: [number, number][] = [];
    const operation = aChange({ form: formOf(BIG), onUpload: (sent, total) => seen.push([sent, total]) });
    await transportTo(server.url).send(operation);
    expect(seen.at(-1)).toEqual([announced, announced]);
    expect(seen.every(([sent, total], at) => total === announced && sent > (seen[at - 1]?.[0] ?? 0))).toBe(true);
  });

  test('whose photo cannot be read is not a request, and the photo is named as the cause', async () => {
    const server = await httpServer((request, response) => request.resume().on('end', () => response.end('{}')));
    const broken = { ...fileOf(BIG), open: () => brokenStream() };
    const transport = transportTo(server.url);
    const form = [{ name: 'reconstruction[left]', file: broken }];
    const error = await failureOf(transport.send(aChange({ form })));
    expect(error).toMatchObject({ code: 'storage', message: 'a photo could not be read while it was being sent' });
    expect(transport.tries()).toBe(1);
  });

  test.each([
    ['shorter', -1],
    ['longer', 1],
  ])('of a photo that is now %s than it was is not sent', async (_, difference) => {
    let whole = 0;
    const server = await httpServer((request, response) => {
      request.on('error', () => {});
      request.resume().on('end', () => {
        whole += 1;
        response.end('{}');
      });
    });
    const changed = { ...fileOf(BIG), sizeBytes: BIG - difference };
    const error = await failureOf(transportTo(server.url).send(aChange({ form: [{ name: 'x', file: changed }] })));
    expect(error).toMatchObject({
      code: 'storage',
      message: expect.stringContaining('changed while it was being sent'),
    });
    expect(whole).toBe(0);
  });

  test('closes its files when it is given up', async () => {
    const opened: Readable[] = [];
    const open = () => {
      const stream = fileOf(BIG).open();
      opened.push(stream);
      return stream;
    };
    const server = await httpServer((request, response) =>
      request.once('data', () => response.writeHead(401).end(() => request.socket.destroy())),
    );
    const form = ['left', 'front', 'right'].map((name) => ({ name, file: { ...fileOf(BIG), open } }));
    await failureOf(transportTo(server.url).send(aChange({ form })));
    await new Promise((resolve) => setImmediate(resolve));
    expect(opened.every((stream) => stream.destroyed)).toBe(true);
    expect(opened.length).toBeLessThan(3);
  });
});

function brokenStream(): Readable {
  let pieces = 0;
  return new Readable({
    read() {
      pieces += 1;
      if (pieces > 3) this.destroy(new Error('EIO'));
      else this.push(Buffer.alloc(1000));
    },
  });
}

test('a change never meets a connection that the server is about to close', async () => {
  const server = await httpServer((request, response) => {
    request.resume();
    response.end('{"ok":true}');
    // Right after the answer, as a server does whose keep-alive time is over.
    setImmediate(() => request.socket.destroy());
  });
  const transport = transportTo(server.url);
  for (let at = 0; at < 60; at += 1) {
    await transport.send(aChange());
    await new Promise((resolve) => setTimeout(resolve, at % 3));
  }
  expect(server.connections()).toBe(60);
});

test('a redirected change reaches nobody else', async () => {
  const other = await netServer((socket) => socket.end(jsonAnswer('{}')));
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await netServer((socket) =>
      onWholeRequest(socket, () => socket.end(emptyAnswer(`${status} Go`, `location: ${other.url}/patients\r\n`))),
    );
    const error = await failureOf(transportTo(server.url).send(aChange({ form: formOf(5000) })));
    expect(error.code).toBe(status === 302 || status === 303 ? 'outcome_unknown' : 'protocol');
    expect(error.message).toContain(`127.0.0.1:${other.port}`);
  }
  expect(other.connections()).toBe(0);
});

describe('Ctrl-C', () => {
  const reason = new ReconError('interrupted', 'Interrupted');
  const interruptedBy = async (server: { url: string }, operation: Operation) => {
    const stop = new AbortController();
    const sending = failureOf(transportTo(server.url, { signal: stop.signal }).send(operation));
    setTimeout(() => stop.abort(reason), 50);
    return await sending;
  };

  test('after the last byte says that the change may still be made', async () => {
    const server = await netServer((socket) => onWholeRequest(socket, () => {}));
    const error = await interruptedBy(server, aChange({ form: formOf(1000) }));
    expect(error).toMatchObject({ code: 'interrupted', details: [expect.stringContaining('may still be made')] });
  });

  test('during the upload is just that', async () => {
    const server = await netServer((socket) => socket.pause());
    expect(await interruptedBy(server, aChange({ form: formOf(4 * BIG) }))).toBe(reason);
  });
});

test('the token stands in the header alone, and in no trace, notice or error', async () => {
  const heads: string[] = [];
  const server = await netServer((socket) =>
    onWholeRequest(socket, (request) => {
      heads.push(request);
      socket.end(`HTTP/1.1 422 No\r\nx-echo: ${TOKEN}\r\ncontent-length: ${TOKEN.length + 8}\r\n\r\nbad key ${TOKEN}`);
    }),
  );
  const transport = transportTo(`${server.url}/prefix`);
  const error = await failureOf(transport.send(aChange({ query: [['name', 'Ana']], form: formOf(10) })));
  expect(heads[0]).toMatch(/^POST \/prefix\/patients\?name=Ana HTTP\/1\.1\r\n/);
  expect(heads[0]!.split(TOKEN)).toHaveLength(2);
  expect(heads[0]).toContain(`authorization: Bearer ${TOKEN}\r\n`);
  expect(error.message).toBe('the service refused the data (422): bad key (token hidden)');
  const said = JSON.stringify([transport.traces, transport.notices, error, error.message, String(error.stack)]);
  expect(said).not.toContain(TOKEN);
  expect(said).not.toContain('Ana');
});

test('a token that cannot stand in a header is refused before anything is sent', async () => {
  const server = await netServer(() => {});
  const transport = transportTo(server.url, { token: async () => 'rcn_good\r\nx-evil: 1' });
  expect((await failureOf(transport.send(aChange()))).code).toBe('usage');
  expect(server.connections()).toBe(0);
});

import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Line } from '../../src/errors.ts';
import type { TransportOptions } from '../../src/http/transport.ts';
import { lineText } from '../../src/system/line-text.ts';
import { aRead, failureOf, fastClock, TOKEN, transportTo } from './quick.ts';
import { emptyAnswer, httpServer, jsonAnswer, netServer, onWholeRequest } from './servers.ts';

const BODY = '{"patients":[]}';

describe('a read is tried again', () => {
  test.each([
    ['after 503', emptyAnswer('503 Busy')],
    ['after 500', emptyAnswer('500 Oops')],
    ['after 520', emptyAnswer('520 Odd')],
    ['after 408', emptyAnswer('408 Slow')],
    ['after 429', emptyAnswer('429 Many')],
    ['after a cut head', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['after a cut body', 'HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"pati'],
    ['after a chunked body without its end', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n{"p\r\n'],
    ['after no answer at all', ''],
  ])('%s', async (_, broken) => {
    const server = await netServer((socket, number) =>
      onWholeRequest(socket, () => socket.end(number === 1 ? broken : jsonAnswer(BODY))),
    );
    const transport = transportTo(server.url);
    expect((await transport.send(aRead())).text).toBe(BODY);
    expect(server.connections()).toBe(2);
    expect(transport.notices).toHaveLength(1);
    expect(transport.notices[0]).toMatch(/trying again at once( \(2 of 4\)|, and whenever it asks for that)$/);
  });

  test('after a reset', async () => {
    const server = await netServer((socket, number) => {
      if (number === 1) socket.resetAndDestroy();
      else onWholeRequest(socket, () => socket.end(jsonAnswer(BODY)));
    });
    expect((await transportTo(server.url).send(aRead())).text).toBe(BODY);
  });

  test('and a service that comes up late is met', async () => {
    const gone = await netServer(() => {});
    await gone.close();
    const transport = transportTo(gone.url);
    const { error } = await transport.send(aRead()).then(
      () => ({ error: undefined }),
      (thrown) => ({ error: thrown }),
    );
    expect(error).toMatchObject({
      code: 'network',
      hint: expect.objectContaining({ command: ['serve', '--port', new URL(gone.url).port] }),
    });
    expect(transport.traces.filter(({ step }) => step === 'failure')).toHaveLength(4);
  });
});

describe('a read that never goes well ends as', () => {
  test.each([
    [
      '503 with a page',
      `HTTP/1.1 503 Busy\r\ncontent-length: 31\r\n\r\n<title>Back in a minute</title>`,
      'unavailable',
      4,
    ],
    ['502', emptyAnswer('502 Bad Gateway'), 'unavailable', 4],
    ['429', emptyAnswer('429 Many'), 'rate_limited', 4],
    ['408', emptyAnswer('408 Slow'), 'timeout', 4],
    ['a cut body', 'HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"pati', 'network', 4],
    ['garbage', 'SSH-2.0-OpenSSH_9.2\r\n', 'protocol', 4],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{"a":1', 'protocol', 4],
    ['a head of 40 KB', `HTTP/1.1 200 OK\r\nx-big: ${'x'.repeat(40_000)}\r\n\r\n`, 'protocol', 4],
    ['401', emptyAnswer('401 Who'), 'not_logged_in', 1],
    ['403', emptyAnswer('403 No'), 'forbidden', 1],
    ['404', emptyAnswer('404 None'), 'not_found', 1],
    ['410', emptyAnswer('410 Gone'), 'not_found', 1],
    ['405', emptyAnswer('405 What'), 'protocol', 1],
    ['400', emptyAnswer('400 Bad'), 'refused', 1],
    ['409', emptyAnswer('409 Clash'), 'refused', 1],
    ['422', emptyAnswer('422 Wrong'), 'refused', 1],
    ['301', emptyAnswer('301 Moved', 'location: https://other.example/x?access_token=secret\r\n'), 'protocol', 1],
    ['304', emptyAnswer('304 Same'), 'protocol', 1],
    [
      'bytes that are not UTF-8',
      Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n{"\xff"', 'latin1'),
      'protocol',
      1,
    ],
  ])('%s', async (_, answer, code, tries) => {
    const server = await netServer((socket) => onWholeRequest(socket, () => socket.end(answer)));
    const transport = transportTo(server.url);
    const error = await failureOf(transport.send(aRead()));
    expect({ code: error.code, tries: transport.tries() }).toEqual({ code, tries });
    expect(error.message).not.toMatch(/secret|rcn_/);
  });

  test('a token that the service sends back is not shown', async () => {
    const answer = `HTTP/1.1 422 No\r\nx-request-id: ${TOKEN}\r\nserver: x ${TOKEN}\r\ncontent-length: 0\r\n\r\n`;
    const server = await netServer((socket) => onWholeRequest(socket, () => socket.end(answer)));
    const transport = transportTo(server.url);
    const error = await failureOf(transport.send(aRead()));
    expect(error.requestId).toBeUndefined();
    expect(JSON.stringify(transport.traces)).not.toContain(TOKEN);
    expect(JSON.stringify(transport.traces)).toContain('x (token hidden)');
  });

  test('a page says its title', async () => {
    const page = '<html><title>Back soon</title></html>';
    const server = await netServer((socket) =>
      onWholeRequest(socket, () => socket.end(`HTTP/1.1 503 Busy\r\ncontent-length: ${page.length}\r\n\r\n${page}`)),
    );
    expect((await failureOf(transportTo(server.url).send(aRead()))).message).toBe(
      'the service failed (503): Back soon',
    );
  });

  test('more than 20 MB of text', async () => {
    const server = await httpServer((_, response) => {
      const piece = Buffer.alloc(1024 * 1024, 0x20);
      let sent = 0;
      const more = () => {
        while (sent < 25 && response.write(piece)) sent += 1;
        if (sent < 25) response.once('drain', more);
        else response.end();
      };
      more();
    });
    expect(await failureOf(transportTo(server.url).send(aRead()))).toMatchObject({
      code: 'protocol',
      message: 'the answer is larger than 20 MB',
    });
  });

  test('a name that nobody knows', async () => {
    const error = await failureOf(transportTo('https://nope.invalid').send(aRead()));
    expect(error).toMatchObject({ code: 'network', message: expect.stringContaining('nope.invalid') });
  });
});

/** Answers a byte now and then, without an end. */
const drip = (socket: Socket) =>
  onWholeRequest(socket, () => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n');
    const bytes = setInterval(() => socket.write(' '), 10);
    socket.on('close', () => clearInterval(bytes));
  });

describe('silence', () => {
  test('before an answer', async () => {
    const server = await netServer((socket) => onWholeRequest(socket, () => {}));
    const transport = transportTo(server.url, { timeoutMs: 100 });
    expect(await failureOf(transport.send(aRead()))).toMatchObject({ code: 'timeout' });
    expect(transport.tries()).toBe(4);
  });

  test('in the middle of one', async () => {
    const server = await netServer((socket) =>
      onWholeRequest(socket, () => socket.write(jsonAnswer(BODY).slice(0, -3))),
    );
    const error = await failureOf(transportTo(server.url, { timeoutMs: 100 }).send(aRead()));
    expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('stopped half-way') });
  });

  test('a byte now and then is met by the limit of the whole operation', async () => {
    const server = await netServer(drip);
    const error = await failureOf(transportTo(server.url, { clock: fastClock(60) }).send(aRead()));
    expect(error).toMatchObject({ code: 'timeout', message: expect.stringMatching(/took longer than 120 s in all/) });
    expect(server.connections()).toBe(1);
  });

  test('and the whole limit is told, whatever earlier tries took of it', async () => {
    const server = await netServer((socket, number) => {
      if (number > 1) drip(socket);
    });
    const error = await failureOf(transportTo(server.url, { clock: fastClock(60) }).send(aRead()));
    expect(error).toMatchObject({ code: 'timeout', message: expect.stringMatching(/took longer than 120 s in all/) });
    expect(server.connections()).toBeGreaterThan(1);
  });

  test('a person hears that the service is still at it, at first sooner', async () => {
    const notices: unknown[] = [];
    const server = await netServer((socket) =>
      onWholeRequest(socket, () => {
        const look = setInterval(() => {
          if (notices.length > 0) socket.end(jsonAnswer(BODY));
        }, 5);
        socket.on('close', () => clearInterval(look));
      }),
    );
    const onWaiting = (line: Line | undefined) => notices.push(line);
    const clock = fastClock(40);
    const transport = transportTo(server.url, {
      clock,
      timeoutMs: 600_000,
      mostTries: 1,
      onWaiting,
      firstNoticeMs: 3000,
    });
    await transport.send(aRead());
    const [first, ended] = notices.splice(0);
    expect(ended).toBeUndefined();
    await transport.send(aRead());
    const [second] = notices;
    const seconds = [first, second].map((text) => Number(/^waiting for the service, (\d+) s$/.exec(`${text}`)![1]));
    expect(seconds[0]).toBeGreaterThanOrEqual(3);
    expect(seconds[0]).toBeLessThan(15);
    expect(seconds[1]).toBeGreaterThanOrEqual(15);
  });
});

describe('a service that hangs', () => {
  /** What is told until it is given up, all tries together. */
  async function told(over: Partial<TransportOptions> = {}) {
    const server = await netServer(() => {});
    const lines: (Line | undefined)[] = [];
    const onWaiting = (line: Line | undefined) => lines.push(line);
    const transport = transportTo(server.url, { clock: fastClock(60), firstNoticeMs: 3000, onWaiting, ...over });
    const error = await failureOf(transport.send(aRead()));
    expect(lines.at(-1)).toBeUndefined();
    return { lines: lines.slice(0, -1).map((line) => lineText(line!)), error };
  }
  const DOUBT = /does not answer \(try (\d) of 4, (\d+) of 30 s\)\. Ctrl-C ends this; .*: recon doctor$/;

  test('is told after 10 s, once where each news is a line', async () => {
    const { lines, error } = await told();
    const doubts = lines.flatMap((line) => DOUBT.exec(line) ?? []);
    expect(doubts.slice(1, 2)).toEqual(['1']);
    expect(Number(doubts[2])).toBeGreaterThanOrEqual(10);
    expect(Number(doubts[2])).toBeLessThan(15);
    expect(doubts).toHaveLength(3);
    expect(
      lines.filter((line) => !DOUBT.test(line)).every((line) => /^waiting for the service, \d+ s$/.test(line)),
    ).toBe(true);
    expect(error.message).toMatch(/ did not answer within (30 s|120 s in all)$/);
    expect(error.hint).toMatchObject({ command: ['doctor'] });
  });

  test('is told at each try where the news is drawn over', async () => {
    const { lines } = await told({ isWaitingDrawn: true });
    const tries = lines.flatMap((line) => DOUBT.exec(line)?.[1] ?? []);
    expect(new Set(tries)).toEqual(new Set(['1', '2', '3', '4']));
    // From the second try on nothing else is told.
    expect(lines.slice(lines.findIndex((line) => DOUBT.test(line))).every((line) => DOUBT.test(line))).toBe(true);
  });

  test('is no news to who asks only once: that is doctor', async () => {
    const { lines } = await told({ isWaitingDrawn: true, mostTries: 1 });
    expect(lines.filter((line) => line.includes('doctor'))).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
  });
});

describe('Retry-After', () => {
  const askedTwice = (extra: string) =>
    netServer((socket, number) =>
      onWholeRequest(socket, () => socket.end(number === 1 ? emptyAnswer('429 Many', extra) : jsonAnswer(BODY))),
    );

  test('in seconds is waited out', async () => {
    const server = await askedTwice('retry-after: 2\r\n');
    const clock = fastClock(20);
    const transport = transportTo(server.url, { clock });
    const startedAt = clock.monotonic();
    await transport.send(aRead());
    expect(clock.monotonic() - startedAt).toBeGreaterThanOrEqual(2000);
    expect(transport.notices[0]).toContain('trying again in 2.0 s');
  });

  test('as a date is measured by the service’s own clock', async () => {
    const server = await askedTwice(
      'date: Sat, 10 Jan 2015 00:00:00 GMT\r\nretry-after: Sat, 10 Jan 2015 00:00:03 GMT\r\n',
    );
    const transport = transportTo(server.url, { clock: fastClock(20) });
    await transport.send(aRead());
    expect(transport.notices[0]).toContain('trying again in 3.0 s');
  });

  test.each(['120', '1000000000', '99999999999999999999'])('of %s s is not waited for, but said', async (seconds) => {
    const server = await askedTwice(`retry-after: ${seconds}\r\n`);
    const error = await failureOf(transportTo(server.url).send(aRead()));
    expect(error.code).toBe('rate_limited');
    expect(error.hint).toMatch(seconds === '120' ? /^the same command again in 120 s, after 20\d\d-/ : /usable time/);
    expect(server.connections()).toBe(1);
  });

  /** Asks for patience before each answer, for so many requests. */
  const oftenBusy = async (requests: number, over: Partial<TransportOptions> = {}) => {
    const server = await netServer((socket, number) =>
      onWholeRequest(socket, () =>
        socket.end(number % 2 === 1 ? emptyAnswer('429 Many', 'retry-after: 3\r\n') : jsonAnswer(BODY)),
      ),
    );
    const waits: (Line | undefined)[] = [];
    let restedMs = 0;
    const transport = transportTo(server.url, {
      clock: fastClock(50),
      onWaiting: (line) => waits.push(line),
      onRest: (ms) => (restedMs += ms),
      ...over,
    });
    for (let at = 0; at < requests; at += 1) await transport.send(aRead());
    return { notices: transport.notices, waits, restedMs };
  };

  test('that comes again and again in one command is told once', async () => {
    const { notices, restedMs } = await oftenBusy(9);
    expect(notices).toEqual([
      'the service asks for fewer requests (429); trying again in 3.0 s, and whenever it asks for that',
    ]);
    expect(restedMs).toBe(27_000);
  });

  test('is drawn where the news is drawn over, and nothing of it stays', async () => {
    const { notices, waits } = await oftenBusy(2, { isWaitingDrawn: true });
    expect(notices).toEqual([]);
    expect(waits.at(0)).toBe('the service asks for fewer requests (429); trying again in 3 s');
    expect(waits.filter((line) => line !== undefined).length).toBeGreaterThanOrEqual(4);
    expect(waits.at(-1)).toBeUndefined();
  });

  test('of requests side by side is one wait', async () => {
    const server = await netServer((socket, number) =>
      onWholeRequest(socket, () =>
        socket.end(number <= 4 ? emptyAnswer('429 Many', 'retry-after: 3\r\n') : jsonAnswer(BODY)),
      ),
    );
    let restedMs = 0;
    const clock = fastClock(20);
    const transport = transportTo(server.url, { clock, onRest: (ms) => (restedMs += ms) });
    await Promise.all([1, 2, 3, 4].map(() => transport.send(aRead())));
    expect(transport.notices).toHaveLength(1);
    expect(restedMs).toBeGreaterThanOrEqual(3000);
    expect(restedMs).toBeLessThan(6000);
  });

  test('keeps other requests waiting too', async () => {
    const server = await askedTwice('retry-after: 5\r\n');
    const clock = fastClock(20);
    const transport = transportTo(server.url, { clock });
    const first = transport.send(aRead());
    while (transport.notices.length === 0) await clock.sleep(100);
    const startedAt = clock.monotonic();
    await transport.send(aRead());
    expect(clock.monotonic() - startedAt).toBeGreaterThanOrEqual(2000);
    await first;
  });
});

test('an error says how often it was tried', async () => {
  const server = await netServer((socket) => onWholeRequest(socket, () => socket.end(emptyAnswer('503 Busy'))));
  expect((await failureOf(transportTo(server.url).send(aRead()))).details).toEqual(['tried 4 times']);
});

test('what is wrong is told once, however long it lasts; so is its end', async () => {
  let isAway = true;
  const server = await netServer((socket) =>
    onWholeRequest(socket, () => socket.end(isAway ? emptyAnswer('503 Busy') : jsonAnswer(BODY))),
  );
  const transport = transportTo(server.url);
  for (let at = 0; at < 3; at += 1) await failureOf(transport.send(aRead()));
  expect(transport.notices).toEqual(['the service failed (503); trying again at once (2 of 4)']);
  isAway = false;
  for (let at = 0; at < 2; at += 1) await transport.send(aRead());
  expect(transport.notices.slice(1)).toEqual(['the service answers again']);
  isAway = true;
  await failureOf(transport.send(aRead()));
  expect(transport.notices.slice(2)).toEqual(['the service failed (503); trying again at once (2 of 4)']);
});

test('refusals are answers: after them nothing answers again', async () => {
  const server = await netServer((socket, number) =>
    onWholeRequest(socket, () => socket.end(number < 6 ? emptyAnswer('404 None') : jsonAnswer(BODY))),
  );
  const transport = transportTo(server.url);
  for (let at = 0; at < 5; at += 1) await failureOf(transport.send(aRead()));
  await transport.send(aRead());
  expect(transport.notices).toEqual([]);
});

test('a service that fails again and again is asked less and less', async () => {
  const server = await netServer((socket) => onWholeRequest(socket, () => socket.end(emptyAnswer('503 Busy'))));
  const transport = transportTo(server.url);
  for (let at = 0; at < 10; at += 1) await failureOf(transport.send(aRead()));
  // Five operations of four tries make twenty failures; the other five are asked once each.
  expect(transport.tries()).toBe(25);
});

test('a redirect is not followed, and the other host hears nothing', async () => {
  const other = await netServer((socket) => socket.end(jsonAnswer(BODY)));
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await netServer((socket) =>
      onWholeRequest(socket, () => socket.end(emptyAnswer(`${status} Go`, `location: ${other.url}/patients\r\n`))),
    );
    const error = await failureOf(transportTo(server.url).send(aRead()));
    expect(error).toMatchObject({ code: 'protocol', status });
    expect(error.message).toContain(`127.0.0.1:${other.port}`);
  }
  expect(other.connections()).toBe(0);
});

test('reads share a connection, and one that the server closed is replaced', async () => {
  const server = await httpServer((_, response, number) => {
    response.setHeader('content-type', 'application/json');
    response.end(BODY);
    if (number === 3) setTimeout(() => response.socket?.destroy(), 1);
  });
  const transport = transportTo(server.url);
  for (let at = 0; at < 6; at += 1) {
    await transport.send(aRead());
    if (at === 2) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(server.connections()).toBe(2);
});

test('nothing is decoded: a compressed answer is not asked for', async () => {
  const server = await httpServer((request, response) => response.end(JSON.stringify(request.headers)));
  const { text } = await transportTo(server.url).send(aRead());
  expect(JSON.parse(text)).toMatchObject({
    'accept-encoding': 'identity',
    accept: 'application/json',
    'user-agent': 'recon/test',
    authorization: 'Bearer rcn_canary-0123456789abcdef',
  });
});

test('Ctrl-C ends a try and a pause at once, with its own reason', async () => {
  const server = await netServer((socket) => onWholeRequest(socket, () => {}));
  const stop = new AbortController();
  const waiting = transportTo(server.url, { signal: stop.signal }).send(aRead());
  setTimeout(() => stop.abort(new Error('Ctrl-C')), 20);
  expect((await failureOf(waiting)).message).toBe('Ctrl-C');
});

test('raw gives any answer back, after the same tries', async () => {
  const server = await netServer((socket) =>
    onWholeRequest(socket, () => socket.end('HTTP/1.1 503 Busy\r\nx-request-id: r-7\r\ncontent-length: 4\r\n\r\nbusy')),
  );
  expect(await transportTo(server.url).raw(aRead())).toMatchObject({
    answer: { status: 503, text: 'busy', requestId: 'r-7' },
    refusal: { code: 'unavailable', status: 503 },
  });
  expect(server.connections()).toBe(4);
});

test('a request cut by our own closing ends without a word and without another try', async () => {
  const server = await netServer((socket) => onWholeRequest(socket, () => {}));
  const transport = transportTo(server.url);
  const waiting = failureOf(transport.send(aRead()));
  while (server.connections() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await transport.close();
  expect((await waiting).code).toBe('interrupted');
  expect(transport.notices).toEqual([]);
  expect(transport.traces.map(({ step }) => step)).toEqual(['request']);
  expect((await failureOf(transport.send(aRead()))).code).toBe('interrupted');
  expect(server.connections()).toBe(1);
});

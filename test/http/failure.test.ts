import { expect, test } from 'vitest';
import type { Advice } from '../../src/errors.ts';
import { failureNote, failureOf, type Reached } from '../../src/http/failure.ts';
import { SilenceError } from '../../src/http/watchdog.ts';

const CODES = [
  ...['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
  ...['UND_ERR_DESTROYED', 'HPE_INVALID_CONSTANT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ETIMEDOUT', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'CERT_HAS_EXPIRED'],
  ...['CERT_NOT_YET_VALID', 'CERT_REVOKED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'NEW_CODE'],
];
const PLACES: Pick<Reached, 'started' | 'sentAll' | 'answered'>[] = [
  { started: false, sentAll: false, answered: false },
  { started: true, sentAll: false, answered: false },
  { started: true, sentAll: true, answered: true },
];

const caused = (code: string) => Object.assign(new Error('low level'), { code });

test.each(CODES)('%s stands in no sentence, but in what --debug tells', (code) => {
  for (const place of PLACES) {
    const { error } = failureOf(caused(code), { host: 'clinic.example', loopback: false, ...place });
    expect([error.message, ...error.details].join('\n')).not.toMatch(/[A-Z]{3,}_|\bE[A-Z]{4,}\b|low level/);
    expect(error.message).toContain('clinic.example');
    expect(failureNote(error)).toBe(`${error.message} (${code})`);
  }
});

test('a parser’s own words are no code, and are told by --debug alone', () => {
  const parser = Object.assign(new Error('Invalid header token'), { name: 'HTTPParserError' });
  const { error } = failureOf(parser, { host: 'clinic.example', loopback: false, ...PLACES[1]! });
  expect(error.message).toBe('the answer of clinic.example is not valid HTTP');
});

test('where plain http is answered with something else, the port may be one for https, and that is told', () => {
  const reached = {
    host: 'localhost:8443',
    loopback: true,
    isPlain: true,
    started: true,
    sentAll: true,
    answered: false,
  };
  const tls = failureOf(Object.assign(new Error('Expected HTTP/'), { name: 'HTTPParserError' }), reached);
  const cut = failureOf(caused('UND_ERR_SOCKET'), reached);
  for (const { error } of [tls, cut])
    expect(error.hint).toMatchObject({ because: expect.stringContaining('https://') });
  // A service or proxy that is being started again answers so, too.
  expect([tls.retry, cut.retry]).toEqual([true, true]);
  expect(failureOf(caused('UND_ERR_SOCKET'), { ...reached, isPlain: false }).error.hint).not.toMatchObject({
    because: expect.stringContaining('https://'),
  });
});

test.each([
  ['nothing has come', {}, 'did not answer within 120 s in all', ['doctor']],
  ['an answer has begun', { answered: true }, 'took longer than 120 s in all', undefined],
  ['photos are still sent', { sentAll: false }, 'took longer than 120 s in all', undefined],
])('at the end of the time of all tries, where %s, the words say so', (_, over, message, command) => {
  const reached = {
    ...{ host: 'clinic.example', loopback: false, started: true, sentAll: true, answered: false },
    ...over,
  };
  const { error } = failureOf(new SilenceError('whole', 120_000), reached);
  expect(error.message).toBe(`clinic.example ${message}`);
  expect((error.hint as Advice).command).toEqual(command);
});

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT'])(
  'after %s of another machine, whoever runs the service there is to be asked, and nothing is started here',
  (code) => {
    const { error } = failureOf(caused(code), { host: 'clinic.example:4747', loopback: false, ...PLACES[0]! });
    expect(error.hint).toMatchObject({
      command: ['config', 'list'],
      because: expect.stringContaining('ask whoever runs the service there'),
    });
    const here = failureOf(caused(code), { host: '127.0.0.1:4747', loopback: true, ...PLACES[0]! }).error
      .hint as Advice;
    expect(here.command).toEqual(code === 'ECONNREFUSED' ? ['serve'] : ['config', 'list']);
    expect(here.because).not.toContain('ask whoever');
  },
);

test('where no connection to another machine comes about in time, whoever runs the service is named', () => {
  const hintAt = (loopback: boolean) =>
    failureOf(new SilenceError('silence', 1000), { host: 'clinic.example', loopback, ...PLACES[0]! }).error.hint;
  expect(hintAt(false)).toBe('the same command with a longer --timeout; or ask whoever runs the service there');
  expect(hintAt(true)).toBe('the same command with a longer --timeout');
});

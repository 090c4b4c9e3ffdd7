import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createUrlSigner } from '../../src/service/signing.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 5, 1, 12, 0, 1);

function signerAt(time = { now: start }, key = randomBytes(32)) {
  return { time, signer: createUrlSigner(key, { now: () => time.now }) };
}

function parts(url: string) {
  const { pathname, searchParams } = new URL(url, 'http://service.example');
  return { path: pathname, query: Object.fromEntries(searchParams) };
}

test('a signed URL is good for at least its time, and not for ever', () => {
  const { time, signer } = signerAt();
  const { path, query } = parts(signer.sign('/images/7/left', hour));
  expect(path).toBe('/images/7/left');
  expect(signer.verify(path, query)).toBe(true);
  time.now = start + hour;
  expect(signer.verify(path, query)).toBe(true);
  time.now = start + hour + 5 * 60_000;
  expect(signer.verify(path, query)).toBe(false);
});

test('asked for twice within minutes, the URL is the same', () => {
  const { time, signer } = signerAt();
  const first = signer.sign('/images/7/left', hour);
  time.now += 60_000;
  expect(signer.sign('/images/7/left', hour)).toBe(first);
});

test('a URL that is to live as long as another one has its end, whatever time has passed', () => {
  const { signer, time } = signerAt();
  const { query } = parts(signer.sign('/sent/7', hour));
  time.now += 1;
  const other = parts(signer.signUntil('/images/7/left', String(query['expires'])));
  expect(other.query['expires']).toBe(query['expires']);
  expect(signer.verify(other.path, other.query)).toBe(true);
});

test.each([
  ['another path', '/images/8/left', {}],
  ['a longer life', '/images/7/left', { expires: '99999999999' }],
  ['no signature', '/images/7/left', { signature: undefined }],
  ['an empty signature', '/images/7/left', { signature: '' }],
  ['a shorter signature', '/images/7/left', { signature: 'AAAA' }],
  ['a repeated signature', '/images/7/left', { signature: ['a', 'b'] }],
  ['an expiry that is no number', '/images/7/left', { expires: '1e99' }],
  ['no expiry', '/images/7/left', { expires: undefined }],
])('%s is refused', (_name, path, change) => {
  const { signer } = signerAt();
  const { query } = parts(signer.sign('/images/7/left', hour));
  expect(signer.verify(path, { ...query, ...change })).toBe(false);
});

test("every bit of the signature counts, and another service's key is another", () => {
  const { signer } = signerAt();
  const { path, query } = parts(signer.sign('/images/7/left', hour));
  const bytes = Buffer.from(query['signature'] ?? '', 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
    expect(signer.verify(path, { ...query, signature: changed.toString('base64url') })).toBe(false);
  }
  expect(signerAt().signer.verify(path, query)).toBe(false);
});

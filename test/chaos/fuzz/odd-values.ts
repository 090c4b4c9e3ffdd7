import { jpegOf, picture } from '../../support/photo-maker.ts';
import type { Random } from './random.ts';

export const ODD_TEXTS: readonly string[] = [
  ...['', ' ', 'Ana', "O'Hara", '"', '\\', '%', '_', '%%%', '*', '\0', '\r\nX-Bent: 1', '\u202ecod', '😀', 'É̈'],
  ...['<script>alert(1)</script>', "' or 1=1 --", '{{7*7}}', '$(7*7)', '../../etc/passwd', 'null', 'undefined', '[]'],
  ...['0', '-1', '1', '22', '1e309', 'NaN', '0x10', '6,2', '٣', '99999999999999999999', '1.7976931348623157e308'],
  ...['true', 'false', 'TRUE', 'mammo', 'face', 'body', '4', '5', '7', 'arm', 'PT', 'ana@example.org'],
  ...['x'.repeat(300), 'é'.repeat(4_000), 'x'.repeat(8_193), '\u0000\u0001\u001b[31m', '\ud83d'],
];

const ODD_IDS: readonly string[] = [
  ...['0', '-1', '1.0', '1e3', '0x1', 'abc', '%00', '%ff', '..%2f..', '%2e%2e', '٣', "1'--", '9'.repeat(40), ''],
  ...['1;drop', '%', 'a%20b', '999999', '%D9%A1', '1/..', 'x'.repeat(3_000)],
];

export const oddId = (random: Random) => random.pick(ODD_IDS);

const ODD_HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['accept', ['text/html', '*/*;q=0', 'image/png', 'x'.repeat(2_000)]],
  ['accept-encoding', ['gzip', 'br;q=1', 'zip-bomb']],
  [
    'content-type',
    ['application/json', 'multipart/form-data', 'text/plain; charset=utf-7', '/', 'multipart/form-data; boundary='],
  ],
  ['idempotency-key', ['k', 'k2', '', ' ', 'x'.repeat(300), 'é', '"k"']],
  [
    'range',
    ['bytes=0-9', 'bytes=-5', 'bytes=9-2', 'bytes=0-1,3-4', 'bytes=99999999999999999999-', 'lines=1-2', 'bytes='],
  ],
  ['if-range', ['"x"', 'W/"x"', 'Tue, 01 Jan 2030 00:00:00 GMT']],
  ['if-none-match', ['*', '"x"']],
  ['origin', ['null', 'https://evil.example', 'http://127.0.0.1', 'x']],
  ['host', ['evil.example', 'localhost', '127.0.0.1:1', '', 'a b']],
  ['x-forwarded-for', ['203.0.113.1', 'junk', ',,,']],
  ['x-http-method-override', ['DELETE']],
  ['expect', ['100-continue', '200-ok']],
  ['cookie', ['access_token=x']],
  ['content-encoding', ['gzip']],
  ['prefer', ['respond-async']],
];

export function oddHeaders(random: Random): Record<string, string> {
  const [name, values] = random.pick(ODD_HEADERS);
  return { [name]: Buffer.from(random.pick(values)).toString('latin1') };
}

/** Photos, whole and broken, and what is none. */
export async function oddFiles(): Promise<{ sound: Buffer[]; broken: Buffer[] }> {
  const size = { width: 480, height: 480 };
  const sound = await Promise.all([1, 2, 3, 4].map((seed) => jpegOf({ seed, ...size })));
  const [png, webp, gif, small] = await Promise.all([
    picture(size).resize(64).png().toBuffer(),
    picture(size).webp().toBuffer(),
    picture(size).resize(32).gif().toBuffer(),
    jpegOf({ width: 16, height: 16 }),
  ]);
  const cut = sound[0]!.subarray(0, 3_000);
  const bent = Buffer.from(sound[1]!).fill(0, 400, 900);
  const texts = ['', 'x', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html><script>alert(1)</script>', '%PDF-1.7'];
  return { sound, broken: [png!, webp!, gif!, small!, cut, bent, ...texts.map((text) => Buffer.from(text))] };
}

import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PatientAnswer } from '../../src/contract/answers.ts';
import { openService, type TestService } from '../support/running-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const MULTIPART = 'multipart/form-data; boundary=x';
const URLENCODED = 'application/x-www-form-urlencoded';
const DISPOSITION = 'Content-Disposition: form-data; name="patient[name]"';
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const partOf = (headers: string[], value: Buffer) =>
  Buffer.concat([latin1(['--x', ...headers, '', ''].join('\r\n')), value, latin1('\r\n')]);
const END = latin1('--x--\r\n');

const post = (type: string, ...body: Buffer[]) =>
  fetch(`${service.url}/patients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': type },
    body: new Uint8Array(Buffer.concat(body)),
  });
const nameOf = async (answer: Response) => ((await answer.json()) as PatientAnswer).patient.name;
const count = async () => (await service.list()).meta.total_entries;

// "Müller–Ångström" with the dash of windows-1252, which iso-8859-1 in forms means too.
const MUELLER = Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x96, 0xc5]);

describe('latin-1 that is declared is not stored as U+FFFD', () => {
  test.each(['iso-8859-1', 'windows-1252', 'Latin1', '"ISO-8859-1"'])('charset=%s', async (charset) => {
    const inPart = await post(
      MULTIPART,
      partOf([DISPOSITION, `Content-Type: text/plain; charset=${charset}`], MUELLER),
      END,
    );
    expect(await nameOf(inPart)).toBe('Müller–Å');
    const ofForm = await post(`${MULTIPART}; charset=${charset}`, partOf([DISPOSITION], MUELLER), END);
    expect(await nameOf(ofForm)).toBe('Müller–Å');
    for (const value of [MUELLER, latin1('M%FCller%96%C5')]) {
      const urlencoded = await post(`${URLENCODED}; charset=${charset}`, latin1('patient%5bname%5d='), value);
      expect(await nameOf(urlencoded)).toBe('Müller–Å');
    }
  });

  test('a part may say another charset than its form', async () => {
    const parts = [
      partOf([DISPOSITION, 'Content-Type: text/plain; charset=utf-8'], Buffer.from('Łódź')),
      partOf(['Content-Disposition: form-data; name="patient[city]"'], latin1('Köln')),
    ];
    const answer = await post(`${MULTIPART}; charset=iso-8859-1`, ...parts, END);
    expect(await answer.json()).toMatchObject({ patient: { name: 'Łódź', city: 'Köln' } });
  });

  test('what has no charset is UTF-8, to the byte', async () => {
    const text = '\ufeffŁ 👩🏽‍⚕️ + & = %C5';
    expect(await nameOf(await post(MULTIPART, partOf([DISPOSITION], Buffer.from(text)), END))).toBe(text);
    const urlencoded = await post(URLENCODED, latin1(new URLSearchParams({ 'patient[name]': text }).toString()));
    expect(await nameOf(urlencoded)).toBe(text);
  });
});

test.each([
  ['a charset that is none', 415, 'klingon', 'is in the charset "klingon", which is not known here'],
  ['bytes that are not of it', 400, 'utf-8', 'is not valid "utf-8"'],
  ['bytes that are no UTF-8 where nothing is declared', 400, undefined, 'is not valid UTF-8'],
])('%s: %i, naming the field, and nothing is made', async (_what, status, charset, message) => {
  const before = await count();
  const more = charset === undefined ? '' : `; charset=${charset}`;
  for (const answer of [
    await post(MULTIPART, partOf([DISPOSITION, `Content-Type: text/plain${more}`], MUELLER), END),
    await post(`${MULTIPART}${more}`, partOf([DISPOSITION], MUELLER), END),
    await post(`${URLENCODED}${more}`, latin1('patient[name]='), MUELLER),
  ]) {
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ status, errors: [{ field: 'patient[name]', message }] });
  }
  expect(await count()).toBe(before);
});

describe('a part that has no name makes no empty patient', () => {
  const named = partOf([DISPOSITION], latin1('Ana'));
  test.each<[string, Buffer[]]>([
    ['no Content-Disposition', [partOf(['Content-Type: text/plain'], latin1('Ana'))]],
    ['no headers', [partOf([], latin1('Ana'))]],
    ['another disposition', [partOf(['Content-Disposition: attachment; name="patient[name]"'], latin1('Ana'))]],
    ['a header that is none', [partOf(['nonsense', DISPOSITION], latin1('Ana'))]],
    ['one of two', [named, partOf(['Content-Type: text/plain'], latin1('x'))]],
    ['the first of two', [partOf(['Content-Type: text/plain'], latin1('x')), named]],
    ['a head that ends where the next part begins', [latin1('--x\r\nContent-Type: a/b\r\n'), named]],
  ])('%s: 400', async (_what, parts) => {
    const before = await count();
    const answer = await post(MULTIPART, ...parts, END);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('has no name') });
    expect(await count()).toBe(before);
  });

  test('and every part that has one is taken, in whatever pieces it comes', async () => {
    const body = Buffer.concat([latin1('before\r\n'), named, END, latin1('after')]);
    const pieces = Readable.from([...body].map((byte) => Uint8Array.of(byte)));
    const answer = await fetch(`${service.url}/patients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': MULTIPART },
      body: Readable.toWeb(pieces),
      duplex: 'half',
    } as RequestInit);
    expect(await nameOf(answer)).toBe('Ana');
  });
});

test.each(['base64', 'quoted-printable'])('a text sent as %s is refused, not stored so', async (encoding) => {
  const answer = await post(
    MULTIPART,
    partOf([DISPOSITION, `Content-Transfer-Encoding: ${encoding}`], latin1('QW5h')),
    END,
  );
  const errors = [{ field: 'patient[name]', message: `must be sent without an encoding, not as ${encoding}` }];
  expect(await answer.json()).toMatchObject({ status: 422, errors });
});

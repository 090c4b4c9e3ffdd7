import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PatientAnswer } from '../../src/contract/answers.ts';
import { cameraJpeg, hugePng } from '../support/photo-maker.ts';
import { openService, type TestForm, type TestService } from '../support/running-service.ts';
import { faceForm, mammoForm, photoFields, photoOf } from '../support/service-forms.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const BOUNDARY = 'xXbOuNdArYXx';
const multipart = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const part = (head: string, body = '') => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

/** A body as it stands, to `POST /patients`. */
const post = (body: string | Buffer, headers: Record<string, string> = multipart) =>
  fetch(`${service.url}/patients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, ...headers },
    body: body as string,
  });

const json = async (answer: Response) => (await answer.json()) as PatientAnswer;
const countPatients = async () => (await service.list()).meta.total_entries;
const filesLeft = async () => (await readdir(join(service.dataFolder, 'incoming'))).length;

test('broken multipart is 400, never 500, and leaves nothing behind', async () => {
  const before = await countPatients();
  const photo = part('name="reconstruction[front]"; filename="f.jpg"', 'x'.repeat(5000));
  const bodies = [
    part('name="patient[name]"', 'Ana'),
    photo.slice(0, 2000),
    photo,
    `--${BOUNDARY}`,
    'no part at all',
    `--${BOUNDARY}\r\nnonsense\r\n\r\nx\r\n${END}`.slice(0, 30),
  ];
  for (const body of bodies) {
    const answer = await post(body);
    expect([body.slice(0, 40), answer.status]).toEqual([body.slice(0, 40), 400]);
    expect(await answer.json()).toMatchObject({ status: 400, code: 'refused', request_id: expect.any(String) });
  }
  expect((await post('x', { 'content-type': 'multipart/form-data' })).status).toBe(400);
  expect(await countPatients()).toBe(before);
  expect(await filesLeft()).toBe(0);
});

test.each(['application/json', 'text/plain', 'image/jpeg'])('a body of %s is 415', async (type) => {
  const answer = await post('{"patient":{"name":"Ana"}}', { 'content-type': type });
  expect(answer.status).toBe(415);
  expect(await answer.json()).toMatchObject({ status: 415, request_id: expect.any(String) });
});

test('a form without files may come urlencoded', async () => {
  const answer = await post('patient[name]=Ana+M%C3%BCller&patient%5Bcity%5D=Ulm', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ patient: { name: 'Ana Müller', city: 'Ulm' } });
});

test('unknown, repeated and misplaced fields are all named at once', async () => {
  const problem = await service.problem('POST', '/patients', {
    form: {
      'patient[nmae]': 'x',
      'patient[height]': '170',
      'reconstruction[front]': 'text',
      'patient[name]': new Uint8Array([1]),
      async: 'maybe',
    },
  });
  expect(problem.status).toBe(422);
  expect(problem.errors).toEqual([
    { field: 'patient[nmae]', message: 'is not a field of this operation' },
    { field: 'patient[height]', message: 'is not a field of this operation' },
    { field: 'reconstruction[front]', message: 'must be a file' },
    { field: 'patient[name]', message: 'must be text' },
    { field: 'async', message: 'must be true or false' },
  ]);
  const twice = await post(part('name="patient[name]"', 'a') + part('name="patient[name]"', 'b') + END);
  expect(await twice.json()).toMatchObject({
    errors: [{ field: 'patient[name]', message: 'is given more than once' }],
  });
});

test.each(['__proto__', 'constructor', 'toString'])('a field named %s is refused', async (name) => {
  const answer = await post(part(`name="${name}"`, 'x') + END);
  expect([400, 422]).toContain(answer.status);
});

test('an over-long field is 413, never cut', async () => {
  const limit = 8 * 1024;
  const fits = await post(part('name="patient[address]"', 'ä'.repeat(limit / 2)) + END);
  expect(fits.status).toBe(201);
  expect((await json(fits)).patient.address).toBe('ä'.repeat(limit / 2));
  const over = await post(part('name="patient[address]"', 'a'.repeat(limit + 1)) + END);
  expect(over.status).toBe(413);
});

test('a urlencoded form has the limits of a multipart one', async () => {
  const send = (fields: [string, string][]) =>
    post(new URLSearchParams(fields).toString(), { 'content-type': 'application/x-www-form-urlencoded' });
  const limit = 8 * 1024;
  expect((await send([['patient[address]', 'a'.repeat(limit)]])).status).toBe(201);
  expect((await send([['patient[address]', 'a'.repeat(limit + 1)]])).status).toBe(413);
  expect((await send(Array.from({ length: 41 }, (_, n) => [`f${n}`, '']))).status).toBe(413);
});

test('too many parts are 413', async () => {
  const fields = Array.from({ length: 41 }, (_, n) => part(`name="f${n}"`)).join('');
  expect((await post(fields + END)).status).toBe(413);
  const files = Array.from({ length: 9 }, (_, n) => part(`name="f${n}"; filename="f"`, 'x')).join('');
  expect((await post(files + END)).status).toBe(413);
});

test('a photo over 40 MB is 413', async () => {
  const photo = Buffer.alloc(40_000_001);
  const head = part('name="reconstruction[front]"; filename="f.jpg"').slice(0, -2);
  const answer = await post(Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n${END}`)]));
  expect(answer.status).toBe(413);
  expect(await filesLeft()).toBe(0);
});

test('a body that does not tell its length is counted', async () => {
  const chunk = Buffer.alloc(1_000_000, '-');
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += chunk.length;
      if (sent > 400_000_000) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const answer = await fetch(`${service.url}/patients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, ...multipart },
    body: endless,
    duplex: 'half',
  } as RequestInit);
  expect(answer.status).toBe(413);
  expect(await filesLeft()).toBe(0);
});

test('text with a NUL is refused, other odd text is kept exactly', async () => {
  const odd = 'A\tB \u202e"quoted" \\ é🙂 \'; --\r\nnext';
  const kept = await post(part('name="patient[name]"', odd) + END);
  expect((await json(kept)).patient.name).toBe(odd);
  const refused = await post(part('name="patient[name]"', 'a\0b') + END);
  expect(await refused.json()).toMatchObject({ status: 422, errors: [{ field: 'patient[name]' }] });
});

test('a file field left empty by a browser counts as not given', async () => {
  const empty = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="reconstruction[front]"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n`;
  expect((await post(part('name="patient[name]"', 'Ana') + empty + END)).status).toBe(201);
});

test('photos that do not pass and missing parts are named together', async () => {
  const good = await photoOf('left');
  const problem = await service.problem('POST', '/patients', {
    form: {
      'reconstruction[type]': 'body',
      'reconstruction[left]': good,
      'reconstruction[front]': good.subarray(0, good.length / 2),
      'reconstruction[right]': Buffer.from('hello'),
    },
  });
  const messages = new Map(problem.errors?.map(({ field, message }) => [field, message]));
  expect([...messages.keys()].sort()).toEqual([
    'reconstruction[back]',
    'reconstruction[front]',
    'reconstruction[hipline]',
    'reconstruction[right]',
  ]);
  expect(messages.get('reconstruction[right]')).toContain('is not an image');
  expect(problem.status).toBe(422);
  expect(await filesLeft()).toBe(0);
});

test('one picture for two views, a bomb and an animated drawing are refused', async () => {
  const twin = { ...(await faceForm()), 'reconstruction[right]': await photoOf('left') };
  expect(await service.problem('POST', '/patients', { form: twin })).toMatchObject({
    status: 422,
    errors: [{ field: 'reconstruction[right]', message: 'is the same picture as reconstruction[left]' }],
  });
  for (const front of [await hugePng(20_000, 20_000), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]) {
    const form = { ...(await faceForm()), 'reconstruction[front]': front };
    const problem = await service.problem('POST', '/patients', { form });
    expect(problem.errors?.map(({ field }) => field)).toEqual(['reconstruction[front]']);
  }
});

test('photos are kept byte for byte, metadata included', async () => {
  const form: TestForm = {
    ...(await mammoForm()),
    ...(await photoFields(['left', 'right'], 5)),
    'reconstruction[front]': await cameraJpeg(1, 9),
  };
  const { patient } = await service.patient('POST', '/patients', { form });
  const [reconstruction] = patient.reconstructions;
  for (const view of ['left', 'front', 'right'] as const) {
    const shown = Buffer.from(await (await fetch(reconstruction![view]!)).arrayBuffer());
    expect(sha256(shown)).toBe(sha256(form[`reconstruction[${view}]`] as Buffer));
  }
});

test('a photo of several megabytes is taken', async () => {
  const front = await sharp({
    create: {
      width: 2400,
      height: 3000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();
  expect(front.length).toBeGreaterThan(3_000_000);
  const form = { ...(await faceForm()), 'reconstruction[front]': front };
  const { patient } = await service.patient('POST', '/patients', { form });
  const shown = await fetch(patient.reconstructions[0]!.front!);
  expect(sha256(Buffer.from(await shown.arrayBuffer()))).toBe(sha256(front));
});

test('an upload that breaks off leaves no row and no file', async () => {
  const before = await countPatients();
  const abort = new AbortController();
  const body = new ReadableStream({
    async pull(controller) {
      controller.enqueue(Buffer.from(part('name="patient[name]"', 'Ana')));
      controller.enqueue(
        Buffer.from(part('name="reconstruction[front]"; filename="f"', 'x'.repeat(100_000)).slice(0, -2)),
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      abort.abort();
    },
  });
  const sending = fetch(`${service.url}/patients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, ...multipart },
    body,
    duplex: 'half',
    signal: abort.signal,
  } as RequestInit);
  await expect(sending).rejects.toThrow();
  await expect.poll(filesLeft).toBe(0);
  expect(await countPatients()).toBe(before);
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

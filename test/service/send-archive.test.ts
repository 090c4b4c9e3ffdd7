import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type PlannedEntry, planArchive, textEntry } from '../../src/service/archive/stream-archive.ts';
import { Refusal } from '../../src/service/domain/refusal.ts';
import { sendArchive } from '../../src/service/routes/download.ts';

const modifiedAt = new Date('2026-11-25T12:00:00Z');
const sound = ['left', 'front'].map((name) => textEntry(`${name}.txt`, name.repeat(50_000), modifiedAt));

/** As of a photo whose record was replaced after it was looked up. */
const gone = (): PlannedEntry => ({
  ...sound[0]!,
  open: () =>
    Readable.from(
      (async function* () {
        yield* [];
        throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      })(),
    ),
});

async function download(
  looks: readonly (() => readonly PlannedEntry[])[],
  headers: Record<string, string> = {},
  beforeSending = async () => {},
) {
  const app = Fastify();
  app.addHook('onSend', beforeSending);
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? error.status : 500).send());
  let at = 0;
  app.get('/', (request, reply) => sendArchive(request, reply, async () => looks[at++]!(), 'a.zip'));
  const answer = await app.inject({ method: 'GET', url: '/', headers });
  await app.close();
  return { status: answer.statusCode, bytes: answer.rawPayload, looks: at };
}

test('a record that is replaced before its first file is open is looked up anew', async () => {
  const { status, bytes, looks } = await download([() => [gone(), sound[1]!], () => sound]);
  expect([status, looks]).toEqual([200, 2]);
  expect(bytes.equals(await buffer(planArchive(sound).open()))).toBe(true);
});

test('a range is read from the file that is open already', async () => {
  const { status, bytes, looks } = await download([() => sound], { range: 'bytes=100-200099' });
  expect([status, looks]).toEqual([206, 1]);
  expect(bytes.equals((await buffer(planArchive(sound).open())).subarray(100, 200_100))).toBe(true);
});

test('so is one that is replaced before the file in which a range begins', async () => {
  const ranged = { range: 'bytes=250000-250099' };
  const later = () => [sound[0]!, { ...gone(), name: 'front.txt', sizeBytes: sound[1]!.sizeBytes }];
  const { status, bytes, looks } = await download([later, () => sound], ranged);
  expect([status, looks]).toEqual([206, 2]);
  expect(bytes.equals((await buffer(planArchive(sound).open())).subarray(250_000, 250_100))).toBe(true);
});

test('one that is replaced when the answer has begun, and before it is sent, breaks it off', async () => {
  const small = textEntry('left.txt', 'left', modifiedAt);
  const later = () => [small, { ...gone(), name: 'front.txt', sizeBytes: sound[1]!.sizeBytes }];
  await expect(download([later], {}, () => sleep(20))).rejects.toThrow(/destroyed|aborted|no such file/);
  await expect(download([later], { range: 'bytes=5-' }, () => sleep(20))).rejects.toThrow(
    /destroyed|aborted|no such file/,
  );
});

test('one that was deleted meanwhile is told as such', async () => {
  const deleted = () => {
    throw new Refusal(404, 'not_found', 'there is no such patient');
  };
  await expect(download([() => [gone()], deleted])).resolves.toMatchObject({ status: 404, looks: 2 });
});

test('a first file that turns out damaged ends the answer, and the service stays', async () => {
  const damaged: PlannedEntry = {
    ...sound[0]!,
    open: () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('left');
          throw new Error('the file is damaged');
        })(),
        { objectMode: false },
      ),
  };
  await expect(download([() => [damaged, sound[1]!]])).rejects.toThrow();
  // Here no byte has been sent yet.
  await expect(download([() => [damaged, sound[1]!]], { range: 'bytes=50-' })).resolves.toMatchObject({ status: 500 });
});

test('a file that stays away is not looked for without end', async () => {
  const { status, looks } = await download([1, 2, 3, 4].map(() => () => [gone()]));
  expect([status, looks]).toEqual([500, 3]);
});

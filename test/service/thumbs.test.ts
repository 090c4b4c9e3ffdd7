import { expect, onTestFinished, test } from 'vitest';
import type { AfterAnswer } from '../../src/contract/answers.ts';
import { createThumbs } from '../../src/service/thumbs.ts';
import { openService, removeStored, storedFileIds } from '../support/running-service.ts';
import { faceForm } from '../support/service-forms.ts';

/** Thumbs that are their file's id, and how often each was made. */
function openThumbs(mostThumbs?: number) {
  const made: string[] = [];
  const thumbs = createThumbs(async (_ownerId, { id: fileId }) => {
    made.push(fileId);
    if (fileId === 'broken') throw new Error('does not decode');
    return Buffer.from(fileId);
  }, mostThumbs);
  return { thumbs, made };
}

const file = (id: string) => ({ id, sha256: '' });

test('five looks at one thumb are one decoding', async () => {
  const { thumbs, made } = openThumbs();
  const looks = await Promise.all([1, 2, 3, 4, 5].map(() => thumbs.of(1, file('a'))));
  expect(looks.map(String)).toEqual(Array(5).fill('a'));
  await thumbs.of(1, file('a'));
  expect(made).toEqual(['a']);
});

test('of too many thumbs the one that was looked at longest ago is made again', async () => {
  const { thumbs, made } = openThumbs(2);
  for (const fileId of ['a', 'b', 'a', 'c', 'a', 'b']) await thumbs.of(1, file(fileId));
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('one that could not be made, or whose file was deleted, is not kept', async () => {
  const { thumbs, made } = openThumbs();
  for (let look = 0; look < 2; look++) await expect(thumbs.of(1, file('broken'))).rejects.toThrow('does not decode');
  await thumbs.of(1, file('a'));
  thumbs.forget(['a', 'never seen']);
  await thumbs.of(1, file('a'));
  expect(made).toEqual(['broken', 'broken', 'a', 'a']);
});

test('the service makes a thumb once and shows it no longer than its patient is there', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const { patient } = await service.patient('POST', '/patients');
  const made = await service.send('POST', `/patients/${patient.id}/after`, { form: await faceForm() });
  const url = ((await made.json()) as AfterAnswer).after.front.thumb.url!;
  const look = async () => new Uint8Array(await (await fetch(url)).arrayBuffer());
  const first = await look();
  await removeStored(service, await storedFileIds(service));
  expect(await look()).toEqual(first);
  await service.send('DELETE', `/patients/${patient.id}`);
  expect((await fetch(url)).status).toBe(404);
});

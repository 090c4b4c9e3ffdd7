import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SetWarnings } from '../../../src/contract/patient-page.ts';
import { createLooker, type LookAsker, type Looker } from '../../../src/service/worker/looker.ts';
import { workerNamed } from '../../support/running-service.ts';

const DARK: SetWarnings = { photos: { front: ['dark'] }, together: [] };

let looker: Looker;
let begun: string[];
let ends: (() => void)[];
beforeEach(() => {
  looker = createLooker(workerNamed('hang'));
  [begun, ends] = [[], []];
});
afterEach(() => looker.end());

const asker = (invitation: number, { account = 1, signal = new AbortController().signal } = {}): LookAsker => ({
  account,
  invitation,
  signal,
});

/** A look whose photos come when it has its turn; it lasts until it is ended. */
const look = (by: LookAsker, photos: string) =>
  looker.look(by, photos, () => {
    begun.push(photos);
    return new Promise<SetWarnings>((resolve) => ends.push(() => resolve(DARK)));
  });

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status?: number }) => error.status,
  );

test('photos are brought to this machine when their turn has come, one look for an account', async () => {
  const first = look(asker(1), 'a');
  const second = look(asker(2), 'b');
  const other = look(asker(3, { account: 2 }), 'c');
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['a', 'c']);
  ends[0]!();
  expect(await first).toEqual(DARK);
  expect(begun).toEqual(['a', 'c', 'b']);
  for (const end of ends) end();
  await Promise.all([second, other]);
});

test('the same pictures are looked at once', async () => {
  const first = look(asker(1), 'a');
  const again = look(asker(1), 'a');
  await new Promise((resolve) => setImmediate(resolve));
  ends[0]!();
  expect(await Promise.all([first, again, look(asker(1), 'a')])).toEqual([DARK, DARK, DARK]);
  expect(begun).toEqual(['a']);
});

test('one link has three looks in the line, and an account eight; those who leave make room', async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const waiting = [1, 1, 1, 2, 2, 2, 3, 3].map((link, at) => statusOf(look(asker(link, { signal }), `photo ${at}`)));
  expect(await statusOf(look(asker(1), 'one more'))).toBe(429);
  expect(await statusOf(look(asker(4), 'one more'))).toBe(503);
  leaving.abort({ status: 408 });
  ends[0]!();
  expect(await Promise.all(waiting)).toEqual([200, ...Array(7).fill(408)]);
  const next = look(asker(1), 'one more');
  await new Promise((resolve) => setImmediate(resolve));
  ends[1]!();
  expect(await next).toEqual(DARK);
});

test('of a photo that takes too long nothing is told, not that it is good', async () => {
  const impatient = createLooker(workerNamed('hang'), { memoryMb: 512, heapMb: 256, ms: 300 });
  const order = { type: 'face', paths: { front: '/never-read' } } as const;
  expect(await impatient.look(asker(1), 'a', (see) => see(order))).toBeNull();
  expect(await impatient.look(asker(1), 'a', (see) => see(order))).toBeNull();
  await impatient.end();
});

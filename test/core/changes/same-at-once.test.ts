import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { attackHome } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { create, started } = attackHome();

test('a patient nobody is known by, created twice at once: the second is not taken for the first that has just ended', async () => {
  let answerFirst = () => {};
  const held = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  let posts = 0;
  const service = await strangerService({
    onRequest: async ({ method }) => {
      if (method === 'POST') posts += 1;
      if (posts === 1) await held;
    },
  });
  const first = started(service, 'patients', 'create', '--city', 'Porto');
  await expect.poll(() => posts).toBe(1);
  const second = create(service, '--city', 'Porto');
  // Longer than it takes to begin, and shorter than a lock is waited for.
  await sleep(150);
  answerFirst();
  expect([(await first.done).exitCode, (await second).exitCode]).toEqual([0, 0]);
  expect(service.patients).toHaveLength(2);
});

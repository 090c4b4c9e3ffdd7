import { expect, test } from 'vitest';
import { waitForAll } from '../../../src/service/storage/wait-for-all.ts';

test('the results come in order', async () => {
  expect(await waitForAll([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2]);
  expect(await waitForAll([])).toEqual([]);
});

test('a failure is thrown when the others have ended', async () => {
  let hasEnded = false;
  const slow = new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => {
    hasEnded = true;
  });
  await expect(waitForAll([Promise.reject(new Error('first')), slow])).rejects.toThrow('first');
  expect(hasEnded).toBe(true);
});

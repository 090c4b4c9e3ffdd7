import { expect, test } from 'vitest';
import { createUploadSlots, uploaderOf } from '../../src/service/upload-slots.ts';

const LIMITS = { atOnce: 8, perUploader: 3, forFirst: 2 };
const alone = { takeSlot: async () => () => {} };

test('an uploader has so many, and gets one when one is given back', async () => {
  const slots = createUploadSlots(alone, LIMITS);
  const taken = [await slots.take(1), await slots.take(1), await slots.take(1)];
  expect(taken.every((giveBack) => giveBack !== undefined)).toBe(true);
  expect(await slots.take(1)).toBe(undefined);
  taken[0]!();
  expect(await slots.take(1)).toBeTypeOf('function');
  expect(slots.underWay()).toBe(3);
});

test('the last ones are for those who have none', async () => {
  const slots = createUploadSlots(alone, LIMITS);
  for (const uploader of [1, 1, 1, 2, 2, 2]) expect(await slots.take(uploader)).toBeTypeOf('function');
  expect(await slots.take(3)).toBeTypeOf('function');
  expect(await slots.take(3)).toBe(undefined);
  expect(await slots.take(4)).toBeTypeOf('function');
  expect(await slots.take(5)).toBe(undefined);
});

test('patients of one clinic keep neither it nor another clinic’s patients out', async () => {
  const slots = createUploadSlots(alone, LIMITS);
  for (let sent = 0; sent < 3; sent++) expect(await slots.take(uploaderOf(1, 'patients'))).toBeTypeOf('function');
  expect(await slots.take(uploaderOf(1, 'patients'))).toBe(undefined);
  expect(await slots.take(uploaderOf(1))).toBeTypeOf('function');
  expect(await slots.take(uploaderOf(2, 'patients'))).toBeTypeOf('function');
});

test('a slot that other processes have is not counted as one of this process', async () => {
  const slots = createUploadSlots({ takeSlot: async () => undefined }, LIMITS);
  expect(await slots.take(1)).toBe(undefined);
  expect(slots.underWay()).toBe(0);
});

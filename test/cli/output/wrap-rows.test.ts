import { expect, test } from 'vitest';
import { wrapRows } from '../../../src/cli/output/wrap-rows.ts';

test('rows that fit stay as they are', async () => {
  expect(await wrapRows(['A', 'B'], [['one', 'two words']], 80)).toEqual([['one', 'two words']]);
});

test('what a column cannot hold goes on below, between words, and nothing is cut', async () => {
  const rows = await wrapRows(['STATE', 'FOUND'], [['ok', 'this machine and the service have the same time']], 30);
  expect(rows).toEqual([
    ['ok', 'this machine and the'],
    ['', 'service have the same'],
    ['', 'time'],
  ]);
});

test('a word that no column can hold is broken, and each row keeps within the width', async () => {
  const path = '/srv/recon/data/a-folder-with-a-long-name/audit-end';
  const rows = await wrapRows(['STATE', 'FOUND'], [['ok', path]], 30);
  expect(rows.map(([, found]) => found).join('')).toBe(path);
  expect(Math.max(...rows.map(([, found]) => found!.length))).toBe(30 - 'STATE'.length - 2);
});

test('a row whose cells have different heights is one block', async () => {
  const rows = await wrapRows(['TOKEN', 'DONE'], [['front desk of the clinic', 'no']], 16);
  expect(rows.map(([, done]) => done)).toEqual(['no', '', '']);
  expect(rows.map(([token]) => token).join(' ')).toBe('front desk of the clinic');
});

import { expect, test } from 'vitest';
import { accountRecord, roomText } from '../../../src/cli/commands/accounts/records.ts';

const account = (patients: number, bytes: number, disabledAt: number | null = null) => ({
  ...{ id: 1, name: 'clinic', parentId: null, disabledAt, createdAt: 0 },
  stored: { patients, bytes },
  ...{ quotaPatients: 100, quotaBytes: 1000 },
});

test.each([
  [account(90, 900), null, null, undefined],
  [account(91, 1000), 'storage', 'patients', 'full: storage; nearly full: patients'],
  [account(100, 1001), 'patients, storage', null, 'full: patients, storage'],
  [account(100, 0, 1), 'patients', null, undefined],
])('what an account has no room for', (one, full, nearly, text) => {
  const record = accountRecord(one as never, [one] as never, []);
  expect(record).toMatchObject({ full, nearly_full: nearly });
  expect(roomText(record)).toBe(text);
});

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepInvitations, stillOut } from '../../src/core/invitations-made.ts';
import { tempFolder } from '../support/temp-folder.ts';

const scope = { profile: 'local', service: 'http://127.0.0.1:1' };
const DAY = 24 * 3_600_000;
const NOW = Date.parse('2026-03-31T12:00:00Z');

test('the newest of each patient and type is kept, a month long, for this user alone', async () => {
  const folder = join(tempFolder(), 'invitations');
  const kept = keepInvitations({ folder, scope });
  expect(await kept.read(NOW)).toEqual([]);
  await kept.add({ id: '7', type: 'face', at: NOW - 29 * DAY });
  await kept.add({ id: '7', type: 'body', at: NOW - 30 * DAY });
  await Promise.all([1, 2, 3].map((at) => kept.add({ id: '7', type: 'face', at: NOW - 3 * DAY + at })));
  await kept.add({ id: '9', type: 'face', at: NOW });
  expect((await kept.read(NOW)).map(({ id, type, at }) => `${id} ${type} ${Math.round((NOW - at) / DAY)}`)).toEqual([
    '7 face 3',
    '9 face 0',
  ]);
  const [file = ''] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const text = readFileSync(join(folder, file), 'utf8');
  writeFileSync(join(folder, file), `garbage\n\u0000 x y\n2026-03-31T00:00:00Z 7 nose\n${text}2026-03-3`);
  expect(await kept.read(NOW)).toHaveLength(2);
});

test.each([{ profile: 'other' }, { service: 'http://127.0.0.1:2' }])('not for %o', async (other) => {
  const folder = tempFolder();
  await keepInvitations({ folder, scope }).add({ id: '7', type: 'face', at: NOW });
  expect(await keepInvitations({ folder, scope: { ...scope, ...other } }).read(NOW)).toEqual([]);
});

test('photos that came, and patients who are gone, end the wait', () => {
  const made = ['1', '2', '3', '4', '5'].map((id) => ({ id, type: 'face' as const, at: NOW }));
  const changed = (type: string, ms: number) => ({ type, updated_at: new Date(NOW + ms).toISOString() });
  const patients = [
    { id: 1, reconstructions: [] },
    { id: 2, reconstructions: [changed('FaceReconstruction', 1)] },
    { id: 3, reconstructions: [changed('FaceReconstruction', -1), changed('BodyReconstruction', 1)] },
    { id: 4, reconstructions: null },
  ];
  expect(stillOut(made, patients).map(({ invitation }) => invitation.id)).toEqual(['1', '3', '4']);
});

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Deed } from '../../../src/core/journal/entry.ts';
import { readStoredChange } from '../../../src/core/journal/stored-change.ts';
import { failureOf, TOKEN } from '../../http/quick.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { bytesOf } from '../photo-copies.ts';
import { openedJournal, planned } from './opened-journal.ts';

const PHOTO = Buffer.from('left');
const MODEL = {
  type: 'face',
  provider: '4',
  photos: [
    {
      ...{ view: 'left', sourcePath: 'left.jpg', copyPath: '/elsewhere/entry.request', offsetBytes: 0, sizeBytes: 4 },
      ...{ sha256: createHash('sha256').update(PHOTO).digest('hex'), mime: 'image/jpeg', fileName: 'left.jpg' },
      ...{ removed: [], warnings: [] },
    },
  ],
  measures: { eye_distance: '6' },
};

/** A file as 0.1.0 wrote it: neither the kind of the change nor the patient's id is in there. */
function oldFile(kept: object): Buffer {
  const json = JSON.stringify(kept);
  return Buffer.concat([PHOTO, Buffer.from(`${json}${String(Buffer.byteLength(json)).padStart(16)}`)]);
}

async function journalWith(deed: Deed, kept: object) {
  const folder = join(tempFolder(), 'journal');
  const clock = { now: () => 1_000_000 };
  const journal = await openedJournal({ folder, scope: { profile: 'p', service: 's' }, holder: TOKEN, clock });
  const patient = deed === 'create' ? undefined : '7';
  const plan = { deed, patient, request: 'r' };
  const { entry } = await planned(journal, plan, { deed: 'delete', id: '7' }, { state: 'lost' });
  const file = join(folder, `${entry.id}.request`);
  writeFileSync(file, oldFile(kept));
  return { journal, entry, file };
}

test.each<[Deed, object, object]>([
  [
    'create',
    { patient: { name: 'Ana' }, async: true, allowSame: 'own' },
    { deed: 'create', patient: { name: 'Ana' }, async: true, allowSame: 'own' },
  ],
  ['update', { patient: { phone: '' } }, { deed: 'update', id: '7', patient: { phone: '' } }],
  ['delete', {}, { deed: 'delete', id: '7' }],
  ['transfer', { targetSurgeonId: '3' }, { deed: 'transfer', id: '7', targetSurgeonId: '3' }],
])('a request that 0.1.0 kept is read: %s', async (deed, kept, change) => {
  const { journal, entry } = await journalWith(deed, kept);
  expect(await journal.change(entry)).toEqual(change);
});

test.each<[Deed, object]>([
  ['create', { patient: {}, reconstruction: MODEL, allowSame: false }],
  ['update', { patient: {}, reconstruction: MODEL }],
  ['after', { reconstruction: MODEL }],
])('a request that 0.1.0 kept is read with its photos: %s', async (deed, kept) => {
  const { journal, entry, file } = await journalWith(deed, kept);
  const change = await journal.change(entry);
  if (!('reconstruction' in change)) throw new Error('it has no reconstruction');
  const { photos, ...rest } = change.reconstruction!;
  expect(rest).toEqual({ type: 'face', provider: '4', measures: { eye_distance: '6' } });
  expect(photos).toEqual([{ ...MODEL.photos[0], copyPath: file }]);
  expect(bytesOf(photos[0]!).toString()).toBe('left');
});

test.each<[string, Deed, object]>([
  ['a transfer without its target', 'transfer', {}],
  ['an after-record without photos', 'after', {}],
  ['a name that is no text', 'create', { patient: { name: 7 } }],
  ['a photo of no view', 'after', { reconstruction: { ...MODEL, photos: [{ ...MODEL.photos[0], view: 'top' }] } }],
])('what is not whole is refused, and named with the line that drops it: %s', async (_, deed, kept) => {
  const { journal, entry } = await journalWith(deed, kept);
  expect(await failureOf(journal.change(entry))).toMatchObject({
    code: 'storage',
    message: expect.stringContaining(entry.id),
    hint: { command: ['resume', entry.id, '--forget'], because: 'which drops it here' },
  });
});

test('a change of a patient whose id no line tells is refused', () => {
  expect(() => readStoredChange('delete', undefined, {})).toThrow(TypeError);
});

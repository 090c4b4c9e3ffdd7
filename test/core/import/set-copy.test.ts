import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { reconstructionParts } from '../../../src/core/form.ts';
import type { CheckedRow } from '../../../src/core/import/checked-row.ts';
import { photoCopier } from '../../../src/core/import/copy-photos.ts';
import { checkPhotos } from '../../../src/core/import/row-photos.ts';
import { createPhotoBuffers } from '../../../src/core/photo-check.ts';
import type { PreparedPhoto } from '../../../src/core/photos.ts';
import { failureOf, TOKEN } from '../../http/quick.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openedJournal, planned } from '../journal/opened-journal.ts';

const SAMPLES = join(import.meta.dirname, '../../../samples/ana/face');
const VIEWS = ['left', 'front', 'right'] as const;

async function world() {
  const folder = tempFolder();
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const files = Object.fromEntries(VIEWS.map((view) => [view, join(folder, `${view}.jpg`)]));
  for (const view of VIEWS) writeFileSync(files[view]!, readFileSync(join(SAMPLES, `${view}.jpg`)));
  const { photos } = await checkPhotos(files, createPhotoBuffers(), new AbortController().signal);
  const row = { number: 3, request: { patient: {}, measures: {}, photos } } as unknown as CheckedRow;
  const copyPhotos = photoCopier(scratch, 4);
  const scope = { profile: 'default', service: 'https://a.example' };
  const journal = () =>
    openedJournal({ folder: join(folder, 'journal'), scope, holder: TOKEN, clock: { now: () => 1_000_000 } });
  return { files, scratch, row, copyPhotos, journal };
}

async function bytesSent(photos: PreparedPhoto[]): Promise<Buffer[]> {
  const files = reconstructionParts({ photos, measures: {} }).flatMap((part) => ('file' in part ? [part.file] : []));
  return await Promise.all(files.map(async ({ open }) => Buffer.concat(await open().toArray())));
}

test('a set lies in one private file, and each photo is sent as itself', async () => {
  const { row, copyPhotos, scratch } = await world();
  const { photos, dispose } = await copyPhotos(row);
  expect(readdirSync(scratch)).toEqual(['3.photos']);
  expect(statSync(join(scratch, '3.photos')).mode & 0o777).toBe(0o600);
  const sent = await bytesSent(photos);
  expect(sent.map((bytes) => bytes.length)).toEqual(photos.map(({ sizeBytes }) => sizeBytes));
  for (const [at, view] of VIEWS.entries())
    expect(sent[at]!.equals(readFileSync(join(SAMPLES, `${view}.jpg`)))).toBe(true);
  dispose();
  expect(readdirSync(scratch)).toEqual([]);
});

test('a later run sends the same bytes from the journal, and refuses a set that was cut', async () => {
  const { row, copyPhotos, journal, scratch } = await world();
  const { photos } = await copyPhotos(row);
  const before = await bytesSent(photos);
  const first = await journal();
  const reconstruction = { photos, measures: {} };
  const change = { deed: 'create' as const, patient: { name: 'Ana' }, reconstruction, allowSame: false };
  const { entry } = await planned(first, { deed: 'create', subject: 's', request: 'r' }, change, { state: 'lost' });
  expect(readdirSync(scratch)).toEqual([]);
  const { reconstruction: kept } = await (await journal()).change({ ...entry, deed: 'create' });
  expect(await bytesSent(kept!.photos)).toEqual(before);
  const { copyPath } = kept!.photos[0]!;
  expect(basename(copyPath)).toBe(`${entry.id}.request`);
  expect(statSync(copyPath).mode & 0o777).toBe(0o600);
  truncateSync(copyPath, statSync(copyPath).size - 1);
  expect(await failureOf((await journal()).change(entry))).toMatchObject({ code: 'storage' });
});

test('a photo that changed since its check leaves no copy behind', async () => {
  const { row, copyPhotos, files, scratch } = await world();
  writeFileSync(files.right!, readFileSync(files.left!));
  expect(await failureOf(copyPhotos(row))).toMatchObject({ code: 'photo_rejected' });
  expect(existsSync(join(scratch, '3.photos'))).toBe(false);
});

import { watch } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backUp } from '../../../src/service/backup/back-up.ts';
import { restore } from '../../../src/service/backup/restore.ts';
import { openClinics } from '../../support/backups.ts';

const clinics = openClinics();
afterAll(() => clinics.close());

const NEVER = new AbortController().signal;

test('a folder is noted as one that a restore fills until the restore has ended, also where it fails', async () => {
  const { places, create } = await clinics.openClinic('SQLite and disk');
  await create('Ana Sample');
  const to = join(dirname(places.dataFolder), 'backup');
  await backUp(places, { to, version: '0', keep: 1, signal: NEVER });
  const { dataFolder } = await clinics.emptyPlaces('SQLite and disk');
  await mkdir(dataFolder);
  const seen = new Set<string | null>();
  const watcher = watch(dataFolder, (_, name) => void seen.add(name));
  const failing = restore({ dataFolder }, { from: to }, AbortSignal.abort(new Error('stopped')));
  await expect(failing).rejects.toThrow('stopped');
  await expect.poll(() => seen).toContain('restoring');
  expect(await readdir(dataFolder)).toEqual(['service.lock']);
  seen.clear();
  await restore({ dataFolder }, { from: to }, NEVER);
  await expect.poll(() => seen).toContain('restoring');
  watcher.close();
  expect((await readdir(dataFolder)).toSorted()).toEqual(expect.arrayContaining(['files', 'recon.db']));
  expect(await readdir(dataFolder)).not.toContain('restoring');
});

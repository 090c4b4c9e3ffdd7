import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openAuditReader } from '../../../src/service/audit/open-reader.ts';
import { backUp } from '../../../src/service/backup/back-up.ts';
import { restore } from '../../../src/service/backup/restore.ts';
import { verifyBackup } from '../../../src/service/backup/verify.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { type Clinic, openClinics } from '../../support/backups.ts';

const { signal } = new AbortController();
const clinics = openClinics();
const folder = mkdtempSync(join(tmpdir(), 'recon-backups-'));
let backups = 0;
const newBackup = () => join(folder, `backup-${++backups}`);
const filesIn = (backup: string, part: string) =>
  readdirSync(join(backup, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

let clinic: Clinic;
const created: number[] = [];

beforeAll(async () => {
  clinic = await clinics.openClinic('SQLite and disk');
  created.push(await clinic.create('Zoë\u2028 Beispiel "Ölü"', 1), await clinic.create('見本 さくら', 2));
  const erased = await clinic.create('Erased Example', 3);
  await clinic.ask(`/patients/${erased}`, 'DELETE');
  created.push(erased);
});
afterAll(async () => {
  await clinics.close();
  rmSync(folder, { recursive: true });
});

const toFolder = (to: string, more = {}) => backUp(clinic.places, { to, keep: 7, signal, ...more });

test('a backup of a running service is verified, and comes back as it was', async () => {
  const to = newBackup();
  const report = await toFolder(to);
  expect(report).toMatchObject({ erased: [], lost: [], removed: [] });
  expect(report.copied).toEqual(report.files);
  expect(await verifyBackup({ from: to }, signal)).toMatchObject({ records: report.records, files: report.files });

  const places = await clinics.emptyPlaces('SQLite and disk');
  expect(await restore(places, { from: to }, signal)).toMatchObject({ records: report.records, missing: 0 });
  const restored = await clinics.open(places, clinic.token);
  for (const id of created.slice(0, 2)) {
    expect(await restored.nameOf(id)).toBe(await clinic.nameOf(id));
    expect(await restored.archiveOf(id)).toBe(await clinic.archiveOf(id));
  }
  // The id of the erased one, the highest of all, never names another person.
  expect(await restored.create('After')).toBeGreaterThan(created[2]!);
});

const auditOf = async (places: Clinic['places']) => {
  const reader = await openAuditReader(places);
  return await reader.verify().finally(reader.close);
};

test('the audit of a restored service is sound, and one that was cut short before the backup is not', async () => {
  const to = newBackup();
  await vi.waitUntil(async () => (await auditOf(clinic.places)).waiting === 0, { timeout: 20_000, interval: 200 });
  const { lines } = await auditOf(clinic.places);
  expect(lines).toBeGreaterThan(0);
  await toFolder(to);
  const sound = await clinics.emptyPlaces('SQLite and disk');
  await restore(sound, { from: to }, signal);
  expect(await auditOf(sound)).toMatchObject({ problems: [] });

  const database = await openSqlite(join(sound.dataFolder, 'recon.db'));
  database.exec('delete from audit_lines where number = (select max(number) from audit_lines)');
  database.close();
  const ofCut = newBackup();
  await backUp(sound, { to: ofCut, keep: 7, signal });
  const cut = await clinics.emptyPlaces('SQLite and disk');
  await restore(cut, { from: ofCut }, signal);
  expect((await auditOf(cut)).problems).toEqual([expect.stringMatching(/cut off at the end$/)]);
});

test('what an earlier snapshot has is not copied again, and goes with the last snapshot that names it', async () => {
  const to = newBackup();
  const first = await toFolder(to);
  const added = await clinic.create('Added', 4);
  const second = await toFolder(to);
  expect(second.copied.count).toBeGreaterThan(0);
  expect(second.copied.count).toBe(second.files.count - first.files.count);
  await clinic.ask(`/patients/${added}`, 'DELETE');
  const third = await toFolder(to, { keep: 2 });
  expect(third).toMatchObject({ removed: [first.snapshot], copied: { count: 0 } });
  expect(filesIn(to, 'files')).toHaveLength(second.files.count);
  const fourth = await toFolder(to, { keep: 1 });
  expect(fourth.removed).toEqual([second.snapshot, third.snapshot]);
  expect(filesIn(to, 'files')).toHaveLength(first.files.count);
  expect(filesIn(to, '.').some((path) => readFileSync(path).includes('Added'))).toBe(false);
  await verifyBackup({ from: to }, signal);
});

test('an earlier snapshot can be restored', async () => {
  const to = newBackup();
  const { snapshot } = await toFolder(to);
  const later = await clinic.create('Later', 5);
  await toFolder(to);
  const places = await clinics.emptyPlaces('SQLite and disk');
  await restore(places, { from: to, snapshot }, signal);
  const restored = await clinics.open(places, clinic.token);
  await expect(restored.nameOf(later)).rejects.toThrow('404');
  await expect(restore(places, { from: to, snapshot: 'none' }, signal)).rejects.toMatchObject({ code: 'not_found' });
});

const keyFile = () => {
  const path = join(folder, `key-${++backups}`);
  writeFileSync(path, `${'0123456789abcdef'.repeat(4)}\n`);
  return path;
};

test.each(['plain', 'encrypted'])('one changed bit, a cut end or a lost file of a %s backup is named', async (form) => {
  const key = form === 'plain' ? {} : { keyFile: keyFile() };
  const to = newBackup();
  await toFolder(to, key);
  const places = await clinics.emptyPlaces('SQLite and disk');
  const damages: ((bytes: Uint8Array) => Uint8Array | undefined)[] = [
    (bytes) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)),
    (bytes) => bytes.subarray(0, -1),
    () => undefined,
  ];
  const tables = filesIn(to, 'snapshots').filter((path) => readFileSync(path).length > (form === 'plain' ? 0 : 48));
  const targets = [
    ...tables.filter((path) => /[/](patients|files|manifest)\.[a-z]+$/.test(path)),
    ...filesIn(to, 'files').slice(0, 1),
  ];
  expect(targets).toHaveLength(4);
  for (const path of targets) {
    const whole = readFileSync(path);
    for (const damage of damages) {
      const bytes = damage(Buffer.from(whole));
      if (bytes === undefined && path.endsWith('manifest.json')) continue;
      if (bytes === undefined) rmSync(path);
      else writeFileSync(path, bytes);
      const refusal = { code: 'damaged', message: expect.stringContaining(path) };
      await expect(verifyBackup({ from: to, ...key }, signal)).rejects.toMatchObject(refusal);
      if (damage === damages[0])
        await expect(restore(places, { from: to, ...key }, signal)).rejects.toMatchObject(refusal);
    }
    writeFileSync(path, whole);
  }
  rmSync(targets.find((path) => path.endsWith('manifest.json'))!);
  await expect(verifyBackup({ from: to, ...key }, signal)).rejects.toMatchObject({ code: 'not_found' });
  await toFolder(to, key);
  // Nothing of a refused one is left in the way.
  await restore(places, { from: to, ...key }, signal);
});

test('an encrypted backup shows nothing of a patient, and opens with its key alone', async () => {
  const to = newBackup();
  const key = keyFile();
  await toFolder(to, { keyFile: key });
  const photo = readFileSync(filesIn(clinic.places.dataFolder, 'files').find((path) => !path.endsWith('last-commit'))!);
  for (const path of filesIn(to, '.')) {
    const bytes = readFileSync(path);
    for (const text of ['Beispiel', '見本', 'reconstruction', photo.subarray(0, 16)])
      expect(bytes.includes(text)).toBe(false);
  }
  const [one, other] = filesIn(to, 'files') as [string, string];
  const bytes = readFileSync(one);
  writeFileSync(one, readFileSync(other));
  await expect(verifyBackup({ from: to, keyFile: key }, signal)).rejects.toMatchObject({ code: 'damaged' });
  writeFileSync(one, bytes);
  expect(await verifyBackup({ from: to, keyFile: key }, signal)).toMatchObject({ missing: 0 });
  const wrong = keyFile();
  writeFileSync(wrong, 'f'.repeat(64));
  for (const given of [{}, { keyFile: wrong }, { keyFile: join(folder, 'none') }]) {
    await expect(verifyBackup({ from: to, ...given }, signal)).rejects.toMatchObject({ code: 'usage' });
    await expect(toFolder(to, given)).rejects.toMatchObject({ code: 'usage' });
  }
});

test('a file that the service has lost is told, and its record comes back as failed', async () => {
  const own = await clinics.openClinic('SQLite and disk');
  const whole = await own.create('Whole', 6);
  const lacking = await own.create('Lacking', 7);
  const to = newBackup();
  const { files } = await backUp(own.places, { to, keep: 7, signal });
  const all = filesIn(own.places.dataFolder, 'files').filter((path) => !path.endsWith('last-commit'));
  const added = await own.create('Changed on the disk', 8);
  const [changed] = filesIn(own.places.dataFolder, 'files').filter(
    (path) => !all.includes(path) && !path.endsWith('last-commit'),
  );
  writeFileSync(changed!, 'other bytes');
  // What an earlier snapshot has is not read again.
  rmSync(all[0]!);
  const report = await backUp(own.places, { to, keep: 7, signal });
  expect(report.lost).toEqual([changed!.split('/').at(-1)]);
  expect(report.erased).toEqual([]);
  expect(report.files.count).toBeGreaterThan(files.count);

  expect(await verifyBackup({ from: to }, signal)).toMatchObject({ missing: 1 });
  const places = await clinics.emptyPlaces('SQLite and disk');
  expect(await restore(places, { from: to }, signal)).toMatchObject({ missing: 1 });
  const restored = await clinics.open(places, own.token);
  for (const id of [whole, lacking]) expect(await restored.archiveOf(id)).toHaveLength(64);
  await expect(restored.archiveOf(added)).rejects.toThrow();
  expect(await restored.nameOf(added)).toBe('Changed on the disk');
});

test('files that go while they are copied are of no snapshot: it is taken anew', async () => {
  const own = await clinics.openClinic('SQLite and disk');
  const stays = await own.create('Stays', 9);
  const goes = await own.create('Goes', 10);
  const connection = await openSqlite(join(own.places.dataFolder, 'recon.db'));
  let isErased = false;
  const whileCopying = {
    throwIfAborted() {
      if (isErased) return;
      isErased = true;
      const files = connection.prepare(
        'select files.id from files join reconstructions r on r.id = reconstruction_id where patient_id = ?',
      );
      for (const { id } of files.all([goes])) {
        rmSync(join(own.places.dataFolder, 'files', String(id).slice(0, 2), String(id)));
      }
      connection.exec(`pragma foreign_keys = on; delete from patients where id = ${goes}`);
    },
  } as unknown as AbortSignal;
  const to = newBackup();
  const report = await backUp(own.places, { to, keep: 7, signal: whileCopying });
  connection.close();
  expect(report).toMatchObject({ erased: [], lost: [] });
  const places = await clinics.emptyPlaces('SQLite and disk');
  expect(await restore(places, { from: to }, signal)).toMatchObject({ missing: 0 });
  const restored = await clinics.open(places, own.token);
  expect(await restored.archiveOf(stays)).toBe(await own.archiveOf(stays));
  await expect(restored.nameOf(goes)).rejects.toThrow('404');
});

test('a backup that was broken off is none, and the next one removes what is left of it', async () => {
  const to = newBackup();
  const { snapshot } = await toFolder(to);
  await clinic.create('New', 11);
  const broken = { signal: AbortSignal.abort(new Error('stopped')) };
  await expect(toFolder(to, broken)).rejects.toThrow('stopped');
  const found = await verifyBackup({ from: to }, signal);
  expect(found).toMatchObject({ snapshot, unfinished: [expect.stringMatching(/^\d{4}-/)] });
  await toFolder(to);
  expect(readdirSync(join(to, 'snapshots'))).toHaveLength(2);
  expect(await verifyBackup({ from: to }, signal)).toMatchObject({ unfinished: [] });
  const places = await clinics.emptyPlaces('SQLite and disk');
  await expect(restore(places, { from: to }, broken.signal)).rejects.toThrow('stopped');
  expect(filesIn(places.dataFolder, '.').map((path) => basename(path))).toEqual(['service.lock']);
});

test('a restore replaces nothing, and a backup mixes no services', async () => {
  const to = newBackup();
  await toFolder(to);
  await expect(restore(clinic.places, { from: to }, signal)).rejects.toMatchObject({ code: 'storage' });
  const places = await clinics.emptyPlaces('SQLite and disk');
  await restore(places, { from: to }, signal);
  await expect(restore(places, { from: to }, signal)).rejects.toMatchObject({ code: 'already_exists' });
  await expect(backUp(places, { to, keep: 7, signal })).rejects.toMatchObject({ code: 'usage' });
  writeFileSync(join(folder, 'a file'), '');
  await expect(toFolder(folder)).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('other files'),
  });
  await expect(verifyBackup({ from: join(folder, 'none') }, signal)).rejects.toMatchObject({ code: 'not_found' });
  const nowhere = { dataFolder: join(folder, 'no-service') };
  await expect(backUp(nowhere, { to, keep: 7, signal })).rejects.toMatchObject({ code: 'not_found' });
});

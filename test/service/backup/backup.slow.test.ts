import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { openAuditReader } from '../../../src/service/audit/open-reader.ts';
import { backUp } from '../../../src/service/backup/back-up.ts';
import type { BackupAddress } from '../../../src/service/backup/backup-address.ts';
import { knownBackups } from '../../../src/service/backup/last-backup.ts';
import { openRemoval } from '../../../src/service/backup/remove-snapshots.ts';
import { restore } from '../../../src/service/backup/restore.ts';
import { verifyBackup, verifyEach } from '../../../src/service/backup/verify.ts';
import { openPlaces } from '../../../src/service/open-places.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { openTargets, TARGETS } from '../../support/backup-targets.ts';
import { type Clinic, openClinics } from '../../support/backups.ts';
import { isThorough } from '../../support/thorough.ts';

// Encrypted backups take their time beside other tests.
vi.setConfig({ testTimeout: 120_000 });

const { signal } = new AbortController();
const clinics = openClinics();
const targets = openTargets();
const folder = mkdtempSync(join(tmpdir(), 'recon-backups-'));
let keys = 0;
const filesIn = (dataFolder: string, part: string) =>
  readdirSync(join(dataFolder, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

let clinic: Clinic;
const created: number[] = [];
let simulated: number;

beforeAll(async () => {
  clinic = await clinics.openClinic('SQLite and disk');
  created.push(await clinic.create('Zoë\u2028 Beispiel "Ölü"', 1), await clinic.create('見本 さくら', 2));
  simulated = await clinic.createSimulated('Plan “A” 計画');
  const erased = await clinic.create('Erased Example', 3);
  await clinic.ask(`/patients/${erased}`, 'DELETE');
  created.push(erased);
});
afterAll(async () => {
  await clinics.close();
  await targets.close();
  rmSync(folder, { recursive: true });
});

const backUpTo = (to: BackupAddress, more = {}) =>
  backUp(clinic.places, { to, keep: 7, version: '0.0.0', signal, ...more });

const auditOf = async (places: Clinic['places']) => {
  const reader = await openAuditReader(places);
  return await reader.verify().finally(reader.close);
};

const keyFile = () => {
  const path = join(folder, `key-${++keys}`);
  writeFileSync(path, `${'0123456789abcdef'.repeat(4)}\n`);
  return path;
};

const isOf = (snapshot: string) => (name: string) => name.startsWith(`snapshots/${snapshot}/`);

async function knownTo(places: Clinic['places']) {
  const { store, close } = await openPlaces(places, systemClock, () => {});
  return await knownBackups(store.db).finally(close);
}

test('a backup ends where the service of before has made one meanwhile, as it can in a bucket', async () => {
  const { address } = await targets.open('a folder');
  const to = String(address);
  const { snapshot } = await backUpTo(to);
  const places = await clinics.emptyPlaces('SQLite and disk');
  await restore(places, { from: to }, signal);
  const at = (name: string) => join(to, 'snapshots', name);
  const meanwhile = {
    throwIfAborted: () => cpSync(at(snapshot), at(`${snapshot}-later`), { recursive: true }),
  } as unknown as AbortSignal;
  const made = backUp(places, { to, keep: 7, version: '0.0.0', signal: meanwhile });
  await expect(made).rejects.toMatchObject({ code: 'busy' });
  // Nothing is in the way of the next one.
  await backUp(places, { to, keep: 7, version: '0.0.0', signal });
});

describe.each(isThorough ? TARGETS : TARGETS.slice(0, 1))('in %s', (kind) => {
  test('a backup of a running service is verified, and comes back as it was', async () => {
    const target = await targets.open(kind);
    const to = target.address;
    const report = await backUpTo(to);
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
    expect(await restored.simulationsOf(simulated)).toEqual(await clinic.simulationsOf(simulated));
    const lines = await clinic.linesOf(simulated);
    expect(lines).toMatchObject({ simulations: [{ sha256: 'a'.repeat(64) }] });
    expect(await restored.linesOf(simulated)).toEqual(lines);
    expect(await restored.simulationsOf(simulated)).toMatchObject([
      { name: 'Plan “A” 計画', right_implant: { volume: '0' } },
    ]);
    // The id of the erased one, the highest of all, never names another person.
    expect(await restored.create('After')).toBeGreaterThan(created[2]!);
    // The backups of the service before are not its own.
    await backUpTo(to);
    await restored.service.stop();
    expect(await knownTo(places)).toEqual({});
    expect(await knownTo(clinic.places)).toMatchObject({ last: { result: 'whole' } });
  });

  test('the audit of a restored service is sound, and one that was cut short before the backup is not', async () => {
    const target = await targets.open(kind);
    const to = target.address;
    await vi.waitUntil(async () => (await auditOf(clinic.places)).waiting === 0, { timeout: 20_000, interval: 200 });
    const { lines } = await auditOf(clinic.places);
    expect(lines).toBeGreaterThan(0);
    await backUpTo(to);
    const sound = await clinics.emptyPlaces('SQLite and disk');
    await restore(sound, { from: to }, signal);
    expect(await auditOf(sound)).toMatchObject({ problems: [] });

    const database = await openSqlite(join(sound.dataFolder, 'recon.db'));
    database.exec('delete from audit_lines where number = (select max(number) from audit_lines)');
    database.close();
    const ofCut = (await targets.open(kind)).address;
    await backUp(sound, { to: ofCut, keep: 7, version: '0.0.0', signal });
    const cut = await clinics.emptyPlaces('SQLite and disk');
    await restore(cut, { from: ofCut }, signal);
    expect((await auditOf(cut)).problems).toEqual([expect.stringMatching(/cut off at the end$/)]);
  });

  test('what an earlier snapshot has is not copied again, and goes with the last snapshot that names it', async () => {
    const target = await targets.open(kind);
    const to = target.address;
    const first = await backUpTo(to);
    const added = await clinic.create('Added', 4);
    const second = await backUpTo(to);
    expect(second.copied.count).toBeGreaterThan(0);
    expect(second.copied.count).toBe(second.files.count - first.files.count);
    await clinic.ask(`/patients/${added}`, 'DELETE');
    const third = await backUpTo(to, { keep: 2 });
    expect(third).toMatchObject({ removed: [first.snapshot], copied: { count: 0 } });
    expect(await target.list('files')).toHaveLength(second.files.count);
    const fourth = await backUpTo(to, { keep: 1 });
    expect(fourth.removed).toEqual([second.snapshot, third.snapshot]);
    expect(await target.list('files')).toHaveLength(first.files.count);
    for (const name of await target.list('.')) expect((await target.read(name)).includes('Added')).toBe(false);
    await verifyBackup({ from: to }, signal);
  });

  test('an earlier snapshot can be restored', async () => {
    const target = await targets.open(kind);
    const to = target.address;
    const { snapshot } = await backUpTo(to);
    const later = await clinic.create('Later', 5);
    await backUpTo(to);
    const places = await clinics.emptyPlaces('SQLite and disk');
    await restore(places, { from: to, snapshot }, signal);
    const restored = await clinics.open(places, clinic.token);
    await expect(restored.nameOf(later)).rejects.toThrow('404');
    await expect(restore(places, { from: to, snapshot: 'none' }, signal)).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each(['plain', 'encrypted'])(
    'one changed bit, a cut end or a lost file of a %s backup is named',
    async (form) => {
      const key = form === 'plain' ? {} : { keyFile: keyFile() };
      const target = await targets.open(kind);
      const to = target.address;
      await backUpTo(to, key);
      const places = await clinics.emptyPlaces('SQLite and disk');
      const damages: ((bytes: Buffer) => Uint8Array | undefined)[] = [
        (bytes) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)),
        (bytes) => bytes.subarray(0, -1),
        () => undefined,
      ];
      const isSnapshotFile = (name: string) => /[/](patients|files|manifest)\.[a-z]+$/.test(name);
      const names = [
        ...(await target.list('snapshots')).filter(isSnapshotFile),
        ...(await target.list('files')).slice(0, 1),
      ];
      expect(names).toHaveLength(4);
      const refusing = (name: string) => ({
        code: 'damaged',
        message: expect.stringContaining(`${target.whereIs(name)}: `),
      });
      for (const name of names) {
        const whole = await target.read(name);
        for (const damage of damages) {
          const bytes = damage(whole);
          if (bytes === undefined && name.endsWith('manifest.json')) continue;
          if (bytes === undefined) await target.remove([name]);
          else await target.spoil(name, bytes);
          await expect(verifyBackup({ from: to, ...key }, signal)).rejects.toMatchObject(refusing(name));
          if (damage !== damages[0]) continue;
          const there = { ...places, dataFolder: mkdtempSync(join(folder, 'there-')) };
          for (const into of [places, there])
            await expect(restore(into, { from: to, ...key }, signal)).rejects.toMatchObject(refusing(name));
          expect(existsSync(places.dataFolder)).toBe(false);
          expect(readdirSync(there.dataFolder).filter((left) => left !== 'service.lock')).toEqual([]);
          // Somebody else's bytes, put there as a whole.
          await target.write(name, bytes!);
          await expect(verifyBackup({ from: to, ...key }, signal)).rejects.toMatchObject(refusing(name));
        }
        await target.write(name, whole);
      }
      const head = await target.read('backup.json');
      await target.spoil('backup.json', head.subarray(0, 20));
      await expect(verifyBackup({ from: to, ...key }, signal)).rejects.toMatchObject(refusing('backup.json'));
      await target.write('backup.json', head);
      await target.remove(names.filter((name) => name.endsWith('manifest.json')));
      await expect(verifyBackup({ from: to, ...key }, signal)).rejects.toMatchObject({ code: 'not_found' });
      await backUpTo(to, key);
      // Nothing of a refused one is left in the way.
      await restore(places, { from: to, ...key }, signal);
    },
  );

  test('an encrypted backup shows nothing of a patient, and opens with its key alone', async () => {
    const target = await targets.open(kind);
    const to = target.address;
    const key = keyFile();
    await backUpTo(to, { keyFile: key });
    const photo = readFileSync(
      filesIn(clinic.places.dataFolder, 'files').find((path) => !path.endsWith('last-commit'))!,
    );
    for (const name of await target.list('.')) {
      const bytes = await target.read(name);
      for (const text of ['Beispiel', '見本', 'reconstruction', photo.subarray(0, 16)])
        expect(bytes.includes(text)).toBe(false);
    }
    const [one, other] = (await target.list('files')) as [string, string];
    const bytes = await target.read(one);
    await target.write(one, await target.read(other));
    await expect(verifyBackup({ from: to, keyFile: key }, signal)).rejects.toMatchObject({ code: 'damaged' });
    await target.write(one, bytes);
    expect(await verifyBackup({ from: to, keyFile: key }, signal)).toMatchObject({ missing: 0 });
    const wrong = keyFile();
    writeFileSync(wrong, 'f'.repeat(64));
    for (const given of [{}, { keyFile: wrong }, { keyFile: join(folder, 'none') }]) {
      await expect(verifyBackup({ from: to, ...given }, signal)).rejects.toMatchObject({ code: 'usage' });
      await expect(backUpTo(to, given)).rejects.toMatchObject({ code: 'usage' });
    }
  });

  test('a file that the service has lost is told, and its record comes back as failed', async () => {
    const own = await clinics.openClinic('SQLite and disk');
    const whole = await own.create('Whole', 6);
    const lacking = await own.create('Lacking', 7);
    const target = await targets.open(kind);
    const to = target.address;
    const { files } = await backUp(own.places, { to, keep: 7, version: '0.0.0', signal });
    const all = filesIn(own.places.dataFolder, 'files').filter((path) => !path.endsWith('last-commit'));
    const added = await own.create('Changed on the disk', 8);
    const [changed] = filesIn(own.places.dataFolder, 'files').filter(
      (path) => !all.includes(path) && !path.endsWith('last-commit'),
    );
    writeFileSync(changed!, 'other bytes');
    // What an earlier snapshot has is not read again.
    rmSync(all[0]!);
    const report = await backUp(own.places, { to, keep: 7, version: '0.0.0', signal });
    expect(report.lost).toEqual([changed!.split('/').at(-1)]);
    expect(report.erased).toEqual([]);
    expect(await knownTo(own.places)).toMatchObject({ last: { result: 'lacking' }, made: expect.any(String) });
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
    const target = await targets.open(kind);
    const to = target.address;
    const report = await backUp(own.places, { to, keep: 7, version: '0.0.0', signal: whileCopying });
    connection.close();
    expect(report).toMatchObject({ erased: [], lost: [] });
    const places = await clinics.emptyPlaces('SQLite and disk');
    expect(await restore(places, { from: to }, signal)).toMatchObject({ missing: 0 });
    const restored = await clinics.open(places, own.token);
    expect(await restored.archiveOf(stays)).toBe(await own.archiveOf(stays));
    await expect(restored.nameOf(goes)).rejects.toThrow('404');
  });

  test('a backup that was broken off is none, and the next one removes what is left of it', async () => {
    const target = await targets.open(kind);
    const to = target.address;
    const { snapshot } = await backUpTo(to);
    await clinic.create('New', 11);
    const broken = { signal: AbortSignal.abort(new Error('stopped')) };
    await expect(backUpTo(to, broken)).rejects.toThrow('stopped');
    expect((await knownTo(clinic.places)).last).toMatchObject({ result: 'failed' });
    const found = await verifyBackup({ from: to }, signal);
    expect(found).toMatchObject({ snapshot, unfinished: [expect.stringMatching(/^\d{4}-/)] });
    await backUpTo(to);
    expect(await target.list('snapshots')).toHaveLength(
      2 * (await target.list('snapshots')).filter(isOf(snapshot)).length,
    );
    expect(await verifyBackup({ from: to }, signal)).toMatchObject({ unfinished: [] });
    const places = await clinics.emptyPlaces('SQLite and disk');
    await expect(restore(places, { from: to }, broken.signal)).rejects.toThrow('stopped');
    expect(existsSync(places.dataFolder)).toBe(false);
  });

  test('a restored service goes on in its backup, and removes no snapshot of before', async () => {
    const { address: to } = await targets.open(kind);
    const before = [await backUpTo(to), await backUpTo(to)].map(({ snapshot }) => snapshot);
    const restoredFrom = async (snapshot?: string) => {
      const places = await clinics.emptyPlaces('SQLite and disk');
      await restore(places, { from: to, ...(snapshot !== undefined && { snapshot }) }, signal);
      return (more = {}) => backUp(places, { to, keep: 1, version: '0.0.0', signal, ...more });
    };
    const again = await restoredFrom();
    const first = await again();
    expect(first).toMatchObject({ earlier: before, removed: [] });
    const second = await again();
    expect(second).toMatchObject({ earlier: before, removed: [first.snapshot] });
    // The service of before, if it lives on, does not mix in.
    await expect(backUpTo(to)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('another service'),
    });
    // The restore was of the wrong snapshot: a second one goes on, too, and knows both services before it.
    const third = await restoredFrom(before[0]);
    expect(await third()).toMatchObject({ earlier: [...before, second.snapshot], removed: [] });
    await expect(again()).rejects.toMatchObject({ code: 'usage' });
    const ofAll = [];
    for await (const { damage } of verifyEach({ from: to }, signal)) ofAll.push(damage);
    expect(ofAll).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('a rehearsal does not end the backups of the service that goes on', async () => {
    const { address: to } = await targets.open(kind);
    await backUpTo(to);
    const rehearsal = await clinics.emptyPlaces('SQLite and disk');
    await restore(rehearsal, { from: to }, signal);
    await backUpTo(to);
    await expect(backUp(rehearsal, { to, keep: 7, version: '0.0.0', signal })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('goes on making its backups'),
    });
    expect(await backUpTo(to)).toMatchObject({ earlier: [], damaged: undefined });
  });

  test('a restore replaces nothing, and a backup mixes no services', async () => {
    const target = await targets.open(kind);
    const to = target.address;
    await backUpTo(to);
    await expect(restore(clinic.places, { from: to }, signal)).rejects.toMatchObject({ code: 'storage' });
    const places = await clinics.emptyPlaces('SQLite and disk');
    await restore(places, { from: to }, signal);
    await expect(restore(places, { from: to }, signal)).rejects.toMatchObject({ code: 'usage' });
    const other = (await clinics.openClinic('SQLite and disk')).places;
    await expect(backUp(other, { to, keep: 7, version: '0.0.0', signal })).rejects.toMatchObject({ code: 'usage' });
    const taken = await targets.open(kind);
    await taken.write('a file', Buffer.of());
    await expect(backUpTo(taken.address)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('other files'),
    });
    const none = await targets.open(kind);
    await expect(verifyBackup({ from: none.address }, signal)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(none.whereIs('backup.json')),
    });
    const nowhere = { dataFolder: join(folder, 'no-service') };
    await expect(backUp(nowhere, { to, keep: 7, version: '0.0.0', signal })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('beside a damaged snapshot the next one is whole, which one it is is told, and it can be removed alone', async () => {
    const target = await targets.open(kind);
    const to = target.address;
    const [first, second] = [await backUpTo(to), await backUpTo(to)];
    const name = `snapshots/${second.snapshot}/files.ndjson`;
    await target.spoil(name, (await target.read(name)).subarray(0, -1));
    const third = await backUpTo(to);
    expect(third.damaged).toMatchObject({
      code: 'damaged',
      hint: { command: ['backup', 'remove', target.whereIs('.'), second.snapshot] },
    });
    const states = async () => {
      const found: [string, string | undefined][] = [];
      for await (const { snapshot, damage } of verifyEach({ from: to }, signal)) found.push([snapshot, damage?.code]);
      return found;
    };
    expect(await states()).toEqual([
      [first.snapshot, undefined],
      [second.snapshot, 'damaged'],
      [third.snapshot, undefined],
    ]);
    // Also the newest one, after which the next is still known to be of this service.
    await target.remove([`snapshots/${third.snapshot}/manifest.json`]);
    await target.write(`snapshots/${third.snapshot}/manifest.json`, Buffer.from('{}'));
    expect((await backUpTo(to)).damaged).toBeDefined();

    const files = await target.list('files');
    const removal = await openRemoval(to, [second.snapshot, third.snapshot]);
    expect(removal.staying).toHaveLength(2);
    await removal.remove();
    await removal.close();
    expect((await states()).map(([, damage]) => damage)).toEqual([undefined, undefined]);
    expect(await target.list('files')).toEqual(files);
    expect((await backUpTo(to)).damaged).toBeUndefined();
    await expect(openRemoval(to, [first.snapshot, 'none'])).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('"none"'),
    });
    const none = await targets.open(kind);
    await expect(openRemoval(none.address, ['none'])).rejects.toMatchObject({ code: 'not_found' });
  });

  test('one backup at a time is made there', async () => {
    const { address } = await targets.open(kind);
    const ends = await Promise.allSettled([backUpTo(address), backUpTo(address)]);
    const refused = ends.filter((end) => end.status === 'rejected');
    expect(refused).toEqual([{ status: 'rejected', reason: expect.objectContaining({ code: 'busy' }) }]);
    await backUpTo(address);
  });
});

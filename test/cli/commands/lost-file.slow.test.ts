import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { openPlaces } from '../../../src/service/open-places.ts';
import { toldBy } from '../../support/doctor-findings.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { typeMain } from '../../support/typed-terminal.ts';

let service: TestService;
let home: ReconHome;
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
});
afterAll(() => Promise.all([service.close(), home.remove()]));

const newPatient = async (seed: number) =>
  String((await service.patient('POST', '/patients', { form: await faceForm(seed) })).patient.id);

const recon = (...args: string[]) =>
  runMain(args, { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token });
const beside = (...args: string[]) => runMain([...args, '--data', service.dataFolder], home.environment);

async function pathOf({ dataFolder }: TestService, patient: string, name: string): Promise<string> {
  const { store, close } = await openPlaces({ dataFolder }, systemClock, () => {});
  const { id } = await store.db
    .selectFrom('files')
    .innerJoin('reconstructions', 'reconstructions.id', 'files.reconstruction_id')
    .select('files.id')
    .where('files.name', '=', name)
    .where('reconstructions.patient_id', '=', Number(patient))
    .executeTakeFirstOrThrow();
  await close();
  return join(dataFolder, 'files', id.slice(0, 2), id);
}

/** Removes a file of a patient from the disk of the service, and returns its id. */
async function lose(patient: string, name: string): Promise<string> {
  const path = await pathOf(service, patient, name);
  rmSync(path);
  return basename(path);
}

const fixesOf = async () => {
  const { all } = toldBy(await beside('doctor', '--files', '--json'));
  return all.filter(({ about }) => about === 'files');
};

test('a lost file is put back from the newest snapshot that has it; one that none has is made or asked for anew', async () => {
  const folder = join(tempFolder(), 'backup');
  const old = await newPatient(3);
  expect((await beside('backup', folder)).exitCode).toBe(0);
  const young = await newPatient(4);
  const [ofOld, ofYoung, part] = [await lose(old, 'front'), await lose(young, 'front'), await lose(young, 'glb')];
  expect((await beside('backup', folder)).exitCode).toBe(7);
  const [first, second] = readdirSync(join(folder, 'snapshots')).toSorted();
  const found = await fixesOf();
  const fixOf = (id: string) => found.find((one) => one.found.includes(id))?.fix;
  // What an earlier backup has is not lost for a later one.
  expect(fixOf(ofOld)).toContain(`recon restore ${folder} --snapshot ${second} --data `);
  expect(fixOf(ofYoung)).toContain(`ask for the front photo anew: no snapshot has the file: recon invite ${young}`);
  expect(fixOf(part)).toContain(`make the model anew of its photos: no snapshot has the file: recon update ${young}`);
  const verified = await runMain(['backup', 'verify', folder], home.environment);
  expect(verified).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('Every record and file') });
  expect(verified.stderr).toMatch(/files are not in it: the service lacked/);
  const whole = await runMain(['backup', 'verify', folder, '--snapshot', first!], home.environment);
  expect(whole.stderr).toContain('Every record and file of it comes back as it was.');
});

test('a lost photo of a finished model is told as a fault of the disk, and nobody is asked for new photos', async () => {
  const id = await newPatient(1);
  await lose(id, 'front');
  const downloaded = await recon('download', id, '--type', 'face', '--to', tempFolder());
  expect(downloaded.stderr).toContain(
    'a file of it is missing on the disk of the service; its operator puts it back from a backup',
  );
  expect(downloaded.stderr).toContain('recon doctor --files');
  const waited = await recon('wait', id);
  expect(waited.stderr).toContain('a file of it is missing on the disk of the service');
  const typed = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { stdout } = await typeMain(['show', id], typed, []);
  expect(stdout).toMatch(/a file of it is missing/);
  expect(stdout).not.toContain('earlier');
  expect(waited.stderr).toContain('recon doctor --files');
  for (const { stderr } of [downloaded, waited])
    expect(stderr).not.toMatch(/earlier|with new photos|recon wait|recon patients/);
});

test('what --files has found is told by a later look without it', async () => {
  const id = await newPatient(2);
  const lost = await lose(id, 'left');
  expect((await fixesOf()).map(({ found }) => found)).toContainEqual(expect.stringContaining(lost));
  const later = await beside('doctor', '-q');
  expect([later.exitCode, later.stdout]).toEqual([
    7,
    expect.stringMatching(/records? lacks? files?.* shown as failed/),
  ]);
});

test('the record of a file that was put back is right again with the next look, and of which patient it is is told', async () => {
  const own = await openService();
  onTestFinished(own.close);
  const { patient } = await own.patient('POST', '/patients', { form: await faceForm(5) });
  const look = async (...flags: string[]) => {
    const told = toldBy(await runMain(['doctor', '--json', ...flags, '--data', own.dataFolder], home.environment));
    const records = told.all.find(({ about }) => about === 'records');
    return { exitCode: told.exitCode, records, files: told.wrong.filter(({ about }) => about === 'files') };
  };
  const saved = join(tempFolder(), 'copy');
  const path = await pathOf(own, String(patient.id), 'left');
  copyFileSync(path, saved);
  rmSync(path);
  expect((await look('--files')).files[0]?.found).toMatch(`left photo of patient ${patient.id} (face) is missing`);
  const lacking = await look();
  expect(lacking.records).toMatchObject({
    ...{
      state: 'wrong',
      fix: expect.stringContaining(
        'what is back is seen by the service at its start and each hour, and by doctor at once',
      ),
    },
    found: `1 record lacks a file and is shown as failed: face of patient ${patient.id}`,
  });
  // With --files, its own command is not what is to be typed.
  expect((await look('--files')).records?.fix).not.toContain('recon doctor');
  copyFileSync(saved, path);
  expect(await look('--files')).toMatchObject({ exitCode: 0, records: { state: 'ok' } });
});

test('where there are several accounts, it is told whose patient lacks a file', async () => {
  const own = await openService();
  onTestFinished(own.close);
  const typed = (...args: string[]) => runMain([...args, '--data', own.dataFolder], home.environment);
  await typed('accounts', 'add', 'dr-costa');
  const { patient } = await own.patient('POST', '/patients', { form: await faceForm(6) });
  await typed('backup', join(tempFolder(), 'backup'));
  rmSync(await pathOf(own, String(patient.id), 'glb'));
  await typed('backup', join(tempFolder(), 'later'));
  // What this look finds, the next one tells of the record.
  await typed('doctor', '--files');
  const { all } = toldBy(await typed('doctor', '--files', '--json'));
  const told = (about: string) => all.filter((one) => one.about === about).map(({ found, fix }) => `${found} ${fix}`);
  expect(told('files')[0]).toContain(`glb of the model of patient ${patient.id} (face) of the account main is missing`);
  expect(told('files')[0]).toContain(' (logged in as the account main, whose patient it is)');
  expect(told('records')[0]).toContain(`face of patient ${patient.id} of the account main`);
});

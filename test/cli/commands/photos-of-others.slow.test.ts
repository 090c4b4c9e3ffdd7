import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

// Photos are looked at, beside other tests.
vi.setConfig({ testTimeout: 180_000 });

let service: TestService;
let home: ReconHome;
/** The patient whose photos were sent. */
let ana: string;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
beforeEach(async () => {
  home = await makeHome();
  ana = (await create('Ana Sample')).stdout.trim();
  return async () => {
    for (const { id } of (await service.list('?name=Ana')).patients) await service.send('DELETE', `/patients/${id}`);
    await home.remove();
  };
});

const environment = () => ({ ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token });
const photoOf = (view: string, who = 'ana') => join(SAMPLES, who, 'face', `${view}.jpg`);
const photosOf = (who: string, front = who) =>
  ['left', 'front', 'right'].flatMap((view) => [`--${view}`, photoOf(view, view === 'front' ? front : who)]);
const lineOf = (name: string, photos: string[], ...more: string[]) => [
  ...['patients', 'create', '--name', name, '--type', 'face', '--provider', '4', ...photos, '--no-wait', ...more],
];
const create = (name: string, ...more: string[]) => runMain(lineOf(name, photosOf('ana'), ...more), environment());
const type = (args: string[], keys: Keys[] = []) => typeMain(args, environment(), keys);
const ASKED = /What now\?/;
const isThere = async (name: string) => (await service.list(`?name=${encodeURIComponent(name)}`)).patients.length > 0;
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

test('a script is warned of photos that were sent for somebody else, without a name, and goes on', async () => {
  const { exitCode, stderr } = await create('Beatriz Script');
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(
    new RegExp(`warning: these photos were already sent for patient ${ana} on \\d{4}-\\d\\d-\\d\\d\\n`),
  );
  expect(stderr).not.toContain('Ana');
});

test('all who have the same photos are told, and not the latest alone; a script is told their numbers', async () => {
  const bea = (await create('Bea Twice')).stdout.trim();
  const { stderr } = await create('Carla Twice', '--dry-run');
  expect(stderr).toMatch(
    new RegExp(
      `warning: these photos were already sent for patients ${bea} and ${ana}, last on \\d{4}-\\d\\d-\\d\\d\\n`,
    ),
  );
  const asked = await type(lineOf('Carla Twice', photosOf('ana')), [[ASKED, '\r']]);
  expect(inOneLine(asked.stderr)).toContain(
    `These photos were already sent for patients ${bea} (Bea Twice) and ${ana} (Ana Sample), last on `,
  );
  await service.send('DELETE', `/patients/${bea}`);
  const left = await type(lineOf('Carla Twice', photosOf('ana')), [[ASKED, '\r']]);
  expect(inOneLine(left.stderr)).toContain(`These photos were already sent for patient ${ana}, Ana Sample, on `);
});

test('--allow-same lets the same person through, and tells photos of another one all the same', async () => {
  expect((await create('Ana Sample', '--allow-same')).stderr).not.toContain('already sent');
  expect((await create('Ana Sample (head)', '--allow-same')).stderr).not.toContain('already sent');
  const script = await create('Carla Same', '--allow-same');
  expect(script).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('already sent for patient') });
  const { exitCode, stderr } = await type(lineOf('Beatriz Same', photosOf('ana'), '--allow-same'), [[ASKED, '\r']]);
  expect(exitCode).toBe(130);
  expect(inOneLine(stderr)).toContain('These photos were already sent for patient');
  expect(await isThere('Beatriz Same')).toBe(false);
});

test('a second record on a terminal is not asked about photos of the first', async () => {
  expect((await type(lineOf('Ana Sample (head)', photosOf('ana'), '--allow-same'))).exitCode).toBe(0);
});

test('the same person once more is told as that alone', async () => {
  const { exitCode, stderr } = await create('ana sample');
  expect(exitCode).toBe(5);
  expect(stderr).not.toContain('already sent');
});

test('on a terminal a person is told whose photos they are before anything is sent; no is the first answer', async () => {
  const { exitCode, stderr, asked } = await type(lineOf('Beatriz No', photosOf('ana')), [[ASKED, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(inOneLine(stderr)).toMatch(
    new RegExp(`These photos were already sent for patient ${ana}, Ana Sample, on \\d{4}-\\d\\d-\\d\\d\\.`),
  );
  expect(inOneLine(stderr)).toMatch(/nothing was sent.*give photos of the patient for whom they are sent $/);
  expect(await isThere('Beatriz No')).toBe(false);
});

test('whose photos they are is told before the summary, whose yes sends them', async () => {
  const line = ['patients', 'create', ...lineOf('', photosOf('ana')).slice(4)];
  const asked = await type(line, [
    [/Name of the patient/, 'Beatriz Summary\r'],
    [/E-mail address/, '\r'],
    [/Phone number/, '\r'],
    [/already sent for[\s\S]*❯ send nothing[\s\S]*give other photos[\s\S]*send them as they are/, 'send them\r'],
    [/Is everything right\?[\s\S]*Yes, create the patient/, '\r'],
  ]);
  expect(asked).toMatchObject({ exitCode: 0, asked: 5 });
  expect(asked.stderr).not.toContain('anyway');
  expect(await isThere('Beatriz Summary')).toBe(true);
});

test('a dry run warns as the real run does, and names the way by its title', async () => {
  const { exitCode, stderr } = await create('Beatriz Dry', '--dry-run');
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`warning: these photos were already sent for patient ${ana} on `);
  expect(stderr).toMatch(
    /dry run: nothing is missing, but look at what is told above first; would create .* a face model \(3 photos, .*\), made as Face; /,
  );
  const looked = await create('Beatriz Dry', '--dry-run', '--photo-check');
  expect(inOneLine(looked.stderr)).toContain(`These photos were already sent for patient ${ana} on `);
  expect(await isThere('Beatriz Dry')).toBe(false);
});

test('the photos that are of somebody else are named, and others can be given for these', async () => {
  const given = [photoOf('front', 'ben')].map((path): Keys => [/Photo from the front:/, `\u0015${path}\r`]);
  const photos = photosOf('ben', 'ana');
  const { exitCode, stderr } = await type(lineOf('Ben Other', photos), [[ASKED, 'give\r'], ...given]);
  expect(inOneLine(stderr)).toContain(
    `The front photo (face/front.jpg) was already sent for patient ${ana}, Ana Sample, on `,
  );
  // What is certain stood below what the look suspects.
  const [certain, suspected] = ['already sent for', 'Perhaps two people'].map((words) =>
    inOneLine(stderr).indexOf(words),
  );
  expect(certain).toBeGreaterThan(0);
  expect(suspected).toBeGreaterThan(certain!);
  expect(exitCode).toBe(0);
  expect(await isThere('Ben Other')).toBe(true);
});

test('an update and an after-record with photos of somebody else are asked about; with their own they are not', async () => {
  const other = (await runMain(['patients', 'create', '--name', 'Dora Sample'], environment())).stdout.trim();
  const update = await type(['patients', 'update', other, '--type', 'face', ...photosOf('ana')], [[ASKED, '\r']]);
  expect(update.exitCode).toBe(130);
  expect(inOneLine(update.stderr)).toContain(`already sent for patient ${ana}, Ana Sample, on `);
  const after = ['after', 'create', other, '--type', 'face', '--provider', '4', ...photosOf('ana')];
  const record = await type(after, [[ASKED, '\r']]);
  expect(record.exitCode).toBe(130);
  expect(inOneLine(record.stderr)).toContain(`already sent for patient ${ana}, Ana Sample, on `);
  const own = await runMain(['patients', 'update', ana, '--type', 'face', ...photosOf('ana'), '--yes'], environment());
  expect(own.stderr).not.toContain('already sent');
});

test('photos of a patient who is gone are nobody else’s', async () => {
  await service.send('DELETE', `/patients/${ana}`);
  const there = await type(lineOf('Eva Gone', photosOf('ana')));
  expect(there.exitCode).toBe(0);
  expect(there.stderr).not.toContain('already sent');
});

test('where the last who had the photos is gone, an earlier one who is there is told', async () => {
  const later = (await create('Lea Later')).stdout.trim();
  await service.send('DELETE', `/patients/${later}`);
  const { exitCode, stderr } = await type(lineOf('Joana Silva', photosOf('ana')), [[ASKED, '\r']]);
  expect(exitCode).toBe(130);
  expect(inOneLine(stderr)).toContain(`These photos were already sent for patient ${ana}, Ana Sample, on `);
});

test('a script knows of the patients that were deleted from here', async () => {
  expect((await runMain(['patients', 'delete', ana, '--yes'], environment())).exitCode).toBe(0);
  expect((await create('Eva Script')).stderr).not.toContain('already sent');
});

test('a single photo of somebody else was told as a set, and as photos', async () => {
  const { patient } = await service.patient('POST', '/patients', { form: await faceForm(31) });
  const line = ['patients', 'update', String(patient.id), '--type', 'face', '--front', photoOf('front')];
  const { exitCode, stderr } = await type(line, [[ASKED, '\r']]);
  expect(exitCode).toBe(130);
  expect(inOneLine(stderr)).toMatch(
    /front (doubtful|unusable) This photo was already sent for patient \d+, Ana Sample, on /,
  );
  expect(stderr).not.toContain('as a set');
});

/** A folder as from a camera, in which the front photo is too dark. */
async function darkFolder(): Promise<string> {
  const folder = join(home.folder, 'camera');
  await mkdir(folder);
  await copyFile(photoOf('left'), join(folder, 'IMG_5002.jpg'));
  await copyFile(photoOf('right'), join(folder, 'IMG_5003.jpg'));
  await sharp(photoOf('front', 'ben')).linear(0.05, 0).jpeg().toFile(join(folder, 'IMG_5001.jpg'));
  return folder;
}

test('an unusable photo beside some of somebody else could not be replaced: it was never asked for', async () => {
  const folder = await darkFolder();
  const photos = ['--front', join(folder, 'IMG_5001.jpg'), '--photos', folder];
  const line = lineOf('Ben Dark', photos);
  const { stderr, exitCode } = await type(line, [
    [/front +unusable[\s\S]*What now\?/, 'give\r'],
    [/Which one is the photo from the front\?[\s\S]*❯ none of these[\s\S]* keep IMG_5001\.jpg/, '\r'],
    [/Photo from the front:/, `${photoOf('front', 'ben')}\r`],
    [/Which one is the photo of the left profile\?[\s\S]*❯ keep IMG_5002\.jpg/, '\r'],
    [/Which one is the photo of the right profile\?[\s\S]*❯ keep IMG_5003\.jpg/, '\r'],
    [ASKED, '\r'],
  ]);
  expect(exitCode).toBe(130);
  expect(stderr.split('Which one is the photo from the front?').at(-1)).not.toContain('unusable');
});

test('beside an unusable photo, one of somebody else stays on Enter alone', async () => {
  const folder = await darkFolder();
  const photos = [
    '--front',
    join(folder, 'IMG_5001.jpg'),
    '--left',
    photoOf('left'),
    '--right',
    photoOf('right', 'ben'),
  ];
  const { stderr, exitCode } = await type(lineOf('Ben Dark Too', photos), [
    [ASKED, 'give\r'],
    [/Photo from the front:/, `${photoOf('front', 'ben')}\r`],
    [/Photo of the left profile:.*left\.jpg/, `\u0015${photoOf('left', 'ben')}\r`],
  ]);
  expect(stderr).toContain('looked at 3 photos: usable');
  expect(exitCode).toBe(0);
});

test('an import that looks at photos was silent about those that were sent for somebody else', async () => {
  const list = join(home.folder, 'list.csv');
  const row = ['left', 'front', 'right'].map((view) => photoOf(view)).join(',');
  await writeFile(list, `name,type,provider,left,front,right\nBeatriz Row,face,4,${row}\n`);
  for (const dryRun of [['--dry-run'], []]) {
    const args = ['patients', 'import', list, '--folder', SAMPLES, '--photo-check', ...dryRun];
    const { exitCode, stderr } = await runMain(args, environment());
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toMatch(new RegExp(`warning: row 2: these photos were already sent for patient ${ana} on `));
  }
});

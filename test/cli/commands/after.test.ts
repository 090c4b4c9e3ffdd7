import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { openAccounts } from '../../../src/service/accounts.ts';
import { startAnotherService } from '../../support/another-service.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm, mammoForm, photoFields } from '../../support/service-forms.ts';
import { asTerminal, standInProcess } from '../../support/stand-in-process.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

// After-records, which the interface cannot read again: our service numbers them, and the client tells of them.

const TORSO = ['--photos', join(SAMPLES, 'ana', 'torso'), '--nipple-to-nipple', '19.8', '--no-photo-check'];

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
let id: string;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { patient } = await service.patient('POST', '/patients', { form: await mammoForm(7) });
  id = String(patient.id);
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

const run = (...args: string[]) => runMain(args, environment);

test('a new after-record is told with its number, and how it is seen', async () => {
  for (const number of [1, 2]) {
    const { exitCode, stdout, stderr } = await typeMain(
      ['after', 'create', id, '--type', 'mammo', '--provider', '4', ...TORSO],
      environment,
      [[/Do the new photos show/, '\u001b[B\r']],
    );
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(`created after-record ${number} of patient ${id}\n`);
    expect(stderr).toContain('ready after');
    expect(stdout).toBe('');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`recon view ${id} --type mammo --after ${number}`);
  }
});

test('the last line tells how wrong the model of the after-record may be, and its warnings follow, where the service tells', async () => {
  const certain = await openService({ workerUrl: workerNamed('certain') });
  const { patient } = await certain.patient('POST', '/patients', { form: await mammoForm(7) });
  const atCertain = { ...environment, RECON_BASE_URL: certain.url, RECON_TOKEN: certain.token };
  try {
    const { exitCode, stderr } = await typeMain(
      ['after', 'create', String(patient.id), '--type', 'mammo', '--provider', '4', ...TORSO],
      atCertain,
      [[/Do the new photos show/, '\u001b[B\r']],
    );
    expect(exitCode, stderr).toBe(0);
    const told = stderr.replaceAll(/\s+/g, ' ');
    expect(told).toMatch(
      /ready after [^;]*; the model is probably exact to 2.1 mm \(torso front\), 3 mm \(left side of the chest\)/,
    );
    expect(told.match(/A 'sentence'/g)).toHaveLength(1);
    expect(told).toContain("warning: after-record 1 (breast): A 'sentence', of 45 degree ?.");
    // The card told neither.
    const card = (await typeMain(['show', String(patient.id)], atCertain, [])).stdout.replaceAll(/\s+/g, ' ');
    expect(card).toMatch(
      /After breast 1, ready.*probably exact to 2.1 mm \(torso front\), 3 mm \(left side of the chest\) A 'sentence', of 45 degree \?\. recon view/,
    );
  } finally {
    await certain.close();
  }
});

test('a script gets the status of the answer, and how to wait; so does a person with --no-wait', async () => {
  const args = ['after', 'create', id, '--type', 'mammo', '--provider', '4', ...TORSO];
  const script = await run(...args);
  const typed = await typeMain([...args, '--no-wait'], environment, [[/Do the new photos show/, '\u001b[B\r']]);
  expect(script.stdout).toBe('processing\n');
  for (const { exitCode, stderr } of [script, typed]) {
    expect(exitCode, stderr).toBe(0);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`to wait for it: recon wait ${id}`);
  }
  const waited = await run('wait', id);
  expect(waited.exitCode, waited.stderr).toBe(0);
});

test('the eye distance of the model is offered for the after-record', async () => {
  const fields = { ...(await faceForm()), 'reconstruction[eye_distance]': '6.2', 'patient[name]': 'Bea Sample' };
  const face = String((await service.patient('POST', '/patients', { form: fields })).patient.id);
  const photos = ['left', 'front', 'right'].flatMap((view) => [
    `--${view}`,
    join(SAMPLES, 'ana', 'face', `${view}.jpg`),
  ]);
  const create = (...more: string[]) =>
    typeMain(['after', 'create', face, '--type', 'face', '--no-photo-check', ...photos, ...more], environment, [
      more.length === 0 ? [/Is everything right/, '\u001b[A\r'] : [/show/, '\r'],
    ]);
  const asked = (await create()).stderr;
  expect(asked).toContain('eye distance: 6.2 cm, as in the model that the patient has');
  expect(asked).toMatch(/Eye distance +6.2 cm/);
  const given = (await create('--provider', '4', '--eye-distance', '6')).stderr;
  expect(given).not.toContain('eye distance: 6.2');
});

const ALL_FACE_VIEWS = ['left', 'front', 'right', 'left_45', 'right_45', 'below'];
const facePhotos = ALL_FACE_VIEWS.flatMap((view) => [
  `--${view.replace('_', '-')}`,
  join(SAMPLES, 'ana', 'face', `${view}.jpg`),
]);
const DIFFER = 'the two differ also without a treatment';

test('the way in which the model before was made is taken and told, and another one is told to differ', async () => {
  const form = { ...(await faceForm()), 'patient[name]': 'Cia Sample' };
  const face = String((await service.patient('POST', '/patients', { form })).patient.id);
  const create = async (more: string[], answers: Parameters<typeof typeMain>[2]) => {
    const args = ['after', 'create', face, '--type', 'face', '--no-photo-check', '--dry-run', ...facePhotos, ...more];
    return (await typeMain(args, environment, answers)).stderr.replaceAll(/\s+/g, ' ');
  };
  const send = [/Is everything right/, '\r'] as const;
  // Another way would use all of these photos.
  const same = await create([], [send]);
  expect(same).toContain('to be made as Face, as the model before');
  expect(same).not.toContain('How should it be made');
  expect(same).toMatch(/3D model face \(face or head\): Face/);
  expect(same).not.toContain('choose the way');
  expect(same).not.toContain(DIFFER);
  const other = await create(
    [],
    [
      [/Is everything right/, '\u001b[B\r'],
      [/What is the 3D model of/, '\r'],
      [/How should it be made[\s\S]*❯ Face, about \d+ s; as the model before/, '\u001b[B\r'],
      [/Is everything right[^?]*\?[^?]*Head/, '\r'],
    ],
  );
  expect(other).toContain(`the model before was made as Face: as Head ${DIFFER}`);
  const typed = await create(['--provider', 'head'], [[/show/, '\r']]);
  expect(typed).toContain(`the model before was made as Face: as Head ${DIFFER}`);
  // One key at the summary lost all answers.
  const kept = await create(
    [],
    [
      [/Is everything right[\s\S]*Esc asks to leave/, '\u001b'],
      [/Leave\? Nothing is sent/, '\r'],
      [/Leave[\s\S]*Is everything right/, '\r'],
    ],
  );
  expect(kept).toMatch(/answers are lost\. No.*✔ Is everything right\? Yes, create the after-record/);
  const left = await create(
    [],
    [
      [/Is everything right/, '\u001b'],
      [/Leave\? Nothing is sent/, 'y\r'],
    ],
  );
  expect(left).toMatch(/answers are lost\. Yes.*nothing was sent\s*$/);
});

test('where the photos are not enough for the way of the model before, a person is asked how it should be made', async () => {
  const form = { ...(await faceForm()), 'patient[name]': 'Eda Sample', 'reconstruction[provider]': '5' };
  for (const view of ALL_FACE_VIEWS.slice(3)) {
    Object.assign(form, { [`reconstruction[${view}]`]: readFileSync(join(SAMPLES, 'ana', 'face', `${view}.jpg`)) });
  }
  const face = String((await service.patient('POST', '/patients', { form })).patient.id);
  const args = ['after', 'create', face, '--type', 'face', '--no-photo-check', '--dry-run', ...facePhotos.slice(0, 6)];
  const { asked, stderr } = await typeMain(args, environment, [[/How should it be made/, '\u0003']]);
  expect(asked).toBe(1);
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/❯ Head High Quality [^❯]*as the model before[^❯]*3 more photos/);
});

test('who is found by a name is asked one question about the after-record, which shows whose it is', async () => {
  const form = { ...(await faceForm()), 'patient[name]': 'Fia Onlyone', 'patient[city]': 'Porto' };
  const face = String((await service.patient('POST', '/patients', { form })).patient.id);
  const args = ['after', 'create', 'Onlyone', '--no-photo-check', ...facePhotos.slice(0, 6)];
  const review: Keys = [
    /the result of patient \d+, Fia Onlyone, Porto[\s\S]*❯ Yes, create the after-record of Fia/,
    '\r',
  ];
  const made = await typeMain([...args, '--no-wait'], environment, [review]);
  expect({ exitCode: made.exitCode, asked: made.asked }).toEqual({ exitCode: 0, asked: 1 });
  const typed = [...args, '--type', 'face', '--provider', '4'];
  const left = await typeMain(typed, environment, [[/Do the new photos show Fia Onlyone\?/, '\r']]);
  expect({ exitCode: left.exitCode, asked: left.asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(left.stderr).toContain(`the result of patient ${face}, Fia Onlyone`);
});

test('of a service that does not tell how a model was made, a person is told to choose the way of the one before', async () => {
  const form = { ...(await faceForm()), 'patient[name]': 'Dia Sample' };
  const face = String((await service.patient('POST', '/patients', { form })).patient.id);
  const silent = await startAnotherService(service.url);
  try {
    const args = ['after', 'create', face, '--type', 'face', '--no-photo-check', '--dry-run', ...facePhotos];
    const { stderr } = await typeMain(args, { ...environment, RECON_BASE_URL: silent.url }, [
      [/How should it be made/, '\r'],
      [/Is everything right/, '\r'],
    ]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('choose the way in which the model before was made');
  } finally {
    await silent.close();
  }
});

test.each([
  [[], true, 1],
  [['--after', '2'], true, 0],
  [[], false, 0],
])('a model was shown without a word of its after-records: %j, on a terminal %s', async (flags, isTTY, times) => {
  await run('wait', id);
  const { stand, texts } = standInProcess(['view', id, ...flags, '--no-open'], environment);
  if (isTTY) asTerminal(stand.stderr);
  const ended = main(stand);
  await expect.poll(() => texts.stderr, { timeout: 20_000 }).toContain('Ctrl-C stops it');
  stand.emit('SIGINT');
  expect(await ended).toBe(0);
  const line = `4 after-records are there, too; before and after side by side: recon view ${id} --after 1`;
  expect(texts.stderr.split(line)).toHaveLength(times + 1);
});

test('the card shows the after-records, and an archive is downloaded by its number', async () => {
  await expect
    .poll(async () => (await service.send('GET', `/patients/${id}`)).headers.get('recon-afters'))
    .toBe('mammo.1=has_3d, mammo.2=has_3d, mammo.3=has_3d, mammo.4=has_3d');
  const card = await typeMain(['patients', 'get', id], environment, []);
  expect(card.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `breast 1, ready recon view ${id} --type mammo --after 1 recon download ${id} --type mammo --after 1`,
  );
  const folder = `${tempFolder()}/`;
  const saved = await run('download', id, '--type', 'mammo', '--after', '2', '--to', folder);
  expect(saved.exitCode, saved.stderr).toBe(0);
  expect(
    readFileSync(join(folder, `patient-${id}-mammo-after-2.zip`))
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect(await run('download', id, '--type', 'mammo', '--after', '5', '--to', folder)).toMatchObject({
    exitCode: 3,
    stderr: `recon: patient ${id} has no breast after-record 5; the last one is 4\n  Try: recon download ${id} --type mammo --after 4\n`,
  });
  expect(await run('view', id, '--type', 'mammo', '--after', '5')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining(`Try: recon view ${id} --type mammo --after 4\n`),
  });
  expect(await run('download', id, '--after', 'last')).toMatchObject({ exitCode: 2 });
});

test('the card tells of an after-record that was made from the photos of the model itself, and of no other', async () => {
  const face = String((await service.patient('POST', '/patients', { form: await faceForm(5) })).patient.id);
  for (const form of [await faceForm(5), { ...(await faceForm(5)), ...(await photoFields(['left'], 6)) }]) {
    expect((await service.send('POST', `/patients/${face}/after`, { form })).status).toBe(201);
  }
  const headers = async () => (await service.send('GET', `/patients/${face}`)).headers;
  await expect.poll(async () => (await headers()).get('recon-afters')).toBe('face.1=has_3d, face.2=has_3d');
  expect((await headers()).get('recon-same-photos')).toBe('face.1');
  const { stdout } = await typeMain(['patients', 'get', face], environment, []);
  const card = stdout.replaceAll(/\s+/g, ' ');
  expect(card).toContain('After face 1, ready, made from the photos of the model itself recon view');
  expect(card).toContain('After face 2, ready recon view');
  // Once the model is made of other photos, the after-record is one.
  await service.patient('PUT', `/patients/${face}`, { form: await faceForm(7) });
  await expect.poll(async () => (await headers()).get('recon-same-photos')).toBeNull();
});

test('another account is told of none of them', async () => {
  const accounts = await openAccounts(service.places);
  const { token } = await accounts.add('other');
  await accounts.close();
  const answer = await service.send('GET', `/patients/${id}`, { token });
  expect([answer.status, answer.headers.get('recon-afters')]).toEqual([404, null]);
});

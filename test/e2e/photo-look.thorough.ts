import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Clinic, openClinic, withoutPast } from '../support/clinic.ts';
import { makeHome, SAMPLES } from '../support/recon-home.ts';
import { createPatient, patientCount } from '../support/records.ts';
import { requireTool } from '../support/require-tool.ts';
import { KEYS, openPty } from './pty-session.ts';

const inTerminal = test.skipIf(!requireTool('script'));
const FACE = join(SAMPLES, 'ana', 'face');
const SWAPPED = `--type face --photos '${FACE}' --left '${FACE}/right.jpg' --right '${FACE}/left.jpg'`;

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic(['--ready-after', '1s']);
});
afterAll(() => clinic.close());

const open = (line: string) => openPty(line, withoutPast(clinic));

inTerminal('create on a terminal looks first, tells what is wrong, and asks; no sends nothing', async () => {
  const before = await patientCount(clinic);
  const session = open(`recon patients create --name "Look No" --provider 4 ${SWAPPED}`);
  await session.waitFor('This is the right side, given as left.');
  await session.waitFor('The left and the right photo seem to be swapped.');
  await session.waitFor('What now?');
  session.type(KEYS.enter);
  expect(await session.ended).toBe(130);
  expect(session.seen()).toContain('nothing was sent');
  expect(await patientCount(clinic)).toBe(before);
});

inTerminal('nobody is asked about photos where no service is set up', async () => {
  const home = await makeHome();
  const session = openPty(`recon patients create --name "Look Nowhere" --provider 4 ${SWAPPED}`, home);
  expect(await session.ended).toBe(4);
  expect(session.seen()).toContain('no service is set up yet');
  expect(session.seen()).not.toContain('What now?');
  await home.remove();
});

inTerminal('Ctrl-C at the question sends nothing', async () => {
  const before = await patientCount(clinic);
  const session = open(`recon patients create --name "Look Stop" --provider 4 ${SWAPPED}`);
  await session.waitFor('What now?');
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
  expect(await patientCount(clinic)).toBe(before);
});

inTerminal('yes sends them as they are', async () => {
  const session = open(`recon patients create --name "Look Yes" --provider 4 ${SWAPPED} --no-wait`);
  await session.waitFor('What now?');
  session.type(`send them${KEYS.enter}`);
  await session.waitFor('created patient');
  expect(await session.ended).toBe(0);
});

inTerminal('give other photos asks for those that are told as bad, and looks at them', async () => {
  const session = open(`recon patients create --name "Look Other" --provider 4 ${SWAPPED} --no-wait`);
  await session.waitFor('❯ send nothing');
  session.type(`give${KEYS.enter}`);
  for (const side of ['left', 'right']) {
    await session.waitFor(`Photo of the ${side} profile`);
    session.type(`${FACE}/${side}.jpg${KEYS.enter}`);
  }
  await session.waitFor('looked at 6 photos: usable');
  await session.waitFor('created patient');
  expect(await session.ended).toBe(0);
  expect(session.seen()).not.toContain('Is everything right?');
});

inTerminal(
  'of several doubted photos the unusable one, which is of somebody else, alone is asked for, anew, and told once',
  async () => {
    const folder = join(clinic.folder, 'doubted');
    await mkdir(folder);
    await sharp(join(FACE, 'front.jpg')).linear(0.45, 0).jpeg().toFile(join(folder, 'front.jpg'));
    await copyFile(join(SAMPLES, 'ben', 'face', 'left.jpg'), join(folder, 'left.jpg'));
    await copyFile(join(FACE, 'right.jpg'), join(folder, 'right.jpg'));
    const session = open(`recon create --name "Look Worst" --type face --provider 4 --photos '${folder}'`);
    await session.waitFor('❯ send nothing');
    const told = session.seen();
    expect(stripVTControlCharacters(told)).toMatch(/right +doubtful/);
    expect(told.split('The left photo and the others do not fit together.')).toHaveLength(2);
    session.type(`give${KEYS.enter}`);
    await session.waitFor('Tab completes');
    const asked = session.seen().slice(told.length);
    expect(asked).toContain('Photo of the left profile:');
    expect(asked).not.toContain('Photo of the right profile');
    expect(asked).not.toContain('left.jpg');
    session.type(KEYS.ctrlC);
    expect(await session.ended).toBe(130);
  },
);

inTerminal(
  'a folder given in place of a bad photo takes the place of the whole set, for views of that type',
  async () => {
    const body = join(SAMPLES, 'ben', 'body');
    const session = open(
      `recon create --name "Look Folder" --type face --provider 4 --photos '${body}' --back '${body}/back.jpg' --no-wait`,
    );
    await session.waitFor('❯ send nothing');
    session.type(`give${KEYS.enter}`);
    await session.waitFor('Photo from the front');
    session.type(`${FACE}${KEYS.enter}`);
    await session.waitFor('looked at 6 photos: usable');
    await session.waitFor('created patient');
    expect(await session.ended).toBe(0);
    expect(session.seen()).not.toContain('Photo of the back');
  },
);

inTerminal('photos given for each other are swapped by an update, too; no tells how to', async () => {
  const id = await createPatient(clinic, '--name', 'Look Exchange');
  const swapped = `--type face --left '${FACE}/right.jpg' --front '${FACE}/front.jpg' --right '${FACE}/left.jpg'`;
  const left = open(`recon patients update ${id} ${swapped}`);
  await left.waitFor('❯ send nothing');
  left.type(KEYS.enter);
  await left.waitFor(/swap the two: --left \S*\/left\.jpg\s+--right\s+\S*\/right\.jpg/);
  expect(await left.ended).toBe(130);
  expect(left.seen()).not.toContain('--no-photo-check');
  const session = open(`recon patients update ${id} ${swapped} --no-wait`);
  await session.waitFor('❯ send nothing');
  session.type(`swap${KEYS.enter}`);
  await session.waitFor('looked at 3 photos: usable');
  await session.waitFor(`updated patient ${id}`);
  expect(await session.ended).toBe(0);
});

inTerminal('good photos are told in one line, and nothing is asked', async () => {
  const session = open(`recon create --name "Look Good" --provider 4 --type face --photos '${FACE}' --no-wait`);
  await session.waitFor('looked at 6 photos: usable');
  expect(await session.ended).toBe(0);
});

inTerminal.each([
  ['no check', `--no-photo-check --provider 4 ${SWAPPED}`],
  ['no photos', '--city Porto'],
])('%s: no look', async (name, flags) => {
  const session = open(`recon patients create --name "Look ${name}" --no-wait ${flags}`);
  expect(await session.ended).toBe(0);
  expect(session.seen()).not.toMatch(/looking at|looked at|given as/);
});

inTerminal('update and after create look, too; --no-input tells and does not ask', async () => {
  const id = await createPatient(clinic, '--name', 'Look Update');
  const update = open(
    `recon update ${id} ${SWAPPED.replace(`--photos '${FACE}'`, `--front '${FACE}/front.jpg'`)} --no-wait --no-input`,
  );
  expect(await update.ended).toBe(0);
  expect(update.seen()).toContain('seem to be swapped');
  expect(update.seen()).not.toContain('What now?');
  const after = open(`recon after create ${id} ${SWAPPED} --no-input --no-wait`);
  expect(await after.ended).toBe(0);
  expect(after.seen()).toContain('seem to be swapped');
});

const swapped = [
  '--type',
  'face',
  '--photos',
  FACE,
  '--left',
  join(FACE, 'right.jpg'),
  '--right',
  join(FACE, 'left.jpg'),
];

inTerminal('in the background of a shell it looks and sends, and is not stopped', async () => {
  const flags = `--type face --photos '${FACE}' --provider 4 --no-wait`;
  const session = open(`set -m; recon patients create --name "Look Aside" ${flags} & wait $!`);
  await session.waitFor(/created patient|Stopped/);
  expect(await session.ended).toBe(0);
  expect(session.seen()).toContain('looked at 6 photos: usable');
});

test('without a terminal nobody looks, but with --photo-check; what is sent and the exit code stay', async () => {
  const quiet = await clinic.recon(['patients', 'create', '--name', 'Look Pipe', '--no-wait', ...swapped]);
  expect(quiet.exitCode).toBe(0);
  expect(quiet.stderr).not.toContain('given as');
  const told = await clinic.recon([
    'patients',
    'create',
    '--name',
    'Look Asked',
    '--no-wait',
    '--photo-check',
    ...swapped,
  ]);
  expect(told.exitCode).toBe(0);
  expect(told.stdout).toMatch(/^\d+\n$/);
  expect(told.stderr).toContain('This is the right side, given as left.');
  expect(told.stderr).toContain('created patient');
});

test('import --photo-check tells the place, and sends', async () => {
  const folder = join(clinic.folder, 'list');
  await mkdir(folder);
  for (const [from, to] of [
    ['left', 'right'],
    ['right', 'left'],
    ['front', 'front'],
  ] as const) {
    await copyFile(join(FACE, `${from}.jpg`), join(folder, `${to}.jpg`));
  }
  await writeFile(join(folder, 'list.csv'), 'name,type,front,left,right\nLook Row,face,front.jpg,left.jpg,right.jpg\n');
  const list = join(folder, 'list.csv');
  const { exitCode, stderr } = await clinic.recon(['patients', 'import', list, '--photo-check']);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/warning: .*2.*: left unusable: this is the right side, given as left; /);
  expect(stderr).toContain('1 created');
  expect(await readFile(join(folder, 'list.csv'), 'utf8')).toContain('Look Row');
});

test('resume goes on with an import as it was begun: with its look at the photos', async () => {
  const before = await patientCount(clinic);
  const folder = join(clinic.folder, 'resumed');
  await mkdir(folder);
  await copyFile(join(FACE, 'left.jpg'), join(folder, 'right.jpg'));
  await copyFile(join(FACE, 'right.jpg'), join(folder, 'left.jpg'));
  await copyFile(join(FACE, 'front.jpg'), join(folder, 'front.jpg'));
  const plain = Array.from({ length: 60 }, (_, at) => `Plain ${at},,,,\n`).join('');
  const list = join(folder, 'list.csv');
  await writeFile(list, `name,type,front,left,right\n${plain}Look Last,face,front.jpg,left.jpg,right.jpg\n`);
  const running = clinic.start(['patients', 'import', list, '--photo-check', '--jobs', '1']);
  await vi.waitFor(async () => expect(await patientCount(clinic)).toBeGreaterThan(before + 3), { timeout: 30_000 });
  running.kill('SIGINT');
  expect((await running).exitCode).toBe(130);
  const { exitCode, stderr } = await clinic.recon(['resume']);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/warning: .*62.*: left unusable: this is the right side, given as left; /),
  });
  expect(await patientCount(clinic)).toBe(before + 61);
});

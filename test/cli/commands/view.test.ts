import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labelOfName } from '../../../src/cli/commands/view/label.ts';
import { main } from '../../../src/cli/main.ts';
import { decodePhoto, encodeJpeg } from '../../../src/photo/decode.ts';
import { factsIn } from '../../support/facts-in-page.ts';
import { runMain } from '../../support/run-main.ts';
import { standInProcess } from '../../support/stand-in-process.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { makeZip } from '../../support/zip-maker.ts';

const archiveOf = (type: string) =>
  makeZip([
    { name: 'model.glb', content: 'glTF' },
    { name: 'patient.json', content: JSON.stringify({ name: 'Ana Sample', type }) },
  ]);

/** A folder with all kinds of things that are no archive of a model; nobody is logged in. */
function place() {
  const folder = tempFolder();
  const at = (name: string) => join(folder, name);
  mkdirSync(at('folder.zip'));
  writeFileSync(at('empty.zip'), '');
  writeFileSync(at('text.zip'), 'no archive');
  writeFileSync(at('notes.txt'), 'notes');
  writeFileSync(at('no-model.zip'), makeZip([{ name: 'notes.txt', content: 'notes' }]));
  writeFileSync(at('model.zip'), makeZip([{ name: 'model.glb', content: 'glTF' }]));
  writeFileSync(at('face.zip'), archiveOf('face'));
  mkdirSync(at('folder/face'), { recursive: true });
  writeFileSync(at('folder/face/model.glb'), 'glTF');
  writeFileSync(at('folder/face/patient.json'), JSON.stringify({ name: 'Ana Sample', type: 'face' }));
  execFileSync('mkfifo', [at('pipe.zip')]);
  return { at, view: (...args: string[]) => runMain(['view', ...args, '--no-open'], { HOME: folder }) };
}

test.each([
  ['missing.zip', 2, 'does not exist'],
  ['folder.zip', 2, 'is not a file'],
  ['pipe.zip', 2, 'is not a file'],
  ['empty.zip', 11, 'it is empty'],
  ['text.zip', 11, 'it is cut off, or it is no zip file'],
  ['no-model.zip', 11, 'has no 3D model that can be shown'],
])('%s ends with %d and a reason, and prints no address', async (name, exit, reason) => {
  const { at, view } = place();
  const { exitCode, stdout, stderr } = await view(at(name));
  expect(stderr).toContain(reason);
  expect(exitCode).toBe(exit);
  expect(stdout).toBe('');
});

test('a second file that is no archive is told before anything is fetched for the first', async () => {
  const { at, view } = place();
  const { exitCode, stderr } = await view('7', at('notes.txt'));
  expect(stderr).toContain('is no archive');
  expect(exitCode).toBe(2);
  expect((await view(at('model.zip'), at('folder.zip'))).exitCode).toBe(2);
});

test('a patient needs a login', async () => {
  const { view } = place();
  expect((await view('7')).exitCode).toBe(4);
});

test.each([
  [['face.zip', '--type', 'mammo'], '--type is mammo, and "face" is a face model'],
  [['face.zip', '--catalogue', 'implants.csv'], '--catalogue is for breast models, and "face" is a face model'],
  [['model.zip', 'face.zip', '--type', 'body'], '--type is body, and "face" is a face model'],
])('%j is refused by what the archive tells: %s', async (args, reason) => {
  const { at, view } = place();
  writeFileSync(at('implants.csv'), 'reference,brand,volume,diameter,projection\nR,B,300,11.8,4\n');
  const { exitCode, stdout, stderr } = await view(...args.map((one) => (/\.(zip|csv)$/.test(one) ? at(one) : one)));
  expect(stderr).toContain(reason);
  expect([exitCode, stdout]).toEqual([2, '']);
});

test.each([
  [['model.zip', '--after', '1'], 'of two archives the second one is the later'],
  [['7', 'model.zip', '--after', '1'], '--after and a second archive exclude each other'],
  [['7', '--after', 'last'], '--after is "last"; it must be a whole number above 0'],
  [['7', '--after', '1', '--catalogue', 'implants.csv'], '--catalogue is for one model'],
  [['model.zip', 'model.zip', '--catalogue', 'implants.csv'], '--catalogue is for one model'],
  [['7', '--type', 'face', '--catalogue', 'implants.csv'], '--catalogue is for breast models'],
  [['model.zip', '--catalogue', 'no.csv'], 'does not exist'],
])('%j is refused before anything is fetched: %s', async (args, reason) => {
  const { at, view } = place();
  const { exitCode, stdout, stderr } = await view(...args.map((one) => (/\.(zip|csv)$/.test(one) ? at(one) : one)));
  expect(stderr).toContain(reason);
  expect([exitCode, stdout]).toEqual([2, '']);
});

test('a catalogue with faults is told by row and column', async () => {
  const { at, view } = place();
  writeFileSync(at('implants.csv'), 'reference,brand,volume,diameter,projection\nR,B,300,118,4\n');
  const { exitCode, stdout, stderr } = await view(at('model.zip'), '--catalogue', at('implants.csv'));
  expect(stderr).toContain('row 2: column diameter is "118"; it must be a number of cm from 3 to 30, such as 11.8');
  expect([exitCode, stdout]).toEqual([2, '']);
});

test('a dry run opens nothing', async () => {
  const { at, view } = place();
  const { exitCode, stdout, stderr } = await view(at('model.zip'), '--dry-run');
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(stderr).toContain('dry run');
});

test.each([
  ['an archive that tells nothing', ['model.zip'], undefined],
  ['--type', ['model.zip', '--type', 'mammo'], 'mammo'],
  ['a catalogue', ['model.zip', '--catalogue', 'implants.csv'], 'mammo'],
  ['the archive', ['face.zip'], 'face'],
  ['the archive, as --type does', ['face.zip', '--type', 'face'], 'face'],
  ['the folder of an unpacked archive', ['folder/face'], 'face'],
  ['the folder of a download', ['patient-7-face/'], 'face', 'Patient 7, face'],
])('what the page is told of the type by %s', async (_who, args, type, label?: string) => {
  const { at } = place();
  cpSync(at('folder/face'), at('patient-7-face'), { recursive: true });
  writeFileSync(at('implants.csv'), 'reference,brand,volume,diameter,projection\nR,B,300,11.8,4\n');
  const typed = args.map((one) => (/\.(zip|csv)$|\//.test(one) ? at(one) : one));
  const { stand, texts } = standInProcess(['view', ...typed, '--no-open'], { HOME: at('.') });
  const ended = main(stand);
  await expect.poll(() => texts.stderr).toContain('Ctrl-C stops it');
  const opened = await fetch(texts.stdout.trim(), { redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
  const page = new URL(opened.headers.get('location')!, texts.stdout.trim());
  const facts = factsIn(await (await fetch(page, { headers: { cookie } })).text());
  expect(facts.type).toBe(type);
  if (label !== undefined) expect(facts.models.map((one) => one.label)).toEqual([label]);
  // Nobody knows it here: makeZip tells no time, and that of an unpacked file is another one.
  expect(facts.models.map(({ day }) => day)).toEqual([undefined]);
  expect(texts.stderr.includes('does not tell the type')).toBe(type === undefined);
  stand.emit('SIGINT');
  expect(await ended).toBe(0);
});

/** The views of a sheet, each with a figure in a grey of its own. */
async function sheetOfViews() {
  const [widthPx, heightPx] = [6 * 40, 4 * 50];
  const rgb = new Uint8Array(widthPx * heightPx * 3).fill(244);
  for (let view = 0; view < 24; view++) {
    for (let y = 10; y < 40; y++) {
      const row = (Math.floor(view / 6) * 50 + y) * widthPx + (view % 6) * 40;
      rgb.fill(view * 8, (row + 10) * 3, (row + 30) * 3);
    }
  }
  return await encodeJpeg({ widthPx, heightPx, rgb }, 95);
}

const archiveWithViews = async () =>
  makeZip([
    { name: 'model.glb', content: 'glTF' },
    { name: 'frames.jpg', content: Buffer.from(await sheetOfViews()) },
  ]);

test('a picture shows the model from the left, the front and the right, and opens no page', async () => {
  const { at, view } = place();
  writeFileSync(at('patient-7-face.zip'), await archiveWithViews());
  const saved = await view(at('patient-7-face.zip'), '--picture', at('ana.png'));
  expect(saved).toMatchObject({ exitCode: 0, stdout: `${at('ana.png')}\n` });
  const { widthPx, heightPx, rgb } = await decodePhoto(readFileSync(at('ana.png')));
  // Three figures beside one another, the words below.
  const greys = [0.2, 0.5, 0.8].map((share) => rgb[(40 * widthPx + Math.round(share * widthPx)) * 3]!);
  expect(greys.map((grey) => Math.round(grey / 8))).toEqual([6, 0, 18]);
  const below = rgb.subarray(widthPx * 70 * 3);
  expect(heightPx).toBeGreaterThan(90);
  expect(Math.min(...below)).toBeLessThan(60);
  const again = await view(at('patient-7-face.zip'), '--picture', at('ana.png'));
  expect(again.stderr).toContain('is there already; nothing is overwritten');
  expect([again.exitCode, again.stdout]).toEqual([2, '']);
});

test.each([
  ['front', 0],
  ['left-45', 3],
  ['back', 12],
])('a picture could not be had of the %s view alone', async (name, shade) => {
  const { at, view } = place();
  writeFileSync(at('patient-7-face.zip'), await archiveWithViews());
  const saved = await view(at('patient-7-face.zip'), '--picture', at('ana.png'), '--only', name);
  expect(saved).toMatchObject({ exitCode: 0, stderr: `saved the model in the ${name} view: ${at('ana.png')}\n` });
  const { widthPx, rgb } = await decodePhoto(readFileSync(at('ana.png')));
  expect(widthPx).toBeLessThan(100);
  expect(Math.round(rgb[(40 * widthPx + Math.round(widthPx / 2)) * 3]! / 8)).toBe(shade);
});

test('a picture saved as PNG had a palette of few colours', async () => {
  const { at, view } = place();
  writeFileSync(at('patient-7-face.zip'), await archiveWithViews());
  await view(at('patient-7-face.zip'), '--picture', at('ana.png'));
  // How its colours are kept: 3 is a palette.
  expect(readFileSync(at('ana.png'))[25]).not.toBe(3);
});

test('who saved a small picture is told of nothing that makes a larger one', async () => {
  const { at } = place();
  writeFileSync(at('patient-7-face.zip'), await archiveWithViews());
  const args = ['view', at('patient-7-face.zip'), '--type', 'face', '--picture', at('ana.png'), '--only', 'front'];
  const { stand, texts } = standInProcess(args, { HOME: at('.'), NO_COLOR: '1' });
  Object.assign(stand.stderr, { isTTY: true, columns: 400 });
  expect(await main(stand)).toBe(0);
  expect(texts.stderr).toMatch(/next: recon view \S+ --type face \(where “Save picture” makes a larger one\)/);
});

test.each([
  [['model.zip', '--picture', 'ana.png'], 5, 'the archive of this model has no pictures of it'],
  [['model.zip', '--picture', 'ana.gif'], 2, 'it must end in .jpg or .png'],
  [['model.zip', '--picture', 'nowhere/ana.png'], 12, 'cannot be written'],
  [['model.zip', 'face.zip', '--picture', 'ana.png'], 2, '--picture is of one model as it is'],
  [['model.zip', '--only', 'front'], 2, '--only is a view for --picture'],
  [['model.zip', '--picture', 'ana.png', '--only', 'below'], 2, 'Allowed choices are front, left-45'],
])('%j ends with %d: %s', async (args, exit, reason) => {
  const { at, view } = place();
  const { exitCode, stdout, stderr } = await view(...args.map((one) => (/\.\w+$/.test(one) ? at(one) : one)));
  expect(stderr).toContain(reason);
  expect([exitCode, stdout]).toEqual([exit, '']);
});

test('--picture with --after was refused without a line that works', async () => {
  const { view } = place();
  const { exitCode, stderr } = await view('14', '--type', 'mammo', '--after', '1', '--picture', 'a.png');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Try: recon view 14 --type mammo --after 1 (without --picture)');
});

test.each([
  ['patient-7-mammo-after-2', 'Patient 7, breast, after 2'],
  ['patient-12-face', 'Patient 12, face'],
  ['patient-12-nose', 'patient-12-nose'],
  ['Silva, Maria', 'Silva, Maria'],
])('a file or folder called %j is shown as %j', (name, label) => {
  expect(labelOfName(name)).toBe(label);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 0],
] as const)('%s ends the viewer with %d', async (signal, exit) => {
  const { at } = place();
  const { stand, texts } = standInProcess(['view', at('model.zip'), '--no-open'], { HOME: at('.') });
  const ended = main(stand);
  await expect.poll(() => texts.stderr).toContain('Ctrl-C stops it');
  stand.emit(signal);
  expect(await ended).toBe(exit);
  // The shell's next line does not stand beside ^C.
  if (signal === 'SIGINT') expect(texts.stderr.endsWith('Stopped: the model is shown no more.\n')).toBe(true);
});

test.each([
  ['a symbolic link', 'link', /holds a symbolic link: "photos\/front.jpg"/, 2],
  ['what is no file', 'pipe', /holds what is neither a plain file nor a folder: "pipe"/, 2],
  ['a record that is not what SHA256SUMS says', 'changed', /"patient.json" is not what SHA256SUMS says/, 11],
  ['a name that no archive may have', 'name', /"a:b" has one of/, 11],
  ['no model', 'none', /has no 3D model that can be shown/, 11],
] as const)('a folder with %s is refused as an archive with it is', async (_what, name, reason, exit) => {
  const { at, view } = place();
  mkdirSync(at(`${name}/photos`), { recursive: true });
  if (name !== 'none') writeFileSync(at(`${name}/model.glb`), 'glTF');
  writeFileSync(at(`${name}/notes.txt`), 'notes');
  if (name === 'link') symlinkSync(at('notes.txt'), at('link/photos/front.jpg'));
  if (name === 'pipe') execFileSync('mkfifo', [at('pipe/pipe')]);
  if (name === 'changed') writeFileSync(at('changed/patient.json'), '{}');
  if (name === 'changed') writeFileSync(at('changed/SHA256SUMS'), `${'0'.repeat(64)}  patient.json\n`);
  if (name === 'name') writeFileSync(at('name/a:b'), '');
  const { exitCode, stdout, stderr } = await view(at(name));
  expect(stderr).toMatch(reason);
  expect(exitCode).toBe(exit);
  expect(stdout).toBe('');
});

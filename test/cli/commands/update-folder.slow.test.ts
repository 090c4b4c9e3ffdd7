import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

// `patients update --photos DIR`: what a folder holds is sent, asked about or refused; never passed over.

const FACE = join(SAMPLES, 'ana', 'face');

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

const stored = async (id: string) => (await service.patient('GET', `/patients/${id}`)).patient;
/** Without the queries of its links, which are signed anew by the time. */
const modelOf = async (id: string) =>
  JSON.parse(JSON.stringify((await stored(id)).reconstructions[0]).replaceAll(/\?[^"]*/g, ''));
const flags = (id: string, folder: string) => ['patients', 'update', id, '--type', 'face', '--photos', folder];
const update = (id: string, folder: string, ...more: string[]) =>
  runMain([...flags(id, folder), '--no-wait', ...more], environment);
const typing = (id: string, folder: string, answers: Keys[], ...more: string[]) =>
  typeMain([...flags(id, folder), '--no-wait', '--no-photo-check', ...more], environment, answers);

async function withFace(name: string): Promise<string> {
  const form = { ...(await faceForm()), 'patient[name]': name, async: 'false' };
  return String((await service.patient('POST', '/patients', { form })).patient.id);
}

/** Photos under new names, each a file of its own: of copies, one is taken. */
function folderOf(names: Record<string, string>): string {
  const folder = tempFolder();
  for (const [name, view] of Object.entries(names)) {
    const photo = readFileSync(join(FACE, `${view}.jpg`));
    writeFileSync(join(folder, name), Buffer.concat([photo.subarray(0, 2), commentOf(name), photo.subarray(2)]));
  }
  return folder;
}

/** As a JPEG has it behind its first two bytes. */
const commentOf = (text: string) => Buffer.from([0xff, 0xfe, 0, text.length + 2, ...Buffer.from(text)]);

const CAMERA = { 'IMG_1.jpg': 'right', 'IMG_2.jpg': 'front', 'IMG_3.jpg': 'left' };

test.each([[[]], [['--yes']], [['--eye-distance', '6.1']], [['--dry-run']]])(
  'a folder of camera names is refused where nobody can be asked, and the model is left alone: %j',
  async (more) => {
    const id = await withFace('Ana Camera');
    const before = await modelOf(id);
    const { exitCode, stderr } = await update(id, folderOf(CAMERA), ...more);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/no photo is named after its view: IMG_1\.jpg, IMG_2\.jpg, IMG_3\.jpg; name them left\.jpg/);
    expect(stderr).not.toContain('--yes is needed');
    expect(await modelOf(id)).toEqual(before);
  },
);

test('a folder without photos makes no model anew', async () => {
  const id = await withFace('Ana Empty');
  const before = await modelOf(id);
  const { exitCode, stderr } = await update(id, tempFolder(), '--yes');
  expect({ exitCode, told: stderr.includes('there is no photo') }).toEqual({ exitCode: 2, told: true });
  expect(await modelOf(id)).toEqual(before);
});

test('pictures that stand beside named ones and are not sent are told', async () => {
  const id = await withFace('Ana Beside');
  const { exitCode, stderr } = await update(id, folderOf({ 'front.jpg': 'front', 'IMG_7.jpg': 'left' }));
  expect(exitCode).toBe(0);
  expect(stderr).toContain('not named after a view, and not sent: IMG_7.jpg');
});

test('on a terminal a folder of camera names is placed and shown, and only then sent', async () => {
  const id = await withFace('Bea Camera');
  const before = await modelOf(id);
  const folder = folderOf(CAMERA);
  const summary =
    /Is everything right for the face[\s\S]*Left profile +\S*IMG_3\.jpg[\s\S]*Front +\S*IMG_2\.jpg[\s\S]*Right profile +\S*IMG_1\.jpg/;
  const left = await typing(id, folder, [
    [summary, 'No, leave'],
    [/❯ No, leave/, '\r'],
  ]);
  expect(left).toMatchObject({ exitCode: 130, asked: 2 });
  expect(await modelOf(id)).toEqual(before);
  // `--yes` is for what is lost, and says nothing of what shows which view.
  const sent = await typing(id, folder, [[summary, '\r']], '--yes');
  expect(sent).toMatchObject({ exitCode: 0, asked: 1 });
  expect(sent.stderr).not.toContain('of the photos it has');
  expect((await modelOf(id)).updated_at).not.toBe(before.updated_at);
});

test('on a terminal nothing of a folder is sent where no picture is taken, so there is nothing to say yes to', async () => {
  const id = await withFace('Cy None');
  const before = await modelOf(id);
  const asked = await typing(id, folderOf({ 'IMG_1.jpg': 'front', 'IMG_2.jpg': 'front' }), [
    // Enter alone takes no picture.
    [/Two photos could be the front: IMG_1\.jpg, IMG_2\.jpg\. Which one\?[\s\S]*❯ none of these, or not clear/, '\r'],
    [/What is IMG_1\.jpg\?[\s\S]*❯ none of these, or not clear/, '\r'],
    [/What is IMG_2\.jpg\?[\s\S]*❯ none of these, or not clear/, '\r'],
    [/Is everything right for the face[\s\S]*❯ Left profile +as it is[\s\S]*Front +as it is/, 'No, leave'],
    [/❯ No, leave/, '\r'],
  ]);
  expect(asked).toMatchObject({ exitCode: 130, asked: 5 });
  expect(asked.stderr).not.toContain('Yes, change the patient');
  expect(await modelOf(id)).toEqual(before);
});

test('Esc at a photo goes back to the one before, and leaves at the first', async () => {
  const id = await withFace('Cy Back');
  const before = await modelOf(id);
  const two = /Two photos could be the front: IMG_1\.jpg, IMG_2\.jpg\. Which one\?/;
  const asked = await typing(id, folderOf({ 'IMG_1.jpg': 'front', 'IMG_2.jpg': 'front' }), [
    [two, '\r'],
    [/What is IMG_1\.jpg\?[\s\S]*Esc goes back/, '\u001b[B\r'],
    [/IMG_1\.jpg is the photo of the left profile[\s\S]*What is IMG_2\.jpg\?[\s\S]*Esc goes back/, '\u001b'],
    [/What is IMG_1\.jpg\?[\s\S]*Esc goes back/, '\u001b'],
    [/Which one\?[\s\S]*Esc leaves/, '\u001b'],
  ]);
  expect(asked).toMatchObject({ exitCode: 130, asked: 5, stderr: expect.not.stringContaining('Is everything right') });
  expect(await modelOf(id)).toEqual(before);
});

test('Esc at a photo goes back to the question which of two is meant', async () => {
  const id = await withFace('Cy Meant');
  const before = await modelOf(id);
  const folder = folderOf({ 'front.jpg': 'front', 'FRONT.jpeg': 'below', 'IMG_1.jpg': 'front' });
  const two = /Two photos could be the front: FRONT\.jpeg, front\.jpg\. Which one\?/;
  const asked = await typing(id, folder, [
    [two, '\u001b[B\u001b[B\r'],
    [/front\.jpg is the photo from the front[\s\S]*What is IMG_1\.jpg\?[\s\S]*Esc goes back/, '\u001b'],
    [/Which one\?[\s\S]*Esc leaves/, '\u001b'],
  ]);
  expect(asked).toMatchObject({ exitCode: 130, asked: 3 });
  expect(await modelOf(id)).toEqual(before);
});

test.each([
  [{ 'front.jpg': 'front', 'FRONT.jpeg': 'below', 'left.jpg': 'left' }, 'FRONT.jpeg, front.jpg', 'front.jpg'],
  [{ 'IMG_1.jpg': 'front', 'IMG_2.jpg': 'front', 'IMG_3.jpg': 'left' }, 'IMG_1.jpg, IMG_2.jpg', 'IMG_2.jpg'],
])('two photos that could be one view stand in one question: %j', async (names, both, taken) => {
  const id = await withFace('Fay Two');
  const before = await modelOf(id);
  const folder = folderOf(names);
  const told = both.split(', ').map((name) => `${name}, \\d+ kB, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d`);
  const question = new RegExp(`Two photos could be the front: ${both}. Which one[\\s\\S]*${told.join('\\s+')}`);
  const asked = await typing(id, folder, [
    [question, taken === both.split(', ')[1] ? '\u001b[B\u001b[B\r' : '\u001b[B\r'],
    [new RegExp(`Is everything right for the face[\\s\\S]*Front +\\S*${taken}`), '\r'],
  ]);
  expect(asked).toMatchObject({ exitCode: 0, asked: 2 });
  expect((await modelOf(id)).updated_at).not.toBe(before.updated_at);
  // Nobody can be asked.
  if (both.startsWith('FRONT')) {
    const alone = await update(id, folder);
    expect(alone).toMatchObject({ exitCode: 2 });
    expect(alone.stderr).toContain('front has more than one photo in');
  }
});

test('a patient without the model: what is sorted is what the question shows', async () => {
  const id = String(
    (await service.patient('POST', '/patients', { form: { 'patient[name]': 'Dea First' } })).patient.id,
  );
  const asked = await typing(id, folderOf(CAMERA), [[/Is everything right for the face[\s\S]*IMG_1\.jpg/, '\r']]);
  expect(asked).toMatchObject({ exitCode: 0, asked: 1 });
  expect(asked.stderr).not.toContain('Do it?');
  expect((await stored(id)).reconstructions).toHaveLength(1);
});

test('the only model of a patient needs no --type', async () => {
  const id = await withFace('Eva Only');
  const line = ['patients', 'update', id, '--photos', folderOf(CAMERA), '--no-wait', '--no-photo-check'];
  const asked = await typeMain(line, environment, [[/Is everything right for the face[\s\S]*IMG_1\.jpg/, '\r']]);
  expect(asked).toMatchObject({ exitCode: 0, asked: 1 });
});

test('a video in the folder was passed over without a word', async () => {
  const folder = folderOf({ 'front.jpg': 'front', 'left.jpg': 'left', 'right.jpg': 'right' });
  for (const name of ['IMG_0123.MOV', 'below.mp4']) writeFileSync(join(folder, name), 'video');
  const args = ['patients', 'create', '--name', 'Vera Video', '--type', 'face', '--photos', folder, '--dry-run'];
  const told = `not used of ${folder}: IMG_0123.MOV, below.mp4; a video is no photo`;
  const nobodyAsked = await runMain(args, environment);
  const checked = await runMain(['photos', 'check', folder, '--type', 'face'], environment);
  const asked = await typeMain([...args, '--no-photo-check', '--provider', '4'], environment, [[/pupils/, '6.2\r']]);
  for (const { stderr } of [nobodyAsked, checked, asked]) expect(stderr.replaceAll(/\s+/g, ' ')).toContain(told);
  expect(asked.stderr).not.toContain('below.mp4 is');
});

test('a photo of a folder that no view takes was not named where nobody can be asked', async () => {
  const folder = folderOf({ 'front.jpg': 'front', 'left.jpg': 'left', 'right.jpg': 'right', 'IMG_4.jpg': 'below' });
  const made = ['--name', 'Una Unused', '--type', 'face', '--photos', folder, '--eye-distance', '6.2'];
  const created = await runMain(['patients', 'create', ...made, '--dry-run'], environment);
  const checked = await runMain(['photos', 'check', folder, '--type', 'face'], environment);
  for (const { exitCode, stderr } of [created, checked]) {
    expect({ exitCode, told: stderr.split('IMG_4.jpg').length - 1 }).toEqual({ exitCode: 0, told: 1 });
    expect(stderr).toContain(`not used of ${folder}: IMG_4.jpg`);
  }
});

test('a photo of a camera that no view takes is named in the summary, and can be chosen there', {
  timeout: 120_000,
}, async () => {
  const id = await withFace('Una Camera');
  const folder = folderOf({ ...CAMERA, 'IMG_4.jpg': 'left_45' });
  const asked = await typing(id, folder, [
    [/Is everything right for the face[\s\S]*Right profile +\S*IMG_1\.jpg[^\n]*\n *Not used +IMG_4\.jpg/, 'Not'],
    [/❯ Not used/, '\r'],
    [/What is IMG_4\.jpg\?[\s\S]*❯ photo of the left profile/, '\u001b[B\r'],
    [/Is everything right for the face[\s\S]*Front +\S*IMG_4\.jpg[\s\S]*❯ Not used +IMG_2\.jpg/, '\u0003'],
  ]);
  expect(asked).toMatchObject({ exitCode: 130, asked: 4 });
});

test('a PDF in the folder was passed over without a word, a check also passed over one that is named after a view', async () => {
  const folder = folderOf({ 'front.jpg': 'front', 'left.jpg': 'left' });
  for (const name of ['consent.pdf', 'IMG_1.MOV', 'right.pdf']) writeFileSync(join(folder, name), '%PDF-1.7');
  const told = (names: string, kinds: string) => `not used of ${folder}: ${names}; ${kinds} is no photo`;
  const line = ['photos', 'check', folder, '--type', 'face'];
  for (const checked of [await runMain(line, environment), await typeMain(line, environment, [])]) {
    expect(checked.stderr.replaceAll(/\s+/g, ' ')).toContain(told('IMG_1.MOV, consent.pdf', 'a video or a PDF'));
    expect(checked.stderr.replaceAll(/\s+/g, ' ')).toContain(told('right.pdf', 'a PDF'));
  }
});

import { copyFileSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Clinic, openClinic, withoutPast } from '../support/clinic.ts';
import { makeHome, SAMPLES } from '../support/recon-home.ts';
import { createPatient, patientCount, readPatient } from '../support/records.ts';
import { requireTool } from '../support/require-tool.ts';
import { openScreen } from './tmux-screen.ts';

const inTerminal = test.skipIf(!requireTool('tmux'));
const FACE = join(SAMPLES, 'ana', 'face');

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic(['--ready-after', '1s']);
  // As a camera leaves them.
  const camera = join(clinic.folder, 'Fotos Maria');
  mkdirSync(camera);
  for (const [at, view] of ['right', 'front', 'left'].entries()) {
    copyFileSync(join(FACE, `${view}.jpg`), join(camera, `IMG_47${at + 11}.JPG`));
  }
});
afterAll(() => clinic.close());

async function open(
  line: string,
  {
    columns = 80,
    rows = 30,
    home = withoutPast(clinic),
  }: { columns?: number; rows?: number; home?: Pick<Clinic, 'environment' | 'folder'> } = {},
) {
  const screen = await openScreen(line, home, { columns, rows });
  onTestFinished(() => screen.close());
  return {
    ...screen,
    answer: async (question: string | RegExp, text = '') => {
      await screen.waitFor(question);
      if (text !== '') await screen.type(text);
      await screen.press('Enter');
    },
  };
}

inTerminal.each([80, 60])('a patient from photos of a camera, in %i columns', async (columns) => {
  const name = `Maria ${columns}`;
  // Each has her own number: a shared one would be asked about.
  const phone = `+351 21 00 00 ${columns}`;
  const screen = await open('recon patients create', { columns });
  await screen.answer('Name of the patient', name);
  await screen.answer('E-mail address');
  await screen.answer('Phone number', `${phone}0`);
  await screen.waitFor('❯ no 3D model');
  await screen.type('face');
  await screen.answer('❯ face (face or head)');
  await screen.answer('❯ Face, about 30 s');
  // Tab completes a folder, whatever its capitals.
  await screen.waitFor('Photo of the left profile');
  await screen.type('fot');
  await screen.press('Tab');
  await screen.answer('Fotos Maria/');
  await screen.waitFor('IMG_4713.JPG is the photo of the left profile');
  await screen.waitFor('Is everything right?');
  const summary = await screen.lines();
  expect(summary.every((line) => line.length <= columns)).toBe(true);
  expect(summary.join('\n')).toMatch(/Left profile +Fotos Maria\/IMG_4713\.JPG/);
  expect(summary.join('\n')).toMatch(/Right profile +Fotos Maria\/IMG_4711\.JPG/);
  // Back to an answer: the phone number is chosen by its label, and changed.
  await screen.type('Phone');
  await screen.answer(new RegExp(`❯ Phone +\\${phone}0`));
  await screen.waitFor(`Phone number (edit; Enter keeps it): ${phone}0`);
  await screen.press('BSpace');
  await screen.answer(phone, '7');
  await screen.waitFor(new RegExp(`❯ Phone +\\${phone}7`));
  await screen.type('Yes');
  await screen.answer('❯ Yes, create the patient');
  await screen.waitFor('created patient');
  expect(await screen.ended()).toBe(0);
  const id = /created patient (\d+)/.exec((await screen.lines()).join('\n'))?.[1];
  expect(await readPatient(clinic, id!)).toMatchObject({ name, phone: `${phone}7` });
});

inTerminal.each([80, 44])('an answer that somebody goes back over stands once, in %i columns', async (columns) => {
  const two = join(clinic.folder, `two${columns}`);
  mkdirSync(two);
  for (const view of ['left', 'front']) copyFileSync(join(FACE, `${view}.jpg`), join(two, `${view}.jpg`));
  const screen = await open('echo before; recon patients create --name "Ola Once" --type face', { columns });
  await screen.answer('❯ Face, about 30 s');
  await screen.answer('Photo of the left profile', two);
  await screen.waitFor(/Photo of the right\s+profile/);
  await screen.press('Escape');
  // The folder is there again, where it was typed.
  await screen.waitFor(/before\n✔ How should it be made\? Face, about 30 s\n\? Photo of the left profile:/);
  await screen.press('Escape');
  await screen.answer(/before\n\? How should it be made\?\n❯ Face/);
  await screen.answer(/\n\? Photo of the left profile:/);
  await screen.answer(/Photo of the right\s+profile/, join(FACE, 'right.jpg'));
  await screen.waitFor('Is everything right?');
  const answered = (await screen.lines()).filter((line) => /^[✔b]/.test(line));
  const shown = ['before', '✔ How should', '✔ Photo of the left', '✔ Photo of the right'];
  expect(answered).toEqual(shown.map((start) => expect.stringMatching(new RegExp(`^${start}`))));
  await screen.type('Front');
  await screen.answer('❯ Front');
  await screen.waitFor(/Photo from the front:/);
  await screen.press('Escape');
  await screen.waitFor(/ {2}Yes, create the patient[\s\S]*❯ Front/);
  expect((await screen.lines()).filter((line) => /^[✔b]/.test(line))).toEqual(answered);
  await screen.press('C-c');
  expect(await screen.ended()).toBe(130);
});

inTerminal('a picture of which the look is not certain is shown, asked about, and goes', async () => {
  const six = join(clinic.folder, 'six');
  mkdirSync(six);
  for (const [at, view] of ['right', 'below', 'front', 'left_45', 'left', 'right_45'].entries()) {
    copyFileSync(join(FACE, `${view}.jpg`), join(six, `IMG_${at + 1}.jpg`));
  }
  const id = await createPatient(clinic, '--name', 'Ana Six');
  const screen = await open(`recon after create ${id} --type face --provider 5`, { columns: 60 });
  await screen.answer('Photo of the left profile', 'six');
  // Somebody from below looks as from the front.
  await screen.waitFor(/IMG_2\.jpg +IMG_3\.jpg\n\? Which is the front\?\n❯ none of these, or not clear\s+IMG_2\.jpg, /);
  expect((await screen.lines()).filter((line) => line.startsWith('▀▀▀▀'))).toHaveLength(12);
  await screen.press('Down');
  await screen.press('Down');
  await screen.answer('❯ IMG_3.jpg');
  await screen.waitFor(/What is IMG_2\.jpg\?[\s\S]*❯ none of these, or not clear/);
  await screen.type('photo from below');
  await screen.answer('❯ photo from below');
  await screen.waitFor('Is everything right?');
  const lines = await screen.lines();
  expect(lines.join('\n')).not.toContain('▀');
  const rows = { Front: 3, 'From below': 2, 'Left profile': 5, 'Right profile': 1, '45° left': 4, '45° right': 6 };
  for (const [label, at] of Object.entries(rows)) {
    expect(lines.join('\n')).toMatch(new RegExp(`${label} +six/IMG_${at}\\.jpg`));
  }
  await screen.press('C-c');
  expect(await screen.ended()).toBe(130);
});

inTerminal('an update places the photos of a camera, too, and says what it does before it does it', async () => {
  const id = await createPatient(clinic, '--name', 'Ana Updated');
  const screen = await open(`recon patients update ${id} --type face --photos 'Fotos Maria' --no-wait`);
  await screen.waitFor(`Is everything right for the face model of patient ${id}, Ana Updated?`);
  const lines = (await screen.lines()).join('\n');
  for (const [label, at] of Object.entries({ 'Left profile': 3, Front: 2, 'Right profile': 1 })) {
    expect(lines).toMatch(new RegExp(`${label} +Fotos Maria/IMG_471${at}\\.JPG`));
  }
  await screen.answer('❯ Yes, change the patient');
  await screen.waitFor(`updated patient ${id}`);
  expect(await screen.ended()).toBe(0);
  expect((await screen.lines()).join('\n')).not.toContain('of the photos it has');
  expect((await readPatient(clinic, id)).reconstructions).toHaveLength(1);
});

inTerminal('what a person gives wrong stays open, and two photos change places', async () => {
  const id = await createPatient(clinic, '--name', 'Ana Changed');
  const screen = await open(`recon after create ${id} --type face --provider 4`);
  await screen.answer('Photo of the left profile', 'nowhere.jpg');
  await screen.waitFor('does not exist');
  await screen.press('C-u');
  await screen.answer('Photo of the left profile', 'Fotos Maria');
  await screen.waitFor('Is everything right?');
  await screen.type('Left');
  await screen.answer('❯ Left profile');
  await screen.waitFor('Which one is the photo of the left profile?');
  await screen.answer('❯ IMG_4713.JPG, now the photo of the left profile', '');
  // The questions answered stay on the screen: only the arrow tells that one is asked again.
  await screen.waitFor(' Yes, create the after-record');
  await screen.answer('❯ Left profile');
  await screen.waitFor('❯ IMG_4713.JPG, now the photo of the left profile');
  await screen.press('Up', 'Up');
  await screen.answer('❯ IMG_4711.JPG, now the photo of the right profile');
  await screen.waitFor(/Left profile +Fotos Maria\/IMG_4711\.JPG/);
  expect((await screen.lines()).join('\n')).toMatch(/Right profile +Fotos Maria\/IMG_4713\.JPG/);
  await screen.type('Yes');
  await screen.answer('❯ Yes, create the after-record');
  // The look sees what was changed before it is sent, and lets it be put right.
  await screen.waitFor('❯ send nothing');
  await screen.type('swap');
  await screen.answer('❯ swap the left and the right photos');
  await screen.waitFor(/What now\?[\s\S]*looked at 3 photos: usable[\s\S]*Is everything right\?/);
  await screen.answer('❯ Yes, create the after-record');
  await screen.waitFor('created after-record 1');
  expect(await screen.ended()).toBe(0);
});

inTerminal.each([
  ['a list', 'recon create --name "Ctrl List" --type face', 'How should it be made?', []],
  ['a path with names below it', 'recon after create 1 --type face --provider 4', 'Photo of the left profile', ['Tab']],
  ['the summary', 'recon create --city Porto', 'Name of the patient', ['X', 'Enter']],
  ['a search', 'recon show', 'Which patient?', []],
  ['a picture', 'recon photos check --type body --photos "Fotos Maria"', 'What is IMG', []],
  [
    'a secret',
    'recon login --profile other --base-url $(recon config get base-url) --insecure-storage',
    'Access token',
    [],
  ],
] as const)('Ctrl-C at %s leaves a clean screen and 130', async (_what, line, question, keys) => {
  await createPatient(clinic, '--name', 'Somebody There', '--allow-same');
  const before = await patientCount(clinic);
  const screen = await open(`echo before; ${line}`);
  await screen.waitFor(question);
  if (keys.length > 0) {
    await screen.press(...keys);
    await screen.waitFor(keys[0] === 'Tab' ? 'Fotos Maria/' : 'Is everything right?');
  }
  await screen.press('C-c');
  expect(await screen.ended()).toBe(130);
  const lines = await screen.lines();
  const kept = lines.filter((one) => !/^(✔|before|\[exit 130\]|Logging in|You get the access token)/.test(one));
  expect(kept).toEqual(['recon: left at the question; nothing was done']);
  expect(await patientCount(clinic)).toBe(before);
});

inTerminal('a wrong token is asked for again, three times; the right one is kept', async () => {
  const home = await makeHome();
  onTestFinished(() => home.remove());
  const token = (await readFile(join(clinic.dataFolder, 'token'), 'utf8')).trim();
  const login = `recon login --base-url ${clinic.baseUrl} --insecure-storage`;
  const wrong = await open(login, { home });
  for (const attempt of ['first', 'second', 'third']) {
    await wrong.waitFor(/Access token .*: *$/);
    await wrong.type(`rcn_${attempt}_wrong`);
    await wrong.press('Enter');
    if (attempt !== 'third')
      await wrong.waitFor(new RegExp(`(does not accept this token[\\s\\S]*){${attempt === 'first' ? 1 : 2}}`));
  }
  expect(await wrong.ended()).toBe(4);
  const right = await open(login, { home });
  await right.waitFor('Access token');
  await right.type('two words');
  await right.press('Enter');
  await right.waitFor(/token .*(blank|space|character)[\s\S]*Access token .*: *$/);
  await right.press('C-u');
  await right.type('rcn_wrong');
  await right.press('Enter');
  await right.waitFor(/does not accept this token[\s\S]*Access token .*: *$/);
  await right.type(token);
  await right.press('Enter');
  await right.waitFor('Logged in to');
  expect(await right.ended()).toBe(0);
  expect((await right.lines()).join('\n')).not.toMatch(/rcn_/);
  expect((await home.recon(['patients', 'list'])).exitCode).toBe(0);
});

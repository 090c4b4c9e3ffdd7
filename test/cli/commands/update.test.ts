import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record, TOKEN } from '../../core/recorder.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

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

/** A patient with a city and a finished face model. */
async function finished(name: string): Promise<string> {
  const form = { ...(await faceForm()), 'patient[name]': name, 'patient[city]': 'Porto', async: 'false' };
  return String((await service.patient('POST', '/patients', { form })).patient.id);
}
/** A patient with a city and no photos. */
async function plain(name: string): Promise<string> {
  const form = { 'patient[name]': name, 'patient[city]': 'Porto' };
  return String((await service.patient('POST', '/patients', { form })).patient.id);
}
const stored = async (id: string) => (await service.patient('GET', `/patients/${id}`)).patient;
const update = (id: string, ...flags: string[]) => runMain(['patients', 'update', id, ...flags], environment);
const DOWN = '\u001b[B';
const BACK = '\u001b';
const typing = (id: string, flags: string[], answers: Keys[]) =>
  typeMain(['patients', 'update', id, ...flags], environment, answers);

test('update --name "" erases nothing without being asked: elsewhere than on a terminal it needs --yes', async () => {
  const id = await finished('Ana Kept');
  const refused = await update(id, '--name', '', '--city', '');
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('to erase name and city without being asked, --yes is needed'),
  });
  expect(await stored(id)).toMatchObject({ name: 'Ana Kept', city: 'Porto' });
  expect(await update(id, '--city', '', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await stored(id)).toMatchObject({ name: 'Ana Kept', city: '' });
});

test('on a terminal it asks before a new measure makes a ready model anew; Enter is no', async () => {
  const id = await finished('Eva Measured');
  const flags = ['--type', 'face', '--eye-distance', '6.3'];
  const no = await typing(id, flags, [[/Do it\?/, '\r']]);
  expect(no).toMatchObject({ exitCode: 130, asked: 1 });
  expect(no.stderr).toContain(`to make anew, with the new measure: the face model of patient ${id}, Eva Measured`);
  expect((await stored(id)).reconstructions[0]).toMatchObject({ status: 'has_3d' });
  const yes = await typing('eva measured', flags, [[/to change: patient \d+, Eva Measured[\s\S]*Do it\?/, 'y\r']]);
  expect(yes.stderr).toContain('Distance between the pupils: 6.3 cm, with which the model is made anew');
  expect(yes.exitCode).toBe(0);
});

test('on a terminal it names what is erased and asks; Enter is no', async () => {
  const id = await finished('Bea Kept');
  const asking: Keys[] = [[/Do it\?/, '\r']];
  const { exitCode, stderr, asked } = await typing(id, ['--name', '', '--phone', ''], asking);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(stderr).toContain(`would empty these fields of patient ${id}: name (Bea Kept)\n`);
  expect(await stored(id)).toMatchObject({ name: 'Bea Kept' });
  expect(await typing(id, ['--name', ''], [[/Do it\?/, 'y\r']])).toMatchObject({ exitCode: 0 });
  expect(await stored(id)).toMatchObject({ name: '' });
});

test('what is empty already is emptied without a question', async () => {
  const id = await finished('Cy Empty');
  expect(await typing(id, ['--phone', '', '--name', 'Cy New'], [])).toMatchObject({ exitCode: 0 });
  expect(await stored(id)).toMatchObject({ name: 'Cy New' });
});

test('update --type face with nothing else makes no finished model anew without being asked', async () => {
  const id = await finished('Dea Model');
  const [before] = (await stored(id)).reconstructions;
  const refused = await update(id, '--type', 'face', '--name', 'Dea Other');
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('to make the face model anew, of the photos it has, without being asked'),
  });
  const { exitCode, stderr } = await typing(id, ['--type', 'face'], [[/Do it\?/, '\r']]);
  expect(exitCode).toBe(130);
  expect(stderr).toContain(
    `would make the face model of patient ${id} anew, of the photos it has; that model is ready`,
  );
  expect(await stored(id)).toMatchObject({ name: 'Dea Model', reconstructions: [before] });
  expect(await update(id, '--type', 'face', '--yes')).toMatchObject({ exitCode: 0 });
  const [after] = (await stored(id)).reconstructions;
  expect(after?.updated_at).not.toBe(before?.updated_at);
});

test.each([
  ['which has no model, is asked about without "cannot be undone"', undefined, false],
  ['which has an earlier model, may lose that one', 'https://clinic.example/frames.zip', true],
])('a failed generation made anew, %s', async (_, frames, isLoss) => {
  const { url, requests } = await record(() => ({
    body: JSON.stringify({
      patient: { id: 7, name: 'Flo', reconstructions: [{ type: 'FaceReconstruction', status: 'failed', frames }] },
    }),
  }));
  const at = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { exitCode, asked, stderr } = await typeMain(['update', '7', '--type', 'face'], at, [[/Do it\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(stderr).toContain('would make the face model of patient 7 anew, of the photos it has; that model is failed');
  expect(stderr.includes('This cannot be undone')).toBe(isLoss);
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a measure, or a dry run, needs no --yes', async () => {
  const id = await finished('Eva Measured');
  expect(await update(id, '--type', 'face', '--eye-distance', '6.1')).toMatchObject({ exitCode: 0 });
  expect(await update(id, '--name', '', '--type', 'face', '--dry-run')).toMatchObject({ exitCode: 0 });
  expect(await stored(id)).toMatchObject({ name: 'Eva Measured' });
});

test('an update is held to the rules of a create', async () => {
  const id = await finished('Fay Checked');
  const { exitCode, stderr } = await update(
    id,
    '--email',
    'maria@',
    '--country',
    'Atlantis',
    '--name',
    ' ',
    '--city',
    '',
  );
  expect(exitCode).toBe(2);
  for (const told of ['--email is no', '--country "Atlantis"', '--name is blank', 'to erase city']) {
    expect(stderr).toContain(told);
  }
});

test('on a terminal new photos for a ready model are sent only after a yes, and it is told whose it is', async () => {
  const id = await finished('Dora Ready');
  const flags = ['--type', 'face', '--front', join(SAMPLES, 'ben/face/front.jpg'), '--no-wait', '--no-photo-check'];
  const refused = await typing(id, flags, [[/Does the new photo show Dora Ready\?/, '\r']]);
  expect(refused).toMatchObject({ exitCode: 130, asked: 1 });
  expect(refused.stderr).toContain(`the face model of patient ${id}, Dora Ready, Porto`);
  expect((await stored(id)).reconstructions[0]).toMatchObject({ status: 'has_3d' });
  expect(refused.stderr).toContain('nothing was sent, and the model stays as it is');
  const made = await typing(id, flags, [
    [/yes: make the model anew, of it and the earlier left and right/, `${DOWN}\r`],
  ]);
  expect(made.exitCode).toBe(0);
  expect(made.stderr).toContain(`updated patient ${id}, Dora Ready`);
  // A script says what it means; while the model is being made it is refused.
  await expect.poll(async () => (await update(id, ...flags)).stderr).toContain(`updated patient ${id}\n`);
});

test('where nobody can be asked, photos go to the only patient of that whole name', async () => {
  const id = await plain('Pat Whole');
  const sent = await update('Pat Whole', '--type', 'face', '--photos', join(SAMPLES, 'ana', 'face'), '--no-wait');
  expect(sent).toMatchObject({ exitCode: 0 });
  expect(await stored(id)).toMatchObject({ reconstructions: [{ type: 'FaceReconstruction' }] });
});

test('the unit of a height is asked before the question shows what would be written', async () => {
  await plain('Dee Tall');
  const asking: Keys[] = [
    [/Height: 1720 cm\?[\s\S]*❯ No, type another/, '\u001b[A'],
    [/❯ No, 172 cm \(1720 mm\)/, '\r'],
    [/Height: none → 172 cm\r?\n(.|\r?\n)*Change this patient\?/, 'y\r'],
  ];
  const { exitCode, stderr } = await typeMain(['patients', 'update', 'dee', '--height', '1720'], environment, asking);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.not.stringContaining('→ 1720') });
});

test.each([
  ['--weight', '600', /Weight: 600 kg\? Of adults it is 35 to 250 kg\.[\s\S]*Yes, 600 kg/, '80'],
  ['--weight', '6850', /Weight: 6850 kg\? Of adults it is 35 to 250 kg\.(?![\s\S]*Yes, 6850)/, '68,5'],
  ['--height', '900', /Height: 900 cm\? Of adults it is 120 to 220 cm\.(?![\s\S]*Yes, 900)/, '190'],
])(
  '%s %s is doubted in a question, whose first answer takes another number; of an id too',
  async (flag, value, question, other) => {
    const id = await plain(`Dag Odd ${value}`);
    const asking: Keys[] = [
      [question, '\r'],
      [/(Height in cm|Weight in kg):/, `${value}\r`],
      [/nobody has|type \d/, `\u0015${other}\r`],
    ];
    const keys = value === '600' ? [asking[0]!, [/Weight in kg:/, `${other}\r`] as const] : asking;
    const typed = await typing(id, [flag, value], keys);
    expect(typed).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('warning') });
    expect(await stored(id)).toMatchObject({ [flag.slice(2)]: Number(other.replace(',', '.')) });
  },
);

test('a number that somebody may have is sent after a yes, or --yes, and is told once', async () => {
  const id = await plain('Dan Odd');
  const yes = await typing(id, ['--weight', '600'], [[/Weight: 600 kg\?/, `${DOWN}\r`]]);
  expect(yes).toMatchObject({ exitCode: 0, asked: 1, stderr: expect.not.stringContaining('warning') });
  expect(await stored(id)).toMatchObject({ weight: 600 });
  const unasked = await typing(id, ['--weight', '601', '--yes'], []);
  expect(unasked).toMatchObject({ exitCode: 0, asked: 0, stderr: expect.stringContaining('weight is 601 kg') });
  expect(await typing(id, ['--weight', '20'], [])).toMatchObject({ exitCode: 0, asked: 0 });
});

test('a value that the patient has already is told as that; where all are, nobody is asked and nothing sent', async () => {
  const id = await plain('Dia Same');
  await update(id, '--height', '172.5');
  const since = (await stored(id)).updated_at;
  const same = ['patients', 'update', 'dia same', '--height', '172.5', '--city', 'Porto'];
  const all = await typeMain(same, environment, []);
  expect(all).toMatchObject({ exitCode: 0, asked: 0 });
  for (const told of ['City: Porto already', 'Height: 172.5 cm already', `nothing to change: patient ${id}`]) {
    expect(all.stderr).toContain(told);
  }
  expect((await stored(id)).updated_at).toBe(since);
  const one = await typeMain([...same, '--weight', '60'], environment, [[/Change this patient\?/, 'y\r']]);
  expect(one).toMatchObject({ exitCode: 0, asked: 1, stderr: expect.stringContaining('Height: 172.5 cm already') });
  expect(await stored(id)).toMatchObject({ weight: 60 });
});

test('a height that nobody has is not offered, and leaving sends nothing', async () => {
  await plain('Dov Tall');
  const leave: Keys[] = [[/Height: 1720 cm\?[\s\S]*Esc leaves/, BACK]];
  const { exitCode, stderr } = await typeMain(['patients', 'update', 'dov', '--height', '1720'], environment, leave);
  expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: expect.not.stringContaining('Yes, 1720') });
});

test('a value that will be refused is refused before it is asked whom it is for', async () => {
  await plain('Eli Refused');
  const line = ['patients', 'update', 'eli', '--phone', 'call the mother'];
  const { exitCode, stderr, asked } = await typeMain(line, environment, []);
  expect({ exitCode, asked }).toEqual({ exitCode: 2, asked: 0 });
  expect(stderr).toContain('--phone is no phone number');
});

test('a value that is shown to go is asked about once', async () => {
  const id = await plain('Flo Emptied');
  const once: Keys[] = [[/City: Porto → none\r?\n(.|\r?\n)*Change this patient\?/, 'y\r']];
  const { exitCode, asked } = await typeMain(['patients', 'update', 'flo', '--city', ''], environment, once);
  expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 1 });
  expect((await stored(id)).city ?? '').toBe('');
});

test('Esc in an answer leaves it as it was, and then leaves the list', async () => {
  const id = await plain('Gus Leaves');
  const keys: Keys[] = [
    [/What is to be changed\?[\s\S]*asks it again; Esc leaves/, '\r'],
    [/Name[^\n]*:[\s\S]*Esc goes back/, `x${BACK}`],
    [/What is to be changed\?[\s\S]*Esc leaves/, BACK],
  ];
  const { exitCode, asked } = await typing(id, [], keys);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 3 });
  expect(await stored(id)).toMatchObject({ name: 'Gus Leaves' });
});

/** A service that tells of a ready face model, and of its photos what is given. */
async function withFace(photos?: string) {
  const reconstructions = [{ type: 'FaceReconstruction', status: 'has_3d', accepted: false, frames: null }];
  const patient = { id: 7, name: 'Ana Sample', reconstructions };
  const { url, requests } = await record(({ url }) => ({
    headers: photos === undefined ? {} : { 'recon-photos': photos },
    body: JSON.stringify(
      url.startsWith('/patients?')
        ? { patients: [patient], meta: { current_page: 1, next_page: null, total_pages: 1, total_entries: 1 } }
        : { patient, async: 'false' },
    ),
  }));
  return { there: { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN }, requests };
}
const ALL_SIX = 'face=left front right left_45 right_45 below';
const three = ['left', 'front', 'right'].flatMap((view) => [`--${view}`, join(SAMPLES, 'ana', 'face', `${view}.jpg`)]);
const LINK = 'recon invite 7 --type face --open';

test.each([
  [ALL_SIX, 'the earlier photos 45° left, 45° right and from below stay in this model'],
  [
    'face=left front right below',
    'the earlier photo from below stays in this model, since an update cannot replace it; if it shows somebody else',
  ],
  ['face=left front right', undefined],
  [undefined, 'if this model has earlier photos of other views (45° left, 45° right, from below), they stay in it'],
])('photos that an update cannot replace are told before the question: %s', async (photos, words) => {
  const { there, requests } = await withFace(photos);
  const line = ['patients', 'update', '7', '--type', 'face', ...three, '--no-photo-check'];
  const { exitCode, stderr, asked } = await typeMain(line, there, [[/Do the new photos show Ana Sample\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  const told = stderr.replaceAll(/\s+/g, ' ').split('Do the new photos show')[0]!;
  expect(told.includes(LINK)).toBe(words !== undefined);
  if (words !== undefined) expect(told.split(words)).toHaveLength(2);
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test.each([
  [[], /Try: recon invite 7 --type face --open \(to send all photos anew\)/],
  [['--height', 'tall', '--provider', '6'], /by a link: recon invite 7 --type face --open \(to send all photos anew\)/],
])('a photo that no update takes was refused without the link that takes it: with %j', async (more, line) => {
  const { there, requests } = await withFace(ALL_SIX);
  const photo = join(SAMPLES, 'ana', 'face', 'left-45.jpg');
  const { exitCode, stderr } = await runMain(['patients', 'update', '7', '--left-45', photo, ...more], there);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--left-45 cannot be sent by an update, which takes --left, --front, --right');
  expect(stderr).toMatch(line);
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('what a folder does not send, and what stays, stand before the question whom it is about', async () => {
  const { there } = await withFace(ALL_SIX);
  const photos = ['--photos', join(SAMPLES, 'ana', 'face'), '--no-photo-check'];
  const line = ['patients', 'update', 'Ana Sample', '--type', 'face', ...photos];
  const { stderr, exitCode, asked } = await typeMain(line, there, [[/Do the new photos show Ana Sample\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  const told = stderr.replaceAll(/\s+/g, ' ').split('Do the new photos show')[0]!;
  expect(told).toContain(
    'the photos 45° left, 45° right and from below are not sent; an update takes the photos left profile, front and right profile',
  );
  expect(told).toContain(LINK);
});

test('who says that the earlier photos are of somebody else is told the link, and nothing is sent', async () => {
  const { there, requests } = await withFace(ALL_SIX);
  const line = ['patients', 'update', '7', '--type', 'face', ...three, '--no-photo-check'];
  const keys: Keys[] = [[/no: the earlier ones show somebody else/, `${DOWN}${DOWN}\r`]];
  const { exitCode, stderr } = await typeMain(line, there, keys);
  expect(exitCode).toBe(130);
  expect(stderr).toMatch(/Try: recon invite 7 --type face --open \(and give all photos on its page\)/);
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test.each([[[]], [['--json']], [['--dry-run', '-q']]])(
  'a script is warned of what stays in the model: %j',
  async (more) => {
    const { there } = await withFace(ALL_SIX);
    const line = ['patients', 'update', '7', '--type', 'face', ...three, '--no-wait', ...more];
    const { stderr, stdout } = await runMain(line, there);
    expect(stderr).toContain('warning: the earlier photos 45° left, 45° right and from below stay in this model');
    expect(stderr).toContain(LINK);
    expect(stdout).not.toContain('warning');
  },
);

test('a dry run says that everything is in order only where nothing was told that is not', async () => {
  const { there } = await withFace('face=left front right');
  const dry = async (env: Record<string, string>, ...flags: string[]) =>
    (await runMain(['patients', 'update', '7', '--dry-run', ...flags], env)).stderr.trimEnd().split('\n').at(-1);
  const photos = ['--type', 'face', ...three];
  expect(await dry(there, ...photos)).toBe('dry run: everything is in order; would change patient 7; nothing was sent');
  // One side given for all three views is looked at.
  const sides = ['left', 'right'].flatMap((view, at) => [
    `--${view}`,
    join(SAMPLES, 'ana', 'face', `${['right', 'left'][at]}.jpg`),
  ]);
  const warned = 'but look at what is told above first; would change patient 7; nothing was sent';
  expect(await dry(there, '--type', 'face', ...sides, '--photo-check')).toContain(warned);
  expect(await dry(there, '--type', 'face', '--eye-distance', '62')).toContain(warned);
  const { there: more } = await withFace(ALL_SIX);
  expect(await dry(more, ...photos)).toBe(`dry run: everything is in order, ${warned}`);
  expect(await dry(more, '--name', 'Ana Sample')).toBe('nothing to change: patient 7 has all of it already');
  const nowhere = { ...there, RECON_BASE_URL: 'http://127.0.0.1:9' };
  expect(await dry(nowhere, '--name', 'Ana New')).toBe(
    'dry run: what was typed is in order; would change patient 7; nothing was sent',
  );
}, 60_000);

test('a dry run told a person that something would change, and not what', async () => {
  const id = await plain('Dora Dry');
  const { stderr } = await typeMain(
    ['update', id, '--city', 'Faro', '--name', 'Dora Wet', '--dry-run'],
    environment,
    [],
  );
  expect(stderr).toMatch(
    /would change patient \d+; nothing was sent\n {2}Name: Dora Dry → Dora Wet\n {2}City: Porto → Faro\n/,
  );
  expect((await update(id, '--city', 'Faro', '--dry-run')).stderr).not.toContain('Porto');
});

test('a provider for a first 3D model is refused with what is true of it', async () => {
  const id = await plain('Eva First');
  const { exitCode, stderr } = await update(id, '--type', 'face', '--provider', 'face', '--left', 'x.jpg');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('for a first one the service chooses; leave it out, or create a new record with it');
});

test('of the way in which a model is made already, a second record was offered', async () => {
  const { patient } = await service.patient('POST', '/patients', {
    form: { 'patient[name]': 'Gil Made', ...(await faceForm(7)) },
  });
  const same = await update(String(patient.id), '--type', 'face', '--provider', 'face', '--left', 'x.jpg');
  expect(same.stderr).toContain(`the face model of patient ${patient.id} is made as Face already`);
  expect(same.stderr).toContain('Try: the same command without --provider');
  expect(same.stderr).not.toContain('second record');
  const other = await update(String(patient.id), '--type', 'face', '--provider', 'head', '--left', 'x.jpg');
  expect(other.stderr).toContain('a second record');
});

test('a photo folder that is not there is all that is told', async () => {
  const flags = ['--type', 'face', '--provider', '5', '--photos', './no-such'];
  const { exitCode, stderr } = await runMain(['patients', 'create', '--name', 'Nobody', ...flags], environment);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr:
      'recon: the photo folder "./no-such" does not exist\n  Try: the same command with the folder that has the photos\n',
  });
});

test('who types an id is asked nothing, and on a terminal told what was there and what is there now', async () => {
  const id = await plain('Ida Changed');
  const told = async (...flags: string[]) => (await typing(id, flags, [])).stderr.replaceAll(/\s+/g, ' ');
  expect(await told('--height', '172')).toContain(`updated patient ${id}, Ida Changed: height none → 172 cm`);
  const line = `updated patient ${id}, Ida New: name Ida Changed → Ida New; city Porto as before; height 172 → 181 cm`;
  expect(await told('--name', 'Ida New', '--city', 'Porto', '--height', '181')).toContain(line);
  expect(await told('--height', '', '--city', '', '--yes')).toContain(
    'Ida New: city Porto removed; height 181 cm removed',
  );
  const { stderr, asked } = await typing(id, ['--name', 'Ida New'], []);
  expect({ stderr, asked }).toEqual({ stderr: `nothing to change: patient ${id} has all of it already\n`, asked: 0 });
});

test('after a change without photos nobody is told how photos can be added; after a create it is told', async () => {
  const id = await plain('Nia Noted');
  const { stderr } = await typing(id, ['--phone', '021 222'], []);
  expect(stderr).toContain(`updated patient ${id}, Nia Noted`);
  expect(stderr).not.toContain('next:');
  const created = await typeMain(['patients', 'create', '--name', 'Cleo Created'], environment, []);
  expect(created.stderr.replaceAll(/\s+/g, ' ')).toMatch(/next: recon invite \d+ .* \(to add photos here\)/);
});

test('only on a terminal the patient is read once more', async () => {
  const line = ['patients', 'update', '7', '--phone', '021 222'];
  const script = await withFace();
  await runMain(line, script.there);
  expect(script.requests.map(({ method }) => method)).toEqual(['GET', 'PUT']);
  const person = await withFace();
  const { stderr } = await typeMain(line, person.there, []);
  expect(person.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT']);
  // This service leaves the number out of its answer.
  expect(stderr).toContain('updated patient 7, Ana Sample: phone 021 222\n');
});

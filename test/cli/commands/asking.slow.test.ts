import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openConfiguration } from '../../../src/config/configuration.ts';
import { openServer } from '../../support/open-server.ts';
import { jpegOf } from '../../support/photo-maker.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestForm, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';
import { startWatchingProxy } from '../../support/watching-proxy.ts';

// What a command asks a person who has left something out, and what it does where nobody can be asked.

const TORSO = join(SAMPLES, 'ana', 'torso');

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
let watched: Awaited<ReturnType<typeof startWatchingProxy>>;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  watched = await startWatchingProxy(service.url);
  environment = { ...home.environment, RECON_BASE_URL: watched.url, RECON_TOKEN: service.token };
});
beforeEach(() => {
  watched.seen.length = 0;
});
afterAll(async () => {
  await watched.close();
  await service.close();
  await home.remove();
});

const run = (...args: string[]) => runMain(args, environment);
const typing = (args: string[], answers: Keys[]) => typeMain(args, environment, answers);
const create = async (form: TestForm = {}) => String((await service.patient('POST', '/patients', { form })).patient.id);
const stored = async (id: string) => (await service.patient('GET', `/patients/${id}`)).patient;
const changes = () => watched.seen.filter((line) => !line.startsWith('GET '));

test('people of one name are told apart by phone and city, too', async () => {
  for (const [city, email, phone] of [
    ['Porto', 'maria.silva.of.the.long.address@example.org', '+351 21 000 0971'],
    ['Porto', 'maria@example.org', '+351 21 000 0972'],
  ]) {
    const form = {
      'patient[name]': 'Maria Same',
      'patient[city]': city!,
      'patient[email]': email!,
      'patient[phone]': phone!,
    };
    await create(form);
  }
  const { asked } = await typing(
    ['patients', 'get', 'maria same'],
    [[/Maria Same [^\n]* {2}\+351 21 000 0971 {2}[\s\S]*Maria Same [^\n]* {2}\+351 21 000 0972 {2}/, '\u0003']],
  );
  expect(asked).toBe(1);
});

test.each([
  [['patients', 'get'], "missing required argument 'patient'"],
  [['patients', 'update', '--city', 'Porto'], "missing required argument 'patient'"],
  [['patients', 'delete', '--yes'], "missing required argument 'patient'"],
  [['patients', 'accept', '--type', 'face'], "missing required argument 'patient'"],
  [['patients', 'import'], "missing required argument 'list'"],
  [['patients', 'export'], '--to is missing'],
  [['after', 'create', '--type', 'face'], "missing required argument 'patient'"],
  [['transfer', '--to', '2', '--yes'], "missing required argument 'patient'"],
  [['wait'], "missing required argument 'patient'"],
  [['invite', '--type', 'face'], "missing required argument 'patient'"],
  [['invite', '1'], '--type is missing'],
  [['download', '--type', 'face'], "missing required argument 'patient'"],
  [['download', '1'], '--type is missing'],
])('%j asks nothing where nobody can be asked: 2', async (args, missing) => {
  const { exitCode, stdout, stderr } = await run(...args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(missing);
  // The same at a terminal where nothing is to be asked.
  expect(await typing([...args, '--no-input'], [[/\? /, '\r']])).toMatchObject({ exitCode: 2, asked: 0 });
  expect(watched.seen).toEqual([]);
});

describe('a patient who was left out', () => {
  test.each([
    [['patients', 'get'], /Which patient\?/],
    [['invite', '--type', 'face'], /Make a link for which patient\?/],
    [['patients', 'update', '--city', 'Porto'], /Change which patient\?/],
  ])('%j offers all, narrowed by what is typed', async (args, question) => {
    const name = `Rosa ${args.join(' ')}`;
    const id = await create({ 'patient[name]': name });
    await create({ 'patient[name]': 'Rui Other' });
    const isChange = args[1] !== 'get';
    const answers: Keys[] = [
      [question, `rosa ${args.at(-1)!.replace(/^-+/, '')}`],
      [new RegExp(`❯ ${id} +Rosa`), '\r'],
      ...(isChange ? [[/this patient\?/, 'y\r'] as const] : []),
    ];
    expect(answers).toHaveLength(isChange ? 3 : 2);
    const asked = await typing(args, answers);
    expect(asked).toMatchObject({ exitCode: 0, asked: answers.length });
    expect(asked.stderr + asked.stdout).toContain(args[1] === 'update' ? `updated patient ${id}` : '');
  });

  test('an Enter that was typed too early changes nobody, and with --yes nobody is offered', async () => {
    await create({ 'patient[name]': 'Newest Of All' });
    await create({ 'patient[name]': 'Newest Of All', 'patient[city]': 'Faro' });
    for (const whom of [[], ['newest of all']]) {
      const early: Keys[] = [[/looking through|Change which|may be meant/, '\r\r']];
      const update = await typing(['patients', 'update', ...whom, '--city', 'Porto'], early);
      expect(update).toMatchObject({ exitCode: 130, stderr: expect.stringContaining('nothing was done') });
      const all = await typing(['patients', 'delete', ...whom, '--yes'], [[/./, '\r']]);
      expect(all.exitCode).toBe(2);
      expect(all.stderr).toMatch(
        whom.length === 0 ? /missing required argument/ : /may be one of 2 patients: \d+, \d+/,
      );
    }
    expect(changes()).toEqual([]);
  });

  test('delete shows who was chosen, and asks', async () => {
    const id = await create({ 'patient[name]': 'Zoe Deleted' });
    const asked: Keys[] = [
      [/Delete which patient\?/, 'zoe deleted'],
      [new RegExp(`❯ ${id} +Zoe`), '\r'],
      [/This cannot be undone/, 'n\r'],
    ];
    expect(await typing(['patients', 'delete'], asked)).toMatchObject({ exitCode: 130, asked: 3 });
    expect(changes()).toEqual([]);
    expect(await stored(id)).toMatchObject({ name: 'Zoe Deleted' });
  });

  test('a number or a whole name that comes with its Enter means that patient, and no line of an older list', async () => {
    const id = await create({ 'patient[name]': 'Rita Exact' });
    await create({ 'patient[name]': 'Rita Exact Longer', 'patient[phone]': `+351 ${id} 000` });
    await create({ 'patient[name]': 'Newest', 'patient[phone]': `+351 21 ${id}` });
    for (const typed of [id, 'rita exact']) {
      const got = await typing(['patients', 'get', '-o', 'id'], [[/❯ \d+/, `${typed}\r`]]);
      expect(got).toMatchObject({ exitCode: 0, stdout: `${id}\n` });
    }
  });

  test('a text with its Enter that may mean several, or a number that nobody has, chooses nobody', async () => {
    const ids = [await create({ 'patient[name]': 'Several Ana' }), await create({ 'patient[name]': 'Several Bea' })];
    await create({ 'patient[name]': 'Phone Only', 'patient[phone]': '+351 98 76 54 32' });
    const several: Keys[] = [
      [/❯ \d+/, 'several\r'],
      [/Which patient\? \S*several[\s\S]*❯ \d+ +Several Bea/, '\u001b[B'],
      [/❯ \d+ +Several Ana/, '\r'],
    ];
    const got = await typing(['patients', 'get', '-o', 'id'], several);
    expect(got).toMatchObject({ exitCode: 0, asked: 3, stdout: `${ids[0]}\n` });
    const nobody: Keys[] = [
      [/❯ \d+/, '98\r'],
      [/Which patient\? \S*98/, '\u0003'],
    ];
    expect(await typing(['patients', 'get', '-o', 'id'], nobody)).toMatchObject({ exitCode: 130, stdout: '' });
  });

  test('a number is the patient of that id before it is a part of others', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 22; count += 1) ids.push(await create());
    const [first] = ids.toSorted((one, other) => Number(one) - Number(other));
    const asked: Keys[] = [
      [/Which patient\?/, first!],
      [new RegExp(`❯ ${first} +without a name`), '\r'],
    ];
    const { exitCode, stdout } = await typing(['patients', 'get', '-o', 'id'], asked);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${first}\n` });
  });

  test('who is offered has one line of the terminal, and is found by what is cut off too', async () => {
    const name = 'Filomena Of A Name That Is Much Longer Than A Line '.repeat(4);
    // The name leaves room for the city and the address, which tell her from a namesake.
    const id = await create({
      ...{ 'patient[name]': name, 'patient[city]': 'Faro' },
      ...{ 'patient[email]': 'a.long.address.that.is.cut.off@example.org' },
    });
    const asked: Keys[] = [
      [/Which patient\?/, 'filomena cut.off'],
      [new RegExp(`❯ ${id} +Filomena[^\n]*… .*no photos.*Faro`), '\r'],
    ];
    expect(await typing(['patients', 'get', '-o', 'id'], asked)).toMatchObject({ exitCode: 0, stdout: `${id}\n` });
  });

  test('the newest stands first', async () => {
    const id = await create({ 'patient[name]': 'Last Made' });
    const { stderr } = await typing(['patients', 'get', '-o', 'id'], [[/❯ \d+/, '\r']]);
    expect(stderr).toMatch(new RegExp(`❯ ${id} +Last Made`));
  });
});

describe('a kind of 3D model', () => {
  test('the only one that a patient has is downloaded without a question', async () => {
    const id = await create(await faceForm(11));
    const to = join(tempFolder(), 'model.zip');
    const asked = await typing(['download', id, '--to', to], []);
    expect(asked).toMatchObject({ exitCode: 0, asked: 0 });
    expect(existsSync(to)).toBe(true);
  });

  test('of several those are offered that there are; of none it is 3', async () => {
    const id = await create(await faceForm(12));
    await run('patients', 'update', id, '--type', 'mammo', '--nipple-to-nipple', '20', ...flags(TORSO), '--yes');
    const to = join(tempFolder(), 'model.zip');
    const asked = await typing(
      ['download', id, '--to', to],
      [[/Which 3D model\?[\s\S]*face \(face or head\), ready/, '\r']],
    );
    expect(asked).toMatchObject({ exitCode: 0, asked: 1 });
    expect(asked.stderr).toContain('mammo (breasts), ready');
    expect(asked.stderr).not.toContain('body (whole body)');
    expect(asked.stderr).toContain(`downloading the breast archive of patient ${id}`);
    const none = await typing(['download', await create(), '--to', to], []);
    expect(none).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('has no 3D model') });
  });

  test('an invitation may be for any; how those are that there are is told', async () => {
    const id = await create(await faceForm(13));
    const asked = await typing(
      ['invite', id],
      [
        [/Which 3D model are the photos for\?[\s\S]*body \(whole body\)/, '\r'],
        [/Make this link\?/, 'y\r'],
      ],
    );
    expect(asked).toMatchObject({ exitCode: 0, asked: 2, stdout: expect.stringMatching(/^http/) });
    expect(asked.stderr).toContain('face (face or head), ready');
    // Those without photos had no state where the others have one.
    expect(asked.stderr).toContain('mammo (breasts), no photos');
    // The name is the check against a wrong number, and was told after the question alone.
    expect(asked.stderr).toMatch(new RegExp(`^patient ${id}, \\S.*\n[^]*Which 3D model are`, 'm'));
    expect(watched.seen.at(-1)).toContain('/invitation');
  });
});

const flags = (folder: string) =>
  ['left', 'front', 'right'].flatMap((view) => [`--${view}`, join(folder, `${view}.jpg`)]);

describe('patients update with nothing to change', () => {
  test('shows what is kept; a chosen line is asked, and only that is sent', async () => {
    const id = await create({ 'patient[name]': 'Ute Kept', 'patient[city]': 'Porto', 'patient[phone]': '1 2 3 4' });
    const asked = await typing(
      ['patients', 'update', id],
      [
        [/What is to be changed\?[\s\S]*City +Porto/, 'City'],
        [/❯ City/, '\r'],
        [/City \(edit; Enter keeps it\):\S* Porto/, '\u0015Faro\r'],
        [/❯ Go on to the summary[\s\S]*City +Porto → Faro/, '\r'],
        [/❯ Yes, change the patient\r?\n +City +Porto → Faro\r?\n +Change something else/, 'Change'],
        [/❯ Change something else/, '\r'],
        [/❯ Go on to the summary/, 'Phone'],
        [/❯ Phone/, '\r'],
        [/Phone number \(edit; Enter keeps it\):\S* 1 2 3 4/, '\u0015'],
        [/Phone number \(Enter erases it\):/, '\r'],
        [/❯ Go on to the summary/, '\r'],
        // It shows what is erased, so nothing asks once more.
        [/❯ Yes, change the patient\r?\n +Phone +1 2 3 4 → none\r?\n +City +Porto → Faro/, '\r'],
      ],
    );
    expect(asked).toMatchObject({ exitCode: 0, asked: 12 });
    expect(await stored(id)).toMatchObject({ name: 'Ute Kept', city: 'Faro', phone: '' });
    expect(changes()).toEqual([`PUT /patients/${id}`]);
  });

  const FIRST =
    /the service chooses how this first model is made,\s+mostly\s+as\s+Face;\s+for\s+Head\s+or\s+Head\s+High\s+Quality[\s\S]*recon create --type face[\s\S]*left profile:/;

  test('a patient without photos can get a first 3D model', async () => {
    const id = await create({ 'patient[name]': 'Ute First' });
    const asked = await typing(
      ['patients', 'update', id, '--no-wait', '--no-photo-check'],
      [
        [/3D model +none/, '3D'],
        [/❯ 3D model/, '\r'],
        [/What is the 3D model of\?/, '\u001b[B\u001b[B\r'],
        // Before its photos are asked for.
        [FIRST, `${join(SAMPLES, 'ana', 'face')}\r`],
        [/❯ Go on to the summary[\s\S]*3D model +none → face \(face or head\), new: left, front, right/, '\r'],
        // What may be given, and is not, is seen without a question.
        [/❯ Yes, change[\s\S]*Eye distance +none: an adult's usual one is taken/, '\r'],
      ],
    );
    expect(asked).toMatchObject({ exitCode: 0, asked: 6 });
    expect(asked.stderr.match(/the service chooses how/g)).toHaveLength(1);
    expect((await stored(id)).reconstructions).toMatchObject([{ type: 'FaceReconstruction' }]);
  });

  test('a measure that is typed without its type marks the kind of model that takes its size from it', async () => {
    const id = await create({ 'patient[name]': 'Ute Measure' });
    const line = ['patients', 'update', id, '--hipline', '95'];
    const told = await typing(line, [
      [/Which 3D model\?[\s\S]*❯ body/, '\r'],
      [/photo/i, '\u0004'],
    ]);
    expect(told).toMatchObject({ exitCode: 130, asked: 2 });
  });

  test('how a first 3D model is made is told of flags too, and not of one that is there', async () => {
    const id = await create({ 'patient[name]': 'Ute Flags' });
    const flags = ['patients', 'update', id, '--type', 'face'];
    const told = await typing(flags, [[/the service chooses how[\s\S]*left profile/i, '\u0004']]);
    expect(told).toMatchObject({ exitCode: 130, asked: 1 });
    const known = await create({ 'patient[name]': 'Ute Known', ...(await faceForm(15)) });
    const all = await typing([...flags, '--photos', join(SAMPLES, 'ana', 'face'), '--no-photo-check', '--dry-run'], []);
    expect(all.stderr).toContain('--eye-distance CM gives it');
    const photo = ['--front', join(SAMPLES, 'ana', 'face', 'front.jpg'), '--no-photo-check', '--dry-run'];
    const other = await typing(['patients', 'update', known, '--type', 'face', ...photo], []);
    expect(other.stderr).not.toContain('the service chooses how');
    expect(other.stderr).not.toContain('eye distance');
  });

  test('leaving sends nothing; what is put back is no change', async () => {
    const id = await create({ 'patient[name]': 'Ute Back', 'patient[city]': 'Porto' });
    const asked = await typing(
      ['patients', 'update', id],
      [
        [/What is to be changed\?/, 'City'],
        [/❯ City/, '\r'],
        [/City \(edit; Enter keeps it\)/, '\u0015Faro\r'],
        [/Go on to the summary/, 'City'],
        [/❯ City/, '\r'],
        [/City \(edit; Enter keeps it\)/, '\u0015Porto\r'],
        [/City +Porto\r?\n/, 'No'],
        [/❯ No, leave/, '\r'],
      ],
    );
    expect(asked).toMatchObject({ exitCode: 130, asked: 8 });
    expect(changes()).toEqual([]);
  });

  test('Esc from a field left the mark on the first one', async () => {
    const id = await create({ 'patient[name]': 'Ute Esc', 'patient[city]': 'Porto' });
    const asked = await typing(
      ['patients', 'update', id],
      [
        [/What is to be changed\?/, 'City'],
        [/❯ City/, '\r'],
        [/City \(edit; Enter keeps it\)/, '\u001b'],
        [/What is to be changed\?[^❯]*❯ City/, '\u0004'],
      ],
    );
    expect(asked).toMatchObject({ exitCode: 130, asked: 4 });
  });

  test('a measure is asked with the range of adults, and refused outside of it; only it is sent', async () => {
    const id = await create({ 'patient[name]': 'Ute Eyes', ...(await faceForm(14)) });
    const asked = await typing(
      ['patients', 'update', id],
      [
        [/What is to be changed\?/, 'Eye'],
        [/❯ Eye distance +none: an adult's usual one is taken; sizes may be off by 5 %\s/, '\r'],
        [/Distance between the pupils in cm/, '198\r'],
        [/of adults it is 4\.5 to 8 cm/, '\u001563\r'],
        [/4\.5 to 8 cm; 63 mm are 6\.3 cm/, '\u00156,3 cm\r'],
        [/❯ Go on to the summary[\s\S]*Eye distance +none → 6\.3 cm/, '\r'],
        [/❯ Yes, change the patient/, '\r'],
      ],
    );
    expect(asked).toMatchObject({ exitCode: 0, asked: 7 });
    expect((await stored(id)).reconstructions).toMatchObject([{ mesaures: { eye_distance: 6.3 } }]);
  });

  test('what is kept may stay as it is, also where it is nothing that would be taken now', async () => {
    const note = '021 000 0000 (mother)';
    const id = await create({ 'patient[name]': 'Ute Note', 'patient[phone]': note });
    const asked = await typing(
      ['patients', 'update', id],
      [
        [/What is to be changed\?/, 'Phone'],
        [/❯ Phone/, '\r'],
        [/Phone number \(edit; Enter keeps it\):\S* 021 000 0000 \(mother\)/, '\r'],
        [/What is to be changed\?[\s\S]*Phone +021 000 0000 \(mother\)\r?\n/, 'No'],
        [/❯ No, leave/, '\r'],
      ],
    );
    expect(asked).toMatchObject({ exitCode: 130, asked: 5 });
    expect(asked.stderr).not.toContain('Go on to the summary');
    expect(changes()).toEqual([]);
  });

  test('of photos it asks which model, and what a new one lacks', async () => {
    const id = await create({ 'patient[name]': 'Ute Photos' });
    const asked = await typing(
      ['patients', 'update', id, '--left', join(TORSO, 'left.jpg'), '--no-wait', '--no-photo-check'],
      [
        [/❯ mammo/, '\r'],
        [/Photo from the front/, `${join(TORSO, 'front.jpg')}\r`],
        [/Photo of the right profile/, `${TORSO}\r`],
        [/Distance between the nipples/, 'I dont know\r'],
        [/of adults 12 to 45; a model needs it/, '\u001519,8\r'],
        [/Is everything right for the breast[\s\S]*Between nipples +19\.8 cm/, '\r'],
      ],
    );
    expect(asked).toMatchObject({ exitCode: 0, asked: 6 });
    expect((await stored(id)).reconstructions).toMatchObject([
      { type: 'MammoReconstruction', mesaures: { nipple_to_nipple: 19.8 } },
    ]);
  });
});

test('where nobody knows a measure it is asked for once more, or the record is made alone, with its answers', async () => {
  const typed = ['create', '--name', 'Ute Unknown', '--type', 'mammo', '--photos', TORSO];
  const alone = await typing(typed, [
    [/How should it be made/, '\r'],
    [/Distance between the nipples in cm \(a 3D model needs it; Enter where it is\s+not\s+known\)/, '\r'],
    [/needs the distance between the nipples\. What now/, '\r'],
    [/Enter\s+where\s+it\s+is\s+not\s+known\):[^?]*$/, '\r'],
    [/needs the distance between the nipples\. What now\?[^?]*❯ type it/, '\u001b[B\r'],
    [/Yes, create the patient, without a 3D model[\s\S]*3D model +none/, '\r'],
  ]);
  expect(alone).toMatchObject({ exitCode: 0, asked: 6 });
  const [, id = ''] = /created patient (\d+)/.exec(alone.stderr) ?? [];
  expect(await stored(id)).toMatchObject({ name: 'Ute Unknown', reconstructions: [] });
});

test('a dialogue of questions that was left blank spoke of flags', async () => {
  const { exitCode, stderr } = await typing(
    ['create'],
    [
      [/Name of the patient/, '\r'],
      [/E-mail address/, '\r'],
      [/Phone number/, '\r'],
      [/❯ no 3D model, only the record/, '\r'],
    ],
  );
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/nothing is given to create a patient from\r?\n.*one answer is enough, such as the name/);
  expect(stderr).not.toContain('flags');
});

describe('a decimal comma', () => {
  const given = (measure: string) => [
    ...['patients', 'create', '--type', 'mammo', '--provider', '4', '--photos', TORSO, '--no-wait', '--allow-same'],
    ...['--name', 'Comma Sample', '--nipple-to-nipple', measure],
  ];

  test('of a flag is taken as a point, and told', async () => {
    const { exitCode, stdout, stderr } = await run(...given('19,8'));
    expect(exitCode).toBe(0);
    expect(stderr).toContain('--nipple-to-nipple 19,8 is taken as 19.8');
    expect((await stored(stdout.trim())).reconstructions[0]?.mesaures).toMatchObject({ nipple_to_nipple: 19.8 });
  });

  test('that may part thousands is refused', async () => {
    const { exitCode, stderr } = await run(...given('1,980'));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--nipple-to-nipple is "1,980"');
    expect(changes()).toEqual([]);
  });

  test('of height and weight likewise', async () => {
    const id = await create();
    const { exitCode, stderr } = await run('patients', 'update', id, '--weight', '68,5');
    expect({ exitCode, told: stderr.includes('--weight 68,5 is taken as 68.5') }).toEqual({ exitCode: 0, told: true });
    expect(await stored(id)).toMatchObject({ weight: 68.5 });
  });
});

test('export asks where to', async () => {
  const folder = tempFolder();
  const to = join(folder, 'all');
  const asked = await typing(['patients', 'export', '--no-archives'], [[/Folder to save them in/, `\u0015${to}\r`]]);
  expect(asked).toMatchObject({ exitCode: 0, asked: 1 });
  expect(existsSync(join(to, 'patients.csv'))).toBe(true);
});

test.each([
  ['no file', 'nowhere.jpg', 'does not exist'],
  ['a folder', TORSO, 'is a folder'],
])('a photo that was typed and is %s is told before anything is asked', async (_, front, problem) => {
  const args = ['patients', 'create', '--name', 'Wrong Photo', '--type', 'face', '--front', front];
  const asked = await typing(args, [[/\? /, '\r']]);
  expect(asked).toMatchObject({ exitCode: 2, asked: 0 });
  expect(asked.stderr).toContain(problem);
  expect(changes()).toEqual([]);
});

test('where kinds of a model need different measures, each choice names its own', async () => {
  const args = ['patients', 'create', '--name', 'Which Measure', '--type', 'body', '--no-photo-check'];
  const choices =
    /Body, about [^;]+; needs the hipline[\s\S]*Full body, about [^;]+; needs the distance between the nipples/;
  const body = join(SAMPLES, 'ben', 'body');
  expect(await typing([...args, '--photos', body], [[choices, '\u0003']])).toMatchObject({ exitCode: 130, asked: 1 });
});

test('the provider that uses all photos of a folder is marked; one that was typed and does not tells it', async () => {
  const face = join(SAMPLES, 'ana', 'face');
  const args = ['patients', 'create', '--name', 'Six Photos', '--type', 'face', '--photos', face];
  const rest = ['--no-photo-check', '--dry-run'];
  const asked = await typing(
    [...args, ...rest],
    [
      [/How should it be made[\s\S]*❯ Head High Quality \(full head\)[^\n]*; uses all 6 photos/, '\r'],
      [/Is everything right/, '\r'],
    ],
  );
  expect(asked).toMatchObject({ exitCode: 0, asked: 2 });
  expect(asked.stderr).not.toContain('can be made without');
  const other = await typing(
    [...args, ...rest],
    [
      [/How should it be made/, '\u001b[A\u001b[A\r'],
      [/Is everything right[\s\S]*Eye distance +none: an adult's usual one is taken; sizes may be off by 5 %\s/, '\r'],
    ],
  );
  expect(other).toMatchObject({ exitCode: 0, asked: 2 });
  expect(other.stderr).toContain(
    'Face can be made without the photos 45° left, 45° right and from below; they are sent too',
  );
  expect(other.stderr).not.toContain('--provider');
  const changed = await typing(
    [...args, ...rest],
    [
      [/How should it be made/, '\r'],
      [/Is everything right/, '3D model\r'],
      [/What is the 3D model of/, '\r'],
      [/How should it be made/, '\u001b[A\u001b[A\r'],
      [/Is everything right[\s\S]*❯ 3D model[\s\S]*From below/, 'Yes\r'],
    ],
  );
  expect(changed).toMatchObject({ exitCode: 0, asked: 5 });
  expect(changed.stderr, 'it read as if the answer were "3D model"').toContain(
    'Is everything right? No, asked again: 3D model',
  );
  expect(changed.stderr).toContain(
    'Face can be made without the photos 45° left, 45° right and from below; they are sent',
  );
  expect(changed.stderr).toContain('model (6 photos, ');
  const told = await typing([...args, '--provider', 'face', ...rest], []);
  expect(told.stderr).toContain(
    'Face can be made without the photos 45° left, 45° right and from below; they are sent too',
  );
  expect(told.stderr).toContain(
    'Head High Quality (full head) uses the photos 45° left, 45° right and from below: --provider head-hq',
  );
  const quiet = await typing([...args, '--provider', 'face', ...rest, '-q'], []);
  expect(quiet.stderr).not.toContain('can be made without');
  expect(quiet.stderr).not.toContain('--provider head-hq');
});

test('photos that are small alike are told in one line', async () => {
  const folder = tempFolder();
  for (const view of ['front', 'left', 'right']) {
    const small = await sharp(join(SAMPLES, 'ana', 'face', `${view}.jpg`))
      .resize(900)
      .toBuffer();
    writeFileSync(join(folder, `${view}.jpg`), small);
  }
  const args = ['create', '--name', 'Small Photos', '--type', 'face', '--provider', 'face', '--photos', folder];
  const told = await typing([...args, '--no-photo-check', '--dry-run'], []);
  const lines = told.stderr.split('warning: ').filter((line) => line.includes('better'));
  expect(lines, told.stderr).toHaveLength(1);
  expect(lines[0]?.replaceAll(/\s+/g, ' ')).toMatch(/\.jpg and 2 more: each is 900×1125; 1024 px on the short side/);
});

test('of a picture that was downloaded twice it was asked which is the front, and what the other one shows', async () => {
  const folder = tempFolder();
  const names = { 'IMG_1.jpg': 'left', 'IMG_2.jpg': 'front', 'IMG_2 (1).jpg': 'front', 'IMG_3.jpg': 'right' };
  for (const [name, of] of Object.entries(names))
    copyFileSync(join(SAMPLES, 'ana', 'face', `${of}.jpg`), join(folder, name));
  const args = ['create', '--name', 'Copy Of Camera', '--type', 'face', '--provider', 'face', '--photos', folder];
  const all: Keys[] = [[/Is everything right\?[\s\S]*❯ Yes/, '\r']];
  const told = await typing([...args, '--no-photo-check', '--dry-run'], all);
  expect(told).toMatchObject({ exitCode: 0, asked: 1 });
  expect(told.stderr).toContain('not used: IMG_2 (1).jpg, a copy of IMG_2.jpg\n');
  expect(told.stderr).toContain('IMG_2.jpg is the photo from the front');
  // Of two that are named after a view, too.
  const named = tempFolder();
  for (const [name, of] of Object.entries({ 'front (1)': 'front', front: 'front', left: 'left', right: 'right' }))
    copyFileSync(join(SAMPLES, 'ana', 'face', `${of}.jpg`), join(named, `${name}.jpg`));
  const second = await typing([...args.slice(0, -1), named, '--no-photo-check', '--dry-run'], []);
  expect(second).toMatchObject({ exitCode: 0, asked: 0 });
});

test('who sends nothing of photos of two people is told of the photo of the folder that is not used', {
  timeout: 120_000,
}, async () => {
  const folder = tempFolder();
  const names = { 'IMG_1.jpg': 'ana/face/left', 'IMG_2.jpg': 'ana/face/front', 'IMG_3.jpg': 'ana/face/right' };
  for (const [name, of] of Object.entries({ ...names, 'IMG_4.jpg': 'ben/face/front' }))
    copyFileSync(join(SAMPLES, `${of}.jpg`), join(folder, name));
  const args = ['create', '--name', 'Two Of Camera', '--type', 'face', '--provider', 'face', '--photos', folder];
  // Which photos were sent before is another doubt.
  const without = { ...environment, XDG_STATE_HOME: tempFolder() };
  const told = await typeMain(args, without, [
    [/Two photos could be the front: IMG_2\.jpg, IMG_4\.jpg\. Which one\?/, '\u001b[B\u001b[B\r'],
    [/What now\?[\s\S]*❯ send nothing/, '\r'],
  ]);
  expect(told).toMatchObject({ exitCode: 130, asked: 2 });
  const unused = join(folder, 'IMG_2.jpg');
  // A long path may be broken.
  const unbroken = (text: string) => text.replaceAll(/\s+/g, '');
  expect(unbroken(told.stderr)).toContain(
    unbroken(
      `take this photo again: front; or, if the one that is not used of the folder is right: --front ${unused} `,
    ),
  );
  const again = [...args, '--front', unused, '--dry-run'];
  const mended = await typeMain(again, without, [[/Is everything right/, '\r']]);
  expect(mended).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('looked at 3 photos: usable') });
});

test('a folder straight from a camera sends the photos that a provider does not need, as named ones are sent', {
  timeout: 120_000,
}, async () => {
  const folder = tempFolder();
  const views = ['front', 'left', 'right', 'left_45', 'right_45'];
  const face = join(SAMPLES, 'ana', 'face');
  for (const [at, view] of views.entries()) copyFileSync(join(face, `${view}.jpg`), join(folder, `IMG_${at}.jpg`));
  const args = [
    'patients',
    'create',
    '--name',
    'Camera Five',
    '--type',
    'face',
    '--provider',
    'face',
    '--photos',
    folder,
  ];
  const told = await typing([...args, '--no-photo-check', '--dry-run'], [[/Is everything right/, '\r']]);
  expect(told.stderr).toContain('Face can be made without the photos 45° left and 45° right; they are sent too');
  expect(told.stderr).not.toContain('not used of');
});

const TWICE = ['--type', 'mammo', '--provider', 'torso', '--nipple-to-nipple', '21', '--no-photo-check', '--no-wait'];
const twice = (file = 'front.jpg') => [
  ...['--left', join(TORSO, file), '--front', join(TORSO, 'front.jpg'), '--right', join(TORSO, 'right.jpg')],
  ...TWICE,
];
const SAME_PICTURE = /--left \S+ is the same picture as front \("\S+front\.jpg"\)/;

test('one picture for two views: a person is asked for the other photo, a script is refused', {
  timeout: 120_000,
}, async () => {
  const args = ['patients', 'create', '--name', 'Twin Sample', ...twice()];
  const refused = await run(...args);
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('same picture as') });
  const copy = tempFolder();
  copyFileSync(join(TORSO, 'front.jpg'), join(copy, 'copy.jpg'));
  const asked = await typing(args, [
    // The same bytes under another name are told again.
    [SAME_PICTURE, ''],
    [/left profile:/, `\u0015${join(copy, 'copy.jpg')}\r`],
    [SAME_PICTURE, ''],
    [/left profile:/, `\u0015${join(TORSO, 'left.jpg')}\r`],
  ]);
  expect(asked).toMatchObject({ exitCode: 0, asked: 4 });
  const id = /created patient (\d+)/.exec(asked.stderr)![1]!;
  expect((await stored(id)).reconstructions[0]).toMatchObject({ type: 'MammoReconstruction' });
  const after = await typing(
    ['after', 'create', id, ...twice().filter((flag) => flag !== '--no-wait')],
    [
      [/left profile:/, `\u0015${join(TORSO, 'left.jpg')}\r`],
      [/Do the new photos show/, 'yes'],
      [/❯ yes/, '\r'],
    ],
  );
  expect(after).toMatchObject({ exitCode: 0, asked: 3 });
  const update = twice().filter((_, at, all) => all[at] !== '--provider' && all[at - 1] !== '--provider');
  const updated = await typing(
    ['patients', 'update', id, ...update, '--yes'],
    [[/left profile:/, `\u0015${join(TORSO, 'left.jpg')}\r`]],
  );
  expect(updated).toMatchObject({ exitCode: 0, asked: 1 });
});

test('a provider that is changed in the summary asks for what it needs', async () => {
  const face = join(SAMPLES, 'ana', 'face');
  const asked = await typing(
    ['patients', 'create', '--type', 'face', '--name', 'Way Changed', ...flags(face), '--no-photo-check', '--dry-run'],
    [
      [/How should it be made\?/, '\r'],
      [/3D model +face \(face or head\): Face, about \d+ s/, '3D'],
      [/❯ 3D model/, '\r'],
      [/What is the 3D model of\?[\s\S]*❯ face/, '\r'],
      [/How should it be made\?/, 'Head H'],
      [/❯ Head High/, '\r'],
      [/Photo from 45 degrees left/, `${face}\r`],
      [/Is everything right\?[\s\S]*From below/, 'Yes\r'],
    ],
  );
  expect(asked).toMatchObject({ exitCode: 0, asked: 8 });
  expect(asked.stderr).toContain('made as Head High Quality (full head);');
  expect(changes()).toEqual([]);
});

test('files of a folder that cannot be used are told before the photo that is missing is asked for', async () => {
  const face = join(SAMPLES, 'ana', 'face');
  const folder = tempFolder();
  for (const view of ['left', 'right']) copyFileSync(join(face, `${view}.jpg`), join(folder, `${view}.jpg`));
  writeFileSync(join(folder, 'front.jpg'), readFileSync(join(face, 'front.jpg')).subarray(0, 9000));
  writeFileSync(join(folder, 'back.pdf'), '%PDF-1.7');
  writeFileSync(join(folder, 'Left 45.jpeg'), readFileSync(join(face, 'left_45.jpg')));
  writeFileSync(join(folder, 'left-45.png'), '%PDF-1.7');
  const told =
    /front\.jpg is cut off[\s\S]*back\.pdf is a PDF file[\s\S]*left-45\.png is a PDF file[\s\S]*Photo from the front/;
  const asked = await typing(
    [
      ...['patients', 'create', '--type', 'face', '--provider', 'head-hq', '--name', 'Cut Off', '--photos', folder],
      ...['--no-photo-check', '--dry-run'],
    ],
    [
      [told, `${join(face, 'front.jpg')}\r`],
      // Of two for one view, one is no photo: the other is taken.
      [/Photo from 45 degrees right/, `${join(face, 'right_45.jpg')}\r`],
      [/Photo from below/, `${join(face, 'below.jpg')}\r`],
      [/Is everything right\?[\s\S]*45° left +\S*Left 45\.jpeg/, '\r'],
    ],
  );
  expect(asked).toMatchObject({ exitCode: 0, asked: 4 });
});

test('where no file of the folder can be used, nobody is asked for more', async () => {
  const folder = tempFolder();
  for (const view of ['left', 'front', 'right']) writeFileSync(join(folder, `${view}.jpg`), '%PDF-1.7');
  const refused = await typing(
    ['patients', 'create', '--type', 'face', '--name', 'All Broken', '--photos', folder],
    [],
  );
  expect(refused).toMatchObject({ exitCode: 2, asked: 0 });
  expect(refused.stderr).toMatch(
    /left\.jpg is a PDF file[\s\S]*can be used; nothing was done[\s\S]*Try: the same command/,
  );
});

test.each([
  ['face', /❯ face \(face or head\)/],
  ['torso', /❯ mammo \(breasts\)/],
  ['body', /❯ body \(whole body\)/],
])('the kind that the photos show is marked: %s', async (set, marked) => {
  const folder = tempFolder();
  // Three views may be of any kind.
  for (const view of ['left', 'front', 'right'])
    copyFileSync(join(SAMPLES, 'ben', set, `${view}.jpg`), join(folder, `${view}.jpg`));
  const asked = await typing(['photos', 'check', folder], [[marked, '\u0004']]);
  expect(asked).toMatchObject({ exitCode: 130, asked: 1 });
});

test('where the first photo shows no kind, the next one is looked at; where none does, Enter alone takes none', async () => {
  const folder = tempFolder();
  const check = ['photos', 'check', folder];
  writeFileSync(join(folder, 'left.jpg'), await jpegOf({ width: 600, height: 600 }));
  const unmarked = await typing(check, [
    [/❯ – \(no answer is marked yet\)/, '\r'],
    [/the arrow keys move to an answer/, '\u001b[B'],
    [/❯ mammo/, '\u0004'],
  ]);
  expect(unmarked).toMatchObject({ exitCode: 130, asked: 3 });
  copyFileSync(join(SAMPLES, 'ben', 'face', 'front.jpg'), join(folder, 'front.jpg'));
  expect(await typing(check, [[/❯ face/, '\u0004']])).toMatchObject({ exitCode: 130, asked: 1 });
});

test('a picture with a name of a camera tells the kind, too', async () => {
  const camera = tempFolder();
  copyFileSync(join(SAMPLES, 'ben', 'body', 'front.jpg'), join(camera, 'IMG_1.jpg'));
  const create = ['patients', 'create', '--name', 'Kind Shown', '--photos', camera];
  expect(await typing(create, [[/❯ body \(whole body\)/, '\u0004']])).toMatchObject({ exitCode: 130, asked: 1 });
});

test.each([
  ['\r', '+351912000111'],
  ['\u001b[B\r', '351912000111'],
])('a phone number that has lost its plus is asked about at its own question; %j sends %s', async (keys, sent) => {
  const asked = await typing(
    ['patients', 'create', '--no-wait', '--allow-same'],
    [
      [/Name of the patient/, `Noa Plus ${sent}\r`],
      [/E-mail address/, '\r'],
      [/Phone number/, '351912000111\r'],
      [/351912000111 looks like \+351912000111 without its \+\. Which is right\?\s+❯ \+351912000111/, keys],
      [/What is the 3D model of\?[\s\S]*❯ no 3D model/, '\r'],
      [/Is everything right\?/, '\r'],
    ],
  );
  expect(asked, asked.stderr).toMatchObject({ exitCode: 0, asked: 6 });
  expect(asked.stderr).not.toContain('warning');
  expect((await stored(/created patient (\d+)/.exec(asked.stderr)?.[1] ?? 'none')).phone).toBe(sent);
});

describe('a slip in the host of an e-mail address', () => {
  const args = ['patients', 'create', '--name', 'Mia Slip', '--allow-same', '--email'];
  const createdIn = (stderr: string) => /created patient (\d+)/.exec(stderr)?.[1] ?? 'none';

  test.each([
    ['\r', 'mia@gmail.com'],
    ['\u001b[B\r', 'mia@gmial.com'],
  ])('of a flag is asked about; %j sends %s', async (keys, sent) => {
    const asked = await typing([...args, 'mia@gmial.com'], [[/Did you mean mia@gmail\.com\?/, keys]]);
    expect(asked).toMatchObject({ exitCode: 0, asked: 1 });
    expect(asked.stderr).not.toContain('slip');
    expect((await stored(createdIn(asked.stderr))).email).toBe(sent);
  });

  test('of an answer is asked about', async () => {
    const asked = await typing(
      ['patients', 'create', '--no-wait'],
      [
        [/Name of the patient/, 'Noa Slip\r'],
        [/E-mail address/, 'noa@yaho.com\r'],
        [/Did you mean noa@yahoo\.com\?/, '\r'],
        [/Phone number/, '\r'],
        [/What is the 3D model of\?[\s\S]*❯ no 3D model/, '\r'],
        [/Is everything right\?[\s\S]*noa@yahoo\.com/, '\r'],
      ],
    );
    expect(asked).toMatchObject({ exitCode: 0, asked: 6 });
    expect((await stored(createdIn(asked.stderr))).email).toBe('noa@yahoo.com');
  });

  test('of an answer can be erased', async () => {
    const asked = await typing(
      ['patients', 'create', '--no-wait'],
      [
        [/Name of the patient/, 'Noa Gone\r'],
        [/E-mail address/, 'noa@exmaple\r'],
        [/which has no ending such as \.com \(edit; Enter keeps it\): noa@exmaple/, '\u0015\r'],
        [/Phone number/, '\r'],
        [/What is the 3D model of\?[\s\S]*❯ no 3D model/, '\r'],
        [/Is everything right\?/, '\r'],
      ],
    );
    expect(asked, asked.stderr).toMatchObject({ exitCode: 0, asked: 6 });
    expect((await stored(createdIn(asked.stderr))).email ?? '').toBe('');
  });

  const NO_ENDING = /E-mail address, which has no ending such as \.com: mia@exmaple/;
  test.each([
    ['as it is', [[NO_ENDING, '\r']], 'mia@exmaple'],
    ['as it is corrected', [[NO_ENDING, '\u007f\u007f\u007fple.com\r']], 'mia@exmaple.com'],
    [
      'and what it is corrected to is asked about too',
      [
        [NO_ENDING, '\u0015mia@gmial.com\r'],
        [/Did you mean mia@gmail\.com\?/, '\r'],
      ],
      'mia@gmail.com',
    ],
  ] as [string, Keys[], string][])('a host without an ending is asked about, and sent %s', async (_how, keys, sent) => {
    const asked = await typing([...args, 'mia@exmaple'], keys);
    expect(asked, asked.stderr).toMatchObject({ exitCode: 0, asked: keys.length });
    expect((await stored(createdIn(asked.stderr))).email).toBe(sent);
  });

  test('a host without an ending is told once in a script, and sent', async () => {
    const { stdout, stderr } = await run(...args, 'mia@exmaple');
    expect(stderr.match(/the host of the e-mail address has no ending, such as \.com/g)).toHaveLength(1);
    expect((await stored(stdout.trim())).email).toBe('mia@exmaple');
  });

  test('is told once in a script, and sent', async () => {
    const { exitCode, stdout, stderr } = await run(...args, 'mia@hotmial.com');
    expect(exitCode).toBe(0);
    expect(stderr.match(/looks like a slip of hotmail\.com/g)).toHaveLength(1);
    expect(stderr).not.toContain('mia@');
    expect((await stored(stdout.trim())).email).toBe('mia@hotmial.com');
    const quiet = await run('patients', 'update', stdout.trim(), '--email', 'mia@hotmail.com');
    expect(quiet.stderr).not.toContain('slip');
  });
});

const freshHome = () => ({ HOME: tempFolder(), PATH: process.env['PATH'] ?? '' });

test('a login to an address where nothing answers is told before a token is asked for', async () => {
  const args = ['login', '--base-url', 'http://127.0.0.1:1', '--insecure-storage'];
  const { exitCode, stderr } = await typeMain(args, freshHome(), []);
  expect({ exitCode, stderr }).toEqual({ exitCode: 6, stderr: expect.stringContaining('http://127.0.0.1:1') });
  expect(stderr).not.toMatch(/access token/i);
});

test.each([
  [401, ''],
  [404, '<html><h1>Not here</h1></html>'],
  [403, '{"message":"Forbidden"}'],
])('a login asks for the token of a service that answers %i without one', async (status, body) => {
  const asked: (string | undefined)[] = [];
  const { url, close } = await openServer((request, response) => {
    asked.push(request.headers.authorization);
    if (request.headers.authorization === undefined) response.writeHead(status).end(body);
    else response.setHeader('content-type', 'application/json').end(EMPTY_LIST);
  });
  onTestFinished(close);
  const args = ['login', '--base-url', url, '--insecure-storage'];
  const token = 'a-token-of-another-maker';
  const { exitCode } = await typeMain(args, freshHome(), [[/Access token/, `${token}\r`]]);
  expect([exitCode, asked]).toEqual([0, [undefined, `Bearer ${token}`]]);
});

// No keyring answers where these tests run.
test('a login with nothing typed, where the service of this computer is connected, says so and keeps nothing', async () => {
  const fresh = freshHome();
  const tokenFile = join(tempFolder(), 'token');
  writeFileSync(tokenFile, `${service.token}\n`, { mode: 0o600 });
  const own = openConfiguration({ environment: fresh, platform: process.platform, flags: () => ({}) });
  await own.saveLocalService({ baseUrl: service.url, tokenFile });
  const { exitCode, stderr } = await typeMain(['login'], fresh, []);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: `This computer is connected already, to ${service.url} as profile local.\nTo log in to another service: recon login --base-url URL\n`,
  });
  // A token that works no more is no connection.
  writeFileSync(tokenFile, 'a-token-of-before\n', { mode: 0o600 });
  expect((await typeMain(['login'], fresh, [])).stderr).not.toContain('already');
});

const EMPTY_LIST =
  '{"patients":[],"meta":{"current_page":1,"next_page":null,"prev_page":null,"total_pages":0,"total_entries":0}}';

test('after a login the next line needs no address: it is kept', async () => {
  const fresh = freshHome();
  const args = ['login', '--base-url', service.url, '--insecure-storage'];
  const { exitCode, stderr } = await typeMain(args, fresh, [[/Access token/, `${service.token}\r`]]);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining('next: recon list (to see'),
  });
});

test('that no eye distance was given is told once, before anything is sent: in the summary, or else in a line', async () => {
  const unsized = await openService({ workerUrl: workerNamed('eyes') });
  onTestFinished(() => unsized.close());
  const own = { ...home.environment, RECON_BASE_URL: unsized.url, RECON_TOKEN: unsized.token };
  const line = ['patients', 'create', '--type', 'face', '--photos', join(SAMPLES, 'ana', 'face'), '--no-photo-check'];
  const toSummary: Keys[] = [
    [/How should it be made/, '\r'],
    [/Is everything right[\s\S]*Eye distance +none: an adult's usual one is taken/, '\r'],
  ];
  const asked = await typeMain([...line, '--name', 'Ute Asked'], own, toSummary);
  expect(asked).toMatchObject({ exitCode: 0, asked: 2 });
  expect(asked.stderr).toContain('warning: face: The chin is dark.');
  expect(asked.stderr).not.toContain('No eye distance was given');
  const unasked = await typeMain([...line, '--name', 'Ute Unasked', '--provider', '4', '--allow-same'], own, []);
  expect(unasked.exitCode).toBe(0);
  const [told = ''] = unasked.stderr.replaceAll(/\s+/g, ' ').split('created patient');
  expect(told).toContain("no eye distance: an adult's usual one is taken; sizes may be off by 5 %; --eye-distance CM");
  expect(unasked.stderr).not.toContain('No eye distance was given');
  // A log of a script has it with the model.
  const script = await runMain([...line, '--name', 'Ute Script', '--provider', '4', '--allow-same'], own);
  expect(script.stderr).not.toContain('no eye distance');
  expect(script.stderr).toContain('warning: face: No eye distance was given: 6.3 cm');
});

test('of a camera’s photos with a blurred front only that one is asked about, and the front is marked', async () => {
  const folder = tempFolder();
  for (const [at, view] of ['left', 'front', 'right'].entries()) {
    const photo = sharp(join(SAMPLES, 'ana', 'face', `${view}.jpg`));
    await (view === 'front' ? photo.blur(10) : photo).toFile(join(folder, `IMG_471${at}.jpg`));
  }
  const asked = await typing(
    ['photos', 'check', '--type', 'face', '--photos', folder],
    [[/IMG_4710\.jpg is the [\s\S]*What is IMG_4711\.jpg\?[\s\S]*❯ photo from the front/, '\r']],
  );
  expect(asked).toMatchObject({ asked: 1, stderr: expect.stringContaining('IMG_4712.jpg is the photo of the right') });
  expect(asked.stderr).toContain('IMG_4711.jpg is the photo from the front');
  expect(asked.stderr + asked.stdout).toContain('blurred');
});

test('a photo that a person takes for no view is told as not used of the check', async () => {
  const folder = tempFolder();
  for (const [at, view] of ['left', 'front', 'right'].entries()) {
    copyFileSync(join(SAMPLES, 'ana', 'face', `${view}.jpg`), join(folder, `IMG_${at + 1}.jpg`));
  }
  copyFileSync(join(TORSO, 'front.jpg'), join(folder, 'IMG_4.jpg'));
  const line = ['photos', 'check', '--type', 'face', '--photos', folder];
  const asked = await typing(line, [
    [/What is IMG_2\.jpg\?[\s\S]*❯ none of these/, '\u001b[B\r'],
    [/What is IMG_4\.jpg\?[\s\S]*❯ none of these/, '\r'],
  ]);
  expect(asked).toMatchObject({ exitCode: 0, asked: 2 });
  expect(asked.stderr).toContain(`not used of ${folder}: IMG_4.jpg`);
});

import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { standInProcess } from '../../support/stand-in-process.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

const FACE = join(SAMPLES, 'ana', 'face');
const BODY = ['--type', 'body', '--provider', '4', '--photos', join(SAMPLES, 'ben', 'body'), '--hipline', '97'];

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
// Each is a computer of its own: photos that one has sent for somebody are asked about when it sends them for another.
beforeEach(async () => {
  home = await makeHome();
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  return () => home.remove();
});

const create = (...args: string[]) => runMain(['patients', 'create', ...args], environment);
const typing = (args: string[], answers: Keys[]) => typeMain(['patients', 'create', ...args], environment, answers);
/** Of the sentence on a terminal. */
const toldId = (stderr: string) => /created patient (\d+)(?:, .+)?$/m.exec(stderr)?.[1] ?? '';
const stored = async (id: string) => (await service.patient('GET', `/patients/${id.trim()}`)).patient;
const BACK = '\u001b';
const clear = '\u0015';
const count = async () => (await service.list()).meta.total_entries;

test('create --type body on a terminal asks for a name, an e-mail address and a phone number', async () => {
  const { exitCode, stderr, asked } = await typing(
    [...BODY, '--no-wait'],
    [
      [/Name of the patient/, 'Ben Body\r'],
      [/E-mail address/, 'ben@example.org\r'],
      [/Phone number/, '+351 1\r'],
      [/Is everything right\?/, '\r'],
    ],
  );
  expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 4 });
  expect(await stored(toldId(stderr))).toMatchObject({ name: 'Ben Body', email: 'ben@example.org', phone: '+351 1' });
});

test('the last list says that no 3D model will be made, until one is chosen', async () => {
  const { exitCode, asked } = await typing(
    [],
    [
      [/Name of the patient/, 'Nia Record\r'],
      [/E-mail address/, '\r'],
      [/Phone number/, '\r'],
      [/What is the 3D model of\?/, '\r'],
      [/❯ Yes, create the patient, without a 3D model\r?\n/, '3D'],
      [/❯ 3D model +none/, '\r'],
      [/What is the 3D model of\?/, 'face\r'],
      [/How should it be made/, '\r'],
      [/left profile/, `${FACE}\r`],
      [/ Yes, create the patient\r?\n/, '\u0003'],
    ],
  );
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 10 });
});

test.each([
  [['--eye-distance', '6.2'], /❯ face/],
  [['--hipline', '97'], /❯ body/],
  [['--photos', join(SAMPLES, 'ben', 'body')], /❯ body/],
  [['--front', join(SAMPLES, 'ben', 'body', 'front.jpg')], /❯ body/],
  [['--front', join(SAMPLES, 'ana', 'face', 'front.jpg')], /❯ face/],
])('the kind of model that %j can only mean, or shows, is marked', async (given, marked) => {
  const { exitCode, asked } = await typing([...given, '--name', 'Kim Kind', '--no-wait'], [[marked, '\u0004']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
});

describe('Esc', () => {
  test('goes back to the question before, which has the answer that was given, as often as there is one', async () => {
    const { exitCode, stderr, asked } = await typing(
      [...BODY, '--no-wait'],
      [
        [/Name of the patient/, 'Bea Bakc\r'],
        [/E-mail address[\s\S]*Esc goes back/, 'bea@example.org\r'],
        [/Phone number/, BACK],
        [/E-mail address[^\n]*bea@example\.org/, BACK],
        [/Name of the patient[^\n]*Bea Bakc/, `${clear}Bea Back\r`],
        [/E-mail address[^\n]*bea@example\.org/, '\r'],
        [/Phone number/, '\r'],
        [/Is everything right\?/, '\r'],
      ],
    );
    expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 8 });
    expect(await stored(toldId(stderr))).toMatchObject({ name: 'Bea Back', email: 'bea@example.org', phone: null });
  });

  test('goes back to a folder that was given for a photo, and its photos stay', async () => {
    const folder = join(home.folder, 'two');
    mkdirSync(folder);
    for (const view of ['left', 'front']) copyFileSync(join(FACE, `${view}.jpg`), join(folder, `${view}.jpg`));
    const { exitCode, stderr, asked } = await typing(
      ['--name', 'Flo Folder', '--type', 'face', '--no-wait'],
      [
        [/How should it be made\?/, '\r'],
        [/Photo of the left profile/, `${folder}\r`],
        [/Photo of the right profile/, BACK],
        [/Photo of the left profile[^\n]*two\s/, BACK],
        [/How should it be made\?/, '\r'],
        [/Photo of the left profile[^\n]*two\s/, '\r'],
        [/Photo of the right profile/, `${join(FACE, 'right.jpg')}\r`],
        [/Is everything right\?[\s\S]*Front +[^\n]*two.front\.jpg/, '\r'],
      ],
    );
    expect({ exitCode, asked }, stderr).toEqual({ exitCode: 0, asked: 8 });
    expect((await stored(toldId(stderr))).reconstructions).toHaveLength(1);
  });

  test('goes back to what a photo shows, where the answer that was given is marked', async () => {
    const folder = join(home.folder, 'camera');
    mkdirSync(folder);
    copyFileSync(join(FACE, 'front.jpg'), join(folder, 'IMG_1.jpg'));
    // The same picture, and another file: a copy would be left out.
    await sharp(join(FACE, 'front.jpg')).jpeg({ quality: 85 }).toFile(join(folder, 'IMG_2.jpg'));
    const { exitCode, stderr, asked } = await typing(
      ['--name', 'Mia Marked', '--type', 'face', '--provider', '4', '--no-wait'],
      [
        [/Photo of the left profile/, `${folder}\r`],
        [/Which one\?[\s\S]*❯ none of these/, '\u001b[B\u001b[B\r'],
        [/IMG_2\.jpg is the photo from the front[\s\S]*Which one is the photo of the left/, '\u001b[B\r'],
        [/Photo of the right profile/, BACK],
        [/Which one is the photo of the left[\s\S]*❯ IMG_1\.jpg/, BACK],
        [/Which one\?[\s\S]*❯ IMG_2\.jpg/, BACK],
        [/Photo of the left profile[^\n]*camera\s/, '\u0004'],
      ],
    );
    expect({ exitCode, asked }, stderr).toEqual({ exitCode: 130, asked: 7 });
  });

  test('leaves at the first question, where nothing can be lost by it', async () => {
    const { exitCode, stderr, asked } = await typing(BODY, [[/Name of the patient/, BACK]]);
    expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
    expect(stderr).toContain('left at the question; nothing was done');
  });

  test('leaves at the first question also after somebody went back to it', async () => {
    const keys: Keys[] = [
      [/Name of the patient/, 'Lea Left\r'],
      [/E-mail address/, BACK],
      [/Name of the patient[^\n]*Lea Left[\s\S]*Esc leaves/, BACK],
    ];
    expect(await typing(BODY, keys)).toMatchObject({ exitCode: 130, asked: 3 });
  });

  test('a city is not asked for, and can be given before the patient is made', async () => {
    const { exitCode, stderr } = await typing(
      [...BODY, '--no-wait'],
      [
        [/Name of the patient/, 'Cia City\r'],
        [/E-mail address/, '\r'],
        [/Phone number/, '\r'],
        [/Is everything right\?[\s\S]*Not given +[^\n]*city/, 'Not'],
        [/❯ Not given/, '\r'],
        [/What is to be added\?[\s\S]*City/, 'City'],
        [/❯ City/, '\r'],
        [/City \(Enter for none\)/, 'Porto\r'],
        [/City +Porto/, 'Yes\r'],
      ],
    );
    expect(exitCode).toBe(0);
    expect(await stored(toldId(stderr))).toMatchObject({ name: 'Cia City', city: 'Porto' });
  });

  test('all that is not given is asked for one after the other, back as well, from one visit', async () => {
    const { exitCode, stderr, asked } = await typing(
      [...BODY, '--no-wait'],
      [
        [/Name of the patient/, 'Ana Whole\r'],
        [/E-mail address/, '\r'],
        [/Phone number/, '\r'],
        [/Is everything right\?/, 'Not'],
        [/❯ Not given/, '\r'],
        [/What is to be added\?[\s\S]*❯ all of these, one after the other/, '\r'],
        [/E-mail address \(Enter for none\)/, 'ana.whole@example.org\r'],
        [/Phone number \(Enter for none\)/, '\r'],
        [/Gender \(Enter for none\)/, '\r'],
        [/Country \(Enter for none\)/, 'Spain\r'],
        [/Address, street and number \(Enter for none\)/, BACK],
        [/Country \(edit; Enter keeps it\):\S* ES/, `${clear}Portugal\r`],
        [/Address, street and number \(Enter for none\)/, 'Rua Direita 7\r'],
        [/City \(Enter for none\)/, 'Porto\r'],
        [/Postal code \(Enter for none\)/, '4000-001\r'],
        [/State \(Enter for none\)/, '\r'],
        [/Is everything right\?[\s\S]*City +Porto[\s\S]*❯ Not given +phone, gender, state/, 'Yes\r'],
      ],
    );
    expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 17 });
    expect(await stored(toldId(stderr))).toMatchObject({
      ...{ email: 'ana.whole@example.org', phone: null, country_iso: 'PT' },
      ...{ address: 'Rua Direita 7', city: 'Porto', postal_code: '4000-001' },
    });
  });

  test('an answer that was emptied stays empty when it is asked for again', async () => {
    const { exitCode, stderr, asked } = await typing(
      [...BODY, '--no-wait'],
      [
        [/Name of the patient/, 'Eva Empty\r'],
        [/E-mail address/, 'wrong@example.org\r'],
        [/Phone number/, BACK],
        [/E-mail address[^\n]*wrong@example\.org/, `${clear}\r`],
        [/Phone number/, BACK],
        [/E-mail address/, '\r'],
        [/Phone number/, '\r'],
        [/Is everything right\?/, '\r'],
      ],
    );
    expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 8 });
    expect(await stored(toldId(stderr))).toMatchObject({ name: 'Eva Empty', email: null });
  });

  test('goes back from a photo to the way, to the type, and to the phone number', async () => {
    const { exitCode, stderr, asked } = await typing(
      ['--no-wait'],
      [
        [/Name of the patient/, 'Cleo Back\r'],
        [/E-mail address/, '\r'],
        [/Phone number/, '\r'],
        [/What is the 3D model of\?[\s\S]*Esc goes back/, '\u001b[B\r'],
        [/How should it be made\?[\s\S]*Esc goes back/, '\r'],
        [/left[\s\S]*profile[\s\S]*Esc goes back/i, BACK],
        [/How should it be made\?/, BACK],
        [/What is the 3D model of\?/, BACK],
        [/Phone number/, '+351 210 000 009\r'],
        // The kind that was chosen is marked.
        [/❯ mammo/, '\u001b[A\r'],
        [/Is everything right\?/, '\r'],
      ],
    );
    expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 11 });
    expect(await stored(toldId(stderr))).toMatchObject({
      name: 'Cleo Back',
      phone: '+351 210 000 009',
      reconstructions: [],
    });
  });
});

test.each([
  ['nobody is logged in', { RECON_TOKEN: '' }, /not logged in/],
  [
    'the service is not there',
    { RECON_BASE_URL: 'http://127.0.0.1:9' },
    /does not answer \(connection refused\)[\s\S]*type the same command again/,
  ],
])('where %s, that is told before the first question', async (_, changed, told) => {
  const { exitCode, stderr, asked } = await typeMain(['patients', 'create'], { ...environment, ...changed }, [
    [/\? /, '\r'],
  ]);
  expect({ asked, stderr }).toEqual({ asked: 0, stderr: expect.stringMatching(told) });
  expect([4, 6]).toContain(exitCode);
});

test('with all typed and photos to look at, too: nothing is asked about photos that cannot be sent', async () => {
  const photos = join(SAMPLES, 'ana', 'face');
  const line = ['patients', 'create', '--name', 'Away', '--type', 'face', '--provider', 'face', '--photos', photos];
  const away = { ...environment, RECON_BASE_URL: 'http://127.0.0.1:9' };
  const { exitCode, stderr, asked } = await typeMain(line, away, [[/What now\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 6, asked: 0 });
  expect(stderr).not.toContain('looked at');
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'nothing was sent; once the service answers, type the same command again',
  );
});

test('with plain questions, < goes back', async () => {
  const { exitCode, stderr, asked } = await typeMain(
    ['patients', 'create', '--no-wait'],
    { ...environment, ACCESSIBLE: '1' },
    [
      [/Name of the patient/, 'Dora Bakc\n'],
      [/< and Enter goes back[\s\S]*E-mail address/, '<\n'],
      [/Name of the patient \(now Dora Bakc; Enter keeps it/, 'Dora Back\n'],
      [/E-mail address/, '\n'],
      [/Phone number/, '\n'],
      [/Number from 1/, '1\n'],
      [/Number from 1/, '1\n'],
    ],
  );
  expect({ exitCode, asked }, stderr).toEqual({ exitCode: 0, asked: 7 });
  expect(await stored(toldId(stderr))).toMatchObject({ name: 'Dora Back' });
});

test('a patient of whom something is given is asked for the name alone', async () => {
  const { exitCode, stdout, stderr } = await typing(
    ['--city', 'Porto'],
    [
      [/Name of the patient/, 'Cy Sample\r'],
      [/Is everything right\?/, '\r'],
    ],
  );
  // The sentence has the id: alone it would be told twice on a terminal.
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toContain('next: recon invite');
  expect(await stored(toldId(stderr))).toMatchObject({ name: 'Cy Sample', city: 'Porto', email: null });
});

test('the mark of the summary went back to the line that sends after each answer: Enter twice sent it', async () => {
  const { exitCode, asked } = await typing(
    ['--city', 'Porto', '--email', 'mia@example.org'],
    [
      [/Name of the patient/, 'Mia Mark\r'],
      [/❯ Yes, create the patient/, 'E-mail\r'],
      [/E-mail address/, `${clear}mia.mark@example.org\r`],
      [/❯ E-mail +mia\.mark@example\.org/, '\r'],
      [/E-mail address/, `${clear}\r`],
      // That line is gone; the mark is where it was.
      [/Name +Mia Mark\r?\n❯ City +Porto/, 'Not given\r'],
      [/What is to be added\?/, 'State\r'],
      [/State \(Enter for none\)/, 'Norte\r'],
      // A new line stands before this one.
      [/State +Norte\r?\n❯ Not given/, '\r'],
      [/What is to be added\?/, BACK],
      [/❯ Not given/, 'No, leave\r'],
    ],
  );
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 11 });
});

test('an answer that a flag would be refused for is asked for again', async () => {
  const { exitCode, stderr } = await typing(
    ['--type', 'body', ...BODY.slice(2), '--no-wait'],
    [
      [/Name of the patient/, '\u200d\r'],
      [/this is blank/, `${clear}Dea\ufffd\r`],
      [/not UTF-8/, `${clear}Dea Sample\r`],
      [/E-mail address/, 'maria@\r'],
      [/this is no e-mail address/, `${clear}dea@example.org\r`],
      [/Phone number/, '\r'],
      [/Is everything right\?/, '\r'],
    ],
  );
  expect(exitCode).toBe(0);
  expect(await stored(toldId(stderr))).toMatchObject({ name: 'Dea Sample', email: 'dea@example.org', phone: null });
});

test('what was typed wrong is told before anybody is asked for more', async () => {
  const { exitCode, stderr, asked } = await typing(['--type', 'body', '--email', 'maria@'], [[/Name/, 'X\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 2, asked: 0 });
  expect(stderr).toContain('--email is no e-mail address: "maria@"');
});

test.each([
  [['--name', 'Eva', '--email', 'maria@'], '--email is no e-mail address: "maria@"; an address has one @'],
  [['--name', 'Eva', '--email', 'none'], '--email is "none"; to have none, --email ""'],
  [['--name', 'Eva', '--country', 'Atlantis'], '--country "Atlantis" is not a country that recon knows'],
  [['--name', 'Eva', '--country', 'Germny'], 'did you mean Germany?'],
  [['--name', '   '], '--name is blank'],
  [['--name', 'Eva\u001b[31m'], '--name holds a control character, U+001B as character 4'],
  [['--name', 'Eva', '--address', 'Rua 1\nPorto'], '--address holds a control character, U+000A'],
  [['--name', 'Jos\ufffd'], '--name is not UTF-8 text: look at character 4'],
])('%j is refused with 2, and nothing is sent', async (flags, told) => {
  const before = await count();
  const { exitCode, stderr } = await create(...flags);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(told);
  expect(await count()).toBe(before);
});

test('all that is wrong with the fields is told at once', async () => {
  const { stderr } = await create('--name', ' ', '--email', 'maria@', '--country', 'Atlantis');
  for (const flag of ['--name', '--email', '--country']) expect(stderr).toContain(flag);
});

test('a country is sent as its code, by its name or in small letters', async () => {
  const named = await create('--name', 'Fay One', '--country', 'portugal');
  const small = await create('--name', 'Fay Two', '--country', 'pt');
  for (const { stdout } of [named, small]) expect(await stored(stdout)).toMatchObject({ country_iso: 'PT' });
});

test('--data is held to the same rules; a control character in it is sent exactly, with a warning', async () => {
  const data = (object: object) => runMain(['patients', 'create', '--data', '-'], environment, JSON.stringify(object));
  const refused = await data({ name: 'Gil', email: 'maria@', country: 'Atlantis' });
  expect(refused.exitCode).toBe(2);
  for (const flag of ['--email', '--country']) expect(refused.stderr).toContain(flag);
  const sent = await data({ name: 'Gil', address: 'Rua 1\nPorto' });
  expect(sent.stderr).toContain('warning: --address holds a control character, U+000A as character 6');
  expect(await stored(sent.stdout)).toMatchObject({ address: 'Rua 1\nPorto' });
});

test('joiners and marks of direction are sent as they are', async () => {
  const name = '\u202bאנה\u202c کوروش\u200cپور';
  const { exitCode, stdout } = await create('--name', name);
  expect(exitCode).toBe(0);
  expect(await stored(stdout)).toMatchObject({ name });
});

test('a patient without a name is made with a warning where there is nobody to ask', async () => {
  const { exitCode, stderr } = await create('--email', 'hal@example.org');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('warning: the patient has no name');
});

test('on a terminal, somebody of whom all that is typed is known is shown, and Enter makes no other one', async () => {
  const first = (await create('--name', 'Íris Twice', '--phone', '+351 210 000 001', '--email', 'iris@example.org'))
    .stdout;
  const before = await count();
  const typed = ['--name', 'iris twice', '--phone', '210 000 001'];
  const refused = await typing(typed, [[/Create another one\?/, '\r']]);
  expect({ exitCode: refused.exitCode, asked: refused.asked }).toEqual({ exitCode: 5, asked: 1 });
  const shown = `a patient who may be the same person is there already: patient ${first.trim()}, Íris Twice, +351 210 000 001, iris@example.org`;
  expect(refused.stderr).toContain(shown);
  expect(await count()).toBe(before);
  const made = await typing(typed, [[/Create another one\?/, 'y\r']]);
  expect(made.exitCode).toBe(0);
  expect(await count()).toBe(before + 1);
  // With --allow-same, and in a script, nobody is asked.
  expect(await typing([...typed, '--allow-same'], [])).toMatchObject({ exitCode: 0, asked: 0 });
  expect((await create('--name', 'Íris Twice')).exitCode).toBe(0);
});

test('with -q, too, the question is asked with what it is about', async () => {
  const id = (await create('--name', 'Quill Twice')).stdout.trim();
  const refused = await typing(['--name', 'Quill Twice', '-q'], [[/Create another one\?/, '\r']]);
  expect(refused).toMatchObject({ exitCode: 5, asked: 1 });
  expect(refused.stderr).toContain(`is there already: patient ${id}, Quill Twice`);
});

test.each([
  ['another order of the name', 'santos, maría joão', '+351 210 555 010', undefined],
  ['another e-mail address', 'Maria João Santos', '210 555 010', 'm.s@example.org'],
  ['the name alone', 'maria joão  santos', undefined, undefined],
])('%s does not hide that somebody is there', async (_, name, phone, email) => {
  await create('--name', 'Maria João Santos', '--phone', '+351 210 555 010', '--email', 'maria.joao@example.org');
  const given = [...(phone ? ['--phone', phone] : []), ...(email ? ['--email', email] : [])];
  const refused = await typing(['--name', name, ...given], [[/Create another one\?/, '\r']]);
  expect(refused).toMatchObject({ exitCode: 5, asked: 1 });
  expect(refused.stderr).toContain('Maria João Santos, +351 210 555 010, maria.joao@example.org');
});

test('in the dialogue somebody who is there is told before photos are asked for, with the way on', async () => {
  const phone = '+351 210 555 020';
  const first = (await create('--name', 'Nina Asked', '--phone', phone)).stdout.trim();
  const before = await count();
  const photos = ['--type', 'face', '--front', join(SAMPLES, 'ana/face/front.jpg')];
  const who: Keys[] = [
    [/Name of the patient/, 'nina asked\r'],
    [/E-mail address/, 'nina@example.org\r'],
    [/Phone number/, '210 555 020\r'],
  ];
  const refused = await typing(photos, [...who, [/Create another one\?/, '\r']]);
  expect({ exitCode: refused.exitCode, asked: refused.asked }).toEqual({ exitCode: 5, asked: 4 });
  const told = refused.stderr.replaceAll(/\s+/g, ' ');
  expect(told).toContain(`Try: recon update ${first} --email nina@example.org --type face --front ${photos.at(-1)}`);
  const left = await typing(photos, [...who, [/Create another one\?/, 'y\r'], [/How should it be made/, '\u0003']]);
  expect(left).toMatchObject({ exitCode: 130, asked: 5 });
  expect(await count()).toBe(before);
});

test('who wants another record in the dialogue is not asked again at the end', async () => {
  await create('--name', 'Nora Asked');
  const before = await count();
  const { exitCode, asked } = await typing(
    [],
    [
      [/Name of the patient/, 'Nora Asked\r'],
      [/E-mail address/, '\r'],
      [/Phone number/, '\r'],
      [/Create another one\?/, 'y\r'],
      [/What is the 3D model of\?/, '\r'],
      [/Is everything right\?/, '\r'],
    ],
  );
  expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 6 });
  expect(await count()).toBe(before + 1);
});

test('the same name with the same e-mail address and another number is asked about, and refused in a script', async () => {
  const given = ['--name', 'Kai Two', '--email', 'kai@example.org'];
  const id = (await create(...given, '--phone', '+351 210 000 001')).stdout.trim();
  const other = [...given, '--phone', '+351 210 000 002'];
  expect(await typing(other, [[/Create another one\?/, '\r']])).toMatchObject({ exitCode: 5, asked: 1 });
  const script = await create(...other);
  expect(script).toMatchObject({ exitCode: 5, stdout: '' });
  expect(script.stderr).toContain(`a patient who may be the same person is there already: ${id}`);
  expect(await create('--name', 'Kaia Two', '--email', 'kai@example.org')).toMatchObject({ exitCode: 0 });
  expect(await create(...other, '--allow-same')).toMatchObject({ exitCode: 0 });
});

test('somebody with the same name and another number is another person, and nobody is asked', async () => {
  await create('--name', 'Joana Two', '--phone', '+351 210 000 001');
  const { exitCode, asked } = await typing(['--name', 'Joana Two', '--phone', '+351 210 000 002'], []);
  expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 0 });
});

test('a namesake with another number is told on a terminal before the patient is made, and nobody is stopped', async () => {
  const first = (await create('--name', 'Teresa Lobó', '--phone', '+351 210 777 001', '--city', 'Braga')).stdout.trim();
  const told = `another patient with this name is there: patient ${first}, Teresa Lobó, Braga, +351 210 777 001`;
  const typed = await typing(['--name', 'lobo teresa', '--phone', '+351 210 777 002'], []);
  expect({ exitCode: typed.exitCode, asked: typed.asked }).toEqual({ exitCode: 0, asked: 0 });
  const [before, after] = typed.stderr.replaceAll(/\s+/g, ' ').split(told);
  expect([before, after]).toEqual([expect.not.stringContaining('created'), expect.stringContaining('created patient')]);
  const asked = await typing(
    [],
    [
      [/Name of the patient/, 'Teresa Lobo\r'],
      [/E-mail address/, '\r'],
      [/Phone number/, '+351 210 777 003\r'],
      [/another patient with this name is there[\s\S]*What is the 3D model of\?/, '\r'],
      [/Is everything right\?/, '\r'],
    ],
  );
  expect({ exitCode: asked.exitCode, asked: asked.asked }).toEqual({ exitCode: 0, asked: 5 });
  const script = await create('--name', 'Teresa Lobo', '--phone', '+351 210 777 004');
  expect(script).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('another patient') });
});

test.each([
  ['phone number', 'Irina', ['--phone', '+49 30 7770 1927'], ['--phone', '030 77701927']],
  ['e-mail address', 'Arina', ['--email', 'family@example.org'], ['--email', 'Family@example.org']],
])(
  'another name with the same %s is told, and a name that is another by one letter is asked about',
  async (what, name, kept, typed) => {
    const first = (await create('--name', `${name} Falk`, ...kept)).stdout.trim();
    const other = await typing(['--name', `Bo of ${name}`, ...typed], []);
    expect(other).toMatchObject({ exitCode: 0, asked: 0 });
    expect(other.stderr).toContain(`another patient with this ${what} is there: patient ${first}, ${name} Falk`);
    const before = await count();
    const slip = await typing(['--name', `${name} Falck`, ...typed], [[/Create another one\?/, '\r']]);
    expect({ exitCode: slip.exitCode, asked: slip.asked }).toEqual({ exitCode: 5, asked: 1 });
    expect(slip.stderr).toContain(
      `a patient who may be the same person is there already: patient ${first}, ${name} Falk`,
    );
    expect(await count()).toBe(before);
    const wanted = await typing(['--name', `${name} Falck`, ...typed], [[/Create another one\?/, 'y\r']]);
    expect(wanted).toMatchObject({ exitCode: 0, asked: 1 });
  },
);

test('of somebody who is there already only what was given is told to be the same', async () => {
  await create('--name', 'Only Phoned', '--phone', '+351 210 888 001');
  const again = ['--name', 'Only Phoned', '--phone', '+351 210 888 001'];
  expect((await create(...again)).stderr).toContain('a patient with the same name and phone is there already: ');
  await create('--name', 'Only Named');
  expect((await create('--name', 'Only Named')).stderr).toContain('a patient with the same name is there already: ');
});

describe('a measure of the command line that is odd, but usual in another unit', () => {
  // The service refuses it as it is.
  const inMetres = BODY.map((word) => (word === '97' ? '0.97' : word));

  test('is asked about on a terminal; who says so takes the usual one', async () => {
    const args = [...inMetres, '--name', 'Ida Metre', '--no-wait'];
    const right = await typing(args, [[/Hipline: 0\.97 cm\?[\s\S]*❯ No, 97 cm \(0\.97 m\)/, '\r']]);
    expect(right).toMatchObject({ exitCode: 0, asked: 1 });
    expect(right.stderr).not.toContain('if it was measured in');
  });

  test.each([
    ['hipline', '19.8', ['--type', 'body', '--provider', '4', '--photos', join(SAMPLES, 'ben', 'body')], '98.1'],
    [
      'nipple-to-nipple',
      '9.1',
      ['--type', 'mammo', '--provider', '4', '--photos', join(SAMPLES, 'ana', 'torso')],
      '19.1',
    ],
    ['eye-distance', '2.6', ['--type', 'face', '--provider', '4', '--photos', FACE], '6.3'],
  ])(
    'a slip in --%s that looks like inches is no Enter away from what nobody measured',
    async (flag, slip, of, right) => {
      const asking = await typing(
        [...of, `--${flag}`, slip, '--name', 'Eva Slip', '--dry-run', '--no-photo-check'],
        [
          [new RegExp(`${slip} cm\\?[\\s\\S]*${slip} inches\\)[\\s\\S]*❯ No, type another number`), '\r'],
          // The unit of the question may be typed too.
          [/ in cm:/, `${right} cm\r`],
        ],
      );
      expect(asking).toMatchObject({ exitCode: 0, asked: 2, stderr: expect.not.stringContaining('warning') });
    },
  );

  test('is sent as it was typed where a person says so, and in a script with a warning', async () => {
    const args = [...inMetres, '--name', 'Jon Metre', '--no-wait', '--no-photo-check'];
    const meant = await typing(args, [[/Hipline: 0\.97 cm\?/, '\u001b[B\u001b[B\r']]);
    expect(meant).toMatchObject({ exitCode: 5, asked: 1, stderr: expect.stringContaining('reconstruction[hipline]') });
    const script = await create(...args);
    expect(script).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('reconstruction[hipline]') });
    expect(script.stderr).toContain('if it was measured in m, give 97');
  });

  test('with a decimal comma is told before anything is asked, once, and so is one that is odd in every unit', async () => {
    const body = BODY.slice(0, -1);
    const name = /^[\s\S]*warning: --hipline 96,5 is taken as 96\.5[\s\S]*Name of the patient/;
    const comma = await typing(
      [...body, '96,5', '--dry-run', '--no-photo-check'],
      [
        [name, 'Lu Comma\r'],
        [/E-mail/, '\r'],
        [/Phone/, '\r'],
        [/Is everything right/, '\r'],
      ],
    );
    expect(comma).toMatchObject({ exitCode: 0, asked: 4 });
    expect(comma.stderr.match(/is taken as 96\.5/g)).toHaveLength(1);
    const odd = await typing(
      [...body, '200'],
      [[/warning: hipline is 200 cm; of adults it is 24 to 55 or 60 to 190 cm[\s\S]*Name of the patient/, '\u0003']],
    );
    expect(odd).toMatchObject({ exitCode: 130, asked: 1 });
  });

  test('is asked about in an update too', async () => {
    const id = (await create('--name', 'Kim Metre')).stdout.trim();
    const update = ['patients', 'update', id, '--height', '1.72'];
    const { exitCode } = await typeMain(update, environment, [
      [/Height: 1\.72 cm\?[\s\S]*❯ No, 172 cm \(1\.72 m\)/, '\r'],
    ]);
    expect(exitCode).toBe(0);
    expect(await stored(id)).toMatchObject({ height: 172 });
  });
});

test.each([
  ['create', '--name', 'Stop Early'],
  ['update', '1'],
])('Ctrl-C while the photos of a patient are checked told nothing but that (%s)', async (...typed) => {
  const photos = ['left', 'front', 'right'].flatMap((view) => [`--${view}`, join(FACE, `${view}.jpg`)]);
  const line = ['patients', ...typed, '--type', 'face', ...photos];
  const { stand, texts } = standInProcess(line, environment);
  const ended = main(stand);
  stand.emit('SIGINT');
  expect(await ended).toBe(130);
  expect(texts.stderr).toMatch(/^recon: stopped by Ctrl-C; nothing was sent\n/);
});

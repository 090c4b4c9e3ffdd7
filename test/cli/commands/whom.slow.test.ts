import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seededRandom } from '../../chaos/scale.ts';
import { type Reaction, type Recorded, record, TOKEN } from '../../core/recorder.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

interface Person {
  id: number;
  name: string;
  email: string;
  phone: string;
  /** The words of the name, plain. */
  words: string[];
}

const LARGEST_PAGE = 100;
const FIRST = ['maria', 'ana', 'susana', 'joao', 'jose', 'mariana', 'luis', 'ines', 'rui', 'eva'];
const FAMILY = ['silva', 'costa', 'nunez', 'gross', 'pereira', 'silvano', 'lopes', 'dias', 'melo', 'reis', 'sa', 'vaz'];
const ACCENTED: Record<string, string> = { joao: 'João', jose: 'José', ines: 'Inês', nunez: 'Núñez', gross: 'Groß' };
const random = seededRandom('whom');
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;

/** As somebody may write it. */
function written(words: readonly string[]): string {
  const spelled = words.map((word) => pick([word, word.toUpperCase(), ACCENTED[word] ?? word]));
  const [first = '', ...rest] = spelled;
  const turned = [rest.join(' '), first].filter(Boolean).join(pick([', ', ' ']));
  return pick([spelled.join(' '), spelled.join('  '), turned]);
}

const PEOPLE = Array.from({ length: 500 }, (_, at): Person => {
  const words = [pick(FIRST), ...(random() < 0.5 ? [pick(FIRST)] : []), pick(FAMILY)];
  // A family has one address and one number.
  const house = Math.floor(random() * 400);
  const phone = `+351 21 ${String(1_000_000 + house)}`;
  return { id: at + 1, name: written(words), email: `house${house}@x.example`, phone, words };
});

const MODELS = { reconstructions: [{ type: 'FaceReconstruction', status: 'has_3d', accepted: false, mesaures: {} }] };

const accepted = (patient: unknown) => ({
  ...(patient as object),
  reconstructions: MODELS.reconstructions.map((one) => ({ ...one, accepted: true })),
});

/** Its filters are broken, its pages are no larger than it likes, and it has some ways of its own. */
function service({ method, url }: Recorded): Reaction {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const headers = { 'recon-routes': 'accept, give-back, invitations' };
  const json = (body: unknown): Reaction => ({ headers, body: JSON.stringify(body) });
  const id = /^(?:\/recon)?\/patients\/(\d+)/.exec(pathname)?.[1];
  const patient = id === undefined ? undefined : { ...PEOPLE[Number(id) - 1], ...MODELS };
  if (pathname.endsWith('/invitation')) return json({ invitation_url: 'https://x.example/i' });
  if (pathname.endsWith('/invitations')) return json({ invitations: [] });
  if (pathname.endsWith('/after')) return json({ after: { status: 'processing' } });
  if (pathname.includes('/accepted/')) return json({ patient: accepted(patient), async: 'false' });
  if (method === 'DELETE' || method === 'POST') return json({ result: 'success' });
  if (patient !== undefined) return json({ patient, async: 'false' });
  const filter = ['name', 'email', 'id', 'id[]'].some((name) => searchParams.has(name));
  const all = filter ? PEOPLE.filter((one) => String(one.id) === searchParams.get('id')).slice(0, 1) : PEOPLE;
  const perPage = Math.min(LARGEST_PAGE, Number(searchParams.get('per_page') ?? 10));
  const page = Number(searchParams.get('page') ?? 1);
  const pages = Math.ceil(all.length / perPage);
  const meta = { current_page: page, next_page: page < pages ? page + 1 : null, total_pages: pages };
  const patients = all.slice((page - 1) * perPage, page * perPage).map((one) => ({ ...one, reconstructions: [] }));
  return json({ patients, meta: { ...meta, total_entries: all.length } });
}

const READING = [
  ['patients', 'get', 'WHOM', '-o', 'id'],
  ['download', 'WHOM', '--type', 'face', '--dry-run'],
  ['wait', 'WHOM'],
  ['view', 'WHOM', '--type', 'face', '--dry-run'],
];
const FACE = ['--type', 'face', '--provider', '4', '--photos', join(SAMPLES, 'ana', 'face'), '--no-photo-check'];
const CHANGING = [
  ['patients', 'update', 'WHOM', '--city', 'Porto'],
  ['patients', 'delete', 'WHOM', '--yes'],
  ['patients', 'delete', 'WHOM', '--dry-run'],
  ['transfer', 'WHOM', '--to', '3', '--yes'],
  ['transfer', 'WHOM', '--back', '--yes'],
  ['invite', 'WHOM', '--type', 'face'],
  ['invite', 'WHOM', '--type', 'face', '--revoke'],
  ['patients', 'accept', 'WHOM', '--type', 'face'],
  ['after', 'create', 'WHOM', ...FACE],
];

/** What is typed for a person, and the ids that it may mean to somebody who knows all of them. */
function typedFor(person: Person, isPart: boolean): { text: string; meant: Person[] } {
  const key = (words: readonly string[]) => words.toSorted().join(' ');
  const like = (parts: readonly string[]) =>
    PEOPLE.filter(({ words }) => parts.every((part) => words.some((word) => word.includes(part))));
  if (isPart) {
    const parts = pick([[person.words.at(-1)!], person.words.slice(0, 2).map((word) => word.slice(0, 3))]);
    return { text: parts.join(' '), meant: like(parts) };
  }
  const how = pick(['name', 'name', 'name', 'email', 'phone'] as const);
  if (how === 'email') {
    return { text: person.email.toUpperCase(), meant: PEOPLE.filter(({ email }) => email === person.email) };
  }
  if (how === 'phone') {
    return { text: person.phone.replaceAll(' ', '-'), meant: PEOPLE.filter(({ phone }) => phone === person.phone) };
  }
  return { text: written(person.words), meant: PEOPLE.filter(({ words }) => key(words) === key(person.words)) };
}

/** Whole names of others hold a part; one person's whole name may be a part that was typed. */
const isWhole = (text: string, { words }: Person) =>
  text.split(' ').toSorted().join(' ') === words.toSorted().join(' ');

/** Ids in the requests that are about single patients. */
const touched = (requests: readonly Recorded[]) => {
  const ids = requests.flatMap(
    ({ url }) => /^(?:\/recon)?\/patients\/(\d+)|[?&]id(?:%5B%5D|\[\])?=(\d+)/.exec(url)?.slice(1) ?? [],
  );
  // The shortest list, which shows nobody, asks for the id 0.
  return [...new Set(ids)].filter((id) => id !== '0');
};

test('of 500 patients with equal and similar names nobody is shown or changed who was not meant', async () => {
  const { url, requests } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  let [acted, refused] = [0, 0];
  for (let trial = 0; trial < 160; trial += 1) {
    const isChange = trial % 2 === 0;
    const isPart = trial % 5 === 0;
    const { text, meant } = typedFor(pick(PEOPLE), isPart);
    const ids = meant.map(({ id }) => String(id));
    const command = pick(isChange ? CHANGING : READING);
    const before = requests.length;
    const { exitCode, stdout, stderr } = await runMain(
      command.map((word) => (word === 'WHOM' ? text : word)),
      environment,
    );
    const about = touched(requests.slice(before)).filter(Boolean);
    const isSure = meant.length === 1 && (!isChange || !isPart || isWhole(text, meant[0]!));
    const trialText = `${command.join(' ')}: ${text}: ${ids.join(' ')}: ${stderr}`;
    expect({ trialText, exitCode }).toEqual({ trialText, exitCode: isSure ? 0 : 2 });
    expect({ trialText, about }).toEqual({ trialText, about: isSure && !command.includes('download') ? ids : [] });
    if (isSure) acted += 1;
    else {
      refused += 1;
      expect(stdout).toBe('');
      for (const id of ids) expect(stderr).toMatch(new RegExp(`\\b${id}\\b`));
    }
  }
  // Both really happened, and often.
  expect(acted).toBeGreaterThan(30);
  expect(refused).toBeGreaterThan(30);
}, 120_000);

test('on a terminal too, one of several is nobody until an answer is given', async () => {
  const { url, requests } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const CTRL_D = '\u0004';
  for (const command of [...READING, ...CHANGING]) {
    const { exitCode, asked } = await typeMain(
      command.map((word) => (word === 'WHOM' ? 'silva' : word)),
      environment,
      [[/Which one\?/, CTRL_D]],
    );
    // What is to be done without a question is not asked about either.
    const isAsked = !command.includes('--yes');
    expect({ command, exitCode, asked }).toEqual({ command, exitCode: isAsked ? 130 : 2, asked: isAsked ? 1 : 0 });
  }
  expect(touched(requests).filter(Boolean)).toEqual([]);
}, 60_000);

test('which of several is meant was asked before a wrong value was told', async () => {
  const { url, requests } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { exitCode, stderr, asked } = await typeMain(['update', 'silva', '--weight', 'none'], environment, []);
  expect({ exitCode, asked, sent: requests.length }).toEqual({ exitCode: 2, asked: 0, sent: 0 });
  expect(stderr).toContain('--weight');
});

test('who is chosen of several is shown with the id', async () => {
  const { url } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { stderr } = await typeMain(['patients', 'get', 'silva'], environment, [[/Which one\?/, '\r']]);
  expect(stderr).toMatch(/Which one\? .*silva.*, patient \d+/i);
}, 60_000);

test('a change that the service would refuse is refused before a person is asked about it', async () => {
  const patient = accepted(PEOPLE[0]);
  const meta = { current_page: 1, next_page: null, total_pages: 1, total_entries: 1 };
  const { url, requests } = await record(({ url: asked }) => ({
    body: JSON.stringify(asked.includes('/patients/1') ? { patient, async: 'false' } : { patients: [patient], meta }),
  }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const update = ['patients', 'update', PEOPLE[0]!.name, '--type', 'face', '--eye-distance', '6.2'];
  const { exitCode, stderr, asked } = await typeMain(update, environment, [[/Change this patient\?/, 'y\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 5, asked: 0 });
  expect(stderr).toContain('is accepted, and an accepted one is not replaced; nothing was sent');
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('on a terminal the one who is chosen of several, and confirmed, is the only one who is touched', async () => {
  const { url, requests } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const silvas = PEOPLE.filter(({ words }) => words.some((word) => word.includes('silva')));
  const asking = CHANGING.map((command) => command.filter((word) => word !== '--yes'));
  for (const command of [...READING, ...asking]) {
    const id = String(pick(silvas).id);
    const before = requests.length;
    // Who is only read is not asked about again; what is to be done is confirmed once.
    const isRead = READING.includes(command) || command.includes('--dry-run');
    const yes: Keys = command.includes('after') ? [/Do the new photos show/, '\u001b[B\r'] : [/y\/N/, 'y\r'];
    const { exitCode, asked, stderr } = await typeMain(
      command.map((word) => (word === 'WHOM' ? 'silva' : word)),
      environment,
      [[/Which one\?/, `${id}\r`], ...(isRead ? [] : [yes])],
    );
    const about = touched(requests.slice(before)).filter(Boolean);
    const trial = `${command.join(' ')}: ${id}: ${stderr}`;
    const isSilent = command.includes('download');
    const expected = { exitCode: 0, asked: isRead ? 1 : 2, about: isSilent ? [] : [id] };
    expect({ trial, exitCode, asked, about }).toEqual({ trial, ...expected });
  }
}, 120_000);

test('an id asks for nobody else, as ever', async () => {
  const { url, requests } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  await runMain(['patients', 'get', '7', '9', '7'], environment);
  expect(requests.map((one) => `${one.method} ${one.url}`)).toEqual(['GET /patients/7', 'GET /patients/9']);
});

test('a name goes into no address and no line of --debug', async () => {
  const { url, requests } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { stderr } = await runMain(['patients', 'get', 'pereira', '--debug'], environment);
  expect(stderr.split('\n').filter((line) => /^debug:/.test(line) && /pereira/i.test(line))).toEqual([]);
  expect(requests.map((one) => one.url).filter((one) => /pereira/i.test(one))).toEqual([]);
});

test('last is the one that was shown last; with nobody to ask nothing is changed by it', async () => {
  const { url, requests } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  expect(await runMain(['patients', 'get', 'last'], environment)).toMatchObject({ exitCode: 3, stdout: '' });
  await runMain(['patients', 'get', '7', '9'], environment);
  expect(await runMain(['patients', 'get', 'last', '-o', 'id'], environment)).toMatchObject({ stdout: '9\n' });
  const before = requests.length;
  for (const command of CHANGING) {
    const { exitCode, stderr } = await runMain(
      command.map((word) => (word === 'WHOM' ? 'last' : word)),
      environment,
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('patient 9') });
  }
  // Whether this account can give patients back is asked first.
  const sent = requests.slice(before).map(({ method, url: path }) => `${method} ${path}`);
  expect(sent).toEqual(['GET /patients?id=0&per_page=1']);
});

test('nobody of that name is 3', async () => {
  const { url } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  expect(await runMain(['patients', 'delete', 'nobody there', '--yes'], environment)).toMatchObject({ exitCode: 3 });
});

test('a surgeon has a name that is kept', async () => {
  const { url, requests } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const run = (...args: string[]) => runMain(args, environment);
  const transfer = (to: string) => run('transfer', '7', '--to', to, '--yes');
  const lists = () => requests.splice(0).map((one) => one.url);
  expect(await transfer('dr-silva')).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('config set') });
  expect(lists()).toEqual(['/patients?id=0&per_page=1']);
  expect(await run('config', 'set', 'surgeon.dr-silva', 'x')).toMatchObject({ exitCode: 2 });
  expect(await run('config', 'set', 'surgeon.7', '7')).toMatchObject({ exitCode: 2 });
  expect(await run('config', 'set', 'surgeon.Dr-Silva', '12')).toMatchObject({ exitCode: 0 });
  expect(await run('config', 'get', 'surgeon.dr-silva')).toMatchObject({ stdout: '12\n' });
  expect((await run('config', 'list')).stdout).toContain('surgeon.dr-silva\t12\tprofile "default"\n');
  expect(requests).toEqual([]);
  expect(await transfer('Dr Silva')).toMatchObject({ exitCode: 0 });
  expect(requests.map((one) => `${one.method} ${one.url}`)).toContain('POST /patients/7/transfer/12');
  expect(await transfer('dr-silvo')).toMatchObject({ stderr: expect.stringContaining('did you mean dr-silva?') });
  await run('config', 'unset', 'surgeon.dr-silva');
  expect(await transfer('dr-silva')).toMatchObject({ exitCode: 5 });
});

test('a name without quotes is one patient where its words alone are not; a change that cannot ask wants quotes', async () => {
  const { url, requests } = await record(({ url, method }) => {
    const id = /^\/patients\/(\d+)/.exec(url)?.[1];
    const people = ['Maria Clara', 'Maria Silva', 'Rui Silva'].map((name, at) => ({ id: at + 1, name }));
    const patient = { ...people[Number(id) - 1], reconstructions: [] };
    if (method === 'DELETE') return { body: '{"result":"success"}' };
    if (id !== undefined) return { body: JSON.stringify({ patient, async: 'false' }) };
    const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 3 };
    return { body: JSON.stringify({ patients: people, meta }) };
  });
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const shown = await runMain(['show', 'silva', 'maria', '-o', 'id'], environment);
  expect(shown).toMatchObject({ exitCode: 0, stdout: '2\n' });
  expect(await runMain(['show', 'clara', 'rui', '-o', 'id'], environment)).toMatchObject({ stdout: '1\n3\n' });
  const deleted = await runMain(['patients', 'delete', 'maria', 'silva', '--yes'], environment);
  expect(deleted).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('in quotes: "maria silva"') });
  const typed = await typeMain(['patients', 'delete', 'maria', 'silva', '--yes'], environment, []);
  expect(typed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes does only what is certain') });
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('Müller is found by Mueller, and changed by it where nobody else is found', async () => {
  const people = ['Jürgen Müller', 'Anna Bäcker', 'Anna Bäcker-Lenz', 'Åse Berg', 'Aase Berg'];
  const { url, requests } = await record(({ url: asked, method }) => {
    const id = /^\/patients\/(\d+)/.exec(asked)?.[1];
    if (method === 'DELETE') return { body: '{"result":"success"}' };
    const listed = people.map((name, at) => ({ id: at + 1, name, reconstructions: [] }));
    if (id !== undefined) return { body: JSON.stringify({ patient: listed[Number(id) - 1], async: 'false' }) };
    const meta = { current_page: 1, next_page: null, total_pages: 1, total_entries: people.length };
    return { body: JSON.stringify({ patients: listed, meta }) };
  });
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const run = (...args: string[]) => runMain(args, environment);
  expect(await run('show', 'mueller', '-o', 'id')).toMatchObject({ stdout: '1\n' });
  expect(await run('patients', 'delete', 'anna baecker', '--yes')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('may be one of 2 patients: 2, 3'),
  });
  expect(await run('patients', 'delete', 'mueller', '--yes')).toMatchObject({ exitCode: 2 });
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await run('patients', 'delete', 'juergen mueller', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await run('patients', 'delete', 'aase berg', '--yes')).toMatchObject({ exitCode: 0 });
  const sent = requests.filter(({ method }) => method !== 'GET').map((one) => one.url);
  expect(sent).toEqual(['/patients/1', '/patients/5']);
});

test('a phone number without quotes is one patient, who is changed only where its parts can be nobody else', async () => {
  const people = [
    { id: 1, name: 'Ann', phone: '0701-740615' },
    { id: 2, name: 'Bo', phone: '+351 210 000 005' },
    { id: 16, name: 'Cy', phone: '070-4444' },
    { id: 15, name: 'Di', phone: '0704-44 44 16 15' },
    { id: 17, name: 'Ed', phone: '0701-74 16 15' },
  ];
  const { url, requests } = await record(({ url, method }) => {
    const id = /^\/patients\/(\d+)/.exec(url)?.[1];
    const patient = { ...people.find((one) => String(one.id) === id), reconstructions: [] };
    if (method === 'DELETE') return { body: '{"result":"success"}' };
    if (id !== undefined) return { body: JSON.stringify({ patient, async: 'false' }) };
    const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: people.length };
    return { body: JSON.stringify({ patients: people, meta }) };
  });
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const run = (...args: string[]) => runMain(args, environment);
  const shown = async (...typed: string[]) => (await run('show', ...typed, '-o', 'id')).stdout;
  expect(await shown('0701-74', '06', '15')).toBe('1\n');
  expect(await shown('+351', '210', '000', '005')).toBe('2\n');
  expect(await shown('0701-74', '16', '15')).toBe('17\n');
  // The first part is somebody's whole number, and the others are ids.
  expect(await shown('070-4444', '16', '15')).toBe('16\n15\n');
  const isNobody = await run('show', '0701-74', '06', '16');
  expect(isNobody).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('phone number "0701-74 06 16"') });
  const torn = await run('patients', 'delete', '0701-74', '16', '15', '--yes');
  expect(torn).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('in quotes: "0701-74 16 15"') });
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await run('patients', 'delete', '0701-74', '06', '15', '--yes')).toMatchObject({ exitCode: 0 });
  expect(requests.filter(({ method }) => method !== 'GET').map((one) => one.url)).toEqual(['/patients/1']);
});

test('the question about somebody who was found by a phone number shows that number', async () => {
  const one = { id: 1, name: 'Teresa Lobo', city: 'Braga', country_iso: 'PT', email: 't@x.example' };
  const people = [{ ...one, phone: '+351 912 447 108' }];
  const { url } = await record(({ url: path }) => {
    if (path.startsWith('/patients/1')) return { body: JSON.stringify({ patient: people[0], async: 'false' }) };
    const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 1 };
    return { body: JSON.stringify({ patients: people, meta }) };
  });
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const change = ['update', '912 447 108', '--city', 'Porto'];
  for (const line of [['patients', 'delete', '912 447 108'], change]) {
    const { asked, stderr } = await typeMain(line, environment, [[/\?[^?]*$/, 'n\r']]);
    expect(asked).toBe(1);
    const shown = stderr.replaceAll(/\s+/g, ' ').replaceAll(', ', ' ');
    expect(shown).toContain('Teresa Lobo Braga Portugal +351 912 447 108 t@x.example');
  }
});

test('a part of a name with --yes: a dry run refuses it on a terminal too, and the real run tells why it asks', async () => {
  const meta = { current_page: 1, next_page: null, total_pages: 1, total_entries: 1 };
  const patient = { id: 1, name: 'Clinical Trial Carl', reconstructions: [] };
  const { url, requests } = await record(() => ({ body: JSON.stringify({ patients: [patient], meta }) }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  for (const command of [
    ['patients', 'delete', 'Carl', '--yes'],
    ['patients', 'update', 'Carl', '--city', 'Porto', '--yes'],
    ['transfer', 'Carl', '--to', '3', '--yes'],
  ]) {
    const dry = await typeMain([...command, '--dry-run'], environment, []);
    expect({ command, exitCode: dry.exitCode, stderr: dry.stderr }).toEqual({
      ...{ command, exitCode: 2 },
      stderr: expect.stringContaining('"Carl" is not the whole name of patient 1, and --yes does only what is certain'),
    });
    const real = await typeMain(command, environment, [[/this patient\?/, '\r']]);
    expect({ command, exitCode: real.exitCode, stderr: real.stderr }).toEqual({
      ...{ command, exitCode: 130 },
      stderr: expect.stringContaining('"Carl" is not the whole name of patient 1, so --yes does not answer this'),
    });
  }
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

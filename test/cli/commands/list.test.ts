import readWorkbook from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { shownText } from '../../../src/cli/commands/patients/list-notes.ts';
import { main } from '../../../src/cli/main.ts';
import { SORT_FIELDS } from '../../../src/cli/output/patient-columns.ts';
import { record } from '../../core/recorder.ts';
import { runMain } from '../../support/run-main.ts';
import { standInProcess } from '../../support/stand-in-process.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { typeMain } from '../../support/typed-terminal.ts';

const TOTAL = 35;

/** A service with fields of its own in its answer and a number that JavaScript cannot hold. */
const list = async (...args: string[]) => runMain(['patients', 'list', ...args], await environmentOf());

async function environmentOf() {
  const { url } = await record(({ url }) => {
    const query = new URL(url, 'http://x').searchParams;
    const page = Number(query.get('page') ?? 1);
    const size = Number(query.get('per_page') ?? 10);
    const ids = Array.from({ length: TOTAL }, (_, index) => index + 1).slice((page - 1) * size, page * size);
    const patients = ids.map((id) => `{"id":${id},"name":"P ${id}"}`).join();
    const next = page * size < TOTAL ? page + 1 : null;
    const meta = `{"current_page":${page},"next_page":${next},"total_pages":4,"total_entries":${TOTAL},"cursor":12345678901234567890}`;
    const headers = { 'Recon-Units': 'height=cm, weight=kg', 'Recon-Account': 'north, scope=write' };
    return { headers, body: `{"clinic":"north","patients":[${patients}],"meta":${meta}}` };
  });
  return { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: 'token_of_the_north' };
}

/** The rows of a workbook that a list is written to, its head included. */
async function workbookOf(...args: string[]) {
  const { stand, texts } = standInProcess(['list', '-o', 'xlsx', ...args], await environmentOf());
  const pieces: Buffer[] = [];
  stand.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  expect(await main(stand)).toBe(0);
  const [list, about] = await readWorkbook(Buffer.concat(pieces));
  return { rows: list!.data, about: about!.data, stderr: texts.stderr };
}

test('a workbook has every patient where nobody says how many, tells how many, and has the units that the service tells', async () => {
  const { rows, stderr } = await workbookOf();
  expect({ count: rows.length - 1, stderr }).toEqual({ count: TOTAL, stderr: `the workbook has ${TOTAL} patients\n` });
  expect(rows[0]).toEqual(expect.arrayContaining(['Height (cm)', 'Weight (kg)', '3D model', 'Changed']));
  expect((await workbookOf('--sort', '-name')).rows[0]).toContain('Height (cm)');
});

test('a workbook tells on a sheet of its own with what it was asked for, when, and of which service and account', async () => {
  const { about } = await workbookOf('--sort', '-name', '--since', '30d');
  expect(about).toEqual([
    ['Saved with', 'recon list -o xlsx --sort -name --since 30d'],
    ['At', expect.stringMatching(/^\w+day \d{4}-\d\d-\d\d \d\d:\d\d \S+$/)],
    ['Service', expect.stringMatching(/^http:/)],
    ['Account there', 'north'],
  ]);
});

test.each([
  [['--page', '2'], 10],
  [['--per-page', '4'], 4],
  [['--limit', '3'], 3],
])('with %j a workbook has so many', async (args, count) => {
  expect((await workbookOf(...args)).rows).toHaveLength(count + 1);
});

test.each([[['-o', 'csv']], [['-o', 'ndjson']], [['-o', 'id']], [['--json']]])('%j stays a page', async (args) => {
  expect((await list(...args)).stderr).toContain('10 of 35 patients are shown');
});

test.each([
  ['2030', 'not found: 2030; where it is a phone number, or the end of one: recon list --phone 2030\n'],
  ['203', 'not found: 203; where it is a phone number, or the end of one: recon list --phone 203\n'],
  ['20', 'not found: 20\n'],
])('%s, where that is no id, names the line for a phone number if it can be one', async (typed, told) => {
  const { url } = await record(({ url }) => ({
    status: url.startsWith('/patients/') ? 404 : 200,
    body: '{"patients":[],"meta":{"total_entries":0}}',
  }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: 'token_of_the_north' };
  expect((await runMain(['patients', 'list', typed], environment)).stderr).toBe(told);
});

test.each([
  [['--page', '3'], '"current_page":3,"next_page":4'],
  [[], '"current_page":1,"next_page":2'],
  [['--page', '4', '--per-page', '10'], '"current_page":4,"next_page":null'],
])('list --json --fields %j leaves meta as the service gave it', async (args, pages) => {
  const { exitCode, stdout } = await list('--json', '--fields', 'id', ...args);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`${pages},"total_pages":4,"total_entries":35,"cursor":12345678901234567890}`);
  expect(stdout).toMatch(/^\{"clinic":"north","patients":\[\{"id":\d+\},/);
  expect(stdout).not.toContain('name');
});

test('list --json --fields refuses a field that no patient has, and prints nothing', async () => {
  expect(await list('--json', '--fields', 'shoe')).toMatchObject({ exitCode: 2, stdout: '' });
});

test('--fields takes the titles of the screen and of a workbook, and JSON has the keys', async () => {
  const titles = ['id', 'Name', 'E-MAIL', '3D model', '3d_model', 'changed', 'Postal code', 'Height (cm)'];
  const csv = await list('-o', 'csv', '--limit', '1', '--fields', titles.join(','));
  const names = 'id,name,email,reconstructions,reconstructions,updated_at,postal_code,height';
  expect(csv, csv.stderr).toMatchObject({ exitCode: 0, stdout: `${names}\r\n1,P 1,,,,,,\r\n` });
  const { rows } = await workbookOf('--fields', '3d-model,Changed,Name');
  expect(rows[0]).toEqual(['3D model', 'Changed', 'Name']);
  const json = await list('--json', '--limit', '1', '--fields', 'Name,ID');
  expect(JSON.parse(json.stdout).patients).toEqual([{ name: 'P 1', id: 1 }]);
});

test.each([[['date', 'model']], [['Date', '3D']], [['Models', 'last changed']]])(
  '--fields %j is answered with the names that are meant',
  async (fields) => {
    const { exitCode, stderr } = await list('-o', 'csv', '--fields', ['name', ...fields].join(','));
    expect({ exitCode, told: stderr.replaceAll(/\s+/g, ' ') }).toEqual({
      exitCode: 2,
      told: expect.stringMatching(/fields: id, .* are reconstructions when a patient was changed last is updated_at/),
    });
  },
);

const REGION = 'state is the region of the address; reconstructions has the 3D models and how they are';

test.each([
  [['list', '--fields', 'name,state'], true],
  [['list', '--fields', 'State', '-o', 'csv'], true],
  [['list', '--template', '{name} {state}'], true],
  [['list', '--fields', 'city,state'], false],
  [['list', '--fields', 'state,reconstructions'], false],
  [['list', '--fields', 'name'], false],
  [['list', '--fields', 'state', '-q'], false],
])(
  'who asks a terminal for the state is told that it is the region, and where the models are: %j',
  async (args, isTold) => {
    const { stderr, exitCode } = await typeMain(args, await environmentOf(), []);
    expect({ exitCode, isTold: stderr.replaceAll(/\s+/g, ' ').includes(REGION) }).toEqual({ exitCode: 0, isTold });
  },
);

test('a script that asks for the state is told nothing beside', async () => {
  const { stderr } = await list('--all', '--fields', 'name,state', '-o', 'csv');
  expect(stderr).toBe('');
});

test('list --json --limit tells how many there are, not how many it shows', async () => {
  const cut = JSON.parse((await list('--json', '--limit', '3')).stdout);
  expect([cut.patients.length, cut.meta.total_entries]).toEqual([3, TOTAL]);
  const whole = JSON.parse((await list('--json', '--limit', '99')).stdout);
  expect([whole.patients.length, whole.meta.total_entries]).toEqual([TOTAL, TOTAL]);
});

test('list --page --limit does not call those of a later page the first, and tells how many there are', async () => {
  const { stdout, stderr } = await list('--json', '--page', '3', '--limit', '10');
  expect(JSON.parse(stdout)).toMatchObject({ patients: { 0: { id: 21 }, length: 10 }, meta: { total_entries: TOTAL } });
  expect(stderr).toBe('only the first 10 patients from page 3 on are shown, because of --limit\n');
  const beyond = await list('--json', '--page', '30', '--limit', '10');
  expect(JSON.parse(beyond.stdout)).toMatchObject({ patients: { length: 0 }, meta: { total_entries: TOTAL } });
});

test.each([[[]], [['--sort', 'name']]])(
  'list --since tells of patients without a time of their last change (%j)',
  async (more) => {
    const { exitCode, stdout, stderr } = await list('--since', '1d', '--json', ...more);
    expect([exitCode, JSON.parse(stdout).patients]).toEqual([0, []]);
    expect(stderr).toContain(`warning: --since leaves out ${TOTAL} of the patients`);
  },
);

const PEOPLE = [
  { id: 7, name: 'Maria Clara da Silva', phone: '+351 21 000-0007' },
  { id: 17, name: 'Ana Silva', phone: '+351 21 000-0017' },
  { id: 27, name: 'Rui Costa', phone: '' },
];

/** A service that finds names by the whole text that was asked for, and nothing by a phone number. */
async function people() {
  const { url, requests } = await record(({ url }) => {
    // Nobody here has an id that is asked for.
    if (url.startsWith('/patients/')) return { status: 404, body: '{}' };
    const query = new URL(url, 'http://x').searchParams;
    const name = query.get('name') ?? '';
    const isById = query.has('id') || query.has('id[]');
    const patients = PEOPLE.filter((one) => !isById && one.name.includes(name)).map((one) => ({
      ...one,
      reconstructions: [],
    }));
    const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: patients.length };
    return { body: JSON.stringify({ patients, meta }) };
  });
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: 'token_of_the_north' };
  return { environment, requests };
}

async function listPeople(...args: string[]) {
  const { environment, requests } = await people();
  return { ...(await runMain(['patients', 'list', ...args], environment)), requests };
}

test.each([
  [['--phone', '021 000 0017'], '17'],
  [['--phone', '00351-21-000-0007'], '7'],
  [['--phone', '0017'], '17'],
  [['--name', 'silva maria'], '7'],
  [['--name', 'maria silva', '--all'], '7'],
  [['--name', 'silva maria', '--phone', '0007'], '7'],
  [['--name', 'silva maria', '--phone', '007'], '7'],
])('list %j finds the one patient', async (args, id) => {
  const { exitCode, stdout, requests } = await listPeople(...args, '-o', 'id');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${id}\n` });
  expect(requests.map(({ url }) => url).join()).not.toContain('phone');
});

test.each([
  ['210000007', '7'],
  ['210000017', '17'],
])('digits alone, where they are no id, find a phone that ends with them (%s)', async (digits, id) => {
  const { exitCode, stdout } = await listPeople(digits, '-o', 'id');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${id}\n` });
  const { environment } = await people();
  const typed = await typeMain(['list', digits, '--no-pager'], environment, []);
  expect(typed.stdout.match(/^\d+/gm)).toEqual([id]);
});

test('digits that are nobody are told as what they were looked for', async () => {
  expect((await listPeople('999999999')).stderr).toBe('no patients found with this as id or phone number\n');
});

test('too few digits for any part of a number are told so, where nobody is found', async () => {
  const why = 'with this as phone number; fewer than 6 digits are looked for at the end of a number only\n';
  for (const typed of [['0171'], ['--phone', '0171']])
    expect((await listPeople(...typed)).stderr).toBe(`no patients found ${why}`);
  const { environment } = await people();
  const { exitCode, stderr } = await runMain(['show', '0171'], environment);
  expect(exitCode).toBe(3);
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/"0171" .*at least 7 digits of its end .*: recon list --phone 0171/);
});

test('--sort surname sorts by the last word of the name, and help lists all fields to sort by', async () => {
  const { environment } = await people();
  const help = (await runMain(['list', '--help'], environment)).stdout.replaceAll(/\s+/g, ' ');
  const listed = /sorted by (.*?); with -/.exec(help)?.[1]?.replaceAll(/ \(.*?\)/g, '');
  expect(listed?.split(/, | or /)).toEqual(SORT_FIELDS);
  const { exitCode } = await listPeople('--sort', '-surname', '-o', 'id');
  expect(exitCode).toBe(0);
  // It is no column of its own.
  const table = await typeMain(['list', '--sort', 'surname', '--no-pager'], environment, []);
  expect(table.stdout).toMatch(/^ID +NAME(?!.*SURNAME)/);
});

test.each([
  [['--phone', 'maria'], '--phone is no phone number: "maria" has letters'],
  [['--phone', '12'], '--phone is no phone number: "12" has fewer than 3 digits'],
  [['--phone', '0017', '--page', '2'], '--status, --since, --phone and --city and --page exclude each other'],
])('list %j ends with 2 and asks nobody', async (args, why) => {
  const { exitCode, stderr, requests } = await listPeople(...args);
  expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  expect(stderr).toContain(why);
});

test.each([
  [['--name', 'Oslo'], 'no patients found with this in the name\n'],
  [['--name', 'Oslo North', '--all'], 'no patients found with this in the name\n'],
  [
    ['--email', 'nobody@', '--phone', '+351 99 999'],
    'no patients found with this in the e-mail address and as phone number\n',
  ],
])('%j finds nobody, and says where it was looked', async (args, said) => {
  const { exitCode, stderr } = await listPeople(...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: said });
});

test.each([
  [['nonsense'], 'no 3D model has; recon knows ready, accepted, generating, failed, no-photos, link-out\n'],
  [['no-photos', 'faild'], 'no 3D model has; did you mean --status failed?\n'],
])('list --status warns of a word that is no status that is known or here (%j)', async (statuses, why) => {
  const args = statuses.flatMap((status) => ['--status', status]);
  for (const more of [
    ['-q', '-o', 'id'],
    ['--sort', 'name'],
  ]) {
    const { exitCode, stderr } = await listPeople(...args, ...more);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`warning: --status ${JSON.stringify(statuses.at(-1))} is a status that ${why}`);
  }
  const { environment } = await people();
  expect((await typeMain(['list', ...args, '--no-pager'], environment, [])).stderr.replaceAll(/\s+/g, ' ')).toContain(
    why.trim(),
  );
});

test.each([
  ['has_3d', 'nobody has a ready model'],
  ['ready', 'nobody has a ready model'],
  ['accepted', 'nobody has an accepted model'],
  ['ready and accepted', 'nobody has an accepted model'],
  ['generating', 'nobody has a model that is being made'],
  ['failed', 'nobody has a failed model'],
  ['rejected', 'no patients found'],
])('list --status %s is no slip, and says in words that nobody is so', async (status, said) => {
  const { exitCode, stderr } = await listPeople('--status', status);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: `${said}\n` });
});

test.each([
  [['--status', 'no', 'photos', '--since', '7d'], 'recon list --status no-photos --since 7d'],
  [['--status', 'failed', '--status', 'link', 'out'], 'recon list --status failed --status link-out'],
  [['--status', 'no', 'photo'], 'recon list --status no-photos'],
])('a status without its quotes leads to it, and nobody is asked (%j)', async (args, line) => {
  const { exitCode, stderr, requests } = await listPeople(...args);
  expect({ exitCode, requests, stderr }).toEqual({
    ...{ exitCode: 2, requests: [] },
    stderr: `recon: a status of several words is typed as one\n  Try: ${line}\n`,
  });
});

test('with something else beside a status it is not said that nobody is so', async () => {
  const { stderr } = await listPeople('--status', 'failed', '--name', 'maria');
  expect(stderr).toBe('no patients found with this in the name\n');
});

test.each(['failed', 'link-out', 'No photos'])('a status without its flag leads to it (%s)', async (word) => {
  const line = `recon list --status ${word === 'No photos' ? '"no photos"' : word}`;
  const { stderr } = await listPeople(word);
  expect(stderr.replaceAll("'", '"')).toBe(
    `no patients found with this in the name; it is a status, and for that: ${line}\n`,
  );
});

test.each([
  ['yesterday', 'yesterday'],
  ['This week', '7d'],
])('a time without its flag leads to it (%s)', async (word, since) => {
  const { stderr } = await listPeople(word);
  expect(stderr).toBe(
    `no patients found with this in the name; it is a time, and for that: recon list --since ${since}\n`,
  );
});

test('a list in JSON stays the answer of the service, also where it finds nobody', async () => {
  const { stdout, requests } = await listPeople('--name', 'silva maria', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ patients: [] });
  expect(requests).toHaveLength(1);
});

test('on a terminal words in any order find the one patient too', async () => {
  const { environment } = await people();
  const { exitCode, stdout } = await typeMain(['list', '--name', 'silva maria', '--no-pager'], environment, []);
  expect({ exitCode, ids: stdout.match(/^\d+/gm) }).toEqual({ exitCode: 0, ids: ['7'] });
});

test.each([
  [1, 4, '1 of 4 patients is shown'],
  [1, 1, '1 of 1 patient is shown'],
  [2, 4, '2 of 4 patients are shown'],
  [1, undefined, '1 patient is shown'],
  [2, undefined, '2 patients are shown'],
])('%j of %j: %s', (shown, whole, text) => expect(shownText(shown, whole)).toBe(text));

test('a cut list says how many are shown', async () => {
  expect((await list('--per-page', '1')).stderr).toContain('1 of 35 patients is shown');
});

test('beside the time of the last change, the newest first was read as the order of the changes', async () => {
  const { stderr } = await typeMain(['list', '--no-pager'], await environmentOf(), []);
  expect(stderr).toContain(`30 of ${TOTAL} patients are shown, the last added first`);
});

test('a narrow window dropped the phone number without a word', async () => {
  const patient = {
    ...{ id: 7, name: 'Maria Aparecida Silva', phone: '+351 21 000 0971', email: 'maria.aparecida@clinic.example' },
    city: 'Vila Nova de Gaia',
    reconstructions: [{ type: 'FaceReconstruction', status: 'has_3d' }],
  };
  const { url } = await record(() => ({ body: JSON.stringify({ patients: [patient], meta: {} }) }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: 'token_of_the_north' };
  const at = async (columns: number) =>
    (await typeMain(['list', '--no-pager'], environment, [], { columns })).stderr.replace(/\s+/g, ' ');
  expect(await at(60)).toMatch(/left out here for want of room: .*e-?mail/);
  expect(await at(160)).not.toContain('left out');
  // Nor an e-mail address in one of the usual width, and the city in one that is a little wider.
  expect(await at(80)).toContain('left out here for want of room: e-mail, city; a wider window or --fields shows them');
  expect(await at(93)).toMatch(/left out here for want of room: city;/);
});

test('of a flag that was given twice with two values, one was dropped without a word', async () => {
  const twice = await list('--name', 'Kraus', '--name', 'Lenz');
  expect(twice).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: 'recon: --name is given twice, and takes one value\n',
  });
  expect((await list('--name', 'Ana', '--name', 'Ana')).exitCode).toBe(0);
  expect((await list('--status', 'ready', '--status', 'failed')).exitCode).toBe(0);
});

test('a whole list did not tell how many patients it has', async () => {
  const patients = [1, 2, 3].map((id) => ({ id, name: `Lena Müller ${id}`, reconstructions: [] }));
  const { url } = await record(() => ({ body: JSON.stringify({ patients, meta: { total_entries: 3 } }) }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: 'token_of_the_north' };
  const listed = async (...args: string[]) => (await typeMain(['list', '--no-pager', ...args], environment, [])).stderr;
  expect(await listed()).toMatch(/^3 patients$/m);
  expect(await listed('--limit', '2')).not.toMatch(/^\d patients$/m);
});

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type CheckOptions, checkRows } from '../../../src/core/import/check-rows.ts';
import type { CheckedRow } from '../../../src/core/import/checked-row.ts';
import { photoCopier } from '../../../src/core/import/copy-photos.ts';
import { readPatientFolder } from '../../../src/core/import/folder-input.ts';
import { openInput } from '../../../src/core/import/open-input.ts';
import type { ListProblem } from '../../../src/core/import/problem-lines.ts';
import { createSpool } from '../../../src/core/import/spool.ts';
import { BY_TITLES } from '../../support/by-titles.ts';
import { afterStart, jpegOf, segment } from '../../support/photo-maker.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let photos: Buffer[];
beforeAll(async () => {
  photos = await Promise.all([1, 2, 3].map((seed) => jpegOf({ seed, width: 480, height: 480 })));
});

/** A folder with a list and three photos; `put` changes it. */
function patients() {
  const folder = tempFolder();
  const put = (name: string, content: string | Buffer) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  for (const [at, view] of ['left', 'front', 'right'].entries()) put(`in/ana/${view}.jpg`, photos[at]!);
  put('in/list.ndjson', '{"name":"Ana","type":"face","photos":"ana"}\n');
  return { folder, put };
}

let spools = 0;
async function checking(
  folder: string,
  { done = new Map<string, string>(), allowSame = false, patientsById }: Partial<CheckOptions> = {},
  list = 'in/list.ndjson',
) {
  spools += 1;
  const spool = createSpool(join(folder, `spool-${spools}`));
  const checked = await checkRows(await openInput(join(folder, list), BY_TITLES), spool, {
    ...{ allowSame, done, patientsById, signal: new AbortController().signal, onRow: () => {} },
    batchOf: async () => 'b',
  });
  const rows: CheckedRow[] = [];
  for await (const row of spool.rows()) rows.push(row);
  const placed = ({ place, text }: ListProblem) => `${place}: ${text}`;
  return {
    checked: { ...checked, problems: checked.problems.map(placed), warnings: checked.warnings.map(placed) },
    rows,
  };
}

test('a problem names the column as the list heads it, unless that is the name of the field', async () => {
  const { folder, put } = patients();
  put('in/list.csv', 'Paciente,Correo electrónico\nAna,ana(at)x\n');
  put('in/own.csv', 'name,email\nAna,ana(at)x\n');
  const problemsOf = async (list: string) => (await checking(folder, {}, list)).checked.problems;
  expect(await problemsOf('in/list.csv')).toEqual([
    expect.stringMatching(/^row 2: email \(column "Correo electrónico"\) is no e-mail address: "ana\(at\)x"/),
  ]);
  expect(await problemsOf('in/own.csv')).toEqual([expect.stringMatching(/^row 2: email is no e-mail address/)]);
});

test('a wrong provider or type of a row is told once, and not what follows from it', async () => {
  const { folder, put } = patients();
  put(
    'in/list.ndjson',
    '{"name":"A","type":"body","provider":"head","photos":"ana"}\n{"name":"B","type":"nose"}\n{"name":"C","type":"nose","provider":"8"}\n',
  );
  const { problems } = (await checking(folder)).checked;
  expect(problems.filter((one) => one.includes('provider "'))).toEqual([
    'line 1: provider "head" is no provider of body; there are body or 4: Body, of 4 photos; full-body or 7: Full body, of 4 photos',
    expect.stringMatching(/^line 3: provider "8" is no provider: mammo has/),
  ]);
  expect(problems.filter((one) => one.startsWith('line 2'))).toEqual([
    'line 2: type is "nose"; it must be mammo, face or body',
  ]);
});

test('a link that leads out of the list’s folder is not followed', async () => {
  const { folder, put } = patients();
  put('elsewhere/left.jpg', photos[0]!);
  symlinkSync('../elsewhere', join(folder, 'in/out'));
  symlinkSync('../../elsewhere/left.jpg', join(folder, 'in/ana/below.jpg'));
  put(
    'in/list.ndjson',
    '{"name":"A","photos":"out"}\n{"name":"B","photos":"ana"}\n{"name":"C","left":"/etc/passwd"}\n',
  );
  const { checked } = await checking(folder);
  expect(checked.problems).toEqual([
    expect.stringMatching(/^line 1: "out" lies outside/),
    expect.stringMatching(/^line 2: "[^"]*below.jpg" lies outside/),
    expect.stringMatching(/^line 2: type is missing/),
    expect.stringMatching(/^line 3: "\/etc\/passwd" lies outside/),
    expect.stringMatching(/^line 3: type is missing/),
    expect.stringMatching(/^line 3: front and right \(photos\) are missing/),
  ]);
});

test('a photo folder without photos is a mistake, not a patient without any', async () => {
  const { folder, put } = patients();
  put('in/empty/IMG_1.jpg', photos[0]!);
  put('in/list.ndjson', '{"name":"A","photos":"empty"}\n{"name":"B","photos":"none"}\n');
  expect((await checking(folder)).checked.problems).toEqual([
    expect.stringMatching(
      /^line 1: photos "empty" holds no photo named after its view, such as left.jpg; name them so/,
    ),
    expect.stringMatching(/^line 2: the photo folder ".*none" does not exist/),
  ]);
});

test('a folder of photos that is not there is told once, and not each of its photos', async () => {
  const { folder, put } = patients();
  put('in/empty/IMG_1.jpg', photos[0]!);
  put('in/some/left.jpg', photos[0]!);
  const rows = ['none', 'empty', '../elsewhere', 'some'].map((photos) => ({ name: photos, type: 'face', photos }));
  put('in/list.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  expect((await checking(folder)).checked.problems).toEqual([
    expect.stringMatching(/^line 1: the photo folder ".*none" does not exist/),
    expect.stringMatching(/^line 2: photos "empty" holds no photo/),
    expect.stringMatching(/^line 3: "..\/elsewhere" lies outside/),
    'line 4: front and right (photos) are missing for a face model',
  ]);
});

test('a row with pictures of two other rows has a line for each of these', async () => {
  const { folder, put } = patients();
  put('in/bo/left.jpg', photos[2]!);
  put(
    'in/list.ndjson',
    [
      { name: 'Ana', left: 'ana/left.jpg', front: 'ana/front.jpg' },
      { name: 'Bo', left: 'bo/left.jpg' },
      { name: 'Cy', left: 'ana/left.jpg', front: 'ana/front.jpg', right: 'ana/right.jpg' },
    ]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  const { problems } = (await checking(folder)).checked;
  // Nobody knows which of them is right.
  expect(problems.filter((problem) => problem.includes('same'))).toEqual([
    'line 1: has for left and front the same pictures as line 3; leave one of them out',
    'line 2: has for left the same picture as line 3; leave one of them out',
    'line 3: has for left and front the same pictures as line 1; leave one of them out',
    'line 3: has for right the same picture as line 2; leave one of them out',
  ]);
});

test('a folder whose name begins with dots is inside', async () => {
  const { folder, put } = patients();
  for (const [at, view] of ['left', 'front', 'right'].entries()) put(`in/..ana/${view}.jpg`, photos[at]!);
  put('in/list.ndjson', '{"name":"Ana","type":"face","photos":"..ana"}\n');
  expect((await checking(folder)).checked.problems).toEqual([]);
});

test('what is sent is what was checked: a photo that was changed since fails by its name', async () => {
  const { folder, put } = patients();
  const { rows } = await checking(folder);
  const copyPhotos = photoCopier(folder, 1);
  const { photos: copied, dispose } = await copyPhotos(rows[0]!);
  expect(copied.map(({ view, fileName }) => [view, fileName])).toEqual([
    ['left', 'left.jpg'],
    ['front', 'front.jpg'],
    ['right', 'right.jpg'],
  ]);
  dispose();
  put('in/ana/front.jpg', photos[0]!);
  await expect(copyPhotos(rows[0]!)).rejects.toMatchObject({
    code: 'photo_rejected',
    message: expect.stringMatching(/^front ".*front.jpg" was changed after it had been checked$/),
  });
});

test('private metadata is counted, and not part of what a row is known by', async () => {
  const { folder, put } = patients();
  const plain = await checking(folder);
  expect(plain.checked.stripped).toBe(0);
  put('in/ana/front.jpg', afterStart(photos[1]!, segment(0xfe, 'Ana Sample, born 1980')));
  const { checked, rows } = await checking(folder);
  expect(checked.stripped).toBe(1);
  expect(rows[0]!.hash).toBe(plain.rows[0]!.hash);
});

test('photos of a row that is done are not decoded again, those of others are', async () => {
  const { folder, put } = patients();
  // A picture that no decoder takes, in a row that an earlier run has sent: it was sound then.
  put('in/ana/front.jpg', photos[1]!.subarray(0, 2000));
  const first = await checking(folder);
  expect(first.checked.problems[0]).toMatch(/^line 1: front ".*" is (cut|damaged)/);
  const whole = patients();
  const { rows } = await checking(whole.folder);
  const again = await checking(whole.folder, { done: new Map([[`b:${rows[0]!.hash}:0`, '7']]) });
  expect(again.checked.problems).toEqual([]);
  expect(again.rows[0]).toMatchObject({ hash: rows[0]!.hash });
  expect(again.rows[0]!.request.photos.map(({ pictureHash }) => pictureHash)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const other = await checking(whole.folder, { done: new Map([['b:another:0', '7']]) });
  expect(other.rows[0]!.request.photos.every(({ pictureHash }) => pictureHash !== undefined)).toBe(true);
});

test('pictures of rows that a report says are done count, as far as they can still be read', async () => {
  const { folder, put } = patients();
  put(
    'in/list.ndjson',
    '{"name":"Bo","type":"face","photos":"ana"}\n{"name":"Ana","type":"face","photos":"ana","recon_id":"1","recon_status":"created"}\n',
  );
  const { checked, rows } = await checking(folder);
  expect(checked).toMatchObject({ faulty: 1, done: 1 });
  expect(checked.problems[0]).toMatch(/^line 1: has for left, front and right the same pictures as line 2;/);
  expect(rows.map(({ problems }) => problems.length)).toEqual([1, 0]);
  put('in/ana/left.jpg', photos[2]!.subarray(0, 9));
  expect((await checking(folder)).rows[1]).toMatchObject({ done: { id: '1' }, problems: [] });
  rmSync(join(folder, 'in/ana'), { recursive: true });
  expect((await checking(folder)).rows[1]).toMatchObject({ done: { id: '1' }, problems: [] });
});

test('whom a report names is looked for, 100 at a time, and known by what was given', async () => {
  const { folder, put } = patients();
  const people = [
    [{ name: 'Ana  SAMPLE' }, { name: 'Sample, Ána' }],
    [
      { name: 'Bo', phone: '091 234 5678' },
      { name: 'Bob', phone: '+351 91-234-5678' },
    ],
    [
      { name: 'Cy', email: 'cy@example.org' },
      { name: 'Cyrus', email: 'CY@example.org', phone: '1' },
    ],
    [{ city: 'Porto' }, { name: 'Somebody' }],
    [
      { name: 'Di', phone: '5678' },
      { name: 'Eve', phone: '91 234 5678' },
    ],
    [{ name: 'Fay' }, undefined],
    ...Array.from({ length: 244 }, (_, at) => [{ name: `Row ${at}` }, { name: `Row ${at}` }] as const),
  ] as const;
  const rows = people.map(([given], at) => ({ ...given, recon_id: String(at + 1), recon_status: 'created' }));
  put('in/list.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const asked: number[] = [];
  const patientsById = async (ids: string[]) => {
    asked.push(ids.length);
    return ids.flatMap((id) => {
      const there = people[Number(id) - 1]?.[1];
      return there === undefined ? [] : [{ id: Number(id), ...there }];
    });
  };
  const { checked } = await checking(folder, { patientsById });
  expect(asked).toEqual([100, 100, 50]);
  const text =
    'of the report is not on this service, or is somebody else; empty its recon_id to send the row, or leave the row out';
  expect(checked.problems).toEqual([`line 5: patient 5 ${text}`, `line 6: patient 6 ${text}`]);
  expect(checked).toMatchObject({ total: 250, faulty: 2, done: 248 });
});

test('rows that are all done are in order, however alike they are', async () => {
  const { folder, put } = patients();
  const ana = { name: 'Ana', type: 'face', photos: 'ana' };
  const lines = (more: object) => `${JSON.stringify({ ...ana, ...more })}\n`.repeat(2);
  put('in/list.ndjson', lines({}));
  const { checked, rows } = await checking(folder);
  expect(checked.faulty).toBe(1);
  const names = rows.map(({ hash }, at): [string, string] => [`b:${hash}:${at}`, `${at}`]);
  expect((await checking(folder, { done: new Map(names) })).checked.problems).toEqual([]);
  expect((await checking(folder, { done: new Map(names.slice(0, 1)) })).checked.faulty).toBe(1);
  put('in/list.ndjson', lines({ recon_id: '1', recon_status: 'created' }));
  expect((await checking(folder)).checked.problems).toEqual([]);
});

test('one person who stands in a list twice under names that differ in accents, order or titles is told', async () => {
  const { folder, put } = patients();
  const jose = { name: 'José da Silva', email: 'jose@example.org', phone: '+351 912 000 203' };
  const rows = [
    jose,
    { ...jose, name: 'Jose da Silva' },
    { ...jose, name: 'Silva, José da', email: 'j@example.org', phone: '912000203' },
    { name: 'José da Silva', email: 'jose2@example.org', phone: '+351 962 000 203' },
    { ...jose, name: 'Josefa da Silva' },
    { name: 'José da Silva' },
    { name: 'JOSE DA SILVA', email: 'Jose@example.org' },
    { name: 'Sr. José da Silva', phone: '912 000 203' },
    { name: 'José da Silva, Jr.', phone: '912 000 203' },
  ];
  put('in/list.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { checked, rows: read } = await checking(folder);
  const leave = 'leave one of them out';
  expect(checked.problems).toEqual([
    `line 2: is most likely the same person as line 1: the same email and phone, and the same name but for accents, order or titles; ${leave}`,
    `line 3: is most likely the same person as line 1: the same name and phone; ${leave}`,
    `line 7: is most likely the same person as line 1: the same email, and the same name but for accents, order or titles; ${leave}`,
    `line 8: is most likely the same person as line 1: the same phone, and the same name but for accents, order or titles; ${leave}`,
  ]);
  expect((await checking(folder, { allowSame: true })).checked.problems).toEqual([]);
  // Two that an earlier version has made stay; one that was made tells of the other.
  const done = read.map(({ name }, at): [string, string] => [`b:${name}`, `${at}`]);
  const whose = async (some: number[]) =>
    (await checking(folder, { done: new Map(some.map((at) => done[at]!)) })).checked.problems.map((one) =>
      one.slice(0, 55),
    );
  expect(await whose([0, 1, 2, 6, 7])).toEqual([]);
  expect((await whose([1]))[0]).toBe('line 1: is most likely the same person as line 2: the s');
});

test('records as a list or an export writes them are taken back', async () => {
  const { folder, put } = patients();
  const record = {
    ...{ id: 7, player_id: 'p', name: 'Ana', email: null, height: 170.5, weight: null, phone: '912000203' },
    ...{ country_iso: 'PT', updated_at: '2026-01-02T03:04:05.678+00:00', reconstructions: [{ id: 1 }], more: {} },
  };
  put('in/patients.ndjson', `${JSON.stringify(record)}\n${JSON.stringify({ id: 7, name: 'Bo' })}\n`);
  const { checked, rows } = await checking(folder, {}, 'in/patients.ndjson');
  expect(checked.problems).toEqual(['line 2: it has an unknown key "id"']);
  expect(checked.warnings[0]).toBe('line 1: is a record of a service; its models and times are left alone');
  expect(rows[0]!.request).toMatchObject({
    patient: { name: 'Ana', phone: '912000203', country: 'PT' },
    size: { height: '170.5' },
    photos: [],
  });
  expect(rows[0]!.source).toEqual({ object: record });
});

test('a name that has lost a letter on its way is told, once for all rows', async () => {
  const { folder, put } = patients();
  const names = ['Ay?e Öztürk', '?ukasz Nowak', 'Kow, ?ukasz', 'Nem\ufffdth', 'Ana?', 'Ana (?)', 'Is it? Ana', 'Ayşe'];
  put('in/list.ndjson', names.map((name) => `${JSON.stringify({ name })}\n`).join(''));
  const { warnings, problems } = (await checking(folder)).checked;
  expect(problems).toEqual([]);
  expect(warnings).toEqual(
    [1, 2, 3, 4].map((line) =>
      expect.stringMatching(new RegExp(`^line ${line}: name has a \\? in the place of a letter`)),
    ),
  );
  expect(new Set(warnings.map((one) => one.replace(/^line \d/, ''))).size).toBe(1);
});

test('the last line of a list, with a total, became a patient', async () => {
  const { folder, put } = patients();
  const totals = ['Summe: 6', 'TOTAL', 'Total: 41', 'Gesamt (6)', 'Soma = 12', '6 Patienten', 'Número de pacientes: 6'];
  const people = ['Suma Patel', 'Soma', 'Ana Total', 'Toni Summer', '6', 'Count Basie'];
  put('in/list.ndjson', [...totals, ...people].map((name) => `${JSON.stringify({ name })}\n`).join(''));
  const { problems } = (await checking(folder)).checked;
  expect(problems).toEqual(
    totals.map(
      (name, at) => `line ${at + 1}: name ${JSON.stringify(name)} is most likely a total of the list; delete the row`,
    ),
  );
});

test('a name whose letters were read in another encoding is told', async () => {
  const { folder, put } = patients();
  const broken = ['José', 'Jürgen', 'ñandú'].map((name) =>
    new TextDecoder('windows-1252').decode(new TextEncoder().encode(name)),
  );
  const names = [...broken, 'José', 'SÃO PAULO', 'Ã', 'João'];
  put('in/list.ndjson', names.map((name) => `${JSON.stringify({ name })}\n`).join(''));
  const { warnings } = (await checking(folder)).checked;
  expect(warnings).toEqual(
    [1, 2, 3].map((line) => expect.stringContaining(`line ${line}: name has two letters in the place of one`)),
  );
});

test('equal rows are counted from the first, in the order of the list', async () => {
  const { folder, put } = patients();
  put('in/list.ndjson', '{"name":"A"}\n{"name":"B"}\n{"name":"A"}\n{"name":"A","city":"x"}\n{"name":"A"}\n');
  const { rows, checked } = await checking(folder, { allowSame: true });
  expect(rows.map(({ name, hash }) => name.slice(hash.length))).toEqual([':0', ':0', ':1', ':0', ':2']);
  expect(checked.problems).toEqual([]);
  expect((await checking(folder)).checked.faulty).toBe(3);
});

test('a report that is fed back: done rows stay, an unknown one is not sent, an id without its status is odd', async () => {
  const { folder, put } = patients();
  put(
    'in/list.ndjson',
    [
      { name: 'A', recon_id: '1', recon_status: 'created', photos: 'gone' },
      { name: 'B', recon_id: '2', recon_status: 'already_there' },
      { name: 'C', recon_id: '', recon_status: 'failed', recon_error: 'x' },
      { name: 'D', recon_id: '', recon_status: 'unknown' },
      { name: 'E', recon_id: '5', recon_status: 'failed' },
      { name: 'F', recon_id: 'x', recon_status: 'created' },
    ]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  const { rows } = await checking(folder);
  expect(rows.map(({ done, problems }) => [done?.id, problems.length])).toEqual([
    ['1', 0],
    ['2', 0],
    [undefined, 0],
    [undefined, 1],
    [undefined, 1],
    [undefined, 1],
  ]);
});

test('a row is held to the rules of flags: e-mail, country and name are its problems, before anything is sent', async () => {
  const { folder, put } = patients();
  put(
    'in/list.ndjson',
    [
      { name: 'Ana', email: 'maria@' },
      { name: 'Bea', country: 'Atlantis' },
      { name: '  ', city: 'Porto' },
      { name: 'Dea', country: 'portugal' },
    ]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  const { checked, rows } = await checking(folder);
  expect(checked.problems).toEqual([
    expect.stringMatching(/^line 1: email is no e-mail address: "maria@"; an address has one @/),
    expect.stringMatching(/^line 2: country "Atlantis" is not a country/),
    'line 3: name is blank',
  ]);
  expect(checked.warnings).toEqual([]);
  expect(rows[3]?.request.patient).toEqual({ name: 'Dea', country: 'PT' });
});

test('types in the languages of offices are understood, and told', async () => {
  const { folder, put } = patients();
  const words = ['cara', 'Mamas', 'pecho', 'CUERPO', 'rosto', 'corpo', 'Gesicht', 'Brust', 'Körper', 'visage', 'seins'];
  const rows = [...words, 'poitrine', 'corps', 'Face', 'face', 'nariz'].map((type) => ({ name: type, type }));
  put('in/list.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { checked, rows: found } = await checking(folder);
  expect(found.map(({ request }) => request.type)).toEqual([
    ...['face', 'mammo', 'mammo', 'body', 'face', 'body', 'face', 'mammo', 'body', 'face', 'mammo', 'mammo', 'body'],
    ...['face', 'face', 'nariz'],
  ]);
  expect(checked.warnings.filter((text) => text.includes('taken'))).toHaveLength(14);
  expect(checked.warnings).toContain('line 2: type "Mamas" is taken as mammo');
  expect(checked.problems.filter((text) => text.includes('type is'))).toEqual([
    expect.stringMatching(/^line 16: type is "nariz"; it must be/),
  ]);
});

test('a row without a name, in a list without any, is sent with a warning, and so is a control character, exactly', async () => {
  const { folder, put } = patients();
  put('in/list.ndjson', '{"email":"ana@example.org"}\n{"email":"bea@example.org","address":"Rua 1\\nPorto"}\n');
  const { checked, rows } = await checking(folder);
  expect(checked.problems).toEqual([]);
  expect(checked.warnings).toEqual([
    'line 1: the patient has no name',
    'line 2: address holds a control character, U+000A as character 6, and is sent with it',
    'line 2: the patient has no name',
  ]);
  expect(rows[1]?.request.patient.address).toBe('Rua 1\nPorto');
});

test('a row without a name among named ones, and a word for a phone number, are problems; what an earlier run sent stays done', async () => {
  const { folder, put } = patients();
  put(
    'in/list.ndjson',
    [
      '{"name":"Ana","phone":"+351 21 000 0001"}',
      '{"phone":"+351 21 000 0002"}',
      '{"name":"Cy","phone":"mobile"}',
      '{"name":"Di","phone":"21 000 0004 (mother)"}',
      '{"name":"Eve","phone":"  "}',
      '{nothing}',
      '',
    ].join('\n'),
  );
  const { checked, rows } = await checking(folder);
  expect(checked.problems).toEqual([
    expect.stringMatching(/^line 2: has no name, and other rows have; write it there, or /),
    'line 3: phone is no phone number: "mobile" has no digits; write the number, or leave it empty',
    expect.stringMatching(/^line 6: is not valid JSON/),
  ]);
  expect(checked.warnings).toContainEqual(expect.stringMatching(/^line 4: phone is no phone .* sent as it is$/));
  expect(checked.warnings).not.toContain('line 2: the patient has no name');
  expect(rows[4]?.request.patient).toEqual({ name: 'Eve' });
  const done = new Map(rows.map(({ name }, at) => [`b:${name}`, String(at + 1)]));
  expect((await checking(folder, { done })).checked.problems).toEqual([expect.stringMatching(/^line 6: /)]);
});

test('a row that an earlier version sent stays done, though its e-mail address would be refused now', async () => {
  const { folder, put } = patients();
  put('in/list.ndjson', '{"name":"Ana","email":"maria@","country":"portugal"}\n');
  const [row] = (await checking(folder)).rows;
  // What 0.1.0 wrote down of this row: its hash is of what was written, not of what is sent.
  expect(row?.hash).toBe('ylkAKRix602h95ANg6HeeI');
  const { checked } = await checking(folder, { done: new Map([[`${row?.hash}:0`, '7']]) });
  expect(checked.problems).toEqual([]);
});

test('a patient.json that is not UTF-8 is refused, not sent with other letters', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'jose'));
  writeFileSync(join(folder, 'jose/patient.json'), Buffer.from('{"name":"José"}', 'latin1'));
  const row = await readPatientFolder(folder, 'jose', 1);
  expect(row.problems).toEqual(['patient.json is not UTF-8 text']);
  writeFileSync(join(folder, 'jose/patient.json'), '\ufeff{"name":"José"}');
  expect((await readPatientFolder(folder, 'jose', 1)).values.get('name')).toBe('José');
});

test('a host of mail that looks like a slip is told once with its rows, and stops none', async () => {
  const { folder, put } = patients();
  const emails = ['a@gmial.com', 'b@gmail.com', 'c@gmial.com', 'd@hotmial.com', 'e@clinic.example', 'f@exmaple'];
  put('in/list.ndjson', emails.map((email, at) => `${JSON.stringify({ name: `P ${at}`, email })}\n`).join(''));
  const { checked } = await checking(folder);
  expect(checked.problems).toEqual([]);
  expect(checked.warnings).toEqual([
    'line 1: the host of the e-mail address looks like a slip of gmail.com; it is sent as it is',
    'line 3: the host of the e-mail address looks like a slip of gmail.com; it is sent as it is',
    'line 4: the host of the e-mail address looks like a slip of hotmail.com; it is sent as it is',
    'line 6: the host of the e-mail address has no ending, such as .com; it is sent as it is',
  ]);
});

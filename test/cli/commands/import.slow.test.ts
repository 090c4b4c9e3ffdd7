import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { workbookOf } from '../../../src/cli/output/workbook.ts';
import { openAccounts } from '../../../src/service/accounts.ts';
import { afterStart, jpegOf, segment } from '../../support/photo-maker.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { asTerminal, standInProcess } from '../../support/stand-in-process.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { typeMain } from '../../support/typed-terminal.ts';

let home: ReconHome;
let service: TestService;
let photos: Buffer[];
beforeAll(async () => {
  home = await makeHome();
  service = await openService();
  photos = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => jpegOf({ seed, width: 480, height: 500 })));
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

let folder: string;
beforeEach(() => {
  folder = tempFolder();
});

const recon = (...args: string[]) =>
  runMain(args, { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token });
const importing = (list: string, ...args: string[]) => recon('patients', 'import', join(folder, list), ...args);
const put = (name: string, content: string | Buffer) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), content);
};
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const named = async (name: string) => (await service.list(`?name=${encodeURIComponent(name)}`)).patients;
const count = async () => (await service.list('?per_page=1')).meta.total_entries;

test('a CSV becomes patients; the report is the input and what became of each row', async () => {
  put('list.csv', 'name,email,postal-code\r\nAnt Row,ant@example.org,1000\r\n"Bee, Row",,\r\n');
  const { exitCode, stdout, stderr } = await importing('list.csv');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${join(folder, 'list.report.csv')}\n` });
  expect(stderr).toMatch(/^2 created$/m);
  const [ant] = await named('Ant Row');
  const [bee] = await named('Bee, Row');
  expect(ant).toMatchObject({ email: 'ant@example.org', postal_code: '1000' });
  expect(read('list.report.csv').replaceAll(/[\w-]{8,}:[\w-]{22}:0/g, 'ROW')).toBe(
    'name,email,postal-code,recon_id,recon_status,recon_error,recon_row\r\n' +
      `Ant Row,ant@example.org,1000,${ant!.id},created,,ROW\r\n` +
      `"Bee, Row",,,${bee!.id},created,,ROW\r\n`,
  );
  expect(statSync(join(folder, 'list.report.csv')).mode & 0o777).toBe(0o600);
});

test('Ctrl-C while a list was checked told neither that nothing was sent nor how to go on', async () => {
  for (const [at, photo] of photos.slice(0, 3).entries()) put(`${at}.jpg`, photo);
  put(
    'list.csv',
    `name,type,left,front,right\n${['Ada', 'Bob', 'Cyd'].map((name) => `${name} Stop,face,0.jpg,1.jpg,2.jpg`).join('\n')}\n`,
  );
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { stand, texts } = standInProcess(['patients', 'import', join(folder, 'list.csv')], environment);
  asTerminal(stand.stderr);
  stand.stderr.on('data', () => {
    if (texts.stderr.includes('checking: ')) stand.emit('SIGINT');
  });
  expect(await main(stand)).toBe(130);
  expect(texts.stderr).toMatch(
    /recon: stopped by Ctrl-C; nothing was sent\n {2}Try: the same command again; it makes nobody twice\n$/,
  );
  expect(await named('Ada Stop')).toEqual([]);
});

test('rows without room in the account go in with the same command, once its limit is raised', async () => {
  const accounts = await openAccounts(service.places);
  const { token } = await accounts.add('a full clinic');
  const limit = (patients: number | null) => accounts.setQuota('a full clinic', { patients });
  await limit(1);
  put('list.csv', 'name\nAda Room\nBob Room\nCyd Room\n');
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: token };
  const run = () => runMain(['patients', 'import', join(folder, 'list.csv'), '--jobs', '1'], environment);
  const { exitCode, stderr } = await run();
  expect(exitCode).toBe(7);
  expect(stderr).toContain('of 3 rows, 2 are not made, since the account is full');
  expect(stderr).toContain('Try: the same command again, once whoever runs the service has raised the limit');
  await limit(null);
  const again = await run();
  expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('2 created')]);
  await accounts.close();
});

test('a list that the account has no room for is told before anything is sent, and a person is asked', async () => {
  const accounts = await openAccounts(service.places);
  const { token } = await accounts.add('a small clinic');
  await accounts.setQuota('a small clinic', { patients: 2 });
  put('list.csv', 'name\nAda Small\nBob Small\nCyd Small\n');
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: token };
  const line = (...more: string[]) => ['patients', 'import', join(folder, 'list.csv'), ...more];
  const stored = async () => (await accounts.list()).find((one) => one.name === 'a small clinic')?.stored.patients;
  const told = 'warning: the account has room for 2 more patients; 3 are to be created\n';
  const dry = await runMain(line('--dry-run'), environment);
  expect(dry).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(told) });
  const question = /Send as many as there is room for\?/;
  expect(await typeMain(line(), environment, [[question, '\r']])).toMatchObject({ exitCode: 130, asked: 1 });
  expect(await stored()).toBe(0);
  const sent = await typeMain(line('--jobs', '1'), environment, [[question, 'y\r']]);
  expect(sent).toMatchObject({ exitCode: 7, asked: 1 });
  expect(sent.stderr.replaceAll(/\s+/g, ' ')).toContain('room for 2 more patients; up to 3 are to be created');
  expect(await stored()).toBe(2);
  // Who is done is not counted again, and a list that fits is not spoken of.
  await accounts.setQuota('a small clinic', { patients: 3 });
  const rest = await typeMain(line(), environment, []);
  expect(rest).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('room for') });
  const full = await runMain(['status', '--json'], environment);
  expect(JSON.parse(full.stdout)).toMatchObject({ patients: { limit: 3, stored: 3, of_main: false } });
  expect((await runMain(['status'], environment)).stdout).toMatch(/^patients\t3 of at most 3: full$/m);
  await accounts.setQuota('a small clinic', { patients: null });
  expect((await runMain(['status'], environment)).stdout).not.toMatch(/^patients/m);
  await accounts.close();
});

test('mistyped addresses stand in the report, and the end counts them with a way to put one right', async () => {
  put('list.csv', 'name,email\nElsa Slip,elsa@gmial.com\nFay Good,fay@example.org\nGus Slip,gus@hotmial.com\n');
  const { exitCode, stderr } = await importing('list.csv');
  expect(exitCode).toBe(0);
  const id = /elsa@gmial\.com,(\d+),/.exec(read('list.report.csv'))![1];
  expect(stderr.split(/^3 created$/m)[1]).toContain(
    `warning: 2 e-mail addresses look mistyped (rows 2, 4); to put the first one right: recon update ${id} --email ADDRESS`,
  );
  expect(read('list.report.csv')).toMatch(/elsa@gmial\.com,\d+,created,.*looks like a slip of gmail\.com/);
  expect(read('list.report.csv')).toMatch(/fay@example\.org,\d+,created,,/);
});

test('of a refused row nothing was told as if it was sent', async () => {
  put('list.csv', 'name,email,phone\nBea Slip,bea@@example,\nCid Slip,cid@gmial.com,mobile\nDea Slip,dea@gmial.com,\n');
  const { exitCode, stderr } = await importing('list.csv', '--keep-going');
  expect(exitCode).toBe(7);
  expect(stderr).toContain(
    'warning: row 3: the host of the e-mail address looks like a slip of gmail.com; it would be',
  );
  expect(stderr).toContain('warning: row 4: the host of the e-mail address looks like a slip of gmail.com; it is sent');
  expect(stderr).not.toContain('no ending');
  expect(stderr).toMatch(
    /warning: the e-mail address of row 4 looks mistyped; to put it right: recon update \d+ --email/,
  );
  expect(read('list.report.csv')).toMatch(
    /bea@@example,,,failed,"?email is no e-mail address: [^;]*; an address has [^;]*,\r?\n/,
  );
  expect(read('list.report.csv')).toMatch(/cid@gmial\.com,mobile,,failed,.*gmail\.com; it would be sent as it is/);
  expect(read('list.report.csv')).toMatch(/dea@gmial\.com,,\d+,created,.*gmail\.com; it was sent as it is/);
  // The second run sends nothing, and said that it does.
  const again = await importing('list.csv', '--keep-going');
  expect(again.stderr).toContain(
    'warning: row 4: the host of the e-mail address looks like a slip of gmail.com; it was sent',
  );
});

test('what a report tells of a record goes once the record is put right', async () => {
  put('first.csv', 'name,email,phone\nIna Both,ina@example.org,+351 21 000 0901\n');
  await importing('first.csv');
  put('list.csv', 'name,email,phone,city\nIna Both,ina@example.org,+351 21 000 0901,Faro\nJan Slip,jan@gmial.com,,\n');
  await importing('list.csv');
  const told = read('list.report.csv');
  expect(told).toMatch(/Ina Both,.*,already_there,.*without the city of this row/);
  expect(told).toMatch(/Jan Slip,.*,created,.*looks like a slip of gmail\.com/);
  // As long as the records are as they were, so is what is told.
  await importing('list.report.csv');
  expect(read('list.report.2.csv')).toBe(told);
  const [ina, jan] = [/Faro,(\d+),/.exec(told)![1]!, /gmial\.com,,,(\d+),/.exec(told)![1]!];
  await recon('patients', 'update', ina, '--city', 'Faro', '--yes');
  await recon('patients', 'update', jan, '--email', 'jan@gmail.com', '--yes');
  expect(await importing('list.report.csv')).toMatchObject({
    exitCode: 0,
    stderr: expect.not.stringContaining('slip'),
  });
  expect(read('list.report.2.csv')).toMatch(/Faro,\d+,already_there,,[\s\S]*gmial\.com,,,\d+,created,,/);
  // The list itself has the slip, and what its patient has is right.
  const again = await importing('list.csv');
  expect(again.exitCode).toBe(0);
  expect(again.stderr).not.toContain('slip');
  expect(again.stderr).not.toContain('mistyped');
});

test('a row without a name is advised by what else it has', async () => {
  put('list.csv', 'name,email,phone\nHal Named,,\n,hal@example.org,\n,,+351 21 000 0000\n');
  const { stderr } = await importing('list.csv');
  expect(stderr).toMatch(/row 3: has no name.*recon create --email ADDRESS/);
  expect(stderr).toMatch(/row 4: has no name.*recon create --phone NUMBER/);
});

test('on a terminal a line says what the report is', async () => {
  put('list.csv', 'name\nIda Report\n');
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { stderr } = await typeMain(['patients', 'import', join(folder, 'list.csv')], environment, []);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'the report: the list, with what became of each row in its last columns; leave recon_row as it is, by which a next import knows the row',
  );
});

const FACE = ['left', 'front', 'right'] as const;
const putFace = (name: string, first: number) => {
  for (const [at, view] of FACE.entries()) put(join(name, `${view}.jpg`), photos[first + at]!);
};
const reportRows = (name: string) =>
  read(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('NDJSON and photos: paths are relative to the file, and the reconstruction is made', async () => {
  putFace('ana', 0);
  put('list.ndjson', '{"name":"Cat Row","type":"face","photos":"ana","ward":null}\n');
  const faulty = await importing('list.ndjson');
  expect(faulty.exitCode).toBe(2);
  expect(faulty.stderr).toContain('line 1: it has an unknown key "ward"');
  put('list.ndjson', '\n{"name":"Cat Row","type":"face","photos":"ana"}\n');
  const { exitCode, stderr } = await importing('list.ndjson');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(/^1 created$/m) });
  const [cat] = await named('Cat Row');
  expect(cat!.reconstructions).toMatchObject([{ type: 'FaceReconstruction' }]);
  expect(reportRows('list.report.ndjson')).toEqual([
    {
      name: 'Cat Row',
      type: 'face',
      photos: 'ana',
      recon_id: String(cat!.id),
      recon_status: 'created',
      recon_error: '',
      recon_row: expect.stringMatching(/^[\w-]{8,}:[\w-]{22}:0$/),
    },
  ]);
});

test('a folder of folders: patient.json and photos by view; the report can be fed back from beside it', async () => {
  putFace('camera/dan', 0);
  put('camera/dan/patient.json', '{"name":"Dan Row","type":"face"}');
  put('camera/eve/patient.json', '{"name":"Eve Row"}');
  put('camera/.hidden/x', '');
  put('camera/notes.txt', 'left alone');
  const { exitCode, stdout } = await importing('camera');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${join(folder, 'camera.report.ndjson')}\n` });
  expect((await named('Dan Row'))[0]!.reconstructions).toHaveLength(1);
  expect(reportRows('camera.report.ndjson').map(({ photos, recon_status }) => [photos, recon_status])).toEqual([
    ['camera/dan', 'created'],
    ['camera/eve', 'created'],
  ]);
  const before = await count();
  const again = await importing('camera.report.ndjson');
  expect({ exitCode: again.exitCode, stdout: again.stdout }).toEqual({
    exitCode: 0,
    stdout: `${join(folder, 'camera.report.2.ndjson')}\n`,
  });
  expect(again.stderr).toMatch(/^0 created · 2 done before$/m);
  expect(await count()).toBe(before);
});

test('who has a folder of photos for each patient, and no patient.json, is shown a spreadsheet that imports them', async () => {
  putFace('camera/Ada, Row', 0);
  putFace('camera/Bob Row', 3);
  const { exitCode, stderr } = await importing('camera');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^ {2}"Ada, Row" and "Bob Row": patient.json is missing; it holds at least /m);
  expect(stderr).not.toMatch(/type is missing|no name/);
  const [, sheet, line] =
    /As patients.csv:\n((?: {4}.*\n)+) {2}which is imported with: recon (.*)\n/.exec(stderr) ?? [];
  expect(sheet).toBe('    name,type,photos\n    "Ada, Row",face,"Ada, Row"\n    Bob Row,face,Bob Row\n');
  expect(line).toBe(`patients import patients.csv --folder ${join(folder, 'camera')}`);
  put('patients.csv', sheet!.replaceAll(/^ +/gm, ''));
  const imported = await importing('patients.csv', '--folder', join(folder, 'camera'));
  expect(imported).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^2 created$/m) });
  expect((await named('Ada, Row'))[0]!.reconstructions).toMatchObject([{ type: 'FaceReconstruction' }]);
});

test('folders that are named as their patients need a type and no patient.json; each name is shown, and who has none is left out', async () => {
  putFace('camera/Namedson, Ada', 0);
  putFace('camera/41 Bea Namedson', 3);
  put('camera/misc/IMG_0001.jpg', photos[0]!);
  const refused = await importing('camera');
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(refused.stderr).toContain(`recon patients import ${join(folder, 'camera')} --type face --dry-run`);
  const stops = await importing('camera', '--type', 'face');
  expect(stops).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('misc: its name is not read as') });
  expect(await named('Namedson')).toEqual([]);

  const { exitCode, stderr } = await importing('camera', '--type', 'face', '--keep-going');
  expect(exitCode).toBe(7);
  for (const line of ['"41 Bea Namedson": Bea Namedson', '"Namedson, Ada": Ada Namedson', '"misc": no name is read'])
    expect(stderr).toContain(`${line}\n`);
  expect(stderr).toContain('The patients’ names, as they are read from the folders:\n"41 Bea');
  expect(stderr).toMatch(/^2 created · 1 failed$/m);
  const made = await named('Namedson');
  // Several are sent at a time.
  expect(made.map(({ name, reconstructions: [one] }) => [name, one?.type]).toSorted()).toEqual([
    ['Ada Namedson', 'FaceReconstruction'],
    ['Bea Namedson', 'FaceReconstruction'],
  ]);
  const again = await importing('camera', '--type', 'face', '--keep-going');
  expect(again.stderr).toMatch(/^0 created · 2 done before · 1 failed$/m);
  // A timer does that each night, and mails what is said.
  const nightly = await importing('camera', '--type', 'face', '--keep-going', '-q');
  expect(nightly).toMatchObject({ exitCode: 7, stderr: expect.not.stringContaining('Namedson') });
  const report = await importing('camera.report.ndjson', '--keep-going');
  expect(report.stderr).toMatch(/^0 created · 2 done before · 1 failed$/m);
  put('list.csv', 'name\nAda\n');
  expect(await importing('list.csv', '--type', 'face')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--type is for folders without a patient.json'),
  });
});

test('where the photos of a list are elsewhere, the way to name their folder comes first; no warning says that it is sent', async () => {
  put('list.csv', 'name,country,phone,type,photos\nAway Row,US,555 0102,face,away\nHere Row,US,555 0103,,\n');
  const refused = await importing('list.csv');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('; it would be sent as it is\n');
  expect(refused.stderr).toContain(
    '\n  Try: the same command with --folder DIR, if the photos are elsewhere; or with --keep-going, which sends the other rows\n',
  );
  put('list.csv', 'name,type,photos\nAway Row,face,away\n');
  expect((await importing('list.csv', '--dry-run')).stderr).toContain(
    '\n  Try: the same command with --folder DIR, if the photos are elsewhere\n',
  );
});

test('at a terminal the names in folders are shown and asked about', async () => {
  putFace('asked/Askedson, Ada', 0);
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const args = ['patients', 'import', join(folder, 'asked'), '--dry-run'];
  const no = await typeMain(args, environment, [[/Are these the right names\?/, '\r']]);
  expect(no).toMatchObject({ exitCode: 130 });
  const yes = await typeMain(args, environment, [
    [/Are these the right names\?/, 'y\r'],
    [/Which 3D model/, '\u001b[B\r'],
  ]);
  expect(yes.exitCode).toBe(0);
  const typed = await typeMain([...args, '--type', 'face'], environment, [[/Are these the right names\?/, '\r']]);
  expect(typed).toMatchObject({ exitCode: 130, asked: 1 });
  const taken = await typeMain([...args, '--type', 'face', '--yes'], environment, []);
  expect(taken).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('"Askedson, Ada": Ada Askedson') });
  expect(await named('Askedson')).toEqual([]);
});

test('folders with the same pictures are called folders, and no line would make again who is there', async () => {
  for (const name of ['Twin, Ada', 'Twin, Bea']) putFace(`twins/${name}`, 0);
  putFace('twins/Other, Eva', 3);
  const { exitCode, stderr } = await importing('twins', '--type', 'face');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^recon: 2 of 3 folders in .*twins" have a problem, so nothing was sent$/m);
  expect(stderr).toContain(
    'where two folders that are the same are two people, create one of them by itself: recon create (which first shows who is there)\n' +
      '  Try: the same command with --keep-going, which sends the other folders',
  );
  expect(stderr).not.toContain('--allow-same');
});

test('photos with the names of a camera are told with what to do; the folder of one patient is one to create', async () => {
  put('camera/cid/IMG_1.jpg', photos[0]!);
  put('camera/cid/patient.json', '{"name":"Cid Row","type":"face"}');
  const what = 'name them so (left, front, right …), or create this patient alone: recon create --photos DIR';
  expect((await importing('camera')).stderr).toContain(
    `warning: cid: none of its pictures is named after its view, such as left.jpg; ${what}`,
  );
  put('list.csv', 'name,type,photos\nCid Row,face,camera/cid\n');
  expect((await importing('list.csv')).stderr).toContain(`such as left.jpg; ${what}`);
  put('one/IMG_1.jpg', photos[0]!);
  expect((await importing('one')).stderr).toContain(`Try: recon create --photos ${join(folder, 'one')}\n`);
});

test('all problems of all rows are named before anything is sent', async () => {
  putFace('ana', 0);
  put('ana/short.jpg', photos[3]!.subarray(0, 900));
  put('secret.jpg', photos[4]!);
  put(
    'in/list.csv',
    [
      'name;type;provider;left;front;right;hipline',
      'One;face;;ana/left.jpg;;;',
      'Two;face;torso;;;;x',
      'Three;;;;;;',
      'Three;;;;;;',
      'Four;face;;../secret.jpg;short.jpg;missing.jpg;',
      'Five;too;many;cells;in;this;row;here',
      ';;;;;;',
      '',
    ].join('\n'),
  );
  put('in/short.jpg', photos[3]!.subarray(0, 900));
  const before = await count();
  const { exitCode, stdout, stderr } = await importing('in/list.csv');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  for (const part of [
    /row 2 \("[^"]*ana\/left.jpg"\), row 7 \("[^"]*cells"\): left … does not exist/,
    /row 2: front and right \(photos\) are missing for a face model/,
    /row 3: provider "torso" is no provider of face/,
    /row 3 \("x"\), row 7 \("row"\): hipline is …; it must be/,
    /row 5: has the same name, email and phone as row 4/,
    /row 6: "[^"]*secret.jpg" lies outside/,
    /row 6: front "[^"]*short.jpg" is cut off/,
    /row 6 \("[^"]*missing.jpg"\), row 7 \("[^"]*this"\): right … does not exist/,
    /row 7: has 8 cells, and the header has 7/,
  ]) {
    expect(stderr).toMatch(part);
  }
  expect(stderr).toMatch(/^recon: 1\d problems in 5 of 6 rows of .*, so nothing was sent$/m);
  expect(await count()).toBe(before);
});

test('the warnings of rows are told below the problems of a list that is refused, each once', async () => {
  put('list.csv', 'email,phone\nwes@,\nxan@example.org,\nyul@example.org,555 (ask mother)\n');
  const once = (stderr: string) => stderr.match(/rows 2-4: the patient has no name/g);
  const refused = await importing('list.csv');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toMatch(
    /^recon: 1 of 3 rows of .* has a problem, so nothing was sent\n {2}row 2: email is .*\n {2}warning: rows 2-4: the patient has no name\n {2}warning: row 4: phone is /m,
  );
  expect(once(refused.stderr)).toHaveLength(1);
  const going = await importing('list.csv', '--keep-going', '--dry-run');
  expect(going.stderr).toContain('warning: rows 2-4: the patient has no name\n');
  expect(once(going.stderr)).toHaveLength(1);
});

test('--keep-going sends neither a row without a name nor a phone number that is a word, and counts them', async () => {
  put('list.csv', 'name,email,phone\nSam Row,,+351 21 000 1001\n,tia@example.org,\nUlf Row,,mobile\n');
  const before = await count();
  const refused = await importing('list.csv');
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^recon: 2 of 3 rows of .* have a problem, so nothing was sent$/m),
  });
  expect(await count()).toBe(before);
  const { exitCode, stdout, stderr } = await importing('list.csv', '--keep-going', '--json');
  expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({
    exitCode: 7,
    total: 3,
    created: 1,
    failed: 2,
    not_sent: 0,
  });
  // What is told as "not sent" is sent by another run, unchanged; the counts have it so.
  expect(stderr).not.toContain('not sent');
  expect(stderr).toMatch(/^to be put right: row 3: has no name, and other rows have; write it there, or .*$/m);
  expect(stderr).toMatch(
    /^to be put right: row 4: phone is no phone number: "mobile" has no digits; write the number, or /m,
  );
  expect(stderr).toContain('"of 3 rows, 2 are to be put right"');
  expect(read('list.report.csv')).toMatch(/^,tia@example.org,,,failed,"has no name/m);
  expect(await count()).toBe(before + 1);
});

test('a report in which a row was put right is not overwritten when the list is imported again', async () => {
  put('twice.csv', 'name,email\nRut Twice,rut@@example.org\n');
  const again = () => importing('twice.csv', '--keep-going');
  expect((await again()).stdout).toBe(`${join(folder, 'twice.report.csv')}\n`);
  expect((await again()).stdout).toBe(`${join(folder, 'twice.report.csv')}\n`);
  const corrected = read('twice.report.csv').replace('rut@@', 'rut@');
  put('twice.report.csv', corrected);
  for (const _ of [1, 2]) expect((await again()).stdout).toBe(`${join(folder, 'twice.report.2.csv')}\n`);
  expect(read('twice.report.csv')).toBe(corrected);
  // The second report is the list's, so that of the first one stands beside it, each time.
  for (const _ of [1, 2]) {
    expect(await importing('twice.report.csv')).toMatchObject({
      exitCode: 0,
      stdout: `${join(folder, 'twice.report.3.csv')}\n`,
    });
  }
});

test('a row that a person empties in a report, or deletes there, is left out and no longer counted', async () => {
  put(
    'twins.csv',
    'name,email,phone\nTia Twin,tia@example.org,\nTia Twin,tia@example.org,\nUna Twin,,+351 21 000 1009\n',
  );
  const first = await importing('twins.csv', '--keep-going');
  expect(first.stderr).toContain('has the same name, email and phone as row 2; leave one of them out');
  expect(first.stderr).toContain('(when those rows are put right in it, or deleted)');
  put('twins.report.csv', read('twins.report.csv').replace('Tia Twin,tia@example.org,,,failed', ',,,,failed'));
  const second = await importing('twins.report.csv');
  expect(second).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^0 created · 2 done before$/m) });
  expect(read('twins.report.2.csv')).not.toContain('failed');
});

test('a report that was saved as a workbook has a report of its own, and its phone numbers are as they were', async () => {
  put('desk.csv', 'name,email,phone\nXia Desk,xia@example.org,+351 21 000 1010\nYan Desk,yan@@example.org,\n');
  await importing('desk.csv', '--keep-going');
  const [titles, ...rows] = read('desk.report.csv')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const columns = titles!.map((name) => ({ name, kind: 'text' as const }));
  put('desk.report.xlsx', Buffer.from(await workbookOf(columns, rows)));
  const places: string[] = [];
  for (const name of ['desk.report.csv', 'desk.report.xlsx', 'desk.report.csv', 'desk.report.xlsx']) {
    const { stdout, stderr } = await importing(name, '--keep-going');
    places.push(stdout);
    expect(stderr).toMatch(/^0 created · 1 done before · 1 failed$/m);
  }
  expect(places).toEqual([2, 3, 2, 3].map((nth) => `${join(folder, `desk.report.${nth}.csv`)}\n`));
});

test('a value in the wrong column is a problem of its row, and goes in once it is put right', async () => {
  put('list.csv', 'name,phone,city\nVit Row,+351 21 000 1002,Porto\nWim Row,,+48 600 555 010\n');
  const before = await count();
  const problem = 'city holds a phone number: "+48 600 555 010"; move it to its own column';
  expect(await importing('list.csv')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`row 3: ${problem}`),
  });
  expect(await importing('list.csv', '--keep-going')).toMatchObject({ exitCode: 7 });
  expect(await count()).toBe(before + 1);
  put('list.report.csv', read('list.report.csv').replace(",,'+48 600 555 010,", ',+48 600 555 010,,'));
  expect(await importing('list.report.csv')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/^1 created · 1 done before$/m),
  });
  expect(await named('Wim Row')).toMatchObject([{ phone: '+48 600 555 010' }]);
});

test('a surname in front is sent behind the first name where the title says so, and is the same person as before', async () => {
  const rows = '"Öztürk-Row, Ayşe";ayse@example.org\n"King-Row, Jr.";king@example.org\n';
  const form = { 'patient[name]': 'Groß-Row, Jürgen', 'patient[email]': 'gross@example.org' };
  const { patient } = await service.patient('POST', '/patients', { form });
  put('neu.csv', `"Nachname, Vorname";E-Mail\n${rows}"Groß-Row, Jürgen";gross@example.org\n`);
  const { exitCode, stderr } = await importing('neu.csv');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(
      /^column "Nachname, Vorname" is name, written as first name then surname where it has a comma\n(.|\n)*^2 created · 1 already there$/m,
    ),
  });
  expect(read('neu.report.csv')).toContain(`Groß-Row, Jürgen;gross@example.org;${patient.id};already_there`);
  expect(await named('Ayşe Öztürk-Row')).toMatchObject([{ email: 'ayse@example.org' }]);
  expect(await named('King-Row, Jr.')).toHaveLength(1);
  for (const title of ['"Nachname, Vorname"', 'Name']) {
    put('again.csv', `${title};E-Mail\n${rows}`);
    expect((await importing('again.csv')).stderr).toMatch(/^0 created · 2 already there$/m);
  }
});

test('a row that was imported with its comma is done, also when it is sent the other way round', async () => {
  put('list.csv', 'Name;Phone\n"Lia-Row, Ana";+351 21 000 1200\n');
  const note =
    'names in "Name" mostly have a comma and are sent as they are; with --map and the line "Name = family-name';
  expect(await importing('list.csv')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(note) });
  put('columns.txt', 'Name = family-name, given-name\n');
  expect((await importing('list.csv', '--map', join(folder, 'columns.txt'))).stderr).toMatch(
    /^0 created · 1 done before$/m,
  );
  expect(await named('Lia-Row')).toMatchObject([{ name: 'Lia-Row, Ana' }]);
});

test('a person is asked what the comma in names means, and the answer is kept', async () => {
  put('list.csv', 'Patient;Phone;Nota\n"Mia-Row, Eva";+351 21 000 1300;x\n');
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const asked = await typeMain(['patients', 'import', join(folder, 'list.csv')], environment, [
    [/Are the columns right\?(.|\r?\n)*❯ yes, import them this way/, '\r'],
    [/Names in "Patient" have a comma: "Mia-Row, Eva"(.|\r?\n)*❯ "Eva Mia-Row", for the surname stands first/, '\r'],
  ]);
  expect(asked).toMatchObject({ exitCode: 0, asked: 2 });
  expect(await named('Mia-Row')).toMatchObject([{ name: 'Eva Mia-Row' }]);
  expect((await importing('list.csv', '--dry-run')).stderr).toContain(
    'column "Patient" is name, written as first name then surname where it has a comma\n',
  );
});

test('--keep-going sends the rows beside one with a stray quote, and none where it is not certain where rows end', async () => {
  put('list.csv', 'name,phone\nQue Row,+351 21 000 1400\nQuo "Q" Row,+351 21 000 1401\nQux Row,+351 21 000 1402\n');
  const before = await count();
  const { exitCode, stderr } = await importing('list.csv', '--keep-going');
  expect({ exitCode, stderr }).toEqual({ exitCode: 7, stderr: expect.stringMatching(/^2 created · 1 failed$/m) });
  expect(stderr).toContain(
    'row 3: has a quote inside a cell, Quo "Q" Row, in line 3; delete the quote, or put the cell',
  );
  expect(await count()).toBe(before + 2);
  put('open.csv', 'name,phone\nQua Row,+351 21 000 1403\n"Qui Row,+351 21 000 1404\nQub Row,+351 21 000 1405\n');
  const refused = await importing('open.csv', '--keep-going');
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(
      /open\.csv", so nothing was sent\n {2}line 3: a quote that begins here is not closed, so it is/,
    ),
  });
  expect(await count()).toBe(before + 2);
});

test('--keep-going sends the good rows and ends with 7; the report, corrected and fed back, does the rest', async () => {
  put('list.csv', 'name,type\nGood Row,\nBad Row,fase\n');
  const first = await importing('list.csv', '--keep-going', '--json');
  expect(first.exitCode).toBe(7);
  expect(JSON.parse(first.stdout)).toEqual({
    report: join(folder, 'list.report.csv'),
    total: 2,
    encoding: 'utf-8',
    created: 1,
    already_there: 0,
    failed: 1,
    held_back: 0,
    unknown: 0,
    not_sent: 0,
    done_before: 0,
    photos_not_sent: 0,
    differing: 0,
    size_not_recorded: 0,
    namesakes: [],
  });
  const report = read('list.report.csv');
  expect(report).toMatch(/^Bad Row,fase,,failed,"type is ""fase""/m);
  put('list.report.csv', report.replace('Bad Row,fase,', 'Bad Row,,'));
  const second = await importing('list.report.csv');
  expect({ exitCode: second.exitCode, stderr: second.stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/^1 created · 1 done before$/m),
  });
  expect([(await named('Good Row')).length, (await named('Bad Row')).length]).toEqual([1, 1]);
  // The list itself is as wrong as it was, and its patient is there.
  const again = await importing('list.csv', '--keep-going');
  expect({ exitCode: again.exitCode, stderr: again.stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(
      /^0 created · 1 already there \(1 differs from its patient\) · 1 done before[\s\S]*type is "fase"[\s\S]*; the same row, put right, was imported as patient \d+/m,
    ),
  });
  expect((await named('Bad Row')).length).toBe(1);
});

test('a row that was corrected after its import is told and makes no second patient, in the list and in the report', async () => {
  put(
    'list.csv',
    'name,email,phone,city\nVal Row,val@example.org,+351 21 000 2001,Porto\nVic Row,,+351 21 000 2002,Faro\n',
  );
  expect((await importing('list.csv')).stderr).toMatch(/^2 created$/m);
  const [val] = await named('Val Row');
  const [vic] = await named('Vic Row');
  const report = read('list.report.csv');
  const before = await count();
  // Fed back, one row is corrected in the report.
  put('list.report.csv', report.replace('2001,Porto', '2009,Braga'));
  const fed = await importing('list.report.csv', '--json');
  expect(JSON.parse(fed.stdout)).toMatchObject({ created: 0, done_before: 2, differing: 1, failed: 0 });
  const line = `row 2: was imported as patient ${val!.id} and differs from that record in phone and city, which were not sent; to change the patient: recon update ${val!.id} --phone PHONE --city CITY`;
  expect(fed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`warning: ${line}\n`) });
  expect(read('list.report.2.csv')).toContain(line.slice('row 2: '.length));
  // The same in the list itself; the other row has nothing but its name to know it by.
  put('list.csv', read('list.csv').replace('2001,Porto', '2009,Braga').replace('2002', '2008'));
  const again = await importing('list.csv', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, already_there: 1, failed: 1, differing: 1 });
  expect(again).toMatchObject({ exitCode: 7, stderr: expect.stringContaining(`warning: ${line}\n`) });
  expect(again.stderr).toContain(`row 3: is perhaps patient ${vic!.id}, `);
  expect(await count()).toBe(before);
  expect(await named('Val Row')).toMatchObject([{ phone: '+351 21 000 2001', city: 'Porto' }]);
  // Who does what is told has a list without problems.
  await recon('patients', 'update', String(val!.id), '--phone', '+351 21 000 2009', '--city', 'Braga');
  await recon('patients', 'update', String(vic!.id), '--phone', '+351 21 000 2008');
  const settled = await importing('list.csv');
  expect(settled).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^0 created · 2 already there$/m) });
  const fedAgain = await importing('list.report.2.csv');
  // The other row of the report is what was sent: its patient was changed elsewhere.
  expect(fedAgain.stderr).toMatch(/^0 created · 2 done before$/m);
  expect(read('list.report.3.csv')).not.toContain('differs');
});

test('a second run creates nobody again; a patient somebody else made is already there', async () => {
  await recon('patients', 'create', '--name', 'Fay Row');
  put('list.csv', 'name\nFay Row\nGus Row\n');
  const first = await importing('list.csv');
  expect(first.stderr).toMatch(/^1 created · 1 already there$/m);
  const before = await count();
  const second = await importing('list.csv');
  expect({ exitCode: second.exitCode, stderr: second.stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/^0 created · /m),
  });
  expect(await count()).toBe(before);
});

test('an import that made nobody led to models that are still being made', async () => {
  putFace('nia', 0);
  put('list.csv', 'name,type,photos\nNia Made,face,nia\n');
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const args = ['patients', 'import', join(folder, 'list.csv'), '--yes'];
  const nextOf = async () => (await typeMain(args, environment, [])).stderr.match(/next: .*/g);
  expect(await nextOf()).toEqual(['next: recon status (to see which 3D models are still being made)']);
  expect(await nextOf()).toEqual(['next: recon list (to see who is there now)']);
});

test('photos of a row whose patient is there already are not sent, and that is said', async () => {
  const id = (await recon('patients', 'create', '--name', 'Lea Row')).stdout.trim();
  putFace('lea', 0);
  put('list.csv', 'name,type,photos\nLea Row,face,lea\nMia Row,,\n');
  const why = `a patient with this name, email and phone is there; the photos of this row were not sent: recon update ${id} --type face --left FILE --front FILE --right FILE`;
  const report = new RegExp(`^Lea Row,face,lea,${id},already_there,"${why}",[^,]+\\r$`, 'm');
  for (const counts of ['1 created', '0 created']) {
    const { exitCode, stderr } = await importing('list.csv');
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(new RegExp(`^${counts} · 1 already there, its photos not sent`, 'm')),
    });
    expect(read('list.report.csv')).toMatch(report);
  }
  await importing('list.report.csv');
  expect(read('list.report.2.csv')).toMatch(report);
});

test('what the record of a row lacks, or has otherwise, is told with the line that changes it, and nothing is sent', async () => {
  const there = { 'patient[name]': 'Max Row', 'patient[phone]': '+49 30 555 0101', 'patient[city]': 'Bonn' };
  const { patient: max } = await service.patient('POST', '/patients', { form: there });
  put('list.csv', 'name,phone,city,country,postal-code\nMax Row,+49 30 555 0101,Berlin,Germany,10 115\n');
  const { exitCode, stderr } = await importing('list.csv');
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    `0 created · 1 already there (1 differs from its patient)\nwarning: row 2: a patient with this name, email and phone is there, but without the country and postal code of this row and with another city: recon update ${max.id} --country COUNTRY --city CITY --postal-code POSTAL-CODE\n`,
  );
  expect(read('list.report.csv')).toContain(
    `recon update ${max.id} --country COUNTRY --city CITY --postal-code POSTAL-CODE`,
  );
  // A script keeps stderr in a log.
  expect(stderr).not.toMatch(/Max|555|Germany|10 ?115/);
  expect((await named('Max Row'))[0]).toMatchObject({ city: 'Bonn', country_iso: null, postal_code: null });
  putFace('max', 0);
  put('photos.csv', 'name,phone,state,type,photos\nMax Row,+49 30 555 0101,NRW,face,max\n');
  expect((await importing('photos.csv')).stderr).toContain(
    `is there, but without the state of this row; the photos of this row were not sent: recon update ${max.id} --state STATE --type face --left FILE --front FILE --right FILE`,
  );
});

test('of many rows whose records lack something, five are told and the others are counted', async () => {
  const rows = Array.from({ length: 7 }, (_, at) => `Nat Row ${at}`);
  for (const name of rows) await recon('patients', 'create', '--name', name);
  put('list.csv', `name,city\n${rows.map((name) => `${name},Porto\n`).join('')}`);
  const { stderr } = await importing('list.csv');
  expect(stderr.match(/^warning: row \d/gm)).toEqual([2, 3, 4, 5, 6].map((row) => `warning: row ${row}`));
  expect(stderr).toContain(`warning: and 2 more such rows, which are in ${join(folder, 'list.report.csv')}\n`);
});

test('a report of another service is refused before anything is sent: its patients are not here, or are others', async () => {
  const other = await openService();
  const there = (...args: string[]) =>
    runMain(['patients', ...args], { ...home.environment, RECON_BASE_URL: other.url, RECON_TOKEN: other.token });
  const namesThere = async () => (await other.list()).patients.map(({ name }) => name);
  put('list.csv', 'name,email\nNia Row,nia@example.org\nOta Row,ota@example.org\nPia Row,=pia@example.org\n');
  expect((await importing('list.csv')).exitCode).toBe(0);
  const [nia, ota] = [...(await named('Nia Row')), ...(await named('Ota Row'))];
  const stranger = (await there('create', '--name', 'Quin Stranger')).stdout.trim();
  const report = read('list.report.csv');
  put('list.report.csv', `${report.replace(`,${ota!.id},`, `,${stranger},`)}New Row,,,,,\r\n`);
  const at = join(folder, 'list.report.csv');
  const problem = (line: number, id: unknown) =>
    `row ${line}: patient ${id} of the report is not on this service, or is somebody else; empty its recon_id to send the row`;
  const refused = await there('import', at, '--report', join(folder, 'faults.csv'));
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain(problem(2, nia!.id));
  expect(refused.stderr).toContain(problem(3, stranger));
  expect(read('faults.csv')).toContain(`Nia Row,nia@example.org,${nia!.id},failed,`);
  expect(await namesThere()).toEqual(['Quin Stranger']);
  expect(await there('import', at, '--dry-run')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(problem(2, nia!.id)),
  });
  const going = await there('import', at, '--keep-going');
  expect({ exitCode: going.exitCode, stderr: going.stderr }).toEqual({
    exitCode: 7,
    stderr: expect.stringMatching(/^1 created · 3 failed$/m),
  });
  expect(read('list.report.2.csv')).toContain(`Ota Row,ota@example.org,${stranger},failed,`);
  expect((await namesThere()).sort()).toEqual(['New Row', 'Quin Stranger']);
  await other.close();
});

test('a report whose patient was deleted since says so; one whose patient was changed is in order', async () => {
  put('list.csv', 'name,email\nRon Row,ron@example.org\nSue Row,sue@example.org\n');
  await importing('list.csv');
  const [ron, sue] = [...(await named('Ron Row')), ...(await named('Sue Row'))];
  await recon('patients', 'update', String(ron!.id), '--name', 'Ron Married');
  expect(await importing('list.report.csv')).toMatchObject({ exitCode: 0 });
  await recon('patients', 'delete', String(sue!.id), '--yes');
  const { exitCode, stderr } = await importing('list.report.csv');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining(`row 3: patient ${sue!.id} of the report is not on this service`),
  });
  expect(stderr).not.toContain('row 2:');
});

test('--allow-same sends equal rows, and once each', async () => {
  put('list.csv', 'name\nTwin Row\nTwin Row\nTwin Row\n');
  expect((await importing('list.csv')).exitCode).toBe(2);
  expect((await importing('list.csv', '--allow-same')).stderr).toMatch(/^3 created$/m);
  expect(await named('Twin Row')).toHaveLength(3);
  expect((await importing('list.csv', '--allow-same')).stderr).toMatch(/^0 created · 3 done before$/m);
  expect(await named('Twin Row')).toHaveLength(3);
});

test('one picture in two patients stops, whatever its metadata', async () => {
  putFace('ana', 0);
  putFace('bo', 3);
  put('bo/left.jpg', afterStart(photos[0]!, segment(0xfe, 'of Bo')));
  put('list.csv', 'name,type,photos\nAna Same,face,ana\nBo Same,face,bo\n');
  const { exitCode, stderr } = await importing('list.csv');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('rows 2-3: have the same picture for left; leave one of them out'),
  });
  expect((await importing('list.csv', '--allow-same')).exitCode).toBe(0);
});

test('of two people with the same pictures neither is made without an answer, and the report tells both', async () => {
  putFace('ana', 0);
  put('list.csv', 'name,type,photos\nAna Either,face,ana\nMaria Either,face,ana\nBo Apart,,\n');
  const { exitCode, stderr, stdout } = await importing('list.csv', '--keep-going');
  expect({ exitCode, stderr }).toEqual({ exitCode: 7, stderr: expect.stringMatching(/^1 created · 2 failed$/m) });
  const report = readFileSync(stdout.trim(), 'utf8');
  expect(report).toMatch(/Ana Either.*,failed,"?has for left, front and right the same pictures as row 3/);
  expect(report).toMatch(/Maria Either.*,failed,"?has for left, front and right the same pictures as row 2/);
  const counts = [await named('Ana Either'), await named('Maria Either'), await named('Bo Apart')];
  expect(counts.map(({ length }) => length)).toEqual([0, 0, 1]);
});

test('rows that name the same photos are told in one sentence with all of them', async () => {
  putFace('ana', 0);
  put('list.csv', `name,type,photos\n${['Ana', 'Bo', 'Cy', 'Di'].map((one) => `${one} Same,face,ana\n`).join('')}`);
  const { exitCode, stderr } = await importing('list.csv', '--report', join(folder, 'told.csv'));
  expect(exitCode).toBe(2);
  expect(stderr).toContain('4 of 4 rows of ');
  expect(stderr).toContain('list.csv" have a problem, so nothing was sent');
  const words = 'has for left, front and right the same pictures as';
  expect(stderr.match(/^.*the same pictures.*$/gm)).toEqual([
    `  rows 2-5: have the same pictures for left, front and right; leave all but one out`,
  ]);
  expect(read('told.csv')).toContain(`${words} rows 2, 4-5; leave all but one out`);
});

test('a row that was refused for the pictures of another stays refused when that one is done', async () => {
  putFace('ana', 0);
  put('list.csv', 'name,type,photos\nAna First,face,ana\nBo First,face,\n');
  expect((await importing('list.csv', '--keep-going')).exitCode).toBe(7);
  put('list.csv', 'name,type,photos\nAna First,face,ana\nBo First,face,ana\n');
  const refused = {
    exitCode: 7,
    stderr: expect.stringContaining('row 3: has for left, front and right the same pictures as row 2'),
  };
  expect(await importing('list.csv', '--keep-going')).toMatchObject(refused);
  expect(await importing('list.csv', '--keep-going')).toMatchObject(refused);
  expect(await importing('list.csv')).toMatchObject({ ...refused, exitCode: 2 });
  expect(await importing('list.report.csv')).toMatchObject({ ...refused, exitCode: 2 });
  expect(await named('Bo First')).toEqual([]);
});

test('a done row stays done, also where the row before it shows its pictures', async () => {
  putFace('ana', 0);
  put('list.csv', 'name,type,photos\nAna Later,face,\nBo Later,face,ana\n');
  expect((await importing('list.csv', '--keep-going')).exitCode).toBe(7);
  put('list.csv', 'name,type,photos\nAna Later,face,ana\nBo Later,face,ana\n');
  expect(await importing('list.csv', '--keep-going')).toMatchObject({
    exitCode: 7,
    stderr: expect.stringMatching(
      /row 2: has for left, front and right the same pictures as row 3(.*\n)*0 created · 1 done before · 1 failed/,
    ),
  });
  expect([(await named('Ana Later')).length, (await named('Bo Later')).length]).toEqual([0, 1]);
});

test('--dry-run sends nothing, writes nothing, and needs no login', async () => {
  put('list.csv', 'name\nDry Row\n');
  const { exitCode, stdout, stderr } = await runMain(
    ['patients', 'import', join(folder, 'list.csv'), '--dry-run'],
    home.environment,
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(stderr).toContain('1 row is in order');
  expect((await importing('list.csv', '--dry-run')).exitCode).toBe(0);
  expect(await named('Dry Row')).toEqual([]);
  expect(() => read('list.report.csv')).toThrow('ENOENT');
});

test('a dry run tells what would become of each row, on a terminal in a table, and makes nobody', async () => {
  const at = (name: string) => `${name.toLowerCase()}@dry.example.org`;
  put('list.csv', `name,email,city\nDia Row,${at('Dia')},Porto\nDea Row,${at('Dea')},\n`);
  await importing('list.csv');
  const id = async (name: string) => (await named(name))[0]!.id;
  const before = await count();
  const rows = [`Dia Row,${at('Dia')},Faro`, `Dea Row,${at('Dea')},`, `Dob Row,${at('Dob')},`, 'Dud Row,,600 555 010'];
  put('others.csv', `name,email,city\n${rows.join('\n')}\n`);
  const dry = async (isTerminal: boolean, ...flags: string[]) => {
    const args = ['patients', 'import', join(folder, 'others.csv'), '--dry-run', ...flags];
    const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
    const { stand, texts } = standInProcess(args, environment);
    if (isTerminal) for (const stream of [stand.stdout, stand.stderr]) asTerminal(stream);
    return { exitCode: await main(stand), ...texts };
  };
  const differs = `warning: row 2: a patient with this name, email and phone is there, but with another city`;
  const piped = await dry(false, '--keep-going');
  expect(piped).toMatchObject({ exitCode: 7, stdout: '' });
  expect(piped.stderr).toContain(`${differs}: recon update ${await id('Dia Row')} --city CITY\n`);
  expect(piped.stderr).toContain(
    'dry run: of 4 rows, 1 is to be put right; the others are in order (1 new, 2 already there (1 differs ',
  );
  const seen = await dry(true);
  expect(seen.exitCode).toBe(2);
  expect(seen.stdout.replaceAll(/ +$/gm, '')).toMatch(/^\S*ROW +NAME +VERDICT/);
  expect(seen.stdout).toContain(`already there as ${await id('Dia Row')}; it differs\n`);
  expect(seen.stdout).toContain(`already there as ${await id('Dea Row')}\n`);
  expect(seen.stdout).toMatch(/^4 +Dob Row +new$/m);
  expect(seen.stdout).toMatch(/^5 +Dud Row +to be put right: city holds a phone number: "600 555 010"/m);
  // The table has told the problem.
  expect(seen.stderr).toMatch(/recon: dry run: 1 of 4 rows of .* has a problem\r?\n {2}Try: /);
  expect(seen.stderr).toContain('with --keep-going in place of --dry-run, which sends the other rows');
  put('others.csv', `name,email,city\n${rows.slice(1, 3).join('\n')}\n`);
  expect((await dry(false)).stderr).toContain(
    'dry run: 2 rows are in order (1 new, 1 already there); nothing was sent',
  );
  const answer = JSON.parse((await dry(false, '--json')).stdout);
  expect(answer).toMatchObject({ new: 1, already_there: 1, problems: [] });
  // A script reads there what would become of each row, under the names of a report.
  expect(answer.rows).toMatchObject([
    { row: 'row 2', recon_id: String(await id('Dea Row')), recon_status: 'already_there', recon_error: '' },
    { row: 'row 3', recon_id: '', recon_status: 'new', recon_error: '' },
  ]);
  expect(await count()).toBe(before);
});

test('a dry run that reaches no service does not count who is new', async () => {
  writeFileSync(join(folder, 'alone.csv'), 'name\nDea Alone\n');
  const { stdout } = await importing('alone.csv', '--dry-run', '--json', '--base-url', 'http://127.0.0.1:1');
  expect(JSON.parse(stdout)).toMatchObject({ service_asked: false, new: null, total: 1 });
});

test('a dry run as JSON has the counts and the problems, without what the rows hold, and writes the report asked for', async () => {
  const rows = 'name;email;city\nJos\xe9 Foreseen;jose@foreseen.example.org;\nNil Foreseen;secret-nil;\n';
  writeFileSync(join(folder, 'latin.csv'), Buffer.from(rows, 'latin1'));
  const report = join(folder, 'foreseen.csv');
  const { exitCode, stdout } = await importing('latin.csv', '--dry-run', '--json', '--report', report);
  expect(exitCode).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ dry_run: true, report, total: 2, encoding: 'windows-1252', service_asked: true },
    ...{ new: 1, created: 0, already_there: 0, done_before: 0, to_put_right: 1 },
    problems: [{ row: 'row 3', field: 'email', reason: expect.stringContaining('is no e-mail address: …') }],
    rows: [
      { row: 'row 2', recon_id: '', recon_status: 'new', recon_error: '' },
      {
        ...{ row: 'row 3', recon_id: '', recon_status: 'failed', recon_row: '' },
        recon_error: expect.stringContaining('is no e-mail address: …'),
      },
    ],
  });
  expect(stdout).not.toContain('secret-nil');
  expect(read('foreseen.csv')).toMatch(/;new;.*;failed;.*is no e-mail address/s);
  const told = await importing('latin.csv', '--dry-run');
  expect(told.stderr).toContain('is read as Windows-1252');
  expect(told.stderr).toContain('dry run: 1 new, 1 to be put right');
  // The report is a list as any other.
  writeFileSync(report, read('foreseen.csv').replace('secret-nil', 'nil@foreseen.example.org'));
  expect(await importing('foreseen.csv')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('2 created') });
  await importing('foreseen.csv', '--dry-run', '--report', join(folder, 'again.csv'));
  expect(read('again.csv').match(/;(created|already_there|new|not_sent);/g)).toEqual([';created;', ';created;']);
});

test('of a long list a dry run shows only the rows that are more than new or there', async () => {
  const rows = Array.from(
    { length: 41 },
    (_, at) => `Dry Row ${at},${at === 20 ? 'none' : `+351 21 555 ${1000 + at}`}`,
  );
  put('list.csv', `name,phone\n${rows.join('\n')}\n`);
  const args = ['patients', 'import', join(folder, 'list.csv'), '--dry-run', '--keep-going'];
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { stand, texts } = standInProcess(args, environment);
  asTerminal(stand.stdout);
  expect(await main(stand)).toBe(7);
  expect(texts.stdout.trim().split('\n')).toEqual([
    expect.stringContaining('VERDICT'),
    expect.stringMatching(/^22 +Dry Row 20 +to be put right: phone is "none"; to have none, leave it empty/),
  ]);
  expect(texts.stderr).toContain('not shown: 40 new\n');
  put(
    'new.csv',
    `name,phone\n${rows
      .toSpliced(20, 1)
      .map((row) => `New ${row}`)
      .join('\n')}\nOne More,\n`,
  );
  const whole = standInProcess(['patients', 'import', join(folder, 'new.csv'), '--dry-run'], environment);
  asTerminal(whole.stand.stdout);
  expect(await main(whole.stand)).toBe(0);
  expect(whole.texts.stderr).toMatch(/^41 new$/m);
});

test('a dry run without an answer of the service tells so, and checks the list all the same', async () => {
  put('list.csv', 'name\nDry Row\n');
  const lost = { ...home.environment, RECON_BASE_URL: 'http://127.0.0.1:1', RECON_TOKEN: service.token };
  expect(await runMain(['patients', 'import', join(folder, 'list.csv'), '--dry-run'], lost)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(
      /^who is there already cannot be told: .*\n(.|\n)*dry run: 1 row is in order; nothing/m,
    ),
  });
});

test('a report that was put right is kept aside where the list is imported again with a report of that name', async () => {
  put('aside.csv', 'name,email\nRut Aside,rut@@example.org\n');
  const [report, aside] = ['aside.rep.csv', 'aside.rep.2.csv'].map((name) => join(folder, name)) as [string, string];
  const again = (...more: string[]) => importing('aside.csv', '--keep-going', '--report', report, ...more);
  // Nobody has changed it meanwhile, so nothing is lost.
  for (const _ of [1, 2])
    expect(await again()).toMatchObject({ stdout: `${report}\n`, stderr: expect.not.stringContaining('is now in') });
  const corrected = read('aside.rep.csv').replace('rut@@', 'rut@');
  put('aside.rep.csv', corrected);
  const { stdout, stderr } = await again();
  expect(stdout).toBe(`${report}\n`);
  expect(stderr).toContain(`what was in ${report} is now in ${aside}: it was changed since, or is of another list\n`);
  expect(read('aside.rep.2.csv')).toBe(corrected);
  expect(read('aside.rep.csv')).toContain('rut@@');
  expect((await importing('aside.rep.2.csv', '--report', join(folder, 'aside.rep.9.csv'))).exitCode).toBe(0);
  // A dry run takes nothing away either, and what is there already keeps its name.
  put('aside.rep.csv', corrected);
  expect((await again('--dry-run')).stderr).toContain(`is now in ${join(folder, 'aside.rep.3.csv')}:`);
  expect((await again('--dry-run')).stderr).not.toContain('is now in');
  expect(['aside.rep.2.csv', 'aside.rep.3.csv'].map(read)).toEqual([corrected, corrected]);
});

test('a report replaces an earlier report and nothing else', async () => {
  put('list.csv', 'name\nHal Row\n');
  put('list.report.csv', 'name\nsomething of mine\n');
  const { exitCode, stderr } = await importing('list.csv');
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('is no report of an import') });
  expect((await importing('list.csv', '--report', join(folder, 'list.csv'))).exitCode).toBe(2);
  expect((await importing('list.csv', '--report', join(folder, 'none/list.csv'))).exitCode).toBe(12);
  expect(await named('Hal Row')).toEqual([]);
  expect((await importing('list.csv', '--report', join(folder, 'mine.csv'))).exitCode).toBe(0);
  expect((await importing('list.csv', '--report', join(folder, 'mine.csv'))).exitCode).toBe(0);
});

test('a token that is refused stops the import with 4, and the rest is not sent', async () => {
  put('list.csv', `name\n${Array.from({ length: 30 }, (_, row) => `Ivy Row ${row}`).join('\n')}\n`);
  const { exitCode } = await runMain(['patients', 'import', join(folder, 'list.csv')], {
    ...home.environment,
    RECON_BASE_URL: service.url,
    RECON_TOKEN: 'rcn_wrong-token-0123456789',
  });
  expect(exitCode).toBe(4);
  expect(read('list.report.csv').match(/,not_sent,/g)).toHaveLength(30);
});

test('--wait waits for the models of all: 0 when they are there, 9 when one fails', async () => {
  putFace('ana', 0);
  put('list.csv', 'name,type,photos\nJo Row,face,ana\nKim Row,,\n');
  const ready = await importing('list.csv', '--wait');
  expect({ exitCode: ready.exitCode, stderr: ready.stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(/^2 created\n(.*\n)*face is ready\n/m),
  });
  const refusing = await openService({ workerUrl: workerNamed('refuse') });
  const failed = await runMain(['patients', 'import', join(folder, 'list.csv'), '--wait'], {
    ...home.environment,
    RECON_BASE_URL: refusing.url,
    RECON_TOKEN: refusing.token,
  });
  await refusing.close();
  expect(failed.exitCode).toBe(9);
  expect(failed.stdout).toBe(`${join(folder, 'list.report.csv')}\n`);
  expect(failed.stderr).toMatch(/the face generation of patient \d+ failed/);
});

test('--wait tells the usual time of what was sent: 2 min 30 s for provider 5, also beside a faster one', async () => {
  putFace('lea', 0);
  for (const [at, view] of ['left', 'front', 'right', 'left_45', 'right_45', 'below'].entries())
    put(join('mia', `${view}.jpg`), photos[5 - at]!);
  put('list.csv', 'name,type,provider,photos\nLea Row,face,4,lea\nMia Row,face,5,mia\n');
  const args = ['patients', 'import', join(folder, 'list.csv'), '--wait', '--allow-same'];
  // Where no model was seen yet.
  const own = { ...home.environment, XDG_STATE_HOME: tempFolder() };
  const environment = { ...own, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { stand, texts } = standInProcess(args, environment);
  asTerminal(stand.stderr);
  expect(await main(stand)).toBe(0);
  expect(texts.stderr).toMatch(/\d of 2 ready, (\d being made, )?\d+ s, usually 2 min 30 s/);
  expect(texts.stderr).not.toMatch(/usually 30 s/);
});

test('a list whose types are in another column, or in none, is told how to name it', async () => {
  put('types.csv', 'Name,Photos\nAna,photos\n');
  putFace('photos', 0);
  const { exitCode, stderr } = await importing('types.csv');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('a column "type" holds mammo, face or body; --map FILE takes another column for it');
  // The example is a title of the list itself, not one of another language.
  expect(stderr).toContain('takes another column for it (Kind = type)\n');
  put('words.csv', 'Nombre,Tipo\nAna,nariz\n');
  expect((await importing('words.csv')).stderr).toContain(
    'takes another column for it (Kind = type) or leaves "Tipo" alone (Tipo = none)\n',
  );
});

test('a title that is not understood makes nobody without a name: with nobody to ask it is 2, and a person is told', async () => {
  put('polish.csv', 'Imię i nazwisko;Telefon\nŁucja Row;+48 600 555 010\n');
  const before = await count();
  const refused = await importing('polish.csv');
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('no column is the name, so nobody would have one; left alone: "Imię i nazwisko"\n');
  expect(refused.stderr).toMatch(/Try: the same command with --map FILE, .* line: Imię i nazwisko = name$/m);
  put('office.csv', 'Imię i nazwisko;Telefon kom.;Poczta\nŁucja Row;+48 600 555 010;l@example.org\n');
  expect((await importing('office.csv')).stderr).toMatch(
    /Try: .* --map FILE, a text file with a line for each column that is to be recorded, such as: Imię i nazwisko = name; Telefon kom\. = phone$/m,
  );
  expect(refused.stderr).not.toContain('--yes');
  expect(await importing('polish.csv', '--yes')).toMatchObject({ exitCode: 2, stderr: refused.stderr });
  expect(await importing('polish.csv', '--yes', '--dry-run')).toMatchObject({ exitCode: 2 });
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const typing = (...answers: [RegExp, string][]) =>
    typeMain(['patients', 'import', join(folder, 'polish.csv')], environment, answers);
  const question = /Nobody will have a name\. Are the columns right\?(.|\r?\n)*❯ No, leave; nothing is sent/;
  expect(await typing([question, '\r'])).toMatchObject({ exitCode: 130, asked: 1 });
  const asked = await typing(
    [
      /change: "Imię i nazwisko" is left alone, such as "Łucja Row"(.|\r?\n)*❯ No, leave; nothing is sent/,
      '\u001b[A\u001b[A\r',
    ],
    [/What is column "Imię i nazwisko"\? It has "Łucja Row"(.|\r?\n)*leave it alone: nothing of it is sent/, '\u0003'],
  );
  expect(asked).toMatchObject({ exitCode: 130, asked: 2 });
  expect(await count()).toBe(before);
  put('nobody.txt', 'Imię i nazwisko = none\n');
  expect(await importing('polish.csv', '--map', join(folder, 'nobody.txt'))).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('row 2: the patient has no name'),
  });
});

test('a list with types and no photos leads to the records alone', async () => {
  put('tipos.csv', 'Nombre;Tipo\nAna Tipo;mama\nBea Tipo;\nCara Tipo;cara\nDora Tipo;mama\n');
  const before = await count();
  const missing = 'rows 2, 5: left, front and right (photos) and nipple_to_nipple are missing for a breast model';
  const alone = 'to bring in the records alone, without 3D models: the same command';
  const refused = await importing('tipos.csv');
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(missing) });
  expect(refused.stderr).toContain(`Try: ${alone} with --map FILE, a text file with the line: Tipo = none\n`);
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const line = ['patients', 'import', join(folder, 'tipos.csv')];
  const yes: [RegExp, string] = [/Are the columns right\?/, '\r'];
  const seen = await typeMain(line, environment, [yes], { columns: 400 });
  expect(seen.stderr).toContain(`${alone} again; where it asks for the columns, choose "Tipo" and leave it alone`);
  expect(await count()).toBe(before);
  const done = await typeMain(line, environment, [
    [/Are the columns right\?/, '\u001b[B\u001b[B\r'],
    [/What is column "Tipo"\?/, '\u001b[A\r'],
    yes,
  ]);
  expect(done).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('4 created') });
  put('con.csv', 'Nombre;Tipo;Fotos\nEva Tipo;cara;\n');
  put('fotos.txt', 'Nombre = name\nTipo = type\nFotos = photos\n');
  expect((await importing('con.csv', '--map', join(folder, 'fotos.txt'))).stderr).not.toContain(alone);
});

test('numbers that lost their plus are told once, and get it back at a terminal that says so', async () => {
  put('plus.csv', 'Nome;Telefone;País\nAna Plus;351210000901;\nBea Plus;34912000902;ES\nCara Plus;912000903;PT\n');
  const told = '2 phone numbers in "Telefone" have lost their plus';
  const piped = await importing('plus.csv', '--dry-run');
  expect(piped.stderr.match(/lost their plus/g)).toHaveLength(1);
  expect(piped.stderr).toContain(
    `${told} and are sent as they are; with --map and the line "Telefone = phone-with-plus" they get it back\n`,
  );
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { exitCode } = await typeMain(['patients', 'import', join(folder, 'plus.csv')], environment, [
    [/Are the columns right\?/, '\r'],
    [/2 phone numbers in "Telefone" have lost their plus, such as "351210000901"/, '\r'],
  ]);
  expect(exitCode).toBe(0);
  const { patients } = await service.list('?name=Plus');
  expect(new Set(patients.map(({ phone }) => phone))).toEqual(new Set(['+351210000901', '+34912000902', '912000903']));
  // The answer is kept for lists with these titles, and the rows are known as they are written.
  expect((await importing('plus.csv')).stderr).toContain('3 done before');
});

test('a map that says phone-with-plus counts for the whole column, and what is doubtful is named', async () => {
  put('world.csv', 'Nome;Fone\nAna World;351210000901\nBea World;33612345678\nCara World;912000203\n');
  put('world.txt', 'Fone = phone\n');
  const plain = await importing('world.csv', '--map', join(folder, 'world.txt'), '--dry-run');
  expect(plain.stderr).toContain(
    '1 phone number in "Fone" has lost its plus and is sent as it is; with --map and the line "Fone = phone-with-plus" it gets it back\n',
  );
  put('world.txt', 'Fone = phone-with-plus\n');
  const { exitCode, stderr } = await importing('world.csv', '--map', join(folder, 'world.txt'));
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('row 4: phone "912000203" may have no country code; it is sent without a plus'),
  });
  const { patients } = await service.list('?name=World');
  expect(new Set(patients.map(({ phone }) => phone))).toEqual(new Set(['+351210000901', '+33612345678', '912000203']));
});

test('a column taken for another field is kept only where it fits, and is asked about again', async () => {
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const typing = (...answers: [RegExp, string][]) =>
    typeMain(['patients', 'import', join(folder, 'taken.csv')], environment, answers);
  const right = /Are the columns right\?(.|\r?\n)*❯ yes, import them this way/;
  const doubtful = /Are the columns right\?(.|\r?\n)*❯ No, leave; nothing is sent/;
  const [up, down] = ['\u001b[A', '\u001b[B'];
  put('taken.csv', 'Name;Phone;Remark\nAna Taken;+351 21 000 1500;x\nBea Taken;+351 21 000 1501;y\n');
  const wrong = await typing(
    [right, `${down.repeat(2)}\r`],
    [/What is column "Phone"\?/, `country\r`],
    [/❯ yes, import(.|\r?\n)*change: "Phone" is country/, '\r'],
  );
  expect(wrong).toMatchObject({ exitCode: 2, asked: 3 });
  expect(wrong.stderr).toContain(
    'Try: if "Phone" is not country: the same command again, which asks for the columns anew',
  );
  // Nothing was kept.
  expect(await typing([right, '\u0003'])).toMatchObject({ exitCode: 130, asked: 1 });
  // One country is good, so that the answer is kept; the next list has none.
  put('map.txt', 'Phone = country\n');
  put('taken.csv', 'Name;Phone;Remark\nCai Taken;Portugal;x\n');
  expect(await importing('taken.csv', '--map', join(folder, 'map.txt'))).toMatchObject({ exitCode: 0 });
  put('taken.csv', 'Name;Phone;Remark\nAna Taken;+351 21 000 1500;x\nBea Taken;+351 21 000 1501;y\n');
  for (const more of [[], ['--keep-going']]) {
    const { stderr } = await importing('taken.csv', ...more);
    expect(stderr).toContain('taken as confirmed before');
    expect(stderr).toMatch(
      /Try: if "Phone" is not country: the same command with --map FILE, a text file with a line for it, such as: Phone = phone$/m,
    );
  }
  const mended = await typing(
    [doubtful, `${up.repeat(2)}\r`],
    [/What is column "Phone"\?/, 'phone\r'],
    [/❯ yes, import(.|\r?\n)*change: "Phone" is phone/, '\r'],
  );
  expect(mended).toMatchObject({ exitCode: 0, asked: 3 });
  expect(mended.stderr).toContain('"Phone" was confirmed before as country, and what is in it is none');
  expect(await named('Bea Taken')).toMatchObject([{ phone: '+351 21 000 1501' }]);
  // Now kept; a slip in one row is a slip, and asks nothing.
  put('taken.csv', 'Name;Phone;Remark\nDot Taken;12;x\n');
  const slip = await typing();
  expect(slip).toMatchObject({ exitCode: 2, asked: 0 });
  expect(slip.stderr).toContain('taken as confirmed before');
});

test('columns that were confirmed are not asked for again where rows had to be put right first', async () => {
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const typing = (...answers: [RegExp, string][]) =>
    typeMain(['patients', 'import', join(folder, 'fixed.csv')], environment, answers);
  const list = (phone: string) => `Name;Phone;Fixme\nAna Fixed;+351 21 000 1700;x\nBea Fixed;${phone};y\n`;
  put('fixed.csv', list('12'));
  const refused = await typing([/Are the columns right\?/, '\r']);
  expect(refused).toMatchObject({ exitCode: 2, asked: 1, stderr: expect.stringContaining('so nothing was sent') });
  put('fixed.csv', list('+351 21 000 1701'));
  const sent = await typing();
  expect(sent).toMatchObject({ exitCode: 0, asked: 0, stderr: expect.stringContaining('taken as confirmed before') });
  expect(await named('Bea Fixed')).toHaveLength(1);
});

test('the question what a column is begins on what it is; letters find a line, and Esc goes back', async () => {
  put('begins.csv', 'Name;Phone;Extra\nAna Begins;+351 21 000 1600;x\n');
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const down = '\u001b[B';
  const typed = await typeMain(['patients', 'import', join(folder, 'begins.csv'), '--dry-run'], environment, [
    [/Are the columns right\?(.|\r?\n)*Esc leaves/, `${down.repeat(2)}\r`],
    [
      /What is column "Phone"\?[^\n]*\n +leave it alone: [^\n]*\n❯ phone\r?\n(.|\r?\n)*letters find a line; .*Esc goes back/,
      'lea',
    ],
    [/❯ leave it alone/, '\u001b'],
    [/Are the columns right\?(.|\r?\n)*change: "Phone" is phone(.|\r?\n)*Esc leaves/, `${down.repeat(3)}\r`],
    [/What is column "Extra"\?(.|\r?\n)*❯ leave it alone/, 'cit'],
    [/❯ city/, '\r'],
    [/Are the columns right\?(.|\r?\n)*change: "Extra" is city/, '\u0003'],
  ]);
  expect(typed).toMatchObject({ exitCode: 130, asked: 7 });
});

test('what is doubtful of columns is told once, and after a dry run that the import asks again', async () => {
  put('doubtful.csv', 'Imię;Telefon kom.;Notatki\nŁucja Row;+48 600 555 011;x\n');
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const typing = (...more: string[]) =>
    typeMain(['patients', 'import', join(folder, 'doubtful.csv'), ...more], environment, [
      [/Are the columns right\?(.|\r?\n)*nothing is sent/, `${'\u001b[A'.repeat(4)}\r`],
    ]);
  const { stderr } = await typing('--dry-run');
  const told = stderr.slice(0, stderr.indexOf('Are the columns right'));
  expect(told.match(/Telefon kom\./g)).toHaveLength(1);
  expect(told.match(/Notatki/g)).toHaveLength(1);
  expect(stderr).toContain('a dry run does not keep these answers: the import asks for the columns again');
});

test('a long title takes one line of the question, and what the column is stands in it', async () => {
  put('long-title.csv', `Patient;${'Remarks of the office '.repeat(8).trim()}\nLil Row;none\n`);
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { exitCode, stderr } = await typeMain(['patients', 'import', join(folder, 'long-title.csv')], environment, [
    [/Are the columns right\?(.|\r?\n)*nothing is sent/, '\u0003'],
  ]);
  expect(exitCode).toBe(130);
  expect(stderr).toMatch(/^ {2}change: "Remarks of the office [^"\n]*…" is left alone\r?$/m);
});

test('a row with the name and the contact of somebody who is there is not sent, also where its phone or e-mail differs', async () => {
  const there = {
    'patient[name]': 'Viv Row',
    'patient[email]': 'viv@example.org',
    'patient[phone]': '+351 912 345 111',
  };
  const { patient: vic } = await service.patient('POST', '/patients', { form: there });
  // Of one family: the address or the number is the same, and the name is not.
  put(
    'list.csv',
    'name,email,phone\nViv Row,viv@example.org,912 345 222\nviv row,v.row@example.org,912 345 111\nVea Row,viv@example.org,912 345 111\nWes Row,wes@example.org,12\n',
  );
  expect(await importing('list.csv')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('row 5: phone is'),
  });
  const { exitCode, stderr } = await importing('list.csv', '--keep-going');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 7,
    stderr: expect.stringMatching(/^1 created · 2 likely there already · 1 failed$/m),
  });
  expect(stderr).toMatch(/^to be put right: row 5: phone is no phone number: "12" has fewer than 4 digits; /m);
  expect(stderr).toContain(`rows 2-3: patient ${vic.id} has this name with this email or phone`);
  expect(await named('Viv Row')).toHaveLength(1);
  expect(await named('Wes Row')).toHaveLength(0);
  const again = await importing('list.csv', '--keep-going', '--allow-same');
  expect(again).toMatchObject({
    exitCode: 7,
    stderr: expect.stringMatching(/^2 created · 1 done before · 1 failed$/m),
  });
});

test('beside rows that are wrong, no line has the flag that makes again who is there', async () => {
  for (const [name, phone] of [
    ['Ada There', '+351 912 700 001'],
    ['Ben Likely', '+351 912 700 002'],
  ]) {
    const form = { 'patient[name]': name!, 'patient[email]': 'a@example.org', 'patient[phone]': phone! };
    await service.patient('POST', '/patients', { form });
  }
  const there = 'Ada There,a@example.org,+351 912 700 001\nBen Likely,a@example.org,+351 912 700 009\n';
  const twice = 'Cy Twice,c@example.org,+351 912 700 003\n'.repeat(2);
  put('mixed.csv', `name,email,phone\n${there}${twice}`);
  for (const wish of [[], ['--dry-run']]) {
    const unsent = await importing('mixed.csv', ...wish);
    expect(unsent).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('with --keep-going') });
    expect(unsent.stderr).not.toContain('--allow-same');
  }
  const dry = await importing('mixed.csv', '--dry-run', '--keep-going');
  expect(dry.stderr).toContain(
    'of 4 rows, 1 is to be put right and 1 is likely there already; the others are in order (1 new, 1 already there)',
  );
  const { exitCode, stderr } = await importing('mixed.csv', '--keep-going');
  expect(exitCode).toBe(7);
  expect(stderr).toMatch(/^1 created · 1 already there · 1 likely there already · 1 failed$/m);
  expect(stderr).toMatch(/^recon: of 4 rows, 1 is to be put right and 1 is likely there already$/m);
  expect(stderr).not.toContain('--allow-same');
  // Alone, what is held back is sent by the report, which makes nobody else again.
  put('mixed.report.csv', read('mixed.report.csv').replace(/^Cy.*leave one.*\r\n/m, ''));
  const left = await importing('mixed.report.csv');
  expect(left.stderr).toContain('mixed.report.2.csv --allow-same (for other people;');
  expect(await importing('mixed.report.2.csv', '--allow-same')).toMatchObject({ exitCode: 0 });
  const counts = await Promise.all(
    ['Ada There', 'Ben Likely', 'Cy Twice'].map(async (name) => (await named(name)).length),
  );
  expect(counts).toEqual([1, 2, 1]);
});

test('a person who is there with more than the list knows is not made again without a word', async () => {
  const there = {
    'patient[name]': 'Una Rów',
    'patient[email]': 'una@example.org',
    'patient[phone]': '+351 912 345 678',
  };
  const { patient: una } = await service.patient('POST', '/patients', { form: there });
  const other = { 'patient[name]': 'Ugo Row', 'patient[phone]': '+351 912 000 001' };
  const { patient: ugo } = await service.patient('POST', '/patients', { form: other });
  // Another number, nothing but the name, and two of one name with two numbers in the list are other people.
  put(
    'list.csv',
    'name,email,phone\nuna row,,912 345 678\nUna Row,,912 000 009\nUgo Row,,\nUli Row,,912 555 555\nUli Row,uli@example.org,912 555 556\n',
  );
  const { exitCode, stderr } = await importing('list.csv');
  expect(exitCode).toBe(7);
  expect(stderr).toMatch(/^4 created · 1 likely there already$/m);
  expect(stderr).toContain('recon: of 5 rows, 1 is likely there already');
  expect(stderr).toContain(`row 2: patient ${una.id} has this name with this email or phone, so the row was not sent`);
  expect(stderr).toContain(
    'list.report.csv --allow-same (for other people; first delete from it the rows of those who are there)',
  );
  expect((await named('Ugo Row')).map(({ id }) => id)).toContain(ugo.id);
  expect(await named('Ugo Row')).toHaveLength(2);
  expect(await named('Uli Row')).toHaveLength(2);
  const again = await importing('list.report.csv', '--allow-same');
  expect(again).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^1 created · 4 done before$/m) });
});

test('-q leaves out which columns are taken, each night anew', async () => {
  put('quiet.csv', 'Nome;E-Mail\nQuiet Sample;quiet@example.org\n');
  const loud = await importing('quiet.csv', '--dry-run');
  expect(loud.stderr).toContain('column "Nome" is name\n');
  expect(await importing('quiet.csv', '-q')).toMatchObject({ exitCode: 0, stderr: '' });
});

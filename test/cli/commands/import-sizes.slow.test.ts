import { readFileSync, writeFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServer } from '../../support/open-server.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let home: ReconHome;
let service: TestService;
let proxy: Awaited<ReturnType<typeof openServer>>;
/** `METHOD /path` of each request. */
let seen: string[];
/** `refuses`: sizes are answered with 500. `other`: nothing beside the interface is announced. */
let mode: 'passes' | 'refuses' | 'other';
let folder: string;

beforeAll(async () => {
  home = await makeHome();
  service = await openService();
  proxy = await openServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    seen.push(`${method} ${url.split('?')[0]}`);
    if (mode === 'refuses' && method === 'PUT') {
      incoming
        .resume()
        .on('end', () => outgoing.writeHead(422, { 'content-type': 'text/plain' }).end('no sizes today'));
      return;
    }
    const { host: _host, ...headers } = incoming.headers;
    const onward = forward(`${service.url}${url}`, { method, headers }, (answer) => {
      const { 'recon-routes': routes, ...others } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, mode === 'other' ? others : { ...others, 'recon-routes': routes });
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
});
afterAll(async () => {
  await proxy.close();
  await service.close();
  await home.remove();
});
beforeEach(() => {
  folder = tempFolder();
  seen = [];
  mode = 'passes';
});

const recon = (...args: string[]) =>
  runMain(args, { ...home.environment, RECON_BASE_URL: proxy.url, RECON_TOKEN: service.token });
const importing = (list: string, ...args: string[]) =>
  recon('patients', 'import', join(folder, list), '--yes', ...args);
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const sizesOf = async (name: string) =>
  (await service.list(`?name=${encodeURIComponent(name)}`)).patients.map(({ height, weight }) => ({ height, weight }));
const puts = () => seen.filter((one) => one.startsWith('PUT'));

test('height and weight of a list are recorded once its patients are there, and not again in a second run', async () => {
  put(
    'list.csv',
    'Name;E-Mail;Größe;Peso kg\nAda Size;ada@example.org;1,72;68,5\nBo Size;bo@example.org;;80\nCy Size;cy@example.org;;\n',
  );
  const { exitCode, stderr } = await importing('list.csv');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(/^3 created$/m) });
  expect(stderr).toContain('column "Größe" is height');
  expect(await sizesOf('Ada Size')).toEqual([{ height: 172, weight: 68.5 }]);
  expect(await sizesOf('Bo Size')).toEqual([{ height: null, weight: 80 }]);
  expect(puts()).toHaveLength(2);
  expect((await importing('list.csv')).stderr).toMatch(/^0 created · 3 done before$/m);
  expect((await importing('list.report.csv')).stderr).toMatch(/^0 created · 3 done before$/m);
  expect(puts()).toHaveLength(2);
});

test('a list without such columns sends what it sent before, and the same names of rows', async () => {
  put('list.csv', 'name,email\nDi Size,di@example.org\n');
  expect((await importing('list.csv')).exitCode).toBe(0);
  expect([...new Set(seen.map((one) => one.split(' ')[0]))]).toEqual(['GET', 'POST']);
  expect(read('list.report.csv')).toMatch(/:bUt9bgRG8i1d-wd10J6xZy:0\r\n$/);
});

test('what no adult has is a problem of its row, told before anything is sent', async () => {
  put('list.csv', 'name,height\nEd Size,17.2\nFi Size,tall\n');
  const { exitCode, stderr } = await importing('list.csv');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('row 2: height is 17.2 cm; of adults it is 120 to 220 cm');
  expect(stderr).toContain('row 3: height is "tall"; it must be a number of cm');
  expect(stderr).not.toContain('warning: row 2');
  expect(seen.filter((one) => !one.startsWith('GET'))).toEqual([]);
});

test('a size that was not recorded is told with its patient, in the report too; the next run of either records it', async () => {
  put('list.csv', 'name,email,height,weight\nGo Size,go@example.org,172,68.5\nHu Size,hu@example.org,,\n');
  mode = 'refuses';
  const first = await importing('list.csv');
  expect(first.exitCode).toBe(7);
  expect(first.stderr).toMatch(/^2 created · 1 without height or weight$/m);
  expect(first.stderr).toContain('the height or weight of 1 patient was not recorded; all patients are there');
  const line =
    /created as patient \d+, but the height and weight are not recorded: .*: recon update \d+ --height HEIGHT --weight WEIGHT/;
  expect(first.stderr.replaceAll(/\s+/g, ' ')).toMatch(line);
  expect(read('list.report.csv')).toMatch(line);
  expect(await sizesOf('Go Size')).toEqual([{ height: null, weight: null }]);
  mode = 'passes';
  // The report, with another journal's or its own, makes nobody again.
  const second = await importing('list.report.csv');
  expect({ ...second, stdout: '' }).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/^0 created · 2 done before$/m),
  });
  expect(await sizesOf('Go Size')).toEqual([{ height: 172, weight: 68.5 }]);
  expect(read('list.report.2.csv')).not.toContain('not recorded');
});

test('recon resume records what an import has left', async () => {
  put('list.csv', 'name,email,weight\nIl Size,il@example.org,70\n');
  mode = 'refuses';
  expect((await importing('list.csv')).stderr).toMatch(/Try: recon resume/);
  mode = 'passes';
  expect((await recon('resume')).exitCode).toBe(0);
  expect(await sizesOf('Il Size')).toEqual([{ height: null, weight: 70 }]);
  expect((await recon('resume')).stderr).toContain('nothing is open here');
});

test('a weight that somebody has changed meanwhile stays', async () => {
  put('list.csv', 'name,email,height,weight\nJo Size,jo@example.org,172,70\n');
  mode = 'refuses';
  await importing('list.csv');
  mode = 'passes';
  const [jo] = (await service.list('?name=Jo')).patients;
  await recon('patients', 'update', String(jo!.id), '--weight', '66');
  await importing('list.csv');
  expect(await sizesOf('Jo Size')).toEqual([{ height: 172, weight: 66 }]);
});

test('of a patient who is there already, another size is told as other fields are, and not sent', async () => {
  put('list.csv', 'name,email,phone,height,weight\nKi Size,ki@example.org,+351 21 555 0101,170,60\n');
  await importing('list.csv');
  put('other.csv', 'name,email,phone,height,weight\nKi Size,ki@example.org,+351 21 555 0101,170,61\n');
  const { exitCode, stderr } = await importing('other.csv');
  expect(exitCode).toBe(0);
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/is there, but with another weight: recon update \d+ --weight WEIGHT/);
  expect(await sizesOf('Ki Size')).toEqual([{ height: 170, weight: 60 }]);
});

test('a service without a way to set sizes is told once; nothing fails, and nothing more is sent', async () => {
  mode = 'other';
  put('list.csv', 'name,email,height\nLu Size,lu@example.org,172\nMo Size,mo@example.org,180\n');
  for (const flags of [['--dry-run'], [], []]) {
    const { exitCode, stderr } = await importing('list.csv', ...flags);
    expect(exitCode).toBe(0);
    expect(stderr.match(/this service has no way to set height and weight/g)).toHaveLength(1);
  }
  expect(puts()).toEqual([]);
  expect(read('list.report.csv')).toContain('the height of this row is not recorded');
});

test('columns that were confirmed before as left alone stay so, and a dry run says how they are recorded', async () => {
  put('list.csv', 'Name,Größe,Peso kg\nNo Size,171,70\n');
  put('map.txt', 'Größe = none\nPeso kg = none\n');
  const first = ['patients', 'import', join(folder, 'list.csv')];
  expect((await recon(...first, '--map', join(folder, 'map.txt'))).exitCode).toBe(0);
  const { stderr } = await recon(...first, '--dry-run');
  expect(stderr).toContain(
    'height and weight are recorded with --map FILE, which has: Größe = height; Peso kg = weight',
  );
  expect(await sizesOf('No Size')).toEqual([{ height: null, weight: null }]);
});

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { jpegOf } from '../../support/photo-maker.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';

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
  expect(read('list.report.csv')).toBe(
    'name,email,postal-code,recon_id,recon_status,recon_error\r\n' +
      `Ant Row,ant@example.org,1000,${ant!.id},created,\r\n` +
      `"Bee, Row",,,${bee!.id},created,\r\n`,
  );
  expect(statSync(join(folder, 'list.report.csv')).mode & 0o777).toBe(0o600);
});

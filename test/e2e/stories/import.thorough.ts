import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { patientCount, readPatient } from '../../support/records.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const put = (name: string, text: string) => writeFileSync(join(clinic.folder, name), text);
const read = (name: string) => readFileSync(join(clinic.folder, name), 'utf8');
const list = (who: string, count: number) =>
  `name,email\n${Array.from({ length: count }, (_, at) => `${who} ${at},${who}${at}@example.org\n`).join('')}`;
/** Until so many more patients are there than before. */
const grown = (before: number, by: number) =>
  expect.poll(() => patientCount(clinic), { timeout: 60_000 }).toBeGreaterThanOrEqual(before + by);

test('a list with photos: checked, then sent', async () => {
  cpSync(join(SAMPLES, 'ana', 'face'), join(clinic.folder, 'ana'), { recursive: true });
  put('list.csv', 'name;type;photos\nAna Listed;face;ana\nBo Listed;;\n');
  const dry = await clinic.recon(['patients', 'import', 'list.csv', '--dry-run']);
  expect({ exitCode: dry.exitCode, stdout: dry.stdout }).toEqual({ exitCode: 0, stdout: '' });
  const { exitCode, stdout, stderr } = await clinic.recon(['patients', 'import', 'list.csv']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(/^2 created$/m) });
  const report = readFileSync(stdout.trim(), 'utf8');
  const id = /^Ana Listed;face;ana;(\d+);created;;[^;]+$/m.exec(report)?.[1];
  expect((await readPatient(clinic, id!)).reconstructions).toMatchObject([{ type: 'FaceReconstruction' }]);
});

test('Ctrl-C stops with 130 and says what is left; recon resume does exactly that', async () => {
  // Enough that the import still runs when the signal comes, also on a busy machine.
  const ROWS = 120;
  const before = await patientCount(clinic);
  put('long.csv', list('Stop', ROWS));
  const running = clinic.start(['patients', 'import', 'long.csv', '--jobs', '2']);
  await grown(before, 5);
  running.kill('SIGINT');
  const { exitCode, stderr } = await running;
  expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: expect.stringContaining('recon resume') });
  const report = read('long.report.csv');
  expect(report.match(/,created,/g)!.length).toBeGreaterThanOrEqual(5);
  expect(report.match(/,not_sent,/g)!.length).toBeGreaterThan(0);
  const resumed = await clinic.recon(['resume']);
  expect({ exitCode: resumed.exitCode, stderr: resumed.stderr }).toEqual({ exitCode: 0, stderr: expect.anything() });
  expect(await patientCount(clinic)).toBe(before + ROWS);
  const others = read('long.report.csv')
    .split('\r\n')
    .filter((line) => !/,(created|recon_status),/.test(line));
  expect(others).toEqual(['']);
  expect((await clinic.recon(['resume', '--list'])).stdout).toBe('');
});

test('killed, the same command again creates everybody once', async () => {
  const before = await patientCount(clinic);
  put('killed.csv', list('Kill', 40));
  for (let kill = 1; kill <= 3; kill += 1) {
    const running = clinic.start(['patients', 'import', 'killed.csv']);
    await grown(before, kill * 8);
    running.kill('SIGKILL');
    await running;
  }
  const { exitCode, stdout } = await clinic.recon(['patients', 'import', 'killed.csv', '--json']);
  const { created, done_before, ...rest } = JSON.parse(stdout);
  expect({ exitCode, total: created + done_before }).toEqual({ exitCode: 0, total: 40 });
  // Those that were on their way at the last kill are found or sent again, and count as created.
  expect(done_before).toBeGreaterThanOrEqual(24 - 4);
  expect(rest).toMatchObject({ total: 40, failed: 0, unknown: 0, not_sent: 0, already_there: 0 });
  expect(await patientCount(clinic)).toBe(before + 40);
});

test('two imports of one list at a time: the second names the first and does nothing', async () => {
  const before = await patientCount(clinic);
  put('twice.csv', list('Twice', 200));
  const first = clinic.start(['patients', 'import', 'twice.csv', '--jobs', '1']);
  await grown(before, 2);
  const second = await clinic.recon(['patients', 'import', './twice.csv']);
  expect({ exitCode: second.exitCode, stderr: second.stderr }).toEqual({
    exitCode: 12,
    stderr: expect.stringContaining(`process ${first.pid}`),
  });
  expect((await first).exitCode).toBe(0);
  expect(await patientCount(clinic)).toBe(before + 200);
});

test('--jobs beyond ten says nothing of its own accord', async () => {
  put('wide.csv', list('Wide', 25));
  const { exitCode, stderr } = await clinic.recon(['patients', 'import', 'wide.csv', '--jobs', '20']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '25 created\n' });
});

test('--watch takes a folder up when it is complete, and ends with Ctrl-C', async () => {
  const folder = join(clinic.folder, 'camera', 'dan');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'patient.json'), '{"name":"Dan Watched"}');
  const running = clinic.start(['patients', 'import', 'camera', '--watch']);
  let told = '';
  running.stderr?.on('data', (piece) => {
    told += piece;
  });
  await expect.poll(() => told, { timeout: 60_000 }).toContain('created patient');
  running.kill('SIGINT');
  const { exitCode, stdout, stderr } = await running;
  expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: `${join(clinic.folder, 'camera.report.ndjson')}\n` });
  expect(stderr).toMatch(/^dan: created patient \d+$/m);
  expect(JSON.parse(read('camera.report.ndjson'))).toMatchObject({ photos: 'camera/dan', recon_status: 'created' });
  expect((await clinic.recon(['resume', '--list'])).stdout).toBe('');
});

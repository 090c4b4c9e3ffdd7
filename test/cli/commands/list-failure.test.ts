import readWorkbook from 'read-excel-file/node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { httpServer } from '../../http/servers.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { standInProcess } from '../../support/stand-in-process.ts';
import { typeMain } from '../../support/typed-terminal.ts';

const model = (type: string, status: string) => ({ type: `${type}Reconstruction`, status, accepted: false });
const PATIENTS = [
  { id: 7, name: 'Ana', phone: '+351 1', reconstructions: [model('Mammo', 'failed'), model('Face', 'failed')] },
  { id: 8, name: 'Bia', phone: '+351 2', reconstructions: [model('Face', 'has_3d')] },
];
const ANA = { mammo: 'the left photo is too dark', face: 'the front photo is blurred' };

let home: ReconHome;
let environment: Record<string, string>;
/** The downloads that were asked for: another service tells why there. */
let asked: string[] = [];
let isSilent = false;
beforeEach(async () => {
  home = await makeHome();
  const { url } = await httpServer(({ url: path = '' }, response) => {
    response.setHeader('content-type', 'application/json');
    const { pathname, searchParams } = new URL(path, 'http://x.example');
    if (pathname.endsWith('/download')) {
      asked.push(path);
      response.statusCode = 409;
      const detail = ANA[searchParams.get('type') as keyof typeof ANA];
      return void response.end(JSON.stringify(isSilent ? {} : { detail }));
    }
    const one = PATIENTS.find(({ id }) => pathname === `/patients/${id}`);
    const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 2 };
    response.end(JSON.stringify(one === undefined ? { patients: PATIENTS, meta } : { patient: one, async: 'true' }));
  });
  environment = { ...home.environment, RECON_BASE_URL: url, RECON_TOKEN: `rcn_${'t'.repeat(43)}` };
});
afterEach(() => home.remove());

async function recon(...args: string[]) {
  asked = [];
  return await runMain(args, environment);
}

const BOTH = `mammo: ${ANA.mammo}; face: ${ANA.face}`;

test('the field failure is why each model failed, one request each', async () => {
  const { stdout } = await recon('list', '-o', 'csv', '--fields', 'id,failure');
  expect(stdout.split(/\r?\n/)).toEqual(['id,failure', `7,${BOTH}`, '8,', '']);
  expect(asked.toSorted()).toEqual(['/patients/7/download?type=face', '/patients/7/download?type=mammo']);
  const selected = await recon('list', '--status', 'failed', '--fields', 'id,why it failed');
  expect(selected.stdout).toBe(`7\t${BOTH}\n`);
  expect((await recon('show', '7', '8', '-o', 'ndjson', '--fields', 'id,failure')).stdout).toBe(
    `${JSON.stringify({ id: 7, failure: ANA })}\n${JSON.stringify({ id: 8, failure: null })}\n`,
  );
  expect((await recon('list', '--template', '{id} {failure.face}')).stdout).toBe(`7 ${ANA.face}\n8 \n`);
});

test('JSON has it where it is named, and a screen does', async () => {
  const list = await recon('list', '--json', '--fields', 'id,failure');
  expect(JSON.parse(list.stdout).patients).toEqual([
    { id: 7, failure: ANA },
    { id: 8, failure: null },
  ]);
  const one = await recon('show', '7', '--json', '--fields', 'failure');
  expect(JSON.parse(one.stdout).patient).toEqual({ failure: ANA });
  const { stdout } = await typeMain(['list', '--fields', 'id,failure'], environment, []);
  expect(stdout).toMatch(/WHY IT FAILED/);
  expect(stdout).toContain(BOTH);
});

test('a workbook names the column in words', async () => {
  const args = ['list', '--status', 'failed', '--fields', 'id,name,phone,failure', '-o', 'xlsx'];
  const { stand } = standInProcess(args, environment);
  const pieces: Buffer[] = [];
  stand.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  expect(await main(stand)).toBe(0);
  expect((await readWorkbook(Buffer.concat(pieces)))[0]!.data).toEqual([
    ['ID', 'Name', 'Phone', 'Why it failed'],
    [7, 'Ana', '+351 1', `breast: ${ANA.mammo}; face: ${ANA.face}`],
  ]);
});

test.each([['-o', 'csv'], ['-o', 'ndjson'], ['--json'], ['--fields', 'id,reconstructions'], ['-o', 'id']])(
  'who does not name it asks nothing more: list %s %s',
  async (...flags) => {
    const { exitCode, stdout } = await recon('list', ...flags);
    expect([exitCode, asked, stdout.includes('failure')]).toEqual([0, [], false]);
  },
);

test('a service that does not say why is told of, and who types why is led to the field', async () => {
  isSilent = true;
  const { exitCode, stdout, stderr } = await recon('list', '-o', 'csv', '--fields', 'id,failure');
  isSilent = false;
  expect([exitCode, stdout.split(/\r?\n/)[1]]).toEqual([0, '7,']);
  expect(stderr).toContain('the service does not say why 2 models failed');
  expect((await recon('list', '-o', 'csv', '--fields', 'id,reason')).stderr).toContain('why a model failed is failure');
});

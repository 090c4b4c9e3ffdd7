import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { openService, type TestService } from '../support/running-service.ts';
import { faceForm } from '../support/service-forms.ts';
import { openTable, scaled, seededRandom } from './scale.ts';

const PATIENTS = scaled(60, 12);
const ROUNDS = scaled(20, 2);

const table = openTable('patients export, killed with SIGKILL', [
  'round',
  'folder',
  'killed at',
  'saved by then',
  'then',
  'verdict',
]);
const random = seededRandom('export-kill');
let service: TestService;
let home: ReconHome;
/** Every archive that the service ever had, by patient: an older one is right as long as the manifest does not deny it. */
const truths = new Map<string, Set<string>>();

beforeAll(async () => {
  service = await openService();
  home = await makeHome({ RECON_BASE_URL: service.url, RECON_TOKEN: service.token });
  for (let number = 1; number <= PATIENTS; number++) {
    const form = { 'patient[name]': `P ${number}`, async: 'false', ...(await faceForm()) };
    const { patient } = await service.patient('POST', '/patients', { form });
    truths.set(String(patient.id), new Set());
  }
  await learnTruth();
}, 300_000);
afterAll(async () => {
  await home.remove();
  await service.close();
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const zipOf = (id: string) => `archives/${id}/patient-${id}-face.zip`;

async function learnTruth(): Promise<Map<string, string>> {
  const now = new Map<string, string>();
  for (const [id, known] of truths) {
    const answer = await service.send('GET', `/patients/${id}/download?type=face`);
    now.set(id, sha256(new Uint8Array(await answer.arrayBuffer())));
    known.add(now.get(id)!);
  }
  return now;
}

/** A third of the models are made anew, each of another picture. */
async function changeModels(round: number): Promise<void> {
  const { 'reconstruction[front]': front } = await faceForm(round + 2);
  for (const id of [...truths.keys()].filter((_id, at) => at % 3 === 0)) {
    const form = { 'reconstruction[type]': 'face', 'reconstruction[front]': front! };
    await service.patient('PUT', `/patients/${id}`, { form });
    const status = async () => (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]!.status;
    while ((await status()) !== 'has_3d') await sleep(20);
  }
}

const exportArgs = (to: string) => ['patients', 'export', '--to', to, '--jobs', '2', '-q'];

/** Where in its work a run is killed: when `comes` is first true, and a moment later. */
interface Moment {
  name: string;
  comes(to: string, linesBefore: number): boolean;
}

const LOG = '.recon-export.jsonl';
const has = (to: string, name: string) => existsSync(join(to, name));
/** None where it is gone: it may go at any time. */
function linesIn(to: string): number {
  try {
    return readFileSync(join(to, LOG), 'utf8').split('\n').length;
  } catch {
    return 0;
  }
}
const fresh = (to: string, before: number) => linesIn(to) - Math.max(2, before);
/** A third of the models is made anew for a folder that is renewed. */
const MOMENTS: readonly Moment[] = [
  { name: 'as it begins', comes: (to) => has(to, LOG) || has(to, `${LOG}.part`) },
  { name: 'reading patients', comes: (to) => has(to, 'patients.ndjson.part') },
  { name: 'after the first archive', comes: (to, before) => fresh(to, before) >= 1 },
  { name: 'after some archives', comes: (to, before) => fresh(to, before) >= PATIENTS / 6 },
  { name: 'near its end', comes: (to, before) => has(to, 'manifest.json.part') || fresh(to, before) >= PATIENTS / 4 },
];
const LATER_MS = 25;

async function runAndKill(to: string, { comes }: Moment): Promise<boolean> {
  const before = linesIn(to);
  const run = home.start(exportArgs(to));
  let hasEnded = false;
  run.then(() => {
    hasEnded = true;
  });
  while (!hasEnded && !comes(to, before)) await sleep(1);
  await sleep(LATER_MS * random());
  run.kill('SIGKILL');
  return (await run).signal === 'SIGKILL';
}

const savedIn = (to: string) => [...truths.keys()].filter((id) => existsSync(join(to, zipOf(id))));

/** Whatever has its final name is whole, and what is listed as right is right. */
async function faultsIn(to: string): Promise<string[]> {
  const half = savedIn(to).filter((id) => !truths.get(id)!.has(sha256(readFileSync(join(to, zipOf(id))))));
  const faults = half.map((id) => `${zipOf(id)} is not whole`);
  if (existsSync(join(to, 'manifest.json'))) JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'));
  if (!existsSync(join(to, 'SHA256SUMS'))) return faults;
  const sums = await execa('sha256sum', ['-c', '--strict', '--quiet', 'SHA256SUMS'], { cwd: to, reject: false });
  return sums.exitCode === 0 ? faults : [...faults, `SHA256SUMS: ${sums.stdout}`];
}

async function faultsOfWhole(to: string, truth: ReadonlyMap<string, string>): Promise<string[]> {
  const manifest = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'));
  const saved = new Map(manifest.archives.map((one: Record<string, string>) => [one['patient_id'], one['sha256']]));
  const wrong = [...truth].filter(
    ([id, sum]) => saved.get(id) !== sum || sha256(readFileSync(join(to, zipOf(id)))) !== sum,
  );
  const left = readdirSync(to, { recursive: true }).filter((name) => /\.part|\.jsonl/.test(String(name)));
  const lines = readFileSync(join(to, 'patients.ndjson'), 'utf8').trimEnd().split('\n');
  return [
    ...wrong.map(([id]) => `${zipOf(id)} is not the service's`),
    ...left.map((name) => `${name} was left behind`),
    ...(manifest.complete === true ? [] : ['the manifest is not complete']),
    ...(lines.length === truth.size ? [] : [`${lines.length} records`]),
    ...(existsSync(join(to, 'SHA256SUMS')) ? await faultsIn(to) : ['no SHA256SUMS']),
  ];
}

test(`killed up to ${ROUNDS * MOMENTS.length} times: every export is whole in the end, and no file is ever half`, async () => {
  const faults: string[] = [];
  let kills = 0;
  let truth = await learnTruth();
  let to = '';
  for (let round = 1; round <= ROUNDS; round++) {
    const isFresh = round % 2 === 1;
    if (isFresh) to = join(home.folder, `export-${round}`);
    else {
      await changeModels(round);
      truth = await learnTruth();
    }
    for (const moment of MOMENTS) {
      const wasKilled = await runAndKill(to, moment);
      const found = await faultsIn(to);
      kills += wasKilled ? 1 : 0;
      const left = existsSync(join(to, LOG)) ? 'unfinished' : 'whole';
      const folder = isFresh ? 'new' : 'to be renewed';
      const killed = wasKilled ? moment.name : `${moment.name}: too late`;
      table.row([round, folder, killed, savedIn(to).length, left, found.length === 0 ? 'ok' : found.join('; ')]);
      faults.push(...found);
    }
    const { exitCode, stderr } = await home.recon(exportArgs(to));
    const found = exitCode === 0 ? await faultsOfWhole(to, truth) : [`exit ${exitCode}: ${stderr}`];
    table.row([round, '', '-', savedIn(to).length, 'whole', found.length === 0 ? 'ok' : found.join('; ')]);
    faults.push(...found);
  }
  table.note(`${kills} kills, ${faults.length} faults`);
  expect(faults).toEqual([]);
  // Most of them in the middle of it, or the test shows nothing.
  expect(kills).toBeGreaterThan((ROUNDS * MOMENTS.length) / 2);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { After } from '../../src/contract/after.ts';
import type { Patient } from '../../src/contract/patient.ts';
import { shortTypeOf } from '../../src/contract/reconstruction.ts';
import { openAccounts } from '../../src/service/start.ts';
import { residentMb } from '../support/process-memory.ts';
import { workerNamed } from '../support/running-service.ts';
import { spawnService } from '../support/service-process.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { faultOf } from './fuzz/judge.ts';
import { oddFiles } from './fuzz/odd-values.ts';
import { type OpenapiDocument, operationsOf } from './fuzz/openapi.ts';
import { createRandom, type Random } from './fuzz/random.ts';
import { type FuzzRequest, type Known, nextRequest } from './fuzz/requests.ts';
import { type FuzzAnswer, openSender } from './fuzz/send.ts';
import { FULL, openTable, scaled } from './scale.ts';

const REQUESTS = scaled(100_000, 10_000);
/** Every so many requests is one of bytes that are hardly HTTP. */
const GARBAGE_EVERY = 20;
const AT_ONCE = 4;
/** Of the requests, before the memory is looked at for the first time. */
const WARM_UP = 0.1;
const MOST_GROWTH_MB = 50;

const table = openTable(`${REQUESTS} requests made from the OpenAPI document`, ['operation', 'answers']);

test('0 × 5xx, 0 × HTML, 0 crashes, and every answer is in the document', {
  timeout: scaled(3_000_000, 600_000),
}, async () => {
  const dataFolder = tempFolder();
  const service = await spawnService(dataFolder, workerNamed('quick'));
  onTestFinished(() => service.kill());
  const known = await prepare(dataFolder, service.token);
  const sender = openSender(service.url);
  onTestFinished(sender.close);
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenapiDocument;
  const operations = operationsOf(document);
  expect(operations.length).toBeGreaterThanOrEqual(9);

  const faults: string[] = [];
  const seen = new Map<string, Map<number, number>>();
  let begun = 0;
  let cut = 0;
  let warmMb = 0;
  const one = async () => {
    if (begun++ === Math.round(WARM_UP * REQUESTS)) warmMb = await settledMb(service.pid);
    // Each request is made of its own number, whatever the others did meanwhile.
    const random = createRandom(`fuzz ${begun}`);
    if (begun % GARBAGE_EVERY === 0) {
      const answered = await sender.sendBytes(garbage(random, service));
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answered)?.[1] ?? 0);
      count(seen, 'garbage', status);
      if (status >= 500 || /text\/html/.test(answered)) faults.push(`garbage: ${answered.slice(0, 200)}`);
      return;
    }
    const request = nextRequest(random, operations, known);
    // A model that is made anew or deleted ends the downloads of the one before; whoever asks again gets what holds now.
    const answer = (await sender.send(request)) ?? (request.method === 'GET' ? await sender.send(request) : undefined);
    if (answer === undefined) {
      cut += 1;
      return;
    }
    count(seen, nameOf(request), answer.status);
    const fault = faultOf(request, answer);
    if (fault !== undefined) faults.push(`${fault}: ${describe(request)}`);
    learn(known, request, answer);
  };
  const worker = async () => {
    while (begun < REQUESTS) await one();
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - start) / 1000;
  const growthMb = (await settledMb(service.pid)) - warmMb;

  for (const [name, statuses] of [...seen].sort()) {
    table.row([
      name,
      [...statuses]
        .sort()
        .map(([status, times]) => `${status} × ${times}`)
        .join(', '),
    ]);
  }
  table.note(
    `${Math.round(seconds)} s; ${cut} connections broke; memory ${Math.round(warmMb)} MB after a tenth, ${growthMb.toFixed(1)} MB more at the end`,
  );
  expect(faults.slice(0, 20).join('\n')).toBe('');
  expect(cut).toBeLessThanOrEqual(REQUESTS / 1000);
  expect(growthMb).toBeLessThan(MOST_GROWTH_MB);
  // It is still the same process, and what was made can be listed.
  const list = await fetch(`${service.url}/patients`, { headers: { authorization: `Bearer ${service.token}` } });
  expect(list.status).toBe(200);
  // Every operation was carried out at least once, or found its record busy, so not all are refused at the door.
  for (const { method, path } of operations) {
    const statuses = [...(seen.get(`${method} ${path}`)?.keys() ?? [])];
    expect([method, path, statuses.some((status) => status < 300 || status === 409)]).toEqual([method, path, true]);
  }
});

async function prepare(dataFolder: string, right: string): Promise<Known> {
  const accounts = await openAccounts({ dataFolder });
  await accounts.add('branch', 'main');
  const { token: ofSub } = await accounts.newToken('branch');
  const { token: reading } = await accounts.addToken('main', { label: 'fuzz', scope: 'read' });
  const { id } = (await accounts.list()).find(({ name }) => name === 'branch')!;
  await accounts.close();
  const files = await oddFiles();
  return {
    patients: ['1'],
    models: [],
    afters: [],
    simulations: [],
    invitations: [],
    pictures: [],
    surgeons: [String(id)],
    tokens: { right, ofSub, reading },
    files,
  };
}

/** Once what it is still busy with is done. */
async function settledMb(pid: number): Promise<number> {
  await sleep(FULL ? 10_000 : 3_000);
  return residentMb(pid);
}

function count(seen: Map<string, Map<number, number>>, name: string, status: number): void {
  const statuses = seen.get(name) ?? new Map<number, number>();
  seen.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
}

const nameOf = ({ method, path, operation }: FuzzRequest): string => {
  if (operation !== undefined) return `${operation.method} ${operation.path}`;
  return /^\/(invitations|images)\//.exec(path)?.[1] ?? (method === 'GET' ? 'other paths' : 'other methods');
};

const describe = ({ method, path, headers, body }: FuzzRequest) =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${body?.length ?? 0} bytes`.replace(
    /rcn_[\w-]+/g,
    '…',
  );

const MOST_KEPT = 200;

function learn(known: Known, { operation, path }: FuzzRequest, { status, body }: FuzzAnswer): void {
  if (operation === undefined || status >= 300) return;
  if (operation.method === 'DELETE' && operation.path === '/patients/{id}') {
    const id = /\d+/.exec(path)?.[0];
    known.patients = known.patients.filter((one) => one !== id);
    known.models = known.models.filter((one) => one.id !== id);
    known.afters = known.afters.filter((one) => one.id !== id);
    known.simulations = known.simulations.filter((one) => one.id !== id);
  }
  if (!operation.answers.get(String(status))?.endsWith('json')) return;
  const {
    patient,
    after,
    invitation_url: invitation,
  } = JSON.parse(body.toString()) as {
    patient?: Patient;
    after?: After;
    invitation_url?: string;
  };
  const pathOf = (url: string) => `${new URL(url).pathname}${new URL(url).search}`;
  if (invitation !== undefined) known.invitations.push(pathOf(invitation));
  const afterOf = after && /\d+/.exec(path)?.[0];
  // Which of the patient's types it is of, the answer does not say.
  known.afters.push(...known.models.filter(({ id }) => id === afterOf));
  if (patient === undefined) return;
  if (operation.method === 'POST') known.patients.push(String(patient.id));
  const pictures = patient.reconstructions.flatMap(({ front, frames }) => [front, frames]);
  known.pictures.push(...pictures.filter((url) => typeof url === 'string').map(pathOf));
  known.models.push(
    ...patient.reconstructions.map(({ type }) => ({ id: String(patient.id), type: shortTypeOf(type) ?? type })),
  );
  const simulations = patient.reconstructions.flatMap((one) => one.simulations ?? []);
  known.simulations.push(...simulations.map(({ id }) => ({ id: String(patient.id), simulation: String(id) })));
  const { models, afters, simulations: saved, invitations, pictures: shown, patients } = known;
  for (const kept of [patients, models, afters, saved, invitations, shown]) kept.splice(0, kept.length - MOST_KEPT);
}

/** A good request with some bytes changed, cut out or doubled. */
function garbage(random: Random, { url, token }: { url: string; token: string }): Buffer {
  const { host } = new URL(url);
  const lines = [
    random.pick([
      'GET /patients HTTP/1.1',
      'POST /patients HTTP/1.1',
      'GET /patients/1 HTTP/1.0',
      'PUT /patients/1 HTTP/2.0',
    ]),
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    random.pick([
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 5\r\nContent-Length: 6',
      'Transfer-Encoding: chunked',
    ]),
    random.pick([
      'X: y',
      `X: ${'y'.repeat(20_000)}`,
      ' folded',
      'X y',
      '\0: y',
      'Content-Type: multipart/form-data; boundary=b',
    ]),
    'Connection: close',
    '',
    random.pick(['', 'x', 'zz\r\n', '5\r\nhello\r\n0\r\n\r\n', '--b\r\n\r\n--b--']),
  ];
  const bytes = Buffer.from(lines.join('\r\n'), 'latin1');
  const at = random.below(bytes.length);
  return random.weighted(
    [40, () => bytes],
    [30, () => Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.below(8)), bytes.subarray(at)])],
    [20, () => bytes.subarray(0, at)],
    [10, () => random.bytes(1 + random.below(400))],
  )();
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts } from '../../src/service/start.ts';
import { requireTool } from '../support/require-tool.ts';
import { runMain } from '../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../support/running-service.ts';
import { faceForm, photoOf } from '../support/service-forms.ts';
import { CONNECTION_FAULTS, type ConnectionWorld, openConnectionWorld } from './connection-faults.ts';
import { openFaultProxy } from './fault-proxy.ts';
import { FAULTS } from './faults.ts';
import { type Cell, cellsOfMatrix, describe, isConnectionFault, rowOf } from './matrix-cells.ts';
import { OPERATIONS, type Stage } from './operations.ts';
import { FULL, inTurns, openTable, seededRandom } from './scale.ts';
import { openPort, type Port } from './scripted-server.ts';
import { openTruth, type Truth } from './truth.ts';
import { faultOf } from './verdict.ts';

/** Far above what an answer takes here, far below what a run may take. */
const SILENCE_MS = 1000;
const QUIET_MS = 2000;
/** An abandoned request is at work for so long, which the quiet period outlasts. */
const LATE_MS = 400;
const AT_ONCE = 20;
/** A cell in which this machine was slower than the client is told to allow for says nothing, and is played again. */
const MAX_PLAYS = 5;
/** The service takes four at once from one account. */
const uploads = inTurns(3);

const hasOpenssl = requireTool('openssl');
const table = openTable('Network faults: exit·times made, ! where they disagree', [
  'fault',
  'course',
  ...OPERATIONS.map(({ name }) => name),
]);
const rows = new Map<string, Map<string, string>>();

let service: TestService;
let truth: Truth;
let folder: string;
let elsewhere: Port;
let world: ConnectionWorld & { close(): Promise<void> };
let common: Pick<Stage, 'photos' | 'subAccount' | 'shared'>;

beforeAll(async () => {
  service = await openService();
  folder = await mkdtemp(join(tmpdir(), 'recon-matrix-'));
  elsewhere = await openPort((socket) => socket.end());
  if (hasOpenssl) world = await openConnectionWorld();
  common = await prepareCommon();
  // From here on no model is made: what goes on the network is what counts.
  await service.restart({ workerUrl: workerNamed('hang') });
  truth = await openTruth(service.dataFolder);
});
afterAll(async () => {
  await world?.close();
  await elsewhere.close();
  await truth.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
  for (const [row, cells] of rows) {
    const [fault = '', course = ''] = row.split('|');
    table.row([fault, course, ...OPERATIONS.map(({ name }) => cells.get(name) ?? '')]);
  }
});

async function prepareCommon() {
  const accounts = await openAccounts(service.dataFolder);
  await accounts.add('sub', 'main');
  const subAccount = (await accounts.list()).find(({ name }) => name === 'sub')!.id;
  await accounts.close();
  const photos = { left: join(folder, 'left.jpg'), front: join(folder, 'front.jpg'), right: join(folder, 'right.jpg') };
  for (const view of ['left', 'front', 'right'] as const) await writeFile(photos[view], await photoOf(view, 7));
  await mkdir(join(folder, 'config', 'recon'), { recursive: true, mode: 0o700 });
  await run(['config', 'set', 'quiet-period', `${QUIET_MS}ms`], folder, service.url);
  const name = 'Shared Sample';
  const { patient } = await service.patient('POST', '/patients', {
    form: { 'patient[name]': name, ...(await faceForm()) },
  });
  return { photos, subAccount, shared: { id: patient.id, name } };
}

const run = (args: string[], home: string, baseUrl: string) =>
  runMain(args, {
    HOME: home,
    PATH: process.env['PATH'] ?? '',
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    RECON_BASE_URL: baseUrl,
    RECON_TOKEN: service.token,
    RECON_TIMEOUT: `${SILENCE_MS}ms`,
  });

let cellNumber = 0;
let slowPlays = 0;

async function play(cell: Cell): Promise<string | undefined> {
  for (let plays = 1; ; plays += 1) {
    const { wasTooSlow, wrong } = await playOnce(cell);
    if (!wasTooSlow || plays === MAX_PLAYS) return wrong;
    slowPlays += 1;
  }
}

async function playOnce(cell: Cell): Promise<{ wasTooSlow: boolean; wrong: string | undefined }> {
  const { operation, fault, strikes } = cell;
  const number = ++cellNumber;
  const home = join(folder, `${number}`);
  await mkdir(home);
  const patient: TestService['patient'] = (...request) => uploads(() => service.patient(...request));
  const stage: Stage = { service: { patient }, truth, name: `Cell ${number} Sample`, folder: home, ...common };
  const prepared = await operation.prepare(stage);
  let struck = 0;
  const proxy = await openFaultProxy({
    serviceUrl: service.url,
    inTurn: uploads,
    withoutKeys: cell.withoutKeys,
    ...('onAccept' in fault && fault.onAccept !== undefined && { onAccept: fault.onAccept }),
    strike({ method, path }) {
      if (isConnectionFault(fault) || !prepared.request.test(`${method} ${path}`)) return undefined;
      if (struck++ > 0 && strikes === 'once') return undefined;
      const { atHead, reply } = fault;
      return {
        course: cell.course,
        lateMs: LATE_MS,
        believable: prepared.believable,
        reply: (socket, answer) => void reply(socket, answer, { elsewhere: elsewhere.url }),
        ...(atHead !== undefined && {
          atHead: (socket, request) => atHead(socket, request, { elsewhere: elsewhere.url }),
        }),
      };
    },
  });
  try {
    const baseUrl = isConnectionFault(fault) ? ((await fault.baseUrl?.(proxy, world)) ?? proxy.url) : proxy.url;
    const { exitCode, stdout, stderr } = await run(prepared.args, home, baseUrl);
    await proxy.settled();
    const times = (await prepared.times?.()) ?? 0;
    const isRight = exitCode !== 0 || (await prepared.isRight(stdout).catch(() => false));
    const wrong =
      faultOf({ operation, fault, strikes, exit: exitCode, times, isRight }) ?? faultOfWords(exitCode, stdout, stderr);
    note(cell, `${exitCode}${operation.isChange ? `·${times}` : ''}${wrong === undefined ? '' : '!'}`);
    return {
      wasTooSlow: proxy.latestMs() > QUIET_MS || proxy.slowestMs() > SILENCE_MS + QUIET_MS,
      wrong: wrong && `${describe(cell)}: ${wrong}\n${stdout}${stderr}`,
    };
  } finally {
    await proxy.close();
    await rm(home, { recursive: true, force: true });
  }
}

function faultOfWords(exit: number | undefined, stdout: string, stderr: string): string | undefined {
  if (`${stdout}${stderr}`.includes(service.token)) return 'the token is told';
  if (/\bat .+:\d+:\d+|node:internal|TypeError/.test(stderr)) return 'a stack is told';
  if (exit === 0) return undefined;
  if (stdout !== '') return 'a failure with something on stdout';
  return /^recon: \S|^\{"error":\{"code":"\w+","message":"\S.*\}\}$/m.test(stderr)
    ? undefined
    : 'a failure without a word';
}

function note(cell: Cell, text: string): void {
  const row = rowOf(cell);
  const cells = rows.get(row) ?? new Map<string, string>();
  rows.set(row, cells.set(cell.operation.name, text));
}

test('what a run ends with agrees with what the service knows', async () => {
  const random = seededRandom('quick matrix');
  const cells = cellsOfMatrix(hasOpenssl);
  const chosen = FULL ? cells : cells.filter(() => random() < 0.1);
  // So that the table has its rows in the order of the faults, however the runs end.
  for (const cell of chosen) rows.set(rowOf(cell), new Map());
  const wrong: string[] = [];
  const left = [...chosen].reverse();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let cell = left.pop(); cell !== undefined; cell = left.pop()) {
        const fault = await play(cell);
        if (fault !== undefined) wrong.push(fault);
      }
    }),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  table.note(
    `${chosen.length} of ${cells.length} runs, ${FAULTS.length} faults of a request, ${CONNECTION_FAULTS.length} of a connection, ` +
      `${OPERATIONS.length} operations: ${wrong.length} wrong, ${elsewhere.receivedBytes()} bytes sent elsewhere, ` +
      `${slowPlays} played again on a slow machine, ${seconds} s`,
  );
  expect(wrong).toEqual([]);
  expect(elsewhere.receivedBytes()).toBe(0);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECON } from '../support/recon-home.ts';
import { openCuttingService } from './cutting-service.ts';
import { FILE_BYTES, largeArchive, sha256 } from './large-archive.ts';
import { openTable, scaled, seededRandom } from './scale.ts';

const archive = largeArchive(1);
const rightSum = sha256(archive);

let service: Awaited<ReturnType<typeof openCuttingService>>;
let folder: string;
beforeAll(async () => {
  service = await openCuttingService(archive, archive);
  folder = mkdtempSync(join(tmpdir(), 'recon-cut-kill-'));
}, 60_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const table = openTable(
  `A download and extraction of ${Math.round(archive.length / 1e6)} MB stopped at a random moment, and run again`,
  [
    'signal',
    'trials',
    'stopped within the body',
    'done before',
    'whole after the second run',
    'wrong',
    'bytes sent twice',
  ],
);

function start() {
  const args = ['download', '7', '--type', 'face', '--to', 'ana.zip', '--extract', 'ana', '--base-url', service.url];
  const child = spawn(process.execPath, [RECON, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, RECON_TOKEN: 'rcn_canary-0123456789abcdef' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal, said }));
  return { child, ended };
}

/** What must hold at any moment: whole under their names, or not there. */
function problemsNow(): string[] {
  const problems: string[] = [];
  const zip = join(folder, 'ana.zip');
  if (existsSync(zip) && sha256(readFileSync(zip)) !== rightSum) problems.push('half an archive under its name');
  const model = join(folder, 'ana');
  const sizes = existsSync(model) ? readdirSync(model).map((name) => statSync(join(model, name)).size) : [];
  if (existsSync(model) && sizes.filter((size) => size === FILE_BYTES).length !== 5) problems.push('half a model');
  return problems;
}

const partBytes = () => statSync(join(folder, 'ana.zip.part'), { throwIfNoEntry: false })?.size ?? 0;
const stagingIn = () => readdirSync(folder).filter((name) => name.startsWith('.recon-extract-'));

/** Until so much of the archive is there; more than the whole of it is there when it is being unpacked. */
async function untilThere(share: number, run: ReturnType<typeof start>) {
  let hasEnded = false;
  void run.ended.then(() => {
    hasEnded = true;
  });
  const isThere = () => (share < 1 ? partBytes() >= share * archive.length : stagingIn().length > 0);
  while (!hasEnded && !isThere()) await pause(1);
}

function empty() {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

const random = seededRandom('download kill');
const TRIALS = { SIGKILL: scaled(40, 2), SIGINT: scaled(15, 1), SIGTERM: scaled(15, 1) } as const;
const EXIT = { SIGKILL: null, SIGINT: 130, SIGTERM: 143 } as const;

test.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)('%s at any moment: the next run completes', async (signal) => {
  const tally = { stopped: 0, doneBefore: 0, whole: 0, sentTwice: 0 };
  const problems: string[] = [];
  for (let number = 0; number < TRIALS[signal]; number++) {
    empty();
    service.behave({ etag: '"v1"', takesRanges: true, cuts: 'none', pauseMs: scaled(5, 20) }, 0);
    const first = start();
    // The first one in the body, or the test shows nothing.
    await untilThere(random() * (number === 0 ? 0.5 : 1.25), first);
    await pause(random() * 20);
    first.child.kill(signal);
    const { code } = await first.ended;
    if (code === 0) tally.doneBefore += 1;
    else if (code !== EXIT[signal]) problems.push(`${number}: exit ${code}`);
    problems.push(...problemsNow().map((problem) => `${number}, after ${signal}: ${problem}`));
    // Only a process that is killed cannot tidy up; what it left is hidden, and goes when it is an hour old.
    if (signal !== 'SIGKILL' && stagingIn().length > 0) problems.push(`${number}: ${signal} left ${stagingIn()}`);
    const kept = partBytes();
    if (kept > 0) tally.stopped += 1;
    if (code === 0) continue;
    service.behave({ etag: '"v1"', takesRanges: true, cuts: 'none' }, 0);
    rmSync(join(folder, 'ana.zip'), { force: true });
    const second = await start().ended;
    problems.push(...problemsNow().map((problem) => `${number}, after the second run: ${problem}`));
    const left = readdirSync(folder).filter((name) => !name.startsWith('.') && !['ana', 'ana.zip'].includes(name));
    if (second.code !== 0 || left.length > 0)
      problems.push(`${number}: second run ${second.code}, left ${left}: ${second.said}`);
    else tally.whole += 1;
    if (kept > 0) tally.sentTwice += service.sent().sentBytes + kept - archive.length;
  }
  const { stopped, doneBefore, whole, sentTwice } = tally;
  table.row([signal, TRIALS[signal], stopped, doneBefore, whole, problems.length, sentTwice]);
  expect(problems).toEqual([]);
  expect(stopped).toBeGreaterThan(0);
});

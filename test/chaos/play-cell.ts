import { rm } from 'node:fs/promises';
import { type FaultProxy, openFaultProxy, type Strike } from './fault-proxy.ts';
import type { FaultWorld } from './faults.ts';
import { type Cell, type Course, isConnectionFault } from './matrix-cells.ts';
import { type MatrixWorld, QUIET_MS, SILENCE_MS } from './matrix-world.ts';
import type { Prepared } from './operations.ts';
import type { WireRequest } from './scripted-server.ts';
import { faultOf, faultOfOpen, faultOfResume, faultOfWords } from './verdict.ts';

/** An abandoned request is at work for so long, which the quiet period outlasts. */
const LATE_MS = 400;

export interface Played {
  /** `0·1`: the exit, and how often the change was made; behind an arrow, the same of `recon resume`. */
  text: string;
  wrong: string | undefined;
  /** The machine took longer than the client is told to allow for: this says nothing. */
  wasTooSlow: boolean;
}

const MAX_PLAYS = 8;

/** One in which the machine was too slow to tell is played again. */
export async function playInTime(cell: Cell, world: MatrixWorld): Promise<Played & { plays: number }> {
  for (let plays = 1; ; plays += 1) {
    const played = await playCell(cell, world);
    if (!played.wasTooSlow || plays === MAX_PLAYS) return { ...played, plays };
  }
}

/** Runs an operation under its fault, asks the service's database, and where something is open, resumes it in calm. */
async function playCell(cell: Cell, world: MatrixWorld): Promise<Played> {
  const { operation, fault, strikes, aim } = cell;
  const stage = await world.newStage();
  const prepared = await operation.prepare(stage);
  const network = { isCalm: false };
  const proxy = await openProxy(cell, prepared, world, network);
  try {
    const baseUrl = isConnectionFault(fault) ? await fault.baseUrl?.(proxy, world.strangers) : undefined;
    const run = (args: string[]) => world.run(args, stage.folder, baseUrl ?? proxy.url, prepared.token);
    const { exitCode: exit, stdout, stderr } = await run(prepared.args);
    await proxy.settled();
    const times = (await prepared.times?.()) ?? 0;
    const isRight = exit !== 0 || (await prepared.isRight(stdout).catch(() => false));
    network.isCalm = true;
    const resumed = await lookBack(cell, prepared, run);
    const wrong =
      faultOf({ operation, fault, strikes, isItself: aim === 'itself', exit, times, isRight }) ??
      faultOfWords({ exit, stdout, stderr, token: prepared.token ?? world.service.token }) ??
      faultOfOpen(exit, resumed.open) ??
      resumed.wrong;
    return {
      text: `${exit}${operation.isChange ? `·${times}` : ''}${resumed.text ?? ''}${wrong === undefined ? '' : '!'}`,
      wrong: wrong && `${wrong}\n${stdout}${stderr}${resumed.told ?? ''}`,
      wasTooSlow: proxy.latestMs() > QUIET_MS || proxy.slowestMs() > 0.7 * SILENCE_MS,
    };
  } finally {
    await proxy.close();
    await rm(stage.folder, { recursive: true, force: true });
  }
}

async function openProxy(
  cell: Cell,
  prepared: Prepared,
  { service, uploads, elsewhere }: MatrixWorld,
  network: { isCalm: boolean },
): Promise<FaultProxy> {
  const { fault, withoutKeys } = cell;
  const strike = striker(cell, prepared, { elsewhere: elsewhere.url });
  return await openFaultProxy({
    serviceUrl: service.url,
    inTurn: uploads,
    withoutKeys,
    onAccept: (socket, number) => !network.isCalm && 'onAccept' in fault && fault.onAccept?.(socket, number) === true,
    strike: (request) => (network.isCalm ? undefined : strike(request)),
  });
}

function striker({ fault, course, strikes, aim }: Cell, { request, believable }: Prepared, world: FaultWorld) {
  const times = { own: 0, looks: 0 };
  const faulty = (on: Course): Strike | undefined => {
    if (isConnectionFault(fault)) return undefined;
    const { atHead, reply } = fault;
    return {
      ...{ course: on, lateMs: LATE_MS, believable },
      reply: (socket, answer) => void reply(socket, answer, world),
      ...(atHead !== undefined && { atHead: (socket, head) => atHead(socket, head, world) }),
    };
  };
  return ({ method, path }: WireRequest): Strike | undefined => {
    const isOwn = request.test(`${method} ${path}`);
    if (isOwn) {
      times.own += 1;
      if (aim === 'itself') return times.own === 1 || strikes === 'always' ? faulty(course) : undefined;
      return aim === 'after' && times.own === 1
        ? { course, believable, reply: (socket) => socket.resetAndDestroy() }
        : undefined;
    }
    if (aim === 'itself' || (aim === 'before') !== (times.own === 0)) return undefined;
    times.looks += 1;
    return times.looks === 1 || strikes === 'always' ? faulty('applied') : undefined;
  };
}

/** What the run has left open, and what `recon resume` makes of it. */
async function lookBack(
  { operation, withoutKeys }: Cell,
  { times }: Prepared,
  run: (args: string[]) => Promise<{ exitCode: number | undefined; stdout: string; stderr: string }>,
): Promise<{ open: number | undefined; text?: string; told?: string; wrong?: string | undefined }> {
  const openChanges = async () => (await run(['resume', '--list', '-o', 'ndjson'])).stdout.split('\n').length - 1;
  if (!operation.isChange || operation.isUnwritten) return { open: undefined };
  const open = await openChanges();
  if (open === 0) return { open };
  const { exitCode: exit, stdout, stderr } = await run(['resume']);
  const result = { exit, times: (await times?.()) ?? 0, open: await openChanges() };
  return {
    open,
    text: `→${exit}·${result.times}`,
    told: `recon resume:\n${stdout}${stderr}`,
    wrong: faultOfResume({ operation, withoutKeys, ...result }),
  };
}

import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFaultProxy, type Strike } from './fault-proxy.ts';
import { FAULTS } from './faults.ts';
import { type MatrixWorld, openMatrixWorld } from './matrix-world.ts';
import { OPERATIONS } from './operations.ts';
import { playInTime } from './play-cell.ts';

// What the matrix found, each by its name, so that it is met in every run and not in a sample.

let world: MatrixWorld;
beforeAll(async () => {
  world = await openMatrixWorld(false);
});
afterAll(() => world.close());

const operationNamed = (name: string) => OPERATIONS.find((one) => one.name === name)!;
const faultNamed = (name: string) => FAULTS.find((one) => one.name === name)!;

const FOUND = [
  {
    found: 'an update answered with a patient of no id is not taken as made',
    cell: ['update', 'JSON without an id', 'lost'],
  },
  {
    found: 'an update answered with an id that is none is not taken as made',
    cell: ['update', 'JSON with a broken id', 'lost'],
  },
  {
    found: 'an update whose empty answer comes before it is applied is not told as refused',
    cell: ['update+', 'JSON without an id', 'late'],
  },
  { found: 'a patient of no id is not the one who was asked for', cell: ['get', 'JSON without an id', 'applied'] },
  {
    found: 'a result that is no word of the interface does not deny a deletion',
    cell: ['delete', 'JSON with a broken id', 'applied'],
  },
  {
    found: 'a result that is no word of the interface does not deny a transfer',
    cell: ['transfer', 'JSON with a broken id', 'late'],
  },
] as const;

test.concurrent.each(FOUND)('$found', async ({ cell: [operation, fault, course] }) => {
  for (const withoutKeys of [true, false]) {
    const cell = { operation: operationNamed(operation), fault: faultNamed(fault), course, withoutKeys };
    const { wrong } = await playInTime({ ...cell, strikes: 'once', aim: 'itself' }, world);
    expect(wrong).toBeUndefined();
  }
});

/** The first request is applied a while after its answer broke; the second, sent meanwhile, is met as told. */
async function secondTryMeanwhile(name: string, second: Partial<Strike> & Pick<Strike, 'course' | 'reply'>) {
  const stage = await world.newStage();
  const { args, request, believable, times } = await operationNamed(name).prepare(stage);
  let own = 0;
  const proxy = await openFaultProxy({
    serviceUrl: world.service.url,
    inTurn: world.uploads,
    withoutKeys: true,
    strike({ method, path }) {
      if (!request.test(`${method} ${path}`)) return undefined;
      own += 1;
      if (own === 1) return { course: 'late', lateMs: 400, believable, reply: (socket) => socket.resetAndDestroy() };
      return own === 2 ? { believable, ...second } : undefined;
    },
  });
  try {
    const { exitCode } = await world.run(args, stage.folder, proxy.url);
    await proxy.settled();
    return { exitCode, times: await times!() };
  } finally {
    await proxy.close();
    await rm(stage.folder, { recursive: true, force: true });
  }
}

test.concurrent('a deletion that an earlier try of ours has made is no deletion of somebody who is not there', async () => {
  const told = await secondTryMeanwhile('delete', {
    course: 'applied',
    holdMs: 900,
    reply: (socket, answer) => faultNamed('the answer twice').reply(socket, answer, { elsewhere: '' }),
  });
  expect(told).toEqual({ exitCode: 0, times: 1 });
});

test.concurrent.each(['delete', 'update', 'transfer'])(
  '%s: a second try that is surely not applied tells nothing of the first, which is still at work',
  async (name) => {
    const { exitCode, times } = await secondTryMeanwhile(name, {
      course: 'lost',
      reply: (socket, answer) => faultNamed('429, come back in an hour').reply(socket, answer, { elsewhere: '' }),
    });
    expect({ exit: exitCode === 0 || exitCode === 10, times }).toEqual({ exit: true, times: 1 });
  },
);

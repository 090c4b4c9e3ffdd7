import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { Created, CreateHooks } from '../../../src/core/changes/changes.ts';
import type { CheckedRow } from '../../../src/core/import/checked-row.ts';
import { createOutcomes } from '../../../src/core/import/outcomes.ts';
import { createSending } from '../../../src/core/import/send-rows.ts';
import type { CreateInput } from '../../../src/core/patients.ts';
import { ReconError } from '../../../src/errors.ts';

const rowOf = (number: number, name: string): CheckedRow => ({
  ...{ number, place: `line ${number}`, source: { cells: [] }, problems: [], warnings: [], stripped: 0 },
  ...{ key: name, hash: `hash of ${name}`, name: `hash of ${name}:0` },
  request: { patient: { name }, measures: {}, photos: [] },
});

type Create = (name: string, hooks: CreateHooks) => Promise<Created>;

/** Sends rows by their names; `create` plays the service. */
function sending(
  names: readonly string[],
  create: Create,
  {
    jobs = 2,
    maxFailures = 20,
    look = async (_name: string) => {},
    clock = systemClock,
    onFull = (_text: string) => {},
  } = {},
) {
  const outcomes = createOutcomes();
  const controller = new AbortController();
  const parts = createSending({
    changes: {
      createPatient: async ({ patient: { name = '' } }: CreateInput, hooks: CreateHooks = {}) => {
        await look(name);
        return await hooks.turn!(() => create(name, hooks));
      },
    },
    copyPhotos: async () => ({ photos: [], dispose: () => {} }),
    ...{ batch: 'b', allowSame: true, jobs, maxFailures, clock, signal: controller.signal },
    onFull,
    onSent: ({ number }, { outcome }) => outcomes.note(number, outcome),
  });
  const run = async () => {
    for (const [at, name] of names.entries()) await parts.add(rowOf(at + 1, name));
    await parts.end();
    return { counts: outcomes.counts(names.length), stopped: parts.stopped() };
  };
  return { run, outcomes, stop: () => controller.abort(new ReconError('interrupted', 'stopped by Ctrl-C')) };
}

const many = (count: number) => Array.from({ length: count }, (_, at) => `P${at}`);
const tick = () => systemClock.sleep(5);

test('no more are at work than there are jobs', async () => {
  let [busy, most] = [0, 0];
  const { run } = sending(many(30), async (id) => {
    busy += 1;
    most = Math.max(most, busy);
    await tick();
    busy -= 1;
    return { id, how: 'created' };
  });
  expect((await run()).counts).toMatchObject({ created: 30 });
  expect(most).toBe(2);
});

test('rows of one person go one after another, in their order, while others go on', async () => {
  const busy = new Set<string>();
  const order: string[] = [];
  const { run } = sending(
    ['Ana', 'Ana', 'Bo', 'Ana', 'Cy'],
    async (name) => {
      expect(busy.has(name)).toBe(false);
      busy.add(name);
      // The first one lasts until the others are done.
      while (name === 'Ana' && order.length < 2) await tick();
      busy.delete(name);
      order.push(name);
      return { id: '1', how: 'created' };
    },
    { jobs: 4 },
  );
  expect((await run()).counts).toMatchObject({ created: 5 });
  expect(order).toEqual(['Bo', 'Cy', 'Ana', 'Ana', 'Ana']);
});

test('a row that waits for a lost answer gives its slot to others, and comes back', async () => {
  const order: string[] = [];
  const { run } = sending(
    ['Lost', ...many(10)],
    async (name, { pause }) => {
      if (name === 'Lost') await pause?.(100);
      await tick();
      order.push(name);
      return { id: '1', how: name === 'Lost' ? 'found' : 'created' };
    },
    { jobs: 1 },
  );
  expect((await run()).counts).toMatchObject({ created: 11 });
  expect(order.indexOf('Lost')).toBeGreaterThan(0);
});

test('a row that is answered gives its place to the next while its end is written down, and only once', async () => {
  const begun: string[] = [];
  let [busy, most] = [0, 0];
  const { run } = sending(
    many(6),
    async (name, { answered }) => {
      begun.push(name);
      busy += 1;
      most = Math.max(most, busy);
      await tick();
      busy -= 1;
      answered?.();
      // The disk takes until others were begun.
      while (['P0', 'P1'].includes(name) && begun.length < 4) await tick();
      return { id: '1', how: 'created' };
    },
    { jobs: 2 },
  );
  expect((await run()).counts).toMatchObject({ created: 6 });
  expect(most).toBe(2);
});

test('one job is one row after another, in the order of the list, also where the looks take unequally long', async () => {
  const order: string[] = [];
  const look = async (name: string) => systemClock.sleep(name === 'P0' ? 30 : 1);
  const { run } = sending(many(4), async (id) => ({ id: String(order.push(id)), how: 'created' }), { jobs: 1, look });
  expect((await run()).counts).toMatchObject({ created: 4 });
  expect(order).toEqual(many(4));
});

test('20 failures in a row stop the rest; one success in between starts the count again', async () => {
  const refuse: Create = async () => {
    throw new ReconError('refused', 'no', { status: 422 });
  };
  const { counts, stopped } = await sending(many(100), refuse, { jobs: 1 }).run();
  expect(counts).toMatchObject({ failed: 20, not_sent: 80 });
  expect(stopped).toMatchObject({ code: 'partly_failed', details: ['the last: no'] });
  const now = await sending(many(100), async (name, hooks) => {
    if (Number(name.slice(1)) % 15 !== 0) return await refuse(name, hooks);
    return { id: '1', how: 'created' };
  }).run();
  expect(now.counts).toMatchObject({ created: 7, failed: 93 });
  expect(now.stopped).toBeUndefined();
});

test('a failure that may pass by itself is told from one of the row', async () => {
  const { run, outcomes } = sending(['away', 'wrong', 'full'], async (name) => {
    if (name === 'away') throw new ReconError('network', 'no');
    const said = name === 'full' ? 'the main account is full: its limit is 22 patients, and it has 22' : 'no';
    throw new ReconError('refused', 'no', { said, status: 409 });
  });
  await run();
  expect([outcomes.of(1), outcomes.of(2), outcomes.of(3)]).toEqual([
    { status: 'failed', error: 'no', waitsFor: 'answer' },
    { status: 'failed', error: 'no' },
    { status: 'failed', error: 'no', waitsFor: 'room' },
  ]);
});

test.each(['not_logged_in', 'forbidden', 'storage'] as const)('%s stops at once', async (code) => {
  const { run } = sending(
    many(40),
    async (id) => {
      if (id === 'P10') throw new ReconError(code, 'not you');
      return { id, how: 'created' };
    },
    { jobs: 1 },
  );
  const { counts, stopped } = await run();
  expect(counts).toMatchObject({ created: 10, failed: 0, not_sent: 30 });
  expect(stopped).toMatchObject({ code });
});

test('another command that is at work on one of the patients stops nothing', async () => {
  const { run } = sending(many(5), async (id) => {
    if (id === 'P1') throw new ReconError('busy', 'another recon (process 7) is at work on the same patient');
    return { id, how: 'created' };
  });
  const { counts, stopped } = await run();
  expect({ counts, stopped }).toMatchObject({ counts: { created: 4, not_sent: 1 }, stopped: undefined });
});

test('Ctrl-C: what is lost is unknown, what was not sent is not sent, and nothing new begins', async () => {
  const begun: string[] = [];
  const { run, outcomes, stop } = sending(many(50), async (name, { pause }) => {
    begun.push(name);
    if (name === 'P0') {
      await pause?.(10_000);
      throw new Error('the wait was to end with the import');
    }
    if (begun.length > 5) stop();
    await tick();
    return { id: '1', how: 'created' };
  });
  const { counts, stopped } = await run();
  expect(stopped?.code).toBe('interrupted');
  expect(outcomes.of(1)).toMatchObject({ status: 'unknown' });
  expect(counts.unknown).toBe(1);
  expect(counts.created + counts.not_sent).toBe(49);
  expect(begun.length).toBeLessThan(9);
});

test('an unknown outcome is unknown, and a bug is thrown', async () => {
  const { run } = sending(many(2), async (name) => {
    if (name === 'P0') throw new ReconError('outcome_unknown', 'nobody knows');
    throw new TypeError('a bug');
  });
  await expect(run()).rejects.toThrow('a bug');
});

test('rows begin only as fast as they end: thousands that wait would keep thousands of photos', async () => {
  let waiting = 0;
  let most = 0;
  const { run } = sending(many(600), async (id, { pause }) => {
    waiting += 1;
    most = Math.max(most, waiting);
    await pause?.(20);
    waiting -= 1;
    return { id, how: 'found' };
  });
  expect((await run()).counts).toMatchObject({ created: 600 });
  expect(most).toBeGreaterThan(2);
  expect(most).toBeLessThanOrEqual(256);
});

/** A clock whose sleeps take no time, and are told. */
function quickClock() {
  let now = 0;
  const sleeps: number[] = [];
  const sleep = async (ms: number) => {
    sleeps.push(ms);
    now += ms;
    await tick();
  };
  return { sleeps, clock: { ...systemClock, monotonic: () => now, sleep } };
}
const tooMany = (retryAfterMs?: number) =>
  new ReconError('rate_limited', 'too many requests', { status: 429, retryAfterMs });

test('a service that takes one row at a time gets all of them, each once, and no row fails', async () => {
  const { clock, sleeps } = quickClock();
  const made: string[] = [];
  let busy = 0;
  let refused = 0;
  const { run } = sending(
    many(40),
    async (id) => {
      busy += 1;
      try {
        await tick();
        if (busy > 1) {
          refused += 1;
          throw tooMany(7000);
        }
        made.push(id);
        return { id, how: 'created' };
      } finally {
        busy -= 1;
      }
    },
    { jobs: 8, clock },
  );
  expect(await run()).toMatchObject({ counts: { created: 40, failed: 0, not_sent: 0 }, stopped: undefined });
  expect(made.toSorted()).toEqual(many(40).toSorted());
  expect(Math.min(...sleeps)).toBeGreaterThan(0);
  // Eight at a time would be refused in each round: 8 → 4 → 2 → 1 is enough.
  expect(refused).toBeLessThan(25);
});

test('a service that names an hour, or never takes a row, leaves the rows to be sent later', async () => {
  const { clock } = quickClock();
  const later = await sending(['Ana'], async () => Promise.reject(tooMany(3_600_000)), { clock }).run();
  expect(later.counts).toMatchObject({ not_sent: 1, failed: 0 });
  let asked = 0;
  const never = await sending(
    ['Ana'],
    async () => {
      asked += 1;
      throw tooMany();
    },
    { clock },
  ).run();
  expect({ asked, counts: never.counts }).toMatchObject({ asked: 9, counts: { not_sent: 1, failed: 0 } });
});

test('a service without space is told once, waited for a minute, and stops the import with no row lost', async () => {
  let now = 0;
  const pass = (ms: number) => {
    now += ms;
  };
  const clock = { ...systemClock, monotonic: () => now, sleep: async (ms: number) => pass(ms) };
  const facts = { status: 503, said: 'the service has no space left' };
  const full = () => new ReconError('unavailable', 'the service failed (503)', facts);
  const told: string[] = [];
  const refusing = sending(many(30), () => Promise.reject(full()), { clock, onFull: (text) => told.push(text) });
  const { counts, stopped } = await refusing.run();
  expect(counts).toMatchObject({ created: 0, failed: 0, unknown: 0, not_sent: 30 });
  expect(stopped?.message).toBe('the service has no space left, so the import stopped');
  expect(told).toEqual(['the service has no space left; the import waits up to a minute for room there']);
  expect(now).toBeGreaterThanOrEqual(60_000);
  expect(now).toBeLessThan(70_000);
  // A watch goes on with the next row.
  const watched = await sending(many(2), () => Promise.reject(full()), { clock, maxFailures: Infinity }).run();
  expect(watched).toMatchObject({ counts: { not_sent: 2 }, stopped: undefined });
  // Where somebody makes room meanwhile, it goes on by itself.
  const until = now + 20_000;
  const mended = sending(many(30), async (id) => (now < until ? Promise.reject(full()) : { id, how: 'created' }), {
    clock,
  });
  expect(await mended.run()).toMatchObject({ counts: { created: 30 }, stopped: undefined });
});

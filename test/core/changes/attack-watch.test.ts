import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { watchImport } from '../../../src/core/batch/watch-import.ts';
import type { CreateHooks } from '../../../src/core/changes/changes.ts';
import type { CreateInput } from '../../../src/core/patients.ts';
import { ReconError } from '../../../src/errors.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a folder name that a camera uses again for somebody else is not passed over without a word', async () => {
  const folder = tempFolder();
  const put = (record: object) => {
    mkdirSync(join(folder, 'camera', '0001'), { recursive: true });
    writeFileSync(join(folder, 'camera', '0001', 'patient.json'), JSON.stringify(record));
  };
  put({ name: 'Ana' });
  const told: string[] = [];
  const made: string[] = [];
  const controller = new AbortController();
  const running = watchImport(
    join(folder, 'camera'),
    { jobs: 1, report: undefined, allowSame: false },
    {
      clock: systemClock,
      signal: controller.signal,
      scratchFolder: join(folder, 'scratch'),
      unchangedMs: 50,
      lookEveryMs: 20,
      onFolder: (name, { status }) => told.push(`${name} ${status}`),
      changes: async () => ({
        createPatient: async ({ patient }: CreateInput) => {
          made.push(patient.name ?? '');
          return { id: String(made.length), how: 'created' as const };
        },
        batches: {
          begin: async () => ({ batch: 'b' }),
          finish: async () => {},
          doneRows: async () => new Map(),
          unfinished: async () => [],
        },
      }),
    },
  );
  await expect.poll(() => made.length, { timeout: 5000 }).toBe(1);
  await systemClock.sleep(100);
  rmSync(join(folder, 'camera', '0001'), { recursive: true });
  await systemClock.sleep(100);
  put({ name: 'Zoe' });
  await systemClock.sleep(1000);
  controller.abort(new ReconError('interrupted', 'stopped'));
  await running;
  expect({ made, told: told.length }).not.toEqual({ made: ['Ana'], told: 1 });
});

test('a watched folder that is tried again keeps its name in the journal', async () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'camera', 'ana'), { recursive: true });
  writeFileSync(join(folder, 'camera', 'ana', 'patient.json'), '{"name":"Ana"}');
  const rows: string[] = [];
  const controller = new AbortController();
  // A minute passes in no time.
  const start = performance.now();
  const clock = { ...systemClock, monotonic: () => (performance.now() - start) * 1000 };
  const running = watchImport(
    join(folder, 'camera'),
    { jobs: 1, report: undefined, allowSame: false },
    {
      clock: { ...clock, sleep: (ms: number) => systemClock.sleep(Math.min(ms, 20)) },
      signal: controller.signal,
      scratchFolder: join(folder, 'scratch'),
      unchangedMs: 10,
      lookEveryMs: 20,
      onFolder: () => {},
      changes: async () => ({
        createPatient: async (_: CreateInput, hooks?: CreateHooks) => {
          rows.push(hooks?.row ?? '');
          if (rows.length < 3) throw new ReconError('outcome_unknown', 'lost');
          return { id: '1', how: 'created' as const };
        },
        batches: {
          begin: async () => ({ batch: 'b' }),
          finish: async () => {},
          doneRows: async () => new Map(),
          unfinished: async () => [],
        },
      }),
    },
  );
  await expect.poll(() => rows.length, { timeout: 5000 }).toBe(3);
  controller.abort(new ReconError('interrupted', 'stopped'));
  await running;
  expect(new Set(rows).size, rows.join(' ')).toBe(1);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { watchImport } from '../../../src/core/batch/watch-import.ts';
import type { CreateHooks } from '../../../src/core/changes/changes.ts';
import type { CreateInput } from '../../../src/core/patients.ts';
import { ReconError } from '../../../src/errors.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('a folder that equals one of an earlier watch is another row, not the one that is done', async () => {
  const folder = tempFolder();
  const rows: string[] = [];
  const put = (name: string) => {
    mkdirSync(join(folder, 'camera', name), { recursive: true });
    writeFileSync(join(folder, 'camera', name, 'patient.json'), '{"name":"Ana"}');
  };
  const watchFor = async (count: number) => {
    const controller = new AbortController();
    const running = watchImport(
      join(folder, 'camera'),
      { jobs: 1, report: undefined, allowSame: true },
      {
        clock: systemClock,
        signal: controller.signal,
        scratchFolder: join(folder, 'scratch'),
        unchangedMs: 20,
        lookEveryMs: 10,
        onFolder: () => {},
        changes: async () => ({
          createPatient: async (_: CreateInput, { row = '' }: CreateHooks = {}) => {
            rows.push(row);
            return { id: String(rows.length), how: 'created' as const };
          },
          batches: {
            begin: async () => ({ batch: 'b' }),
            finish: async () => {},
            doneRows: async () => new Map(rows.map((row, at) => [row.slice('b:'.length), String(at + 1)])),
            unfinished: async () => [],
          },
        }),
      },
    );
    await expect.poll(() => rows.length, { timeout: 5000 }).toBe(count);
    controller.abort(new ReconError('interrupted', 'stopped'));
    await running;
  };
  put('0002');
  await watchFor(1);
  put('0001');
  await watchFor(2);
  expect(new Set(rows).size, rows.join(' ')).toBe(2);
});

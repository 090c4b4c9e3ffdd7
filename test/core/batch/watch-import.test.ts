import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { Outcome } from '../../../src/core/batch/outcomes.ts';
import { watchImport } from '../../../src/core/batch/watch-import.ts';
import type { CreateHooks } from '../../../src/core/changes/changes.ts';
import type { CreateInput } from '../../../src/core/patients.ts';
import { ReconError } from '../../../src/errors.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A watch that runs while `act` does something to the folder. */
async function watching(folder: string, act: (told: string[]) => Promise<void>) {
  const told: string[] = [];
  const created: CreateInput[] = [];
  const controller = new AbortController();
  const running = watchImport(
    join(folder, 'camera'),
    { jobs: 2, report: undefined, allowSame: false },
    {
      clock: systemClock,
      signal: controller.signal,
      scratchFolder: join(folder, 'scratch'),
      unchangedMs: 300,
      lookEveryMs: 40,
      onFolder: (name: string, { status, error }: Outcome) => told.push(`${name} ${status} ${error ?? ''}`.trim()),
      changes: async () => ({
        createPatient: async (input: CreateInput, _hooks?: CreateHooks) => {
          created.push(input);
          return { id: String(created.length), how: 'created' as const };
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
  await act(told);
  controller.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
  return { told, created, imported: await running };
}

const until = async (happened: () => boolean) => {
  for (let look = 0; look < 750 && !happened(); look += 1) await systemClock.sleep(20);
};

function camera() {
  const folder = tempFolder();
  const put = (name: string, record: object) => {
    mkdirSync(join(folder, 'camera', name), { recursive: true });
    writeFileSync(join(folder, 'camera', name, 'patient.json'), JSON.stringify(record));
  };
  mkdirSync(join(folder, 'camera'));
  return { folder, put, report: () => readFileSync(join(folder, 'camera.report.ndjson'), 'utf8') };
}

test('a folder is taken up when it is complete and nothing has changed in it for a while', async () => {
  const { folder, put, report } = camera();
  put('ana', { name: 'Ana', type: 'face' });
  const { told, created, imported } = await watching(folder, async (told) => {
    await until(() => told.length === 1);
    put('ana', { name: 'Ana' });
    put('bo', { name: 'Bo' });
    const since = performance.now();
    await until(() => told.length === 3);
    expect(performance.now() - since).toBeGreaterThan(290);
  });
  expect(told[0]).toBe('ana not_sent left, front and right are missing for a face reconstruction');
  expect(told.slice(1).sort()).toEqual(['ana created', 'bo created']);
  expect(created.map(({ patient }) => patient.name).sort()).toEqual(['Ana', 'Bo']);
  expect(imported.counts).toMatchObject({ created: 2, failed: 0, not_sent: 0 });
  expect(imported.stopped?.code).toBe('interrupted');
  expect(report().match(/"recon_status":"created"/g)).toHaveLength(2);
});

test('the next watch goes on with the report: nobody is created again, and who is another now is told', async () => {
  const { folder, put, report } = camera();
  put('ana', { name: 'Ana' });
  await watching(folder, (told) => until(() => told.length === 1));
  put('ana', { name: 'Ana Maria' });
  put('bo', { name: 'Bo' });
  const { told, created } = await watching(folder, (told) => until(() => told.length === 2));
  expect(created.map(({ patient }) => patient.name)).toEqual(['Bo']);
  expect(told.sort()).toEqual([
    expect.stringMatching(/^ana \(2\) not_sent a patient was made of this folder before/),
    'bo created',
  ]);
  expect(report().match(/"recon_status":"created"/g)).toHaveLength(2);
});

test('a folder that goes while it is looked at is none', async () => {
  const { folder, put } = camera();
  put('ana', { name: 'Ana' });
  const { imported } = await watching(folder, async () => {
    await systemClock.sleep(150);
    rmSync(join(folder, 'camera', 'ana'), { recursive: true });
    await systemClock.sleep(150);
  });
  expect(imported.total).toBe(0);
});

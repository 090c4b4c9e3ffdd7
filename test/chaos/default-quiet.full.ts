import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jpegOf } from '../support/photo-maker.ts';
import { makeHome } from '../support/recon-home.ts';
import { runMain } from '../support/run-main.ts';
import { openService } from '../support/running-service.ts';
import { openFaultProxy, type Strike } from './fault-proxy.ts';
import { openTable } from './scale.ts';
import { openTruth } from './truth.ts';

const ROWS = 10;
const VIEWS = ['left', 'front', 'right'] as const;

/** What becomes of the n-th create; all others go through. The latest comes close to the end of the quiet period. */
const STRIKES = new Map<number, Pick<Strike, 'course' | 'lateMs'>>([
  [2, { course: 'lost' }],
  [4, { course: 'applied' }],
  [6, { course: 'late', lateMs: 60_000 }],
  [8, { course: 'late', lateMs: 170_000 }],
]);

const table = openTable('Import of 10 patients, default quiet period, a service without keys', [
  'create',
  'course',
  'late',
]);

test('an import of 10 patients with the quiet period of 180 s that nobody has changed', async () => {
  const [service, home] = [await openService(), await makeHome()];
  const truth = await openTruth(service.dataFolder);
  let creates = 0;
  const proxy = await openFaultProxy({
    serviceUrl: service.url,
    withoutKeys: true,
    inTurn: (upload) => upload(),
    strike: ({ method, path }) => {
      if (method !== 'POST' || path !== '/patients') return undefined;
      creates += 1;
      const course = STRIKES.get(creates);
      if (course === undefined) return undefined;
      table.row([creates, course.course, `${(course.lateMs ?? 0) / 1000} s`]);
      const believable = { status: 201, headers: {}, body: Buffer.from('{}') };
      return { ...course, believable, reply: (socket) => void socket.resetAndDestroy() };
    },
  });
  const list = await writeRows(home.folder);
  const startedAt = performance.now();
  const environment = { ...home.environment, RECON_BASE_URL: proxy.url, RECON_TOKEN: service.token };
  const finished = await runMain(['patients', 'import', list, '--jobs', '1'], environment);
  await proxy.settled();
  const names = await truth.namesAndTimes();
  table.note(
    `exit ${finished.exitCode} after ${Math.round((performance.now() - startedAt) / 1000)} s, ${creates} creates sent`,
  );
  table.note(`${names.size} patients, most often one was there ${Math.max(...names.values())} time(s)`);
  expect(finished, finished.stderr).toMatchObject({ exitCode: 0 });
  expect([...names.values()]).toEqual(Array(ROWS).fill(1));
  expect((await readFile(finished.stdout.trim(), 'utf8')).match(/,created,/g)).toHaveLength(ROWS);
  expect(creates).toBe(ROWS + 1);
  await truth.close();
  await proxy.close();
  await service.close();
  await home.remove();
});

async function writeRows(folder: string): Promise<string> {
  const lines = ['name,type,photos'];
  for (let row = 0; row < ROWS; row += 1) {
    const photos = join(folder, `photos-${row}`);
    await mkdir(photos);
    for (const [at, view] of VIEWS.entries()) {
      await writeFile(join(photos, `${view}.jpg`), await jpegOf({ seed: 100 + row * VIEWS.length + at }));
    }
    lines.push(`Patient ${row},face,photos-${row}`);
  }
  const list = join(folder, 'ten.csv');
  await writeFile(list, `${lines.join('\n')}\n`);
  return list;
}

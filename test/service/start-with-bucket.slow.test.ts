import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { ServiceOptions } from '../../src/service/options.ts';
import { startService } from '../../src/service/start.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { workerNamed } from '../support/running-service.ts';
import { openS3 } from '../support/s3-server.ts';
import { tempFolder } from '../support/temp-folder.ts';

const start = async (options: Pick<ServiceOptions, 'dataFolder' | 'bucket' | 'onLog'>) =>
  startService({
    host: '127.0.0.1',
    port: 0,
    workerUrl: workerNamed('quick'),
    decoderUrl: await decoderProgram(),
    clock: systemClock,
    ...options,
  });

const KEY = { region: 'us-east-1', prefix: '', accessKeyId: 'KEY', secretAccessKey: 'SECRET' };

test('a start that does not reach its bucket tells what it waits for, gives up after 8 s, and leaves no folder', async () => {
  const dataFolder = join(tempFolder(), 'data');
  const told: string[] = [];
  const before = performance.now();
  const bucket = { ...KEY, endpoint: 'http://127.0.0.1:1', bucket: 'clinic' };
  const started = start({
    dataFolder,
    bucket,
    onLog: (line) => void told.push(`${line} (${Math.round((performance.now() - before) / 1000)} s)`),
  });
  await expect(started).rejects.toMatchObject({
    code: 'unavailable',
    message: 'the bucket "clinic" at http://127.0.0.1:1 does not answer (ECONNREFUSED)',
  });
  expect(performance.now() - before).toBeLessThan(10_000);
  expect(told).toEqual([expect.stringMatching(/^Waiting for the bucket "clinic" at http:..127.0.0.1:1 \([2-5] s\)$/)]);
  expect(existsSync(dataFolder)).toBe(false);
});

test('a new folder that is given the bucket of another database is refused, and is not made', async () => {
  const s3 = await openS3();
  onTestFinished(() => s3.close());
  const folder = tempFolder();
  const service = await start({ dataFolder: join(folder, 'first'), bucket: s3.options });
  await service.stop();
  const dataFolder = join(folder, 'second');
  await expect(start({ dataFolder, bucket: s3.options })).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining('they are those of another database'),
  });
  expect(existsSync(dataFolder)).toBe(false);
  // The folder of the bucket's own database goes on.
  await (await start({ dataFolder: join(folder, 'first'), bucket: s3.options })).stop();
});

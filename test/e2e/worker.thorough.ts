import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postgresPrograms, startPostgres } from '../support/postgres.ts';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { openS3 } from '../support/s3-server.ts';

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

test.skipIf(postgresPrograms() === undefined)(
  'a worker waits for a database that has ended, and stops when asked',
  async () => {
    const [postgres, s3] = await Promise.all([startPostgres(), openS3()]);
    const env = {
      RECON_SERVE_DATABASE: postgres.url('postgres'),
      RECON_SERVE_BLOBS: `s3://${s3.bucket}`,
      AWS_ACCESS_KEY_ID: s3.options.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
      AWS_ENDPOINT_URL_S3: s3.endpoint,
    };
    const worker = home.start(['serve', '--role', 'worker'], { env });
    await once(worker.stderr!, 'data');
    await postgres.stop();
    // Longer than all that it had under way.
    await sleep(6_000);
    expect(worker.exitCode).toBe(null);
    worker.kill('SIGTERM');
    expect(await worker).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Stopping') });
    await s3.close();
  },
);

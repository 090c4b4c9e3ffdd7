// Where a service keeps its data: a folder, or PostgreSQL and a bucket, both filled with so many patients.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { encoded } from '../bench/multipart.mjs';
import { environmentIn, recon, startService } from '../bench/programs.mjs';
import { fillPostgres } from './fill-postgres.mjs';
import { fillSqlite } from './fill-sqlite.mjs';
import { openS3, startPostgres } from './servers.mjs';
import { smallForm } from './small-form.mjs';

const OPENED_BY = { sqlite: openFolder, postgres: openShared };
export const PLACES = Object.keys(OPENED_BY);

/** `start(args)` starts a service, `addAccount(name)` gives a token, `startWorker()` a process that only makes models. */
export const openPlaces = (name, patients) => OPENED_BY[name](patients);

async function openFolder(patients) {
  const home = mkdtempSync(join(tmpdir(), 'recon-bench-service-'));
  if (patients > 0) await fillSqlite(home, patients);
  const dataFolder = join(home, 'service');
  return {
    dataFolder,
    start: (args) => startService(home, args),
    addAccount: (name) => addAccount(name, ['--data', dataFolder], environmentIn(home)),
    close: async () => rmSync(home, { recursive: true, force: true }),
  };
}

async function openShared(patients) {
  const home = mkdtempSync(join(tmpdir(), 'recon-bench-service-'));
  const [postgres, s3] = await Promise.all([startPostgres([]), openS3()]);
  const close = async () => {
    await Promise.all([postgres.stop(), s3.close()]);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const env = environmentIn(home, {
      RECON_SERVE_DATABASE: postgres.url('postgres'),
      RECON_SERVE_BLOBS: `s3://${s3.bucket}`,
      AWS_ENDPOINT_URL_S3: s3.endpoint,
      AWS_REGION: s3.options.region,
      AWS_ACCESS_KEY_ID: s3.options.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
    });
    const token = await addAccount('bench', [], env);
    const start = (args) => startService(home, args, { env, token });
    if (patients > 0) {
      await storeOneObject(await start(['--role', 'api']));
      await fillPostgres(postgres.url('postgres'), patients);
    }
    return {
      start,
      startWorker: (name) => startService(home, ['--role', 'worker'], { env, token, folder: name }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A service refuses a database that knows of files beside a bucket without any. */
async function storeOneObject({ url, token, stop }) {
  const { contentType, body } = await encoded(await smallForm());
  const headers = { authorization: `Bearer ${token}`, 'content-type': contentType };
  const answer = await request(`${url}/patients`, { method: 'POST', headers, body });
  await answer.body.dump();
  await stop();
}

/** Its token stands alone on stdout; what is said beside it comes first. */
async function addAccount(name, args, env) {
  const said = await recon(['accounts', 'add', name, '-q', ...args], { env });
  return said.trim().split(/\s/).at(-1);
}

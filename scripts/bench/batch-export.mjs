// An export killed five times with SIGKILL and then left to end: is everything there, and every SHA-256 right?
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { row } from './figures.mjs';
import { environmentIn, peakMemoryOf, RECON, run } from './programs.mjs';

const KILLS = 5;
const JOBS = 4;
const LOG = '.recon-export.jsonl';

export async function killedExport(service, home, patients) {
  await allGenerated(service);
  const to = join(home, 'export');
  const env = environmentIn(home, { RECON_BASE_URL: service.url, RECON_TOKEN: service.token });
  const args = ['patients', 'export', '--to', to, '--jobs', String(JOBS), '-q'];
  const killedAt = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    killedAt.push(await killWhenSaved(args, env, to, Math.round((kill * patients) / (KILLS + 1))));
  }
  const start = performance.now();
  const peakMb = await peakMemoryOf(args, { env, scratch: home });
  const seconds = (performance.now() - start) / 1000;
  const { right, wrong } = await compare(service, to);
  await run('sha256sum', ['-c', '--strict', '--quiet', 'SHA256SUMS'], { env, cwd: to });
  const litter = readdirSync(to, { recursive: true }).filter((name) => /\.part|\.jsonl$/.test(name));
  const note = `killed with ${killedAt.join(', ')} archives saved; each archive fetched again from the service and compared`;
  return [
    row(`export: archives of ${patients} with the right SHA-256`, right, '', { must: { atLeast: patients }, note }),
    row('export: archives with a wrong one', wrong, '', { must: { atMost: 0 }, note: 'sha256sum -c agrees' }),
    row('export: unfinished files left behind', litter.length, '', { must: { atMost: 0 } }),
    row('export: peak memory of the last run', peakMb, 'MB', { note: `${seconds.toFixed(1)} s` }),
  ];
}

/** Ends when every model is there. */
async function allGenerated({ url, token }) {
  const headers = { authorization: `Bearer ${token}` };
  for (let page = 1; ; ) {
    const { body } = await request(`${url}/patients?per_page=100&page=${page}`, { headers });
    const { patients, meta } = await body.json();
    const isReady = ({ reconstructions }) => reconstructions.every(({ status }) => status === 'has_3d');
    if (!patients.every(isReady)) await sleep(500);
    else if (meta.next_page === null) return;
    else page = meta.next_page;
  }
}

/** Returns the number of archives that were saved when it died. */
async function killWhenSaved(args, env, to, count) {
  const child = spawn(process.execPath, [RECON, ...args], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let hasEnded = false;
  ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded && savedIn(to) < count) await sleep(5);
  child.kill('SIGKILL');
  await ended;
  return savedIn(to);
}

function savedIn(to) {
  const log = join(to, LOG);
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 2 : 0;
}

/** Compares every archive of the service with the manifest and the file. */
async function compare({ url, token }, to) {
  const manifest = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'));
  let right = 0;
  let wrong = 0;
  for (const { patient_id, type, path, sha256 } of manifest.archives) {
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await request(`${url}/patients/${patient_id}/download?type=${type}`, { headers });
    const [truth, saved] = [await sha256Of(body), await sha256Of(createReadStream(join(to, path)))];
    if (truth === sha256 && saved === sha256) right += 1;
    else wrong += 1;
  }
  return { right, wrong };
}

async function sha256Of(stream) {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

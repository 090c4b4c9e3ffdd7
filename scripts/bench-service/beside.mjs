// How long another account's lists and uploads take beside what used to hold up everybody: a lock of another program on
// the database, searches through all patients, the looks at all files after a start. For hostile photos and generations
// without end see `test/service/heavy-work.thorough.ts`.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { request } from 'undici';
import { encoded } from '../bench/multipart.mjs';
import { figure } from './columns.mjs';
import { openRawDatabase } from './raw-database.mjs';
import { smallForm } from './small-form.mjs';

const LOAD = fileURLToPath(new URL('./load.mjs', import.meta.url));
const SECONDS = 12;

export async function beside({ start, addAccount, dataFolder }, patients) {
  if (patients < 100_000 || dataFolder === undefined) return [];
  const token = await addAccount('other');
  const form = await encoded(await smallForm());
  const rows = [];
  const service = await start(['--ready-after', '1000m']);
  const client = { url: service.url, token, form };
  rows.push(await measured('the looks at all files after a start', client, sleep(SECONDS * 1000)));
  rows.push(await measured('nothing', client, sleep(SECONDS * 1000)));
  const kind = 'search, common given name';
  const asked = { url: service.url, token: service.token, kind, patients, connections: 2, seconds: SECONDS - 3 };
  rows.push(
    await measured(
      'two searches in a loop',
      client,
      promisify(execFile)(process.execPath, [LOAD, JSON.stringify(asked)]),
    ),
  );
  rows.push(await measured(`a write lock of ${SECONDS} s`, client, lock(dataFolder)));
  await service.stop();
  return rows;
}

async function lock(dataFolder) {
  const database = await openRawDatabase(join(dataFolder, 'recon.db'));
  database.exec('begin immediate');
  await sleep(SECONDS * 1000);
  database.exec('rollback');
  database.close();
}

async function measured(what, client, work) {
  let isOver = false;
  const end = work.then(() => {
    isOver = true;
  });
  const timed = async (act, pauseMs) => {
    const times = [];
    while (!isOver) {
      const before = performance.now();
      await act(client);
      times.push(performance.now() - before);
      await sleep(pauseMs);
    }
    return times.toSorted((a, b) => a - b);
  };
  const [lists, uploads] = await Promise.all([timed(list, 5), timed(upload, 100), end]);
  const p99 = lists[Math.floor(lists.length * 0.99)];
  return {
    what: `beside ${what}: list p99, longest upload`,
    text: `${figure(p99)} ms of ${lists.length}, ${figure(uploads.at(-1))} ms of ${uploads.length}`,
  };
}

const list = ({ url, token }) => send(`${url}/patients`, { headers: { authorization: `Bearer ${token}` } }, 200);

function upload({ url, token, form: { contentType, body } }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': contentType };
  return send(`${url}/patients`, { method: 'POST', headers, body }, 201);
}

async function send(url, options, expected) {
  const { statusCode, body } = await request(url, options);
  await body.dump();
  if (statusCode !== expected) throw new Error(`${url} was answered ${statusCode}`);
}

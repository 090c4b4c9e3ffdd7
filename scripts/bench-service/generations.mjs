// Models an hour: of a service by itself, and where it takes them, of 1, 2 and 4 workers beside it.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { sampleForm } from '../bench/generation.mjs';
import { encoded } from '../bench/multipart.mjs';
import { figure } from './columns.mjs';

const EACH_WORKER = 12;
const WORKERS = [1, 2, 4];

export async function generations({ start, startWorker }) {
  if (startWorker === undefined) {
    const service = await start();
    const text = await modelsAnHour(service, EACH_WORKER * 2);
    await service.stop();
    return [{ what: 'face models an hour, the service alone', text }];
  }
  const rows = [];
  for (const count of WORKERS) {
    const api = await start(['--role', 'api']);
    const workers = await Promise.all(Array.from({ length: count }, (_, at) => startWorker(`worker-${at}`)));
    const what = `face models an hour, ${count} worker${count === 1 ? '' : 's'}`;
    rows.push({ what, text: await modelsAnHour(api, EACH_WORKER * Math.max(2, count)) });
    await Promise.all([api, ...workers].map(({ stop }) => stop()));
  }
  return rows;
}

/** All are asked for, one is waited for, and the time of the others is taken. */
async function modelsAnHour({ url, token }, count) {
  const headers = { authorization: `Bearer ${token}` };
  const { contentType, body } = await encoded(await sampleForm('face', 4));
  const ids = [];
  for (let made = 0; made < count; made++) {
    const created = await request(`${url}/patients`, {
      method: 'POST',
      headers: { ...headers, 'content-type': contentType },
      body,
    });
    if (created.statusCode !== 201) throw new Error(`a create was answered ${created.statusCode}`);
    ids.push((await created.body.json()).patient.id);
  }
  const ended = async () => {
    const { body: text } = await request(`${url}/patients?per_page=100`, { headers });
    const { patients } = await text.json();
    const mine = patients.filter(({ id }) => ids.includes(id));
    return mine.filter(({ reconstructions }) => reconstructions[0].status !== 'processing').length;
  };
  const first = await untilEnded(ended, 1);
  const began = performance.now();
  const last = await untilEnded(ended, count);
  return figure(((last - first) / ((performance.now() - began) / 1000)) * 3600);
}

async function untilEnded(ended, count) {
  for (;;) {
    const now = await ended();
    if (now >= count) return now;
    await sleep(200);
  }
}

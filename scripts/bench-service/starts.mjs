// How long a service takes until it answers, and what it then has in memory.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { median } from '../bench/figures.mjs';
import { figure } from './columns.mjs';
import { peakResidentMb, residentMb } from './process-figures.mjs';

const RUNS = 5;
/** A folder is walked, and its database read to the end, beside the first requests. */
const WATCHED_MS = 15_000;

export async function starts({ start }) {
  const seconds = [];
  const residents = [];
  for (let run = 0; run < RUNS; run++) {
    const before = performance.now();
    const service = await start();
    await list(service);
    seconds.push((performance.now() - before) / 1000);
    residents.push(residentMb(service.pid));
    await service.stop();
  }
  const service = await start();
  await sleep(WATCHED_MS);
  const peak = peakResidentMb(service.pid);
  await service.stop();
  return [
    { what: `start to the first list, median of ${RUNS}`, text: `${figure(median(seconds))} s` },
    { what: 'memory then', text: `${figure(median(residents))} MB` },
    { what: `peak memory of ${WATCHED_MS / 1000} s after it`, text: `${figure(peak)} MB` },
  ];
}

async function list({ url, token }) {
  const { statusCode, body } = await request(`${url}/patients`, { headers: { authorization: `Bearer ${token}` } });
  await body.dump();
  if (statusCode !== 200) throw new Error(`the list was answered ${statusCode}`);
}

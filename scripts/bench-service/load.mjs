// A program of its own, so that asking does not take the service's time: sends requests over connections that stay
// open, for some seconds, and prints how many a second were answered and how long they took.
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { encoded } from '../bench/multipart.mjs';
import { KINDS } from './kinds.mjs';

const { url, token, kind, patients, connections, seconds } = JSON.parse(process.argv[2]);
const pool = new Pool(url, { connections, pipelining: 1 });
const headers = { authorization: `Bearer ${token}` };
const next = KINDS[kind];

async function send(number) {
  const { path, form } = next(number, patients);
  const body = form && (await encoded(form));
  const options = body
    ? { method: 'POST', body: body.body, headers: { ...headers, 'content-type': body.contentType } }
    : { method: 'GET', headers };
  const answer = await pool.request({ path, ...options });
  await answer.body.dump({ limit: 1 << 20 });
  if (answer.statusCode >= 300) throw new Error(`${options.method} ${path} was answered ${answer.statusCode}`);
}

let number = 0;
async function load(forMs, took) {
  const end = performance.now() + forMs;
  const worker = async () => {
    for (let start = performance.now(); start < end; start = performance.now()) {
      number += 1;
      await send(number);
      took.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

// The service compiles what it runs often.
await load(3000, []);
const took = [];
const start = performance.now();
await load(seconds * 1000, took);
const rate = took.length / ((performance.now() - start) / 1000);
took.sort((a, b) => a - b);
const at = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))];
console.log(JSON.stringify({ rate, p50: at(0.5), p99: at(0.99), asked: number }));
await pool.close();

// Requests a second that the service answers: patients created (each one durable on disk), and pages listed.
import { performance } from 'node:perf_hooks';
import { request } from 'undici';
import { row } from './figures.mjs';
import { encoded } from './multipart.mjs';

const SECONDS = 4;
const AT_ONCE = 8;

export async function requests({ url, token }) {
  const headers = { authorization: `Bearer ${token}` };
  let created = 0;
  const create = async () => {
    created += 1;
    const form = new FormData();
    form.set('patient[name]', `Bench Sample ${created}`);
    form.set('patient[email]', `bench.${created}@example.org`);
    const { contentType, body } = await encoded(form);
    await send(`${url}/patients`, { method: 'POST', headers: { ...headers, 'content-type': contentType }, body }, 201);
  };
  const list = () => send(`${url}/patients?per_page=10`, { headers }, 200);
  const one = (what, figure, note) => row(`service: ${what}`, figure, 'requests/s', { note });
  const createRate = await rate(create);
  const listRate = await rate(list);
  return [
    one('create a patient without photos', createRate, `${AT_ONCE} at once for ${SECONDS} s`),
    one('list 10 patients', listRate, `${AT_ONCE} at once for ${SECONDS} s, of ${created} patients`),
  ];
}

async function send(url, options, expected) {
  const { statusCode, body } = await request(url, options);
  await body.dump({ limit: 1 << 20 });
  if (statusCode !== expected) throw new Error(`${options.method ?? 'GET'} ${url} was answered ${statusCode}`);
}

async function rate(call) {
  const start = performance.now();
  const end = start + SECONDS * 1000;
  let answered = 0;
  const worker = async () => {
    while (performance.now() < end) {
      await call();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answered / ((performance.now() - start) / 1000);
}

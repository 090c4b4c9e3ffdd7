// Seconds from a create to its finished model, for every row of the provider table, on the sample photos.
import { openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { importTypeScript } from '../import-typescript.mjs';
import { row } from './figures.mjs';
import { encoded } from './multipart.mjs';
import { SAMPLES } from './programs.mjs';

const SET_OF_TYPE = { face: 'face', mammo: 'torso', body: 'body' };
const POLL_MS = 100;

export async function generation(service) {
  const { PROVIDERS } = await importTypeScript('src/contract/providers.ts');
  const rows = [];
  for (const provider of PROVIDERS) {
    const name = `generation: ${provider.title}, ${provider.type} with provider ${provider.number}`;
    const aim = { atMost: provider.usualSeconds };
    const { seconds, status } = await generate(service, provider);
    if (status !== 'has_3d') rows.push(row(name, undefined, 's', { aim, note: `the generation ended as ${status}` }));
    else rows.push(row(name, seconds, 's', { aim, note: 'ana; the aim is the time of the provider table' }));
  }
  return rows;
}

async function generate({ url, token }, { type, number }) {
  const headers = { authorization: `Bearer ${token}` };
  const { contentType, body } = await encoded(await sampleForm(type, number));
  const asForm = { ...headers, 'content-type': contentType };
  const created = await request(`${url}/patients`, { method: 'POST', headers: asForm, body });
  const answer = await created.body.json();
  if (created.statusCode !== 201) throw new Error(`the create was answered ${created.statusCode}: ${answer.detail}`);
  const start = performance.now();
  for (;;) {
    const { body: text } = await request(`${url}/patients/${answer.patient.id}`, { headers });
    const { status } = (await text.json()).patient.reconstructions[0];
    if (status !== 'processing') return { status, seconds: (performance.now() - start) / 1000 };
    await sleep(POLL_MS);
  }
}

export async function sampleForm(type, number) {
  const { people } = JSON.parse(readFileSync(join(SAMPLES, 'manifest.json'), 'utf8'));
  const form = new FormData();
  form.set('patient[name]', 'Ana Sample');
  form.set('reconstruction[type]', type);
  form.set('reconstruction[provider]', String(number));
  form.set('async', 'true');
  for (const [name, cm] of Object.entries(people.ana.measures)) form.set(`reconstruction[${name}]`, String(cm));
  for (const [view, path] of Object.entries(people.ana.photos[SET_OF_TYPE[type]])) {
    form.set(`reconstruction[${view}]`, await openAsBlob(join(SAMPLES, path), { type: 'image/jpeg' }), `${view}.jpg`);
  }
  return form;
}

// Does a service grow with what it takes in? Its memory before and after 10,000 creates with three small photos each.

import { request } from 'undici';
import { encoded } from '../bench/multipart.mjs';
import { figure } from './columns.mjs';
import { residentMb } from './process-figures.mjs';
import { smallForm } from './small-form.mjs';

const CREATES = 10_000;
const WARM_UP = 200;
const AT_ONCE = 4;
/** No model is made meanwhile: their processes would take the time of the creates. */
const ARGS = ['--ready-after', '1000m'];

export async function memory({ start }) {
  const service = await start(ARGS);
  const { contentType, body } = await encoded(await smallForm());
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': contentType };
  const create = async () => {
    const answer = await request(`${service.url}/patients`, { method: 'POST', headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 201) throw new Error(`a create was answered ${answer.statusCode}`);
  };
  const started = residentMb(service.pid);
  await repeated(WARM_UP, create);
  const warm = residentMb(service.pid);
  const before = performance.now();
  await repeated(CREATES - WARM_UP, create);
  const rate = (CREATES - WARM_UP) / ((performance.now() - before) / 1000);
  const after = residentMb(service.pid);
  await service.stop();
  const megabytes = [started, warm, after].map((one) => Math.round(one)).join(', ');
  return [
    { what: `memory at start, after ${WARM_UP} and ${CREATES} creates with photos`, text: `${megabytes} MB` },
    { what: 'create with three small photos', text: `${figure(rate)}/s` },
  ];
}

async function repeated(times, act) {
  let left = times;
  const worker = async () => {
    while (left-- > 0) await act();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

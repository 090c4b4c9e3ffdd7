// Seven photos of 8 MB in one create, beside a bare receiver of multipart, interleaved.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { median } from '../bench/figures.mjs';
import { makeLargePhotos } from '../bench/large-photos.mjs';
import { encoded } from '../bench/multipart.mjs';
import { figure } from './columns.mjs';
import { processorMs } from './process-figures.mjs';

const BARE = fileURLToPath(new URL('./bare-receiver.mjs', import.meta.url));
const RUNS = 7;

export async function uploads({ start }) {
  const folder = mkdtempSync(join(tmpdir(), 'recon-bench-upload-'));
  const service = await start(['--ready-after', '1000m']);
  const child = spawn(process.execPath, [BARE, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const bare = { url: String((await once(child.stdout, 'data'))[0]).trim(), pid: child.pid };
    const form = await encoded(await largeForm(folder));
    const taken = { bare: [], service: [] };
    for (let run = 0; run < RUNS; run++) {
      taken.bare.push(await upload(bare, form));
      taken.service.push(await upload(service, form));
    }
    const megabytes = form.body.length / 1e6;
    const middle = (who, what) => median(taken[who].map((one) => one[what]));
    const row = (what, of) => {
      const [bareRate, rate] = ['bare', 'service'].map((who) => megabytes / middle(who, of));
      return { what, text: `${figure(rate)} MB/s, bare ${figure(bareRate)}: × ${figure(rate / bareRate)}` };
    };
    const size = `upload of ${figure(megabytes)} MB`;
    const processor = ['service', 'bare'].map((who) => figure(middle(who, 'processorSeconds')));
    return [
      row(`${size}, until its last byte is taken`, 'sentSeconds'),
      row(`${size}, until it is answered`, 'answeredSeconds'),
      { what: `${size}, processor of the process`, text: `${processor[0]} s, bare ${processor[1]} s` },
    ];
  } finally {
    child.kill();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function upload({ url, token, pid }, { contentType, body }) {
  const before = processorMs(pid);
  const began = performance.now();
  const sent = httpRequest(`${url}/patients`, {
    method: 'POST',
    headers: { 'content-type': contentType, 'content-length': body.length, authorization: `Bearer ${token}` },
  });
  let sentSeconds;
  // In pieces, so that the last one waits until those before it are taken.
  const pieces = (async () => {
    for (let at = 0; at < body.length; at += 65_536) {
      if (!sent.write(body.subarray(at, at + 65_536))) await once(sent, 'drain');
    }
    sentSeconds = (performance.now() - began) / 1000;
    sent.end();
  })();
  const [response] = await once(sent, 'response');
  response.resume();
  await Promise.all([pieces, once(response, 'end')]);
  if (response.statusCode !== 201) throw new Error(`the upload was answered ${response.statusCode}`);
  const answeredSeconds = (performance.now() - began) / 1000;
  return { sentSeconds, answeredSeconds, processorSeconds: (processorMs(pid) - before) / 1000 };
}

async function largeForm(folder) {
  const { paths } = await makeLargePhotos(folder);
  const form = new FormData();
  form.set('patient[name]', 'Bench Sample');
  form.set('reconstruction[type]', 'face');
  form.set('reconstruction[provider]', '5');
  form.set('async', 'true');
  for (const [view, path] of Object.entries(paths)) {
    form.set(`reconstruction[${view}]`, await openAsBlob(path, { type: 'image/jpeg' }), `${view}.jpg`);
  }
  return form;
}

// A thousand patients with three photos each: the speed of an import compared with curl sending the same requests to
// the same kind of service, its memory, and the completeness of an export that is killed again and again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { killedExport } from './batch-export.mjs';
import { curlConfig, importRows, makePatients } from './batch-patients.mjs';
import { INSTANT, PAUSED, startServiceWith } from './batch-service.mjs';
import { median, row } from './figures.mjs';
import { environmentIn, memoryOf, run } from './programs.mjs';

const PATIENTS = Number(process.env.RECON_BENCH_PATIENTS ?? 1000);
const FEW = Math.ceil(PATIENTS / 10);
const JOBS = 4;
const ROUNDS = 2;

export async function batch(_service, home) {
  const folder = join(home, 'clinic');
  mkdirSync(folder);
  const patients = await makePatients(folder, PATIENTS);
  writeFileSync(join(folder, 'all.ndjson'), importRows(patients));
  writeFileSync(join(folder, 'few.ndjson'), importRows(patients.slice(0, FEW)));
  const speeds = { recon: [], curl: [] };
  const memory = {};
  let data;
  for (let round = 1; round <= ROUNDS; round++) {
    speeds.curl.push(await apart(join(home, `curl-${round}`), (service) => sendByCurl(service, patients, folder)));
    data = join(home, `import-${round}`);
    speeds.recon.push(await apart(data, (service) => sendByImport(service, 'all', { folder, memory })));
  }
  await apart(join(home, 'few'), (service) => sendByImport(service, 'few', { folder, memory }));
  const service = await startServiceWith(INSTANT, join(data, 'service'));
  try {
    return [...throughput(speeds), ...memoryRows(memory), ...(await killedExport(service, home, PATIENTS))];
  } finally {
    await service.stop();
  }
}

/** Patients a second into a fresh service that generates nothing. */
async function apart(place, send) {
  mkdirSync(place);
  const service = await startServiceWith(PAUSED, join(place, 'service'));
  try {
    const start = performance.now();
    const count = await send({ ...service, place });
    return count / ((performance.now() - start) / 1000);
  } finally {
    await service.stop();
  }
}

async function sendByCurl({ url, token, place }, patients, folder) {
  const config = join(place, 'requests');
  writeFileSync(config, curlConfig(patients, folder, { url, token }));
  const args = ['--silent', '--show-error', '--parallel', '--parallel-max', String(JOBS), '--config', config];
  await run('curl', args, { env: environmentIn(place) });
  return patients.length;
}

/** Each run starts with an empty home, so that it knows nothing of another. */
async function sendByImport({ url, token, place }, rows, { folder, memory }) {
  const env = environmentIn(place, { RECON_BASE_URL: url, RECON_TOKEN: token });
  const report = join(place, 'report.ndjson');
  const args = ['patients', 'import', join(folder, `${rows}.ndjson`), '--jobs', String(JOBS), '--report', report, '-q'];
  memory[rows] = await memoryOf(args, { env, scratch: place });
  return PATIENTS;
}

function throughput({ recon, curl }) {
  const note = `${PATIENTS} patients × 3 photos of 600×800, ${JOBS} at once, generation paused; median of ${ROUNDS}, interleaved, fresh services`;
  const ratio = median(recon) / median(curl);
  return [
    row('batch: curl -Z, the same requests joined by --next', median(curl), 'patients/s', { note }),
    row(`batch: recon patients import --jobs ${JOBS}`, median(recon), 'patients/s', { note }),
    row('batch: recon over curl', ratio, '×', { aim: { atLeast: 0.7 }, must: { atLeast: 0.6 } }),
  ];
}

function memoryRows({ few, all }) {
  const note = 'VmHWM of the process at its exit';
  const quarter = (number) => {
    const length = Math.floor(all.samplesMb.length / 4);
    return median(all.samplesMb.slice((number - 1) * length, number * length));
  };
  const growth = quarter(4) - quarter(3);
  // Memory is freed late while there is room, so a short run ends before it has used all the memory it may use.
  const flat = 'medians of VmRSS in the last and in the third quarter of the run, both while sending';
  return [
    row(`batch: peak memory of an import of ${FEW}`, few.peakMb, 'MB', { must: { atMost: 300 }, note }),
    row(`batch: peak memory of an import of ${PATIENTS}`, all.peakMb, 'MB', { must: { atMost: 300 }, note }),
    row('batch: growth while the second half is sent', growth, 'MB', { aim: { atMost: 20 }, note: flat }),
  ];
}

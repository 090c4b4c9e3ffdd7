// Seven photos of 8 MB: how fast the body goes out, beside curl to the same server, and what the command costs in memory.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startByteSink } from './byte-sink.mjs';
import { median, row } from './figures.mjs';
import { makeLargePhotos } from './large-photos.mjs';
import { environmentIn, peakMemoryOf, recon, run } from './programs.mjs';

const RUNS = 7;
const TOKEN = 'a-token-that-the-sink-does-not-look-at';

export async function upload(service, home) {
  const folder = join(home, 'photos');
  mkdirSync(folder);
  const { paths, bytes } = await makeLargePhotos(folder);
  const size = `7 photos, ${(bytes / 1e6).toFixed(1)} MB`;
  return [...(await throughput(paths, home, size)), ...(await memory(paths, service, home, size))];
}

const createArgs = (paths) => [
  ...['patients', 'create', '--name', 'Bench Sample', '--allow-same', '--type', 'face', '--provider', '5', '--no-wait'],
  ...Object.entries(paths).flatMap(([view, path]) => [`--${view.replace('_', '-')}`, path]),
];

const curlArgs = (paths, url) => [
  ...['--silent', '--show-error', '--fail', '--output', '/dev/null', '--header', `Authorization: Bearer ${TOKEN}`],
  ...['--form', 'patient[name]=Bench Sample', '--form', 'reconstruction[type]=face', '--form', 'async=true'],
  ...Object.entries(paths).flatMap(([view, path]) => ['--form', `reconstruction[${view}]=@${path};type=image/jpeg`]),
  `${url}/patients`,
];

async function throughput(paths, home, size) {
  const sink = await startByteSink();
  const env = environmentIn(home, { RECON_BASE_URL: sink.url, RECON_TOKEN: TOKEN });
  const speeds = { recon: [], curl: [] };
  const lastSpeed = () => {
    const { bytes, seconds } = sink.uploads.at(-1);
    return bytes / 1e6 / seconds;
  };
  try {
    for (let i = 0; i < RUNS; i++) {
      await recon(createArgs(paths), { env });
      speeds.recon.push(lastSpeed());
      await run('curl', curlArgs(paths, sink.url), { env });
      speeds.curl.push(lastSpeed());
    }
  } finally {
    await sink.stop();
  }
  const note = `${size}; first to last body byte at a server that only reads; median of ${RUNS}, interleaved`;
  const ratio = median(speeds.recon) / median(speeds.curl);
  return [
    row('upload: curl -F', median(speeds.curl), 'MB/s', { note }),
    row('upload: recon patients create', median(speeds.recon), 'MB/s', { note }),
    row('upload: recon over curl', ratio, '×', { aim: { atLeast: 0.6 }, must: { atLeast: 0.4 } }),
  ];
}

async function memory(paths, service, home, size) {
  const env = environmentIn(home, { RECON_BASE_URL: service.url, RECON_TOKEN: service.token });
  const before = performance.now();
  const peakMb = await peakMemoryOf(createArgs(paths), { env, scratch: home });
  const seconds = (performance.now() - before) / 1000;
  const note = `${size}, all checks, to recon serve; VmHWM of the process at its exit`;
  return [
    row('upload: peak memory of the whole command', peakMb, 'MB', { must: { atMost: 220 }, note }),
    row('upload: whole command', seconds, 's', { note }),
  ];
}

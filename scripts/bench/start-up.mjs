// How long a command takes beyond what Node itself needs. Runs are interleaved, so that a busy moment hits all alike.
import { performance } from 'node:perf_hooks';
import { median, row } from './figures.mjs';
import { environmentIn, RECON, run } from './programs.mjs';

const RUNS = 31;

export async function startUp(service, home) {
  const env = environmentIn(home, { RECON_BASE_URL: service.url, RECON_TOKEN: service.token });
  const commands = {
    bare: ['-e', '0'],
    help: [RECON, '--help'],
    version: [RECON, '--version'],
    list: [RECON, 'patients', 'list'],
    // As the scripts of completions/ ask it.
    tab: [RECON, '__complete', 'bash', 'patient'],
  };
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let i = 0; i < RUNS; i++) {
    for (const [name, args] of Object.entries(commands)) {
      const before = performance.now();
      await run(process.execPath, args, { env, quiet: true });
      times[name].push(performance.now() - before);
    }
  }
  const bare = median(times.bare);
  const beyond = (name) => median(times[name]) - bare;
  const note = `median of ${RUNS}, interleaved`;
  return [
    row('start-up: node -e 0', bare, 'ms', { note }),
    row('start-up: recon --help, beyond that', beyond('help'), 'ms', {
      aim: { atMost: 15 },
      must: { atMost: 20 },
      note,
    }),
    row('start-up: recon --version, beyond that', beyond('version'), 'ms', { aim: { atMost: 20 }, note }),
    row('start-up: recon patients list, beyond that', beyond('list'), 'ms', {
      aim: { atMost: 80 },
      must: { atMost: 100 },
      note,
    }),
    row('start-up: Tab', median(times.tab), 'ms', { must: { atMost: 150 }, note: `${note}; with Node itself` }),
  ];
}

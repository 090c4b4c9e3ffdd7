import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { runMain } from '../support/run-main.ts';
import { type ChangingCommand, patientsOf, withModel } from './changing-commands.ts';
import { openSlowProxy } from './slow-proxy.ts';
import { runWithFixedNames } from './strace.ts';
import { photoFlags, type Trial } from './trial.ts';

/** Names of patients that nobody can create now. */
const lost = new Set<string>();
const proxies = new Map<string, Promise<string>>();

/** One address for all trials, because the journal is named for it. */
function losingUrl({ service }: Trial): Promise<string> {
  const losesChange = (body: Buffer) => [...lost].some((name) => body.includes(name));
  const open = () => openSlowProxy({ targetUrl: service.url, delayMs: 0, withoutKeys: true, losesChange });
  const url = proxies.get(service.url) ?? open().then((proxy) => proxy.url);
  proxies.set(service.url, url);
  return url;
}

/** The commands that do many changes, and the one that finishes what is open. */
/** What an import remembers of its report: the name is a hash of the report's place, which differs from trial to trial. */
const REPORT_MARK = /\/state\/recon\/reports\/[0-9a-f]{32}$/;

export const BATCH_COMMANDS: readonly ChangingCommand[] = [
  {
    name: 'import',
    repeatable: true,
    mayLeave: REPORT_MARK,
    arrange: async ({ path, name }) => {
      const rows = ['name,type,nipple_to_nipple,left,front,right', `${name},mammo,21.5,left.jpg,front.jpg,right.jpg`];
      writeFileSync(path('in', 'people.csv'), `${rows.join('\n')}\n`);
    },
    args: ({ path }) => [
      ...['patients', 'import', path('in', 'people.csv'), '--jobs', '1'],
      ...['--report', path('out', 'report.csv')],
    ],
    timesDone: async (trial) => (await patientsOf(trial)).length,
  },
  {
    name: 'export',
    local: true,
    mayLeave: /^out\/all\/(\.recon-export\.jsonl|archives\/\d+\/patient-\d+-mammo\.zip)$/,
    arrange: withModel,
    args: ({ id, path }) => ['patients', 'export', '--to', path('out', 'all'), '--id', id, '--jobs', '1'],
    timesDone: async ({ path }) => {
      if (!existsSync(path('out', 'all', 'SHA256SUMS'))) return 0;
      execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: path('out', 'all') });
      return 1;
    },
  },
  {
    name: 'resume',
    repeatable: true,
    arrange: async (trial) => {
      const { environment, folder, name } = trial;
      environment['RECON_BASE_URL'] = await losingUrl(trial);
      await runMain(['config', 'set', 'quiet-period', '1ms'], environment);
      lost.add(name);
      const args = ['patients', 'create', '--name', name, ...photoFlags(trial), '--no-wait'];
      const { exitCode, stderr } = await runWithFixedNames({ args, folder, environment, id: '' });
      if (exitCode !== 10) throw new Error(`a lost create ended with ${exitCode}: ${stderr}`);
      lost.delete(name);
    },
    args: () => ['resume'],
    timesDone: async (trial: Trial) => (await patientsOf(trial)).length,
  },
];

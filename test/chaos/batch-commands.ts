import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { runMain } from '../support/run-main.ts';
import { type ChangingCommand, patientsOf, withModel } from './changing-commands.ts';
import { openSlowProxy } from './slow-proxy.ts';
import { photoFlags, type Trial } from './trial.ts';

/** The commands that do many changes, and the one that finishes what is open. */
export const BATCH_COMMANDS: readonly ChangingCommand[] = [
  {
    name: 'import',
    repeatable: true,
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
      let loses = true;
      const { service, environment } = trial;
      const losesChanges = () => loses;
      const proxy = await openSlowProxy({ targetUrl: service.url, delayMs: 0, withoutKeys: true, losesChanges });
      trial.closing.push(proxy.close);
      environment['RECON_BASE_URL'] = proxy.url;
      await runMain(['config', 'set', 'quiet-period', '1ms'], environment);
      const args = ['patients', 'create', '--name', trial.name, ...photoFlags(trial), '--no-wait'];
      const { exitCode, stderr } = await runMain(args, environment);
      if (exitCode !== 10) throw new Error(`a lost create ended with ${exitCode}: ${stderr}`);
      loses = false;
    },
    args: () => ['resume'],
    timesDone: async (trial: Trial) => (await patientsOf(trial)).length,
  },
];

import { shellLine } from '../system/line-text.ts';
import type { Context } from './context.ts';

type Folders = Awaited<ReturnType<Context['configuration']>>['paths'];
type Entry = readonly [what: string, ...texts: string[]];

/** In this order; `recon help upgrade` prints it. */
export const UPGRADE: readonly Entry[] = [
  ['1 stop', 'where a service runs, every process of it: Ctrl-C, or systemctl stop recon'],
  ['2 back up', 'then, so that nothing is missing: recon backup FOLDER, with --key-file FILE as at night'],
  ['3 install', 'npm install --global FILE.tgz; recon --version tells the version'],
  ['4 start', 'one process first, which brings the data up to date; then the others'],
  ['5 check', 'recon doctor'],
  [
    'the way back',
    'stop, install the older one, and start it: it refuses data that a newer one has changed, and where it starts nothing is lost. Where it refuses, bring the backup back into a new folder, and start it there',
    'recon restore FOLDER --data NEW, with --key-file FILE where the backup has a key',
    'What was entered after the upgrade is not in the backup, and is lost then.',
  ],
  ['without a service', 'the third step alone'],
];

/** In this order, with the folders of this user; `recon help uninstall` prints it. */
export const uninstallOf = (
  { configFolder, stateFolder, serviceFolder }: Folders,
  program: string,
): readonly Entry[] => [
  ['1 finish', 'what is open: recon resume --list'],
  [
    '2 stop',
    'a service that runs here; if its patients are still needed, back it up: recon backup FOLDER',
    'where its folder was named with recon serve --data DIR: recon backup FOLDER --data DIR',
  ],
  [
    '3 log out',
    'each profile, while recon is there: recon logout --profile NAME --forget',
    'profiles: recon config profiles',
    'a copy of a token goes on working; where the service runs, this ends it:',
    'recon accounts tokens revoke ACCOUNT TOKEN',
  ],
  ['4 uninstall', shellLine('npm', 'uninstall', '--global', ...prefixOf(program), 'recon')],
  ['5 remove', 'what stays, if you want it gone:'],
  ['  settings', configFolder],
  ['  notes', `${stateFolder} (changes that are open, reports, names for Tab)`],
  ['  reports', 'beside each list that was imported: *.report.csv, *.report.ndjson, *.report.xlsx (WITH PATIENTS)'],
  ['  a service', `${serviceFolder} (ALL PATIENTS of a service whose folder was not named; nothing brings them back)`],
  ['  ', 'the folder that was named with recon serve --data, and backups'],
  [
    '  a server',
    'what recon help systemd had you make: the unit, /etc/recon, the user recon and /var/lib/recon (ALL PATIENTS);',
    'lines with recon in a crontab, and keys of backups (without its key a backup cannot be read)',
  ],
  ['  completions', 'the file or line that recon completion --help names'],
];

/** Where npm installed the program, which is not where it looks of itself if that was named. */
function prefixOf(program: string): string[] {
  const prefix = /^(.+)\/lib\/node_modules\/recon$/.exec(program)?.[1];
  return prefix === undefined ? [] : ['--prefix', prefix];
}

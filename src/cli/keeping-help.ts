import type { Context } from './context.ts';

type Folders = Awaited<ReturnType<Context['configuration']>>['paths'];
type Entry = readonly [what: string, ...texts: string[]];

/** In this order; `recon help upgrade` prints it. */
export const UPGRADE: readonly Entry[] = [
  ['1 back up', 'where a service runs: recon backup FOLDER'],
  ['2 stop', 'every process of the service: Ctrl-C, or systemctl stop recon'],
  ['3 install', 'npm install --global FILE.tgz; recon --version tells the version'],
  ['4 start', 'one process first, which brings the data up to date; then the others'],
  ['5 check', 'recon doctor'],
  [
    'the way back',
    'an older version refuses data of a newer one: install the older one, and bring the backup back into a new folder with recon restore FOLDER --data NEW',
  ],
  ['without a service', 'the third step alone'],
];

/** In this order, with the folders of this user; `recon help uninstall` prints it. */
export const uninstallOf = ({ configFolder, stateFolder, serviceFolder }: Folders): readonly Entry[] => [
  ['1 finish', 'what is open: recon resume --list'],
  [
    '2 log out',
    'each profile, while recon is there: recon logout --profile NAME --forget',
    'profiles: recon config list',
  ],
  ['3 stop', 'a service that runs here, and back it up if its patients are still needed: recon backup FOLDER'],
  ['4 uninstall', 'npm uninstall --global recon'],
  ['5 remove', 'what stays, if you want it gone:'],
  ['  settings', configFolder],
  ['  notes', `${stateFolder} (changes that are open, reports, names for Tab)`],
  ['  a service', `${serviceFolder} (ALL PATIENTS of a service whose folder was not named; nothing brings them back)`],
  ['  completions', 'the file or line that recon completion --help names'],
];

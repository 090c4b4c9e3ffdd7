import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import Database from 'libsql';
import { openAccounts } from '../../src/service/start.ts';
import { jpegOf } from '../support/photo-maker.ts';
import { openService, type TestService } from '../support/running-service.ts';

/** One run of one command on a machine of its own: everything it may write lies below `folder`. */
export interface Trial {
  folder: string;
  environment: Record<string, string>;
  service: TestService;
  /** Where a transfer may go. */
  subAccountId: string;
  /** Of the one patient that this trial is about. */
  name: string;
  /** Where there is such a patient beforehand. */
  id: string;
  path(...parts: string[]): string;
  remove(): void;
}

const PHOTOS = ['left', 'front', 'right'] as const;
let pictures: Buffer[] = [];
let count = 0;

/** A service with a sub account that a transfer may go to. */
export async function openTrialService() {
  const service = await openService();
  const accounts = await openAccounts({ dataFolder: service.dataFolder });
  await accounts.add('sub', 'main');
  const sub = (await accounts.list()).find(({ name }) => name === 'sub');
  await accounts.close();
  return { service, subAccountId: String(sub?.id) };
}

/** Photos lie in `in`, which the command only reads. */
export async function openTrial({ service, subAccountId }: Pick<Trial, 'service' | 'subAccountId'>): Promise<Trial> {
  if (pictures.length === 0) pictures = await Promise.all(PHOTOS.map((_view, seed) => jpegOf({ seed: seed + 1 })));
  const folder = mkdtempSync(join(tmpdir(), 'recon-chaos-'));
  for (const name of ['in', 'home', 'tmp', 'out']) mkdirSync(join(folder, name), { mode: 0o700 });
  PHOTOS.forEach((view, at) => void writeFileSync(join(folder, 'in', `${view}.jpg`), pictures[at]!));
  count += 1;
  return {
    folder,
    environment: {
      HOME: join(folder, 'home'),
      TMPDIR: join(folder, 'tmp'),
      RECON_BASE_URL: service.url,
      RECON_TOKEN: service.token,
    },
    service,
    subAccountId,
    name: `Trial Patient ${String(count).padStart(5, '0')}`,
    id: '',
    path: (...parts) => join(folder, ...parts),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const photoFlags = ({ path }: Trial): string[] => [
  ...['--type', 'mammo', '--nipple-to-nipple', '21.5'],
  ...PHOTOS.flatMap((view) => [`--${view}`, path('in', `${view}.jpg`)]),
];

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, one at a time: entries of two trials have the same names, and locks are the whole
 * machine's.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = turn.then(work);
  turn = result.catch(() => {});
  return result;
}

/** Every file below the folder but the inputs, by its path, with its bytes. */
export function filesOf({ folder }: Trial): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const visit = (at: string) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      const shown = relative(folder, path);
      if (entry.isDirectory()) visit(path);
      else if (!shown.startsWith('in/')) found.set(shown, readFileSync(path));
    }
  };
  visit(folder);
  return found;
}

/** What others on this machine could read or write of what the command made. */
export function openToOthers(trial: Trial): string[] {
  const mine = [...filesOf(trial).keys()].filter((path) => path.startsWith('home/'));
  return mine.filter((path) => (statSync(trial.path(path)).mode & 0o077) !== 0);
}

/** How many after-records of a patient there are; the interface has no way to ask. */
export function countAfters({ service, id }: Trial): number {
  const database = new Database(join(service.dataFolder, 'recon.db'), { timeout: 5_000 });
  try {
    const row = database.prepare('select count(*) as n from afters where patient_id = ?').get(Number(id));
    return (row as { n: number }).n;
  } finally {
    database.close();
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Finding, failing, findingsOf, stateOf } from '../../contract/finding.ts';
import { type Line, ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { clientChecks } from './doctor/client-checks.ts';
import { printList } from './print-list.ts';
import { openable, type PlaceOptions, placesOf } from './service-places.ts';

interface DoctorOptions extends PlaceOptions {
  files?: boolean;
  trial?: boolean;
}

/** @throws ReconError `partly_failed` (7) if something is wrong, or was to be looked at and was not */
export async function runDoctor(options: DoctorOptions, context: Context): Promise<void> {
  const isOfService =
    options.data !== undefined || options.database !== undefined || isDatabaseGiven(context.environment);
  const findings: Finding[] = [];
  if (!isOfService) {
    const question = {
      withTrial: options.trial === true,
      withFiles: options.files === true,
      isHere: () => isOwnServiceHere(context),
    };
    for await (const finding of findingsOf(clientChecks(question), context)) findings.push(finding);
  }
  if (isOfService || (await isServiceHere(context))) {
    try {
      for await (const finding of await serviceFindings(options, context)) findings.push(finding);
    } catch (error) {
      findings.push(failing('database', error));
    }
  }
  const records = findings.map((one) => {
    const { about, found, fixes } = one;
    return {
      state: stateOf(one),
      about,
      found,
      fix: fixes.map((line) => context.lineText(ofFolder(line, options))).join('; '),
    };
  });
  await printList({ name: 'findings', columns: ['state', 'about', 'found', 'fix'], records }, context);
  const count = findings.filter(({ isRight }) => !isRight).length;
  const missed = findings.filter(({ isMissed }) => isMissed);
  if (count === 0 && missed.length === 0) return;
  const known =
    count === 0 ? 'nothing is known to be wrong' : count === 1 ? 'one thing is wrong' : `${count} things are wrong`;
  if (missed.length === 0) throw new ReconError('partly_failed', known);
  const hint = missed.flatMap(({ fixes }) => fixes)[0];
  throw new ReconError('partly_failed', `${known}, but not everything was looked at`, {
    details: missed.map(({ about, found }) => `${about}: ${found}`),
    ...(hint !== undefined && { hint: typeof hint === 'string' ? hint : ofFolder(hint, options) }),
  });
}

/** Commands with `--data`. */
const OF_A_FOLDER = ['serve', 'accounts', 'backup', 'doctor'];

/** A command to type is for the folder that was typed. */
function ofFolder(line: Line, { data }: PlaceOptions): Line {
  if (data === undefined || typeof line === 'string' || !OF_A_FOLDER.includes(line.command[0] ?? '')) return line;
  // A backup is verified without the service that it is of.
  if (line.command[1] === 'verify') return line;
  return { ...line, command: [...line.command, '--data', data] };
}

/** Whoever sets it runs a service, and may have no login. */
const isDatabaseGiven = ({ RECON_SERVE_DATABASE: url }: Context['environment']) => url !== undefined && url !== '';

async function isServiceHere(context: Context): Promise<boolean> {
  const folder = await (await context.configuration()).localDataFolder().catch(() => undefined);
  return folder !== undefined && existsSync(folder);
}

/** True if what this user types goes to the service whose data is on this machine. */
async function isOwnServiceHere(context: Context): Promise<boolean> {
  if (!(await isServiceHere(context))) return false;
  const configuration = await context.configuration();
  const { baseUrl } = await configuration.connection();
  return baseUrl === (await configuration.localAddress());
}

async function serviceFindings({ files = false, trial = false, ...place }: DoctorOptions, context: Context) {
  const places = await placesOf(place, context);
  const service = await openable(place, places, context);
  const configuration = await context.configuration();
  const isLocal = places.dataFolder === (await configuration.localDataFolder().catch(() => undefined));
  const { root } = context.packageInfo();
  return service.lookAtService(places, {
    isThorough: files,
    address: isLocal ? await configuration.localAddress() : undefined,
    ...(trial && {
      trial: { workerUrl: pathToFileURL(join(root, 'dist', 'worker.js')), samplesFolder: join(root, 'samples') },
    }),
    signal: context.signal,
  });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Finding, failing, findingsOf } from '../../contract/finding.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { CLIENT_CHECKS } from './doctor/client-checks.ts';
import { printList } from './print-list.ts';
import { type PlaceOptions, servicePlaces } from './service-places.ts';

interface DoctorOptions extends PlaceOptions {
  files?: boolean;
  trial?: boolean;
}

/** @throws ReconError `partly_failed` (7) if something is wrong */
export async function runDoctor(options: DoctorOptions, context: Context): Promise<void> {
  const isOfService = options.data !== undefined || options.database !== undefined;
  const findings: Finding[] = [];
  if (!isOfService) for await (const finding of findingsOf(CLIENT_CHECKS, context)) findings.push(finding);
  if (isOfService || (await isServiceHere(context))) {
    try {
      for await (const finding of await serviceFindings(options, context)) findings.push(finding);
    } catch (error) {
      findings.push(failing('database', error));
    }
  }
  const records = findings.map(({ isRight, about, found, fixes }) => {
    return { state: isRight ? 'ok' : 'wrong', about, found, fix: fixes.map(context.lineText).join('; ') };
  });
  await printList({ name: 'findings', columns: ['state', 'about', 'found', 'fix'], records }, context);
  const count = findings.filter(({ isRight }) => !isRight).length;
  if (count === 0) return;
  throw new ReconError('partly_failed', count === 1 ? 'one thing is wrong' : `${count} things are wrong`);
}

async function isServiceHere(context: Context): Promise<boolean> {
  if (context.environment['RECON_SERVE_DATABASE'] !== undefined) return true;
  const folder = await (await context.configuration()).localDataFolder().catch(() => undefined);
  return folder !== undefined && existsSync(folder);
}

async function serviceFindings({ files = false, trial = false, ...place }: DoctorOptions, context: Context) {
  const { service, places } = await servicePlaces(place, context);
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

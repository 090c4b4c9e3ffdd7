import { existsSync } from 'node:fs';
import type { Finding } from '../../contract/finding.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { clientFindings } from './doctor/client-findings.ts';
import { failure } from './doctor/failure.ts';
import { printList } from './print-list.ts';
import { type PlaceOptions, servicePlaces } from './service-places.ts';

interface DoctorOptions extends PlaceOptions {
  files?: boolean;
}

/** @throws ReconError `partly_failed` (7) if something is wrong */
export async function runDoctor(options: DoctorOptions, context: Context): Promise<void> {
  const isOfService = options.data !== undefined || options.database !== undefined;
  const findings: Finding[] = isOfService ? [] : await clientFindings(context);
  if (isOfService || (await isServiceHere(context))) findings.push(...(await serviceFindings(options, context)));
  const records = findings.map(({ isRight, about, found, fix }) => {
    return { state: isRight ? 'ok' : 'wrong', about, found, fix: context.lineText(fix) };
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

async function serviceFindings({ files = false, ...place }: DoctorOptions, context: Context): Promise<Finding[]> {
  const { service, places } = await servicePlaces(place, context);
  const findings: Finding[] = [];
  try {
    const doctor = await service.openDoctor(places);
    try {
      const options = { isThorough: files, signal: context.signal };
      for await (const finding of doctor.look(options)) findings.push(finding);
    } finally {
      await doctor.close();
    }
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    findings.push(failure('database and files', error, context));
  }
  return findings;
}

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Finding, failing, findingsOf } from '../../contract/finding.ts';
import { type Line, ReconError } from '../../errors.ts';
import { isSamePlace } from '../../system/base-url.ts';
import { databaseName } from '../../system/database-name.ts';
import type { Context } from '../context.ts';
import { clientChecks } from './doctor/client-checks.ts';
import { type Part, showFindings } from './doctor/show-findings.ts';
import { addressOf, ofFolder, openable, type PlaceOptions, placesOf, runningService } from './service-places.ts';

interface DoctorOptions extends PlaceOptions {
  files?: boolean;
  trial?: boolean;
}

/** @throws ReconError `partly_failed` (7) if something is wrong, or was to be looked at and was not */
export async function runDoctor(options: DoctorOptions, context: Context): Promise<void> {
  refuseTwoServices(options, context);
  const parts = [...(isOfService(options, context) ? [] : await askedParts(options, context))];
  if (isOfService(options, context) || (await isHereMeant(context))) await lookHere(options, parts, context);
  const told = parts.map(({ title, findings }) => ({
    title,
    findings: findings.map((one) => forFolder(one, options)),
  }));
  const isRead = await showFindings(told, context);
  const findings = told.flatMap((part) => part.findings);
  const count = findings.filter(({ isRight }) => !isRight).length;
  const missed = findings.filter(({ isMissed }) => isMissed);
  if (count === 0 && missed.length === 0) return;
  const known =
    count === 0 ? 'nothing is known to be wrong' : count === 1 ? 'one thing is wrong' : `${count} things are wrong`;
  if (missed.length === 0) throw new ReconError('partly_failed', known);
  const hint = isRead ? undefined : missed.flatMap(({ fixes }) => fixes)[0];
  throw new ReconError('partly_failed', `${known}, but not everything was looked at`, {
    details: missed.map(({ about, found }) => `${about}: ${found}`),
    ...(hint !== undefined && { hint }),
  });
}

/** The data of a service, and a service to ask. @throws ReconError `usage` */
function refuseTwoServices({ data, database }: DoctorOptions, context: Context): void {
  const { profile, baseUrl } = context.globals();
  const asked = baseUrl === undefined ? '--profile' : '--base-url';
  if ((data === undefined && database === undefined) || (profile === undefined && baseUrl === undefined)) return;
  const place = data === undefined ? '--database' : '--data';
  throw new ReconError(
    'usage',
    `${context.running()} looks at the data in ${place} alone, and takes no ${asked} with it`,
    {
      hint: `the same command with one of them: ${place} for the data on this machine, ${asked} for a service to ask`,
    },
  );
}

/** Whoever names a database runs a service, and may have no login; what is typed goes before what the environment says. */
function isOfService({ data, database }: DoctorOptions, { environment, globals }: Context): boolean {
  const { profile, baseUrl } = globals();
  if (data !== undefined || database !== undefined) return true;
  return Boolean(environment['RECON_SERVE_DATABASE']) && profile === undefined && baseUrl === undefined;
}

/** This computer, and the service that commands of this user reach. */
async function askedParts({ trial, files }: DoctorOptions, context: Context): Promise<Part[]> {
  const question = { withTrial: trial === true, withFiles: files === true, isHere: () => isOwnServiceHere(context) };
  const findings: Finding[] = [];
  for await (const finding of findingsOf(clientChecks(question), context)) findings.push(finding);
  const first = findings.findIndex(({ about }) => about === 'service');
  const here = { title: 'This computer', findings: first < 0 ? findings : findings.slice(0, first) };
  if (first < 0) return [here];
  const ofService = findings.slice(first).map((one) => withoutTold(one, here.findings));
  const { profile, baseUrl } = await context.settings();
  const of = baseUrl?.from === 'profile' ? `, profile ${profile.value}` : '';
  return [here, { title: `The service at ${baseUrl?.value}${of}`, findings: ofService }];
}

/** What is wrong with a file of certificates is told by itself, and not once more where the service is not trusted. */
function withoutTold(one: Finding, earlier: readonly Finding[]): Finding {
  const told = earlier.filter(({ isRight }) => !isRight).map(({ found }) => found);
  const isTold = (line: Line) => typeof line === 'string' && told.some((found) => line.startsWith(found));
  return { ...one, fixes: one.fixes.filter((line) => !isTold(line)) };
}

/** The data of a service on this machine; where it was just asked, what is found is said of the same service. */
async function lookHere(options: DoctorOptions, parts: Part[], context: Context): Promise<void> {
  const places = await placesOf(options, context);
  const { dataFolder, databaseUrl } = places;
  const findings: Finding[] = [];
  try {
    for await (const finding of await serviceFindings(options, context)) findings.push(finding);
  } catch (error) {
    findings.push(failing('database', error));
  }
  const place = databaseUrl === undefined ? dataFolder : databaseName(databaseUrl);
  const asked = parts[1];
  const isSame = asked !== undefined && (await isOwnServiceHere(context));
  if (isSame) parts[1] = { title: `${asked.title}, in ${place}`, findings: [...asked.findings, ...findings] };
  else {
    const address = await addressOf(places, context);
    parts.push({ title: `The service in ${place}${address === undefined ? '' : `, at ${address}`}`, findings });
  }
}

const forFolder = (one: Finding, options: PlaceOptions): Finding => ({
  ...one,
  fixes: one.fixes.map((line) => ofFolder(line, options)),
});

/** Whoever types a profile or an address asks about that service, and not about another one that is here, too. */
function isHereMeant(context: Context): Promise<boolean> {
  const { profile, baseUrl } = context.globals();
  return profile === undefined && baseUrl === undefined ? isServiceHere(context) : isOwnServiceHere(context);
}

async function isServiceHere(context: Context): Promise<boolean> {
  const folder = await (await context.configuration()).localDataFolder().catch(() => undefined);
  return folder !== undefined && existsSync(folder);
}

/** True if what this user types goes to the service whose data is on this machine. */
async function isOwnServiceHere(context: Context): Promise<boolean> {
  if (!(await isServiceHere(context))) return false;
  // After a logout the folder is known, and nobody asks its service.
  const connection = await context.connection().catch(() => undefined);
  if (connection === undefined) return false;
  const { baseUrl, from } = connection;
  const { localAddress, localDataFolder } = await context.configuration();
  const [{ dataFolder }, address] = [await placesOf({}, context), await localAddress()];
  if (dataFolder === (await localDataFolder())) return baseUrl === address || (await isReachedAt(baseUrl, context));
  // RECON_TOKEN_FILE names the folder of another service on this machine.
  return baseUrl !== address && from.path !== undefined && dirname(resolve(from.path)) === dataFolder;
}

/** Also by another name of this machine, or by the address for others. */
async function isReachedAt(baseUrl: string, context: Context): Promise<boolean> {
  const running = await runningService({}, context);
  return running !== undefined && [running.url, ...running.others].some((one) => isSamePlace(one, baseUrl));
}

async function serviceFindings({ files = false, trial = false, ...place }: DoctorOptions, context: Context) {
  const places = await placesOf(place, context);
  const service = await openable(place, places, context);
  const { root } = context.packageInfo();
  return service.lookAtService(places, {
    isThorough: files,
    address: await addressOf(places, context),
    isFolderGuessed: places.databaseUrl !== undefined && place.data === undefined,
    ...(trial && {
      trial: { workerUrl: pathToFileURL(join(root, 'dist', 'worker.js')), samplesFolder: join(root, 'samples') },
    }),
    signal: context.signal,
  });
}

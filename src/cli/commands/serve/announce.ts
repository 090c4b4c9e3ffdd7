import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Line } from '../../../errors.ts';
import { databaseFlags, databaseNeeds } from '../../../system/database-name.ts';
import { shellLine } from '../../../system/line-text.ts';
import type { Context } from '../../context.ts';
import { serveFlagsOf } from '../../typed-flags.ts';
import { type AccountPatients, patientsText } from '../accounts/who-has-patients.ts';
import { changesAre, countOf, resumeAt } from '../resume/open-changes.ts';
import { type Reach, tellReach, tellTrust } from './tell-reach.ts';

interface Announced extends Reach {
  isServed(dataFolder: string): Promise<boolean>;
  /** It begins with this start: the sample patient is offered once. */
  isNew: boolean;
  /** The address behind its flag; else a shared database is named in the environment. */
  database: string | undefined;
  /** The address of the bucket that photos and models lie in, where they do not lie in the data folder. */
  bucket: string | undefined;
}

/** Says where the service is and what to type next; the address alone goes to stdout. */
export async function announce(
  service: { url: string; own: Own | undefined; hasAccounts: boolean; patients: readonly AccountPatients[] },
  dataFolder: string,
  context: Context,
  { isServed, isNew, database, bucket, ...reach }: Announced,
): Promise<void> {
  const { streams } = context;
  if (service.own === undefined) return announceShared(service, dataFolder, { ...reach, database, bucket }, context);
  const keeps = keepsText(dataFolder, bucket);
  const { localDataFolder, localAddress, saveLocalService } = await context.configuration();
  const [before, baseUrl] = await Promise.all([localDataFolder(), localAddress()]);
  if (before !== undefined && before !== dataFolder && (await isServed(before).catch(() => false))) {
    const { url, own, patients } = service;
    return announceBeside(before, { ...reach, url, own, patients, dataFolder, keeps }, context);
  }
  const { isDefault, ownLogin } = await saveLocalService({ baseUrl: service.url, tokenFile: service.own.tokenFile });
  const profile = isDefault ? [] : ['--profile', 'local'];
  await streams.answer(service.url);
  streams.say(`The service is running; it keeps ${keeps}`);
  tellReach(reach, service.url, context);
  if (before !== undefined && before !== dataFolder) {
    const now = `From now on the profile local means this service, in every terminal, and not ${before}`;
    const command = ['serve', ...serveFlagsOf({ baseUrl, folder: before })];
    if (!existsSync(before)) streams.say(`${now}, which is not there any more`);
    else streams.say({ before: `${now}; to turn it back, stop this one and type`, command });
  }
  if (ownLogin === 'kept') streams.say('The profile local stays logged in as it was, with a token of its own');
  if (ownLogin === 'left') {
    streams.warn('the profile local was for another address or folder, and has the token of this service now');
    streams.say({ before: 'To use another account again', command: ['login', '--profile', 'local'] });
  }
  tellTrust(reach, context, profile);
  streams.say(`In another terminal, type for example${isNew ? ' (the photos are of a synthetic person)' : ''}:`);
  if (isNew) {
    const photos = join(context.packageInfo().root, 'samples', 'ana', 'face');
    const create = ['--name', 'Ana Sample', '--type', 'face', '--provider', 'head-hq', '--photos', photos];
    streams.example({ command: ['patients', 'create', ...profile, ...create] });
  }
  streams.example({ command: ['patients', 'list', ...profile] });
  // Where main is not used, a log need not have it at each start.
  if (streams.stderrIsTty()) tellWhoHasPatients(service.own, { ...service, dataFolder }, context);
  streams.say('Ctrl-C stops it.');
}

const keepsText = (dataFolder: string, bucket: string | undefined): string =>
  bucket === undefined ? `everything in ${dataFolder}` : `the records in ${dataFolder}, photos and models in ${bucket}`;

/** The profile local stays with a service that runs: other terminals are at work with it. */
async function announceBeside(
  running: string,
  { url, own, patients, dataFolder, keeps, ...reach }: Reach & HasPatients & { url: string; own: Own; keeps: string },
  context: Context,
): Promise<void> {
  const { streams } = context;
  await streams.answer(url);
  streams.say(`The service is running; it keeps ${keeps}`);
  streams.say(`The profile local still means the service on ${running}, which is running too.`);
  tellReach(reach, url, context);
  tellTrust(reach, context);
  streams.say('For this one, type in another terminal:');
  // A line each: whoever copies one of two broken lines would go on with another token.
  for (const setting of [`RECON_BASE_URL=${url}`, `RECON_TOKEN_FILE=${own.tokenFile}`]) {
    streams.say(`  export ${shellLine(setting)}`);
  }
  tellWhoHasPatients(own, { patients, dataFolder }, context);
  streams.say('Ctrl-C stops it.');
}

/** The account of the token in the data folder. */
interface Own {
  tokenFile: string;
  account: { name: string };
}

interface HasPatients {
  patients: readonly AccountPatients[];
  dataFolder: string;
}

/** An empty list looks as if the patients were lost, where they are those of other accounts. */
function tellWhoHasPatients({ account }: Own, { patients, dataFolder }: HasPatients, { streams }: Context): void {
  const [first] = patients.toSorted((one, other) => other.patients - one.patients);
  if (first === undefined || patients.some(({ name }) => name === account.name)) return;
  const add = ['accounts', 'tokens', 'add', first.name, '--label', 'NAME', '--scope', 'read', '--data', dataFolder];
  streams.say({
    before: `The token in that folder is of the account ${account.name}, which has no patients; others have: ${patientsText(patients)}. Another token, and the line to log in with it, are told by`,
    command: add,
  });
}

/** Whoever runs a service on a shared database makes the accounts and tells their tokens; a restored one has them. */
async function announceShared(
  { url, hasAccounts }: { url: string; hasAccounts: boolean },
  dataFolder: string,
  { database, bucket, ...reach }: Reach & Pick<Announced, 'database' | 'bucket'>,
  context: Context,
): Promise<void> {
  const { streams } = context;
  await streams.answer(url);
  tellReach(reach, url, context);
  tellTrust(reach, context);
  const running = `The service is running on a shared database; photos and models are in ${bucket ?? dataFolder}.`;
  // In a terminal without it, the line would work on another service.
  const flags = databaseFlags(database);
  const because = databaseNeeds(database);
  const needs = because === undefined ? {} : { because };
  if (hasAccounts) {
    streams.say(running);
    streams.say({
      before: 'Whoever has no token for it gets one by',
      command: ['accounts', 'tokens', 'add', 'ACCOUNT', '--label', 'NAME', '--scope', 'write', ...flags],
      ...needs,
    });
  } else {
    streams.say({
      before: `${running} This makes an account and prints its token`,
      command: ['accounts', 'add', 'NAME', ...flags],
      ...needs,
    });
  }
  streams.say('Ctrl-C stops it.');
}

/** The data stay, but the journal knows a service by its address, and nobody is at this one any more. */
export async function tellLeftOpen(
  url: string,
  dataFolder: string,
  context: Pick<Context, 'leftOpen'>,
  note: (line: Line) => void,
): Promise<void> {
  const places = await (await context.leftOpen()).list();
  for (const place of places.filter(({ service }) => service === url)) {
    const { port } = new URL(url);
    const resume = ['recon', 'resume', '--profile', place.profile];
    note({
      before: `${changesAre(countOf(place))} open at ${url}`,
      command: ['serve', '--data', dataFolder, '--port', port, '--', ...resume],
    });
    note({ before: 'or dropped by', command: resumeAt(place, '--forget') });
  }
}

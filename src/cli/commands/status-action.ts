import type { Reply } from '../../core/answer.ts';
import type { OpenPlace } from '../../core/changes/left-open.ts';
import { ReconError } from '../../errors.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import { untilText } from '../../system/local-time.ts';
import type { Context } from '../context.ts';
import { limitText, roomBeside } from '../room.ts';
import { type Fact, printFacts } from './print-list.ts';
import { countOf, isInUse, tellElsewhere, toResume } from './resume/open-changes.ts';

type Connection = Awaited<ReturnType<Context['connection']>>;

/**
 * Tells of open changes in any case, and before any patient is read: that needs no service. Ends with 4 where nobody is logged in, and with the
 * failure's own code where the service says no.
 */
export async function showStatus(context: Context): Promise<void> {
  const { streams } = context;
  const connection = await orFailure(context.connection);
  const isConnected = !(connection instanceof ReconError);
  const tried = isConnected ? await orFailure(() => tryToken(connection, context)) : connection;
  const places = await (await context.leftOpen()).list();
  const isForPerson = streams.stdoutIsTty() && (await context.outputFormat()) === 'table';
  const facts = isConnected ? serviceFacts(connection, tried, isForPerson) : [];
  if (isConnected && !(tried instanceof ReconError)) facts.push(...(await limitFacts(tried, connection, context)));
  if (isConnected || places.length > 0) await printFacts([...facts, openFact(places)], context);
  if (isConnected && connection.from.kind === 'file') {
    streams.warn(`the token is in a plain file, ${connection.from.where}: anybody who can read your files can use it`);
  }
  if (isConnected) await (await import('./warn-of-disk.ts')).warnOfDisk(connection.from.path, context.streams.warn);
  if (places.length > 0) await tellOpen(places, context);
  if (tried instanceof ReconError) throw tried;
  const { routes } = tried;
  if (!isForPerson) return;
  context.serviceIsNamed();
  const { showWork } = await import('./status/show-work.ts');
  const unseen = await orFailure(() => showWork(context));
  if (unseen instanceof ReconError) streams.warn(`the models of the patients cannot be shown: ${unseen.message}`);
  const { showInvitations } = await import('./status/show-invitations.ts');
  const unread = await orFailure(() => showInvitations({ routes }, context));
  if (unread instanceof ReconError) streams.warn(`the invitations cannot be shown: ${unread.message}`);
}

/** The shortest list, which brings what the service tells of itself. */
const tryToken = async (connection: Connection, context: Context) =>
  await (await context.clientFor(connection)).listNobody();

/** A stop by the person is thrown on. */
async function orFailure<T>(work: () => Promise<T>): Promise<T | ReconError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReconError && !error.isStop) return error;
    throw error;
  }
}

function serviceFacts(
  { profile, baseUrl, from, grant }: Connection,
  tried: ReconError | Pick<Reply<unknown>, 'version' | 'account' | 'tokenLabel' | 'tokenExpiresAt'>,
  isForPerson: boolean,
): Fact[] {
  const tokenFrom = from.kind === 'service' ? `the service on this machine (${from.where})` : from.where;
  const isAccepted = !(tried instanceof ReconError);
  // A service that is away has said nothing about the token, nor has a web page.
  const refused = isAccepted ? '' : isRefusal(tried) ? 'no' : 'not known';
  // A terminal has the reason in the error below.
  const accepted = isAccepted ? 'yes' : isForPerson ? refused : `${refused}: ${tried.message}`;
  const { version, account, tokenLabel, tokenExpiresAt }: Partial<Reply<unknown>> = isAccepted ? tried : {};
  const label = tokenLabel === undefined ? [] : [tokenLabel];
  return [
    { name: 'profile', value: profile },
    { name: 'service', key: 'base_url', value: baseUrl },
    ...(version === undefined ? [] : [{ name: 'service version', value: `recon ${version}`, exact: version }]),
    { name: 'token from', value: tokenFrom },
    ...(grant === undefined ? [] : [{ name: 'issuer', value: grant.issuer }]),
    // Models are accepted, too.
    { name: 'accepted', title: 'token works', value: accepted, exact: isAccepted },
    ...(account === undefined
      ? []
      : [
          { name: 'account', value: isForPerson ? [account.name, ...label.map(inWords)].join(', ') : account.name },
          { name: 'scope', value: account.scope },
        ]),
    ...(isForPerson ? [] : label.map((value) => ({ name: 'token label', value }))),
    ...(tokenExpiresAt === undefined ? [] : [tokenEndFact(tokenExpiresAt, isForPerson)]),
  ];
}

const isRefusal = ({ code }: ReconError) => code === 'not_logged_in' || code === 'forbidden';

const inWords = (label: string) => `token ${JSON.stringify(label)}`;

/** A program reads the time as the service tells it. */
function tokenEndFact(endsAt: number, isForPerson: boolean): Fact {
  const exact = new Date(endsAt).toISOString();
  return { name: 'token works until', value: isForPerson ? untilText(endsAt) : exact, exact };
}

/** What the account may have at most, where there is a limit and the service tells it. */
async function limitFacts(tried: Pick<Reply<unknown>, 'routes'>, connection: Connection, context: Context) {
  const { patients, storage } = await roomBeside(tried, await context.clientFor(connection), context);
  const facts: Fact[] = [];
  if (patients !== undefined) facts.push({ name: 'patients', value: limitText(patients), exact: patients });
  if (storage !== undefined) facts.push({ name: 'storage', value: limitText(storage, byteSizeText), exact: storage });
  return facts;
}

function openFact(places: readonly OpenPlace[]): Fact {
  const exact = places.map(({ profile, service, changes, imports }) => ({
    profile,
    service,
    changes: changes.length,
    imports: imports.length,
  }));
  const counts = exact.map(({ service, changes, imports }) => `${changes + imports} at ${service}`);
  return { name: 'open changes', value: counts.join(', ') || 'none', exact };
}

/** With the line to type for each service. */
async function tellOpen(places: readonly OpenPlace[], context: Context): Promise<void> {
  const settings = await context.settings();
  const here = places.find((place) => isInUse(place, settings));
  if (here !== undefined) context.streams.note(toResume(countOf(here)));
  await tellElsewhere(
    places.filter((place) => place !== here),
    context,
  );
}

import type { SecureContext } from 'node:tls';
import { systemClock } from '../clock.ts';
import type { Configuration } from '../config/configuration.ts';
import type { Connection } from '../config/connection.ts';
import type { TokenOwner, TokenPlace } from '../config/credentials.ts';
import type { Environment } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import type { Client } from '../core/client.ts';
import type { Advice } from '../errors.ts';
import type { Grant } from '../system/grant.ts';
import type { GlobalOptions } from './globals.ts';
import type { LiveLine } from './io/live-line.ts';
import type { Streams } from './io/streams.ts';
import { once } from './once.ts';

/** Of more certificates to trust; that of the settings where none is named. */
type CaFile = Settings['caFile'];

/** A service and a token for it; one with a grant is renewed in time, for its owner. */
export type ServiceAccess =
  | { baseUrl: string; token: string; from?: TokenPlace; grant?: undefined; caFile?: CaFile }
  | (TokenOwner & { baseUrl: string; token: string; grant: Grant });

/** How long and how often an answer is waited for, if not as usual. */
export interface Patience {
  timeoutMs?: number;
  mostTries?: number;
}

export interface ClientsParts {
  streams: Streams;
  liveLine(): Promise<LiveLine>;
  onRest(ms: number): void;
  redraws(): boolean;
  environment: Environment;
  signal: AbortSignal;
  packageInfo(): { version: string };
  globals(): GlobalOptions;
  configuration(): Promise<Configuration>;
  settings(): Promise<Settings>;
  connection(): Promise<Connection>;
  /** It is closed when the command ends. */
  closeAtEnd(one: { close(): Promise<void> }): void;
}

/** The clients of a command, each made when it is first asked for. */
export function createClients({
  streams,
  liveLine,
  onRest,
  redraws,
  environment,
  signal,
  packageInfo,
  globals,
  configuration,
  settings,
  connection,
  closeAtEnd,
}: ClientsParts) {
  /** Each file is read once: a pipe gives what it has once. */
  const read = new Map<string, Promise<SecureContext>>();
  const trusting = (caFile: CaFile) => {
    if (caFile === undefined) return undefined;
    const known = read.get(caFile.value);
    const trust = known ?? import('./trust-file.ts').then(({ trustFile }) => trustFile(caFile, environment));
    read.set(caFile.value, trust);
    return trust;
  };
  let hasSent = false;
  const onChange = () => {
    hasSent = true;
  };
  const requestOptions = async (named?: CaFile) => {
    const { timeoutMs, caFile: set } = await settings();
    const caFile = named ?? set;
    const { debug } = globals();
    const { version } = packageInfo();
    const way = { streams, liveLine, onRest, onChange, redraws: redraws(), environment, signal, version, debug };
    return { ...way, timeoutMs: timeoutMs?.value, caFile, trust: await trusting(caFile) };
  };
  const clientFor = async (to: ServiceAccess, patience: Patience = {}): Promise<Client> => {
    streams.detail(`service: ${to.baseUrl}`);
    const { baseUrl, token, grant } = to;
    const tokenPlace = grant === undefined && to.from !== undefined ? tokenPlaceOf(to.from) : undefined;
    const way = { ...(await requestOptions('caFile' in to ? to.caFile : undefined)), ...patience };
    const { connect } = await import('./connect.ts');
    const current = grant === undefined ? async () => token : await renewing({ ...to, grant });
    const client = connect({ baseUrl, token: current, tokenPlace, ...way });
    closeAtEnd(client);
    return client;
  };
  const makeWithoutToken = async (caFile: CaFile) => {
    const way = await requestOptions(caFile);
    const { connectWithoutToken } = await import('./connect.ts');
    const made = connectWithoutToken(way);
    closeAtEnd(made);
    return made.to;
  };
  const ways = new Map<string | undefined, ReturnType<typeof makeWithoutToken>>();
  const withoutToken = (caFile?: CaFile) => {
    const made = ways.get(caFile?.value) ?? makeWithoutToken(caFile);
    ways.set(caFile?.value, made);
    return made;
  };
  const renewing = async ({ grant, ...owner }: TokenOwner & { grant: Grant }) => {
    const { renewGrant: change } = await configuration();
    const { renewingToken } = await import('../core/oauth/renewing-token.ts');
    let running: Promise<unknown> | undefined;
    closeAtEnd({ close: async () => void (await running) });
    return renewingToken({
      grant,
      change: (renew) => {
        const changed = change(owner, renew, signal);
        running = changed.catch(() => {});
        return changed;
      },
      renew: async (kept) => {
        const { renewLogin } = await import('./renew-login.ts');
        return await renewLogin(kept, await requestOptions());
      },
      clock: systemClock,
    });
  };
  const whichService = async (): Promise<string | undefined> => {
    const { profiles } = await configuration();
    if ((await profiles()).length < 2) return undefined;
    const { profile, baseUrl } = await settings();
    if (baseUrl === undefined || baseUrl.from === 'profile') return `profile ${profile.value}`;
    // A token of the environment is of no profile.
    const isOfProfile = !environment['RECON_TOKEN'] && !environment['RECON_TOKEN_FILE'];
    return `${isOfProfile ? `profile ${profile.value}, ` : ''}at ${baseUrl.value}`;
  };
  let isServiceNamed = false;
  const client = once(async (): Promise<Client> => {
    const { knownNames } = await configuration();
    const { profile, baseUrl } = await settings();
    const place = once(() => knownNames({ profile: profile.value, service: baseUrl?.value ?? '' }));
    // The file of known names is marked before the token is read. If another login changes it meanwhile, the mark does not
    // fit any more, and the names that this token may see are not written into it.
    const before = streams.stdoutIsTty() ? await (await place()).mark().catch(() => undefined) : undefined;
    const to = await connection();
    const which = streams.stderrIsTty() && !isServiceNamed ? await whichService() : undefined;
    if (which !== undefined) streams.say(which);
    const plain = await clientFor(to);
    const { notingNames } = await import('./connect.ts');
    const mark = to.from.kind.startsWith('environment') ? undefined : before;
    const noting = notingNames({ client: plain, place, mark, now: systemClock.now });
    closeAtEnd(noting);
    return noting.client;
  });
  const serviceIsNamed = () => {
    isServiceNamed = true;
  };
  return { clientFor, withoutToken, client, whichService, serviceIsNamed, hasSentChange: () => hasSent };
}

/** Where a login would not replace a token, or what makes another one. */
function tokenPlaceOf({ kind, where }: TokenPlace): string | Advice | undefined {
  if (kind.startsWith('environment')) return where;
  if (kind !== 'service') return undefined;
  return { before: 'stop the service and start it again, which makes a new token', command: ['serve'] };
}

import { dirname } from 'node:path';
import type { Advice } from '../errors.ts';
import { isSamePlace, parseUrl, SERVICE_PORT } from '../system/base-url.ts';
import { folderOfToken } from '../system/folder-of-token.ts';
import { flagsForAnother, lastStartFlags } from '../system/last-start.ts';
import { PERHAPS_ELSEWHERE, STARTS_HERE, WITH_CERTIFICATE } from '../system/start-words.ts';
import type { Unit } from '../system/systemd-unit.ts';
import type { GlobalOptions } from './globals.ts';

/**
 * The flags that start a service whose data lie in this folder, and that answers at this address, as it was started last;
 * `startedIn` is the folder of that start where it is another one.
 */
export function serveFlagsOf(
  { baseUrl, folder, startedIn = folder }: LocalService & { startedIn?: string | undefined },
  usualFolder?: string,
): string[] {
  const port = baseUrl === undefined ? '' : new URL(baseUrl).port;
  const isUsualPort = port === '' || port === String(SERVICE_PORT);
  const place = folder === usualFolder ? [] : ['--data', folder];
  const flags = startedIn === folder ? lastStartFlags(folder) : flagsForAnother(startedIn);
  return [...flags, ...place, ...(isUsualPort ? [] : ['--port', port])];
}

/** What the settings know of the service on this machine. */
interface ServiceHere {
  paths: { serviceFolder: string };
  localAddress(): Promise<string | undefined>;
  localDataFolder(): Promise<string | undefined>;
}

/** A service whose data are on this machine. */
export interface LocalService {
  baseUrl: string | undefined;
  folder: string;
}

/**
 * The service of a token, where its data lie beside it on this machine, or where its address is that of the service here;
 * and the flags that start it.
 */
export async function localService(
  { baseUrl, from: { kind, where, path } }: { baseUrl: string; from: { kind: string; where: string; path?: string } },
  { paths, localAddress, localDataFolder }: ServiceHere,
) {
  const beside = kind === 'service' ? dirname(where) : kind === 'environment-file' ? folderOfToken(path) : undefined;
  const folder = beside ?? (isSamePlace(await localAddress(), baseUrl) ? await localDataFolder() : undefined);
  if (folder === undefined) return undefined;
  return {
    ...{ baseUrl, folder },
    // Read where a line is told, and not at each start.
    get serveFlags() {
      return serveFlagsOf({ baseUrl, folder }, paths.serviceFolder);
    },
  };
}

/** Commands that run a service of their own: what they tell to type is for that one. */
const OF_THEIR_OWN = /^recon (serve|demo)$/;

/** Of a service that systemd runs, started with the flags of its unit. */
const START_UNIT = 'sudo systemctl start recon';

/** What starts the service that this command would start by hand, where systemd runs it; `inUse` is its folder, if known. */
export function unitStart(
  [first, ...flags]: readonly string[],
  { running, inUse, unit }: { running: string; inUse: string | undefined; unit(): Unit | undefined },
): string | undefined {
  const isPlain = flags.length === 0 || (flags.length === 2 && flags[0] === '--data');
  if (first !== 'serve' || !isPlain || OF_THEIR_OWN.test(running)) return undefined;
  const folder = flags[1] ?? inUse;
  const found = unit();
  return found !== undefined && (folder === undefined || found.isOf(folder)) ? START_UNIT : undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Where the address was typed; undefined where it is a profile's. */
const typedPlace = ({ baseUrl }: Pick<GlobalOptions, 'baseUrl'>, environment: Variables) =>
  baseUrl !== undefined ? '--base-url' : environment['RECON_BASE_URL'] ? 'RECON_BASE_URL' : undefined;

/** What comes before the line that starts a service where none answers at an address that was typed: it may be wrong. */
export function checkBefore(
  { because = '' }: Pick<Advice, 'because'>,
  typed: Pick<GlobalOptions, 'baseUrl'>,
  environment: Variables,
): string {
  const place = because.startsWith(STARTS_HERE) ? typedPlace(typed, environment) : undefined;
  return place === undefined ? '' : `check the address, which is from ${place}; if it is right, `;
}

/** For a hint that shows the settings to check the base URL, where the address stands in none of them. */
export function placeOfUrl(
  { command, because = '' }: Pick<Advice, 'command' | 'because'>,
  typed: Pick<GlobalOptions, 'baseUrl'>,
  environment: Variables,
): string | undefined {
  const place = typedPlace(typed, environment);
  const checks = 'to check the base URL';
  if (place === undefined || command.join(' ') !== 'config list' || !because.startsWith(checks)) return undefined;
  return `the right address in ${place}${because.slice(checks.length)}`;
}

/** A line without doubt about the folder of the service in use, which its flags name where it is not the usual one. */
export function withKnownFolder(line: Advice): Advice {
  const doubt = [PERHAPS_ELSEWHERE, WITH_CERTIFICATE].find((end) => line.because?.endsWith(end));
  return doubt === undefined ? line : { ...line, because: line.because!.slice(0, -doubt.length) };
}

/** They do their work on this machine alone. */
const LOCAL = ['photos', 'serve', 'accounts', 'audit', 'backup', 'restore', 'demo', 'completion', 'help'];

/**
 * The flags that a command to type needs, so that it reaches the service and account that were typed. What the
 * environment and the settings say holds for the next command too, and is not repeated. `running` is the command that
 * speaks; `serveFlags` start the service in use as it was, if it is on this machine.
 */
export function typedFlags(
  command: readonly string[],
  { profile, baseUrl }: Pick<GlobalOptions, 'profile' | 'baseUrl'>,
  { running, serveFlags = [] }: { running: string; serveFlags?: readonly string[] | undefined },
): string[] {
  const [first = ''] = command;
  // Otherwise an empty service would begin, and profile `local` be of that one. Flags that the line ends with are there.
  if (first === 'serve' && !OF_THEIR_OWN.test(running) && serveFlags.join(' ').endsWith(command.slice(1).join(' '))) {
    return serveFlags.slice(0, serveFlags.length - command.length + 1);
  }
  if (OF_THEIR_OWN.test(running) || LOCAL.includes(first) || first.startsWith('-')) return [];
  // A profile that the command names is enough. An address alone is not: the login is of the profile in use.
  if (command.includes('--profile') || command.includes('--help')) return [];
  if (command.join(' ').startsWith('config set profile ')) return [];
  // Settings are a profile's, and ask no service.
  const needsNoUrl = first === 'config' || command.includes('--base-url');
  return [
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(baseUrl === undefined || needsNoUrl || !isShowable(baseUrl) ? [] : ['--base-url', baseUrl]),
  ];
}

/** Not one that cannot be right and may hold a password or a token. */
function isShowable(baseUrl: string): boolean {
  const url = parseUrl(baseUrl);
  return url !== undefined && url.username + url.password + url.search + url.hash === '';
}

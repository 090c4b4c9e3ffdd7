import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ReconError } from '../../../errors.ts';
import { isOfStrangers, parseAddressRanges } from '../../../system/address-ranges.ts';
import { parseUrl, SERVICE_PORT } from '../../../system/base-url.ts';
import { parseDuration } from '../../../system/duration.ts';
import { parseLifetime } from '../../../system/lifetime.ts';
import { newSecretLine } from '../../../system/line-text.ts';
import { wholeNumber } from '../../../system/whole-number.ts';
import { whyNotRead } from '../../../system/why-not-read.ts';
import { LOG_FORMATS, ROLES } from './choices.ts';

export interface ServeOptions {
  data?: string;
  database?: string;
  blobs?: string;
  role: string;
  host: string;
  port?: string;
  publicUrl?: string;
  behindProxy?: string;
  tlsCert?: string;
  tlsKey?: string;
  metricsTokenFile?: string;
  logFormat?: string;
  auditKeep?: string;
  seed?: string;
  readyAfter?: string;
  fail?: string;
}

const ANY_FREE_PORT = 0;
const MOST_SEEDED = 100_000;
const RANGES_PROBLEM = 'should name addresses, such as loopback or 10.0.0.7,192.168.1.0/24';

export type ServicePlan = Awaited<ReturnType<typeof readServeOptions>>;

/** The flags, checked. */
export async function readServeOptions(options: ServeOptions, hasCommand: boolean) {
  const tls = await readTls(options);
  const role = read('--role', options.role, roleOf, 'is none of all, api and worker')!;
  const port = readNumber('--port', options.port, 65_535) ?? (hasCommand ? ANY_FREE_PORT : SERVICE_PORT);
  const publicUrl = read('--public-url', options.publicUrl, plainUrl, 'should look like https://clinic.example');
  const isProxy = read('--behind-proxy', options.behindProxy, parseAddressRanges, RANGES_PROBLEM);
  if (isProxy !== undefined && publicUrl === undefined) {
    throw new ReconError('usage', '--behind-proxy needs --public-url, the address that others see');
  }
  const metricsToken = await readMetricsToken(options.metricsTokenFile);
  const logFormat = read('--log-format', options.logFormat ?? 'text', logFormatOf, 'is neither text nor json')!;
  const keepProblem = 'is not a duration; write it like 365d, up to 3650d';
  const auditKeepMs = read('--audit-keep', options.auditKeep, parseLifetime, keepProblem);
  const seed = readNumber('--seed', options.seed, MOST_SEEDED);
  const durationProblem = 'is not a duration; write it like 500ms, 2s or 3m';
  const readyAfterMs = read('--ready-after', options.readyAfter, parseDuration, durationProblem);
  const failRate = read('--fail', options.fail, rate, 'is not a number from 0 to 1');
  return {
    role,
    host: options.host,
    port,
    ...(publicUrl !== undefined && { publicUrl }),
    ...(isProxy !== undefined && { isProxy }),
    warnings: [
      ...(isOfStrangers(options.behindProxy ?? '') ? [believed(options.behindProxy!)] : []),
      ...(hasPassword(options.database) ? [SEEN] : []),
      ...(hasCommand ? [] : rehearsed(options)),
    ],
    ...tls,
    ...(metricsToken !== undefined && { metricsToken, metricsTokenFile: options.metricsTokenFile }),
    logFormat,
    ...(auditKeepMs !== undefined && { auditKeepMs }),
    ...(seed !== undefined && { seed }),
    ...(readyAfterMs !== undefined && { readyAfterMs }),
    ...(failRate !== undefined && { failRate }),
  };
}

const believed = (ranges: string) =>
  `--behind-proxy ${ranges} believes anybody: whoever reaches the port can write any address into the audit. Name the address of the proxy alone, such as loopback`;

const hasPassword = (url = '') => Boolean(parseUrl(url)?.password);
const SEEN =
  'other users of this machine see the password in --database among the running programs: give the address in RECON_SERVE_DATABASE';

/** A service that runs on may be one of real patients. */
function rehearsed({ readyAfter, fail }: ServeOptions): string[] {
  const flags = [
    ...(readyAfter === undefined ? [] : [`--ready-after ${readyAfter}`]),
    ...(fail === undefined ? [] : [`--fail ${fail}`]),
  ];
  return flags.map(
    (flag) => `${flag} is for a rehearsal, and holds for real patients, too: leave it out where their models are made`,
  );
}

const logFormatOf = (text: string) => LOG_FORMATS.find((format) => format === text);
const roleOf = (text: string) => ROLES.find((role) => role === text);

/** The value of a flag that is typed. `problem` is a phrase that follows the quoted text. */
function read<T>(flag: string, text: string | undefined, parse: (text: string) => T | undefined, problem: string) {
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value !== undefined) return value;
  throw new ReconError('usage', `${flag} ${JSON.stringify(text)} ${problem}`);
}

const readNumber = (flag: string, text: string | undefined, most: number) =>
  read(flag, text, (digits) => wholeNumber(digits, 0, most), `is not a whole number from 0 to ${most}`);

function plainUrl(text: string): string | undefined {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  return url.username + url.search + url.hash === '' ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : undefined;
}

function rate(text: string): number | undefined {
  const value = /^(0|1|0?\.\d+|1\.0+)$/.test(text) ? Number(text) : Number.NaN;
  return value <= 1 ? value : undefined;
}

async function readTls({ tlsCert, tlsKey }: ServeOptions) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new ReconError('usage', `${tlsCert === undefined ? '--tls-cert' : '--tls-key'} is missing; both are needed`);
  }
  const [cert, key] = await Promise.all([readPem('--tls-cert', tlsCert), readPem('--tls-key', tlsKey)]);
  return { tls: { cert, key }, tlsFiles: { cert: resolve(tlsCert), key: resolve(tlsKey) } };
}

/** Shorter ones could be guessed. */
const SHORTEST_METRICS_TOKEN = 16;

async function readMetricsToken(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const token = (await readText('--metrics-token-file', path)).trim();
  if (token.length >= SHORTEST_METRICS_TOKEN && /^[!-~]+$/.test(token)) return token;
  throw new ReconError(
    'usage',
    `--metrics-token-file ${JSON.stringify(path)} holds no token of ${SHORTEST_METRICS_TOKEN} characters or more`,
    { hint: newSecretLine(path) },
  );
}

async function readPem(flag: string, path: string): Promise<string> {
  const text = await readText(flag, path);
  if (text.includes('-----BEGIN ')) return text;
  throw new ReconError('usage', `${flag} ${JSON.stringify(path)} is not a PEM file (it has no "-----BEGIN" line)`);
}

async function readText(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new ReconError('usage', `${flag} ${JSON.stringify(path)} ${whyNotRead(error)}`, { cause: error });
  }
}

import { readFile } from 'node:fs/promises';
import { ReconError } from '../../../errors.ts';
import { parseUrl } from '../../../system/base-url.ts';
import { parseDuration } from '../../../system/duration.ts';
import { wholeNumber } from '../../../system/whole-number.ts';
import { whyNotRead } from '../../../system/why-not-read.ts';

export interface ServeOptions {
  data?: string;
  host: string;
  port?: string;
  publicUrl?: string;
  tlsCert?: string;
  tlsKey?: string;
  seed?: string;
  readyAfter?: string;
  fail?: string;
}

const DEFAULT_PORT = 4747;
const MOST_SEEDED = 100_000;

/** The flags, checked. */
export interface ServicePlan {
  host: string;
  /** 0: any free one. */
  port: number;
  publicUrl?: string;
  tls?: { cert: string; key: string };
  seed?: number;
  readyAfterMs?: number;
  /** 0 to 1. */
  failRate?: number;
}

export async function readServeOptions(options: ServeOptions, hasCommand: boolean): Promise<ServicePlan> {
  const { host, publicUrl, seed, readyAfter, fail } = options;
  const tls = await readTls(options);
  return {
    host,
    port: numberOf('--port', options.port, 65_535) ?? (hasCommand ? 0 : DEFAULT_PORT),
    ...(publicUrl !== undefined && { publicUrl: readPublicUrl(publicUrl) }),
    ...(tls !== undefined && { tls }),
    ...(seed !== undefined && { seed: numberOf('--seed', seed, MOST_SEEDED)! }),
    ...(readyAfter !== undefined && { readyAfterMs: readDuration(readyAfter) }),
    ...(fail !== undefined && { failRate: readRate(fail) }),
  };
}

async function readTls({ tlsCert, tlsKey }: ServeOptions): Promise<ServicePlan['tls']> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new ReconError('usage', `${tlsCert === undefined ? '--tls-cert' : '--tls-key'} is missing; both are needed`);
  }
  const [cert, key] = await Promise.all([readPem('--tls-cert', tlsCert), readPem('--tls-key', tlsKey)]);
  return { cert, key };
}

async function readPem(flag: string, path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new ReconError('usage', `${flag} ${JSON.stringify(path)} ${whyNotRead(error)}`, { cause: error });
  }
  if (text.includes('-----BEGIN ')) return text;
  throw new ReconError('usage', `${flag} ${JSON.stringify(path)} is not a PEM file (it has no "-----BEGIN" line)`);
}

function readPublicUrl(text: string): string {
  const url = parseUrl(text);
  if (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.search === '' &&
    url.hash === ''
  ) {
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  }
  throw new ReconError('usage', `--public-url ${JSON.stringify(text)} should look like https://clinic.example`);
}

function numberOf(flag: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = wholeNumber(text, 0, most);
  if (value !== undefined) return value;
  throw new ReconError('usage', `${flag} ${JSON.stringify(text)} is not a whole number from 0 to ${most}`);
}

function readDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new ReconError(
    'usage',
    `--ready-after ${JSON.stringify(text)} is not a duration; write it like 500ms, 2s or 3m`,
  );
}

function readRate(text: string): number {
  const value = /^(0|1|0?\.\d+|1\.0+)$/.test(text) ? Number(text) : Number.NaN;
  if (value <= 1) return value;
  throw new ReconError('usage', `--fail ${JSON.stringify(text)} is not a number from 0 to 1`);
}

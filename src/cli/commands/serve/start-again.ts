import { resolve } from 'node:path';
import type { Advice } from '../../../errors.ts';
import { HIDDEN_ADDRESS, mayHoldPassword } from '../../../system/database-name.ts';
import type { ServeOptions } from './read-options.ts';

const FLAGS: Readonly<Record<keyof ServeOptions, string>> = {
  host: '--host',
  port: '--port',
  data: '--data',
  database: '--database',
  blobs: '--blobs',
  role: '--role',
  publicUrl: '--public-url',
  behindProxy: '--behind-proxy',
  tlsCert: '--tls-cert',
  tlsKey: '--tls-key',
  metricsTokenFile: '--metrics-token-file',
  logFormat: '--log-format',
  auditKeep: '--audit-keep',
  seed: '--seed',
  readyAfter: '--ready-after',
  fail: '--fail',
};

/** What goes without saying. */
const DEFAULTS: Partial<ServeOptions> = { host: '127.0.0.1', role: 'all', logFormat: 'text' };

/** The start that was typed, with other values of some flags, and beside another command where one is given. */
export type Again = (changed: Partial<ServeOptions>, command?: readonly string[]) => Advice;

/** The same start once more, with the flags that were typed, but for those that are changed. */
export function startAgain(typed: ServeOptions, command: readonly string[], changed: Partial<ServeOptions>): Advice {
  const options = { ...typed, ...changed };
  const isHidden = options.database !== undefined && mayHoldPassword(options.database);
  const flags = Object.entries(FLAGS).flatMap(([key, flag]) => {
    const name = key as keyof ServeOptions;
    const value = name === 'database' && isHidden ? HIDDEN_ADDRESS : options[name];
    return value === undefined || value === DEFAULTS[name] ? [] : [flag, value];
  });
  const why = [options.port === '0' && 'on any free port', isHidden && `with the address for ${HIDDEN_ADDRESS}`].filter(
    Boolean,
  );
  return {
    command: ['serve', ...flags, ...(command.length > 0 ? ['--', ...command] : [])],
    ...(why.length > 0 && { because: why.join(', ') }),
  };
}

/** Of a start, what the next one takes over beside the folder and the port. */
const TAKEN_OVER: readonly (keyof ServeOptions)[] = [
  ...(['host', 'publicUrl', 'behindProxy', 'tlsCert', 'tlsKey'] as const),
  ...(['metricsTokenFile', 'logFormat', 'auditKeep'] as const),
];
const FILES: readonly (keyof ServeOptions)[] = ['tlsCert', 'tlsKey', 'metricsTokenFile'];

/** The flags of a start that are to be typed again with the next one, from whatever folder. */
export const takenOver = (typed: ServeOptions): string[] =>
  TAKEN_OVER.flatMap((name) => {
    const value = typed[name];
    if (value === undefined || value === DEFAULTS[name]) return [];
    return [FLAGS[name], FILES.includes(name) ? resolve(value) : value];
  });

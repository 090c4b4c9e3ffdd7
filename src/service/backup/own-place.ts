import { resolve } from 'node:path';
import { databaseFlags } from '../../system/database-name.ts';
import type { Places } from '../places.ts';

/** The command that backs up a service into this place, as it is typed in any folder. */
export const backupInto = (
  place: string,
  { databaseUrl, dataFolder }: Places,
  keyFile: string | undefined,
  typed?: string,
): string[] => [
  'backup',
  /^s3:\/\//i.test(place) ? place : resolve(place),
  ...(databaseUrl === undefined ? ['--data', dataFolder] : databaseFlags(typed)),
  ...(keyFile === undefined ? [] : ['--key-file', resolve(keyFile)]),
];

/** A name beside a place that has the backup of another service: `clinic-2` beside `clinic`. */
export function placeBeside(place: string): string {
  const [, name, number = '1'] = /^(.*?)(?:-(\d{1,2}))?\/*$/.exec(place)!;
  return `${name}-${Number(number) + 1}`;
}

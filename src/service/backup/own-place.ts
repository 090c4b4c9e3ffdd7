import { resolve } from 'node:path';
import type { Places } from '../places.ts';

/** The command that backs up a service into this place, as it is typed in any folder. */
export const backupInto = (
  place: string,
  { databaseUrl, dataFolder }: Places,
  keyFile: string | undefined,
): string[] => [
  'backup',
  /^s3:\/\//i.test(place) ? place : resolve(place),
  // A database's address may hold a password.
  ...(databaseUrl === undefined ? ['--data', dataFolder] : []),
  ...(keyFile === undefined ? [] : ['--key-file', resolve(keyFile)]),
];

/** A name beside a place that has the backup of another service: `clinic-2` beside `clinic`. */
export function placeBeside(place: string): string {
  const [, name, number = '1'] = /^(.*?)(?:-(\d{1,2}))?\/*$/.exec(place)!;
  return `${name}-${Number(number) + 1}`;
}

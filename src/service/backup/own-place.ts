import type { Places } from '../places.ts';

/** The command that backs up a service beside a place that has the backup of another one. */
export const backupBeside = (
  place: string,
  { databaseUrl, dataFolder }: Places,
  keyFile: string | undefined,
): string[] => [
  'backup',
  `${place.replace(/\/+$/, '')}-restored`,
  // A database's address may hold a password.
  ...(databaseUrl === undefined ? ['--data', dataFolder] : []),
  ...(keyFile === undefined ? [] : ['--key-file', keyFile]),
];

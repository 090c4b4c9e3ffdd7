import { ReconError } from '../errors.ts';
import { parseUrl } from '../system/base-url.ts';
import type { Places } from './places.ts';
import { type BucketVariables, blobPlaceFrom, missingVariables } from './storage/bucket/bucket-place.ts';

export interface GivenPlaces {
  dataFolder: string;
  /** `--database`; the variable RECON_SERVE_DATABASE if left out. */
  database?: string | undefined;
  /** `--blobs`; the variable RECON_SERVE_BLOBS if left out. */
  blobs?: string | undefined;
}

export type PlaceVariables = BucketVariables &
  Partial<Record<'RECON_SERVE_DATABASE' | 'RECON_SERVE_BLOBS', string | undefined>>;

/**
 * The places that flags and environment name. An empty value counts as not given.
 * @throws ReconError `usage`
 */
export function placesFrom({ dataFolder, database, blobs }: GivenPlaces, variables: PlaceVariables): Places {
  const databaseUrl = database || variables.RECON_SERVE_DATABASE;
  const bucket = blobPlaceFrom(blobs || variables.RECON_SERVE_BLOBS, variables);
  return {
    dataFolder,
    ...(databaseUrl && { databaseUrl: requirePostgresUrl(databaseUrl) }),
    ...(bucket && { bucket }),
  };
}

/** What a service whose database and files other processes reach needs and has not, all at once. */
export function missingOfShared(
  { database, blobs }: Omit<GivenPlaces, 'dataFolder'>,
  variables: PlaceVariables,
): string[] {
  const missing = [
    ...(database || variables.RECON_SERVE_DATABASE ? [] : ['RECON_SERVE_DATABASE (or --database postgres://…)']),
    ...(blobs || variables.RECON_SERVE_BLOBS ? [] : ['RECON_SERVE_BLOBS (or --blobs s3://…)']),
  ];
  return [...missing, ...missingVariables(variables)];
}

/** The text is not told: it may hold a password. */
function requirePostgresUrl(text: string): string {
  const url = parseUrl(text);
  if (url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return text;
  throw new ReconError('usage', 'the place of the database is not the URL of a PostgreSQL database', {
    hint: 'it looks like postgres://user@host:5432/database; a password belongs into RECON_SERVE_DATABASE',
  });
}

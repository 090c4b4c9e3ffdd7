import type { Places } from '../../src/service/places.ts';
import { openTestDatabase } from './postgres.ts';
import { openS3, type S3Server } from './s3-server.ts';

/** True if the services of this run keep their data in PostgreSQL and S3 (`RECON_TEST_PLACES=shared`). */
export const ARE_PLACES_SHARED = process.env['RECON_TEST_PLACES'] === 'shared';

let s3: Promise<S3Server> | undefined;
let prefixes = 0;

/** Places of its own for one service: the data folder, or a database and a bucket's prefix beside it. */
export async function openTestPlaces(dataFolder: string): Promise<{ places: Places; drop(): Promise<void> }> {
  if (!ARE_PLACES_SHARED) return { places: { dataFolder }, drop: async () => {} };
  s3 ??= openS3();
  const { options } = await s3;
  const database = await openTestDatabase();
  const bucket = { ...options, prefix: `service-${++prefixes}/` };
  return { places: { dataFolder, databaseUrl: database.url, bucket }, drop: database.drop };
}

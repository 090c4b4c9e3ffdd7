import type { Places } from '../../src/service/places.ts';
import { openTestDatabase } from './postgres.ts';
import { openS3, type S3Server } from './s3-server.ts';

/** True if the services of this run keep their data in PostgreSQL and S3 (`RECON_TEST_PLACES=shared`). */
export const ARE_PLACES_SHARED = process.env['RECON_TEST_PLACES'] === 'shared';

let s3: Promise<S3Server> | undefined;
let prefixes = 0;

export interface TestPlaces {
  places: Places;
  drop(): Promise<void>;
}

/** Places of its own for one service: the data folder, or a database and a bucket's prefix beside it. */
export const openTestPlaces = async (dataFolder: string): Promise<TestPlaces> =>
  ARE_PLACES_SHARED ? openSharedPlaces(dataFolder) : { places: { dataFolder }, drop: async () => {} };

/** A database and a bucket's prefix that several services can share. */
export async function openSharedPlaces(dataFolder: string): Promise<TestPlaces> {
  s3 ??= openS3();
  const { options } = await s3;
  const database = await openTestDatabase();
  const bucket = { ...options, prefix: `service-${++prefixes}/` };
  return { places: { dataFolder, databaseUrl: database.url, bucket }, drop: database.drop };
}

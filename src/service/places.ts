import type { BucketPlace } from './storage/bucket/bucket-place.ts';

/** Where a service keeps what it has. */
export interface Places {
  /** The folder of all data that lie nowhere else. Only one process at a time works on it. */
  dataFolder: string;
  /** A `postgres://` URL, which may hold a password. If left out, the database is a file in the data folder. */
  databaseUrl?: string;
  /** If left out, photos and models are files in the data folder. */
  bucket?: BucketPlace;
}

/** Where the objects lie, and the key to them. Never printed whole: it holds the secret. */
export interface BucketPlace {
  /** Scheme, host and port. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

import { isIPv4, isIPv6 } from 'node:net';
import { ReconError } from '../../../errors.ts';
import { isLoopback, parseUrl } from '../../../system/base-url.ts';

/** Where the objects lie, and the key to them. Never print it whole: it holds the secret. */
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

/** As it is typed. */
export const bucketText = ({ bucket, prefix }: BucketPlace): string => `s3://${bucket}/${prefix}`;

/** The variables that other programs for S3 use, too. An empty one counts as not set. */
export type BucketVariables = Partial<
  Record<
    'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN' | 'AWS_REGION' | 'AWS_ENDPOINT_URL_S3',
    string | undefined
  >
>;

/**
 * The place for files that `--blobs` and the environment name; undefined if the files lie in the data folder.
 *
 * @throws ReconError `usage`
 */
export function blobPlaceFrom(text: string | undefined, variables: BucketVariables): BucketPlace | undefined {
  if (text === undefined || text === '') return undefined;
  const { bucket, prefix } = parsePlace(text);
  if (variables.AWS_SESSION_TOKEN) {
    throw usage('a key for a limited time (AWS_SESSION_TOKEN) would end while the service runs', KEY_HINT);
  }
  const missing = missingVariables(variables);
  if (missing.length > 0) {
    const [are, them] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
    throw usage(`${missing.join(', ')} ${are} not set, and a place for files on S3 needs ${them}`, hintFor(missing));
  }
  const accessKeyId = checkedKey(variables.AWS_ACCESS_KEY_ID!, 'AWS_ACCESS_KEY_ID');
  const secretAccessKey = checkedKey(variables.AWS_SECRET_ACCESS_KEY!, 'AWS_SECRET_ACCESS_KEY');
  const own = variables.AWS_ENDPOINT_URL_S3;
  const endpoint = own ? parseEndpoint(own) : undefined;
  const region = regionOf(variables.AWS_REGION, endpoint);
  return { endpoint: endpoint ?? awsEndpoint(region), region, bucket, prefix, accessKeyId, secretAccessKey };
}

const usage = (message: string, hint: string) => new ReconError('usage', message, { hint });

const KEY_HINT =
  'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of a key that may read, write, list and delete in the bucket';

const SERVER = 'AWS_REGION or AWS_ENDPOINT_URL_S3';
const SERVER_HINT = 'AWS_REGION for AWS, or AWS_ENDPOINT_URL_S3 with the address of another server';

/** Of what lacks alone. */
const hintFor = (missing: readonly string[]): string =>
  [
    ...(missing.some((name) => name !== SERVER) ? [KEY_HINT] : []),
    ...(missing.includes(SERVER) ? [SERVER_HINT] : []),
  ].join('; ');

/** What a place for files on S3 needs and has not, all at once. */
export function missingVariables(variables: BucketVariables): string[] {
  const place = variables.AWS_ENDPOINT_URL_S3 || variables.AWS_REGION;
  return [
    ...(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const).filter((name) => !variables[name]),
    ...(place ? [] : [SERVER]),
  ];
}

/** The text is not told: somebody may have put a key into it. */
function parsePlace(text: string): { bucket: string; prefix: string } {
  const hint = 'a place for files looks like s3://bucket or s3://bucket/prefix';
  const [, bucket, rest] = /^s3:\/\/([^/]*)(.*)$/.exec(text) ?? [];
  if (bucket === undefined) throw usage('the place for files does not begin with s3://', hint);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || bucket.includes('..')) {
    throw usage('the bucket in the place for files is no name of a bucket', `${hint}; a key never stands in it`);
  }
  const parts = (rest ?? '').split('/').filter((part) => part !== '');
  if (!parts.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part))) {
    throw usage('the prefix in the place for files may have letters, digits and . _ - only', hint);
  }
  return { bucket, prefix: parts.map((part) => `${part}/`).join('') };
}

function checkedKey(value: string, name: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) throw usage(`${name} has a character that no key has`, KEY_HINT);
  return value;
}

function parseEndpoint(text: string): string {
  const hint = 'it should look like https://s3.clinic.example or http://10.0.0.5:3900';
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usage('AWS_ENDPOINT_URL_S3 is no URL of a server', hint);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/') {
    throw usage('AWS_ENDPOINT_URL_S3 has more than scheme, host and port', hint);
  }
  if (url.protocol === 'http:' && !isOfOwnNetwork(url.hostname)) {
    throw usage(
      `AWS_ENDPOINT_URL_S3 would send photos over the internet without encryption, to ${url.host}`,
      'use https://; plain http is for this machine, private addresses, names without a dot and those under .internal, .local, .lan and .home.arpa',
    );
  }
  return url.origin;
}

/** True if a host is this machine, or can only be one of the same network. */
function isOfOwnNetwork(host: string): boolean {
  if (isLoopback(host)) return true;
  if (isIPv4(host)) return /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(host);
  if (host.startsWith('[')) return isIPv6(host.slice(1, -1)) && /^\[(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/i.test(host);
  return !host.includes('.') || /\.(internal|local|lan|home\.arpa)$/i.test(host);
}

/** Most servers that are not of AWS take any region, and this one is what their clients send. */
const USUAL_REGION = 'us-east-1';

function regionOf(value: string | undefined, endpoint: string | undefined): string {
  if (!value && endpoint !== undefined) return USUAL_REGION;
  if (value === undefined || !/^[\w-]{1,60}$/.test(value))
    throw usage('AWS_REGION is no name of a region', 'it looks like eu-central-1');
  return value;
}

/** The bucket's name stands in the path: as part of the host, a name with dots would fit no certificate. */
const awsEndpoint = (region: string) => `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

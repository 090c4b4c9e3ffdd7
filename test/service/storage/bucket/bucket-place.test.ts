import { expect, test } from 'vitest';
import type { ReconError } from '../../../../src/errors.ts';
import { type BucketVariables, blobPlaceFrom } from '../../../../src/service/storage/bucket/bucket-place.ts';

const KEY = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'never/to+be=shown' };
const GARAGE = { ...KEY, AWS_ENDPOINT_URL_S3: 'http://garage:3900' };

function refusal(text: string, variables: BucketVariables): string {
  try {
    blobPlaceFrom(text, variables);
  } catch (error) {
    expect(error).toMatchObject({ code: 'usage', hint: expect.any(String) });
    const { message, hint, stack } = error as ReconError;
    expect(`${message} ${hint} ${stack}`).not.toContain('never/to');
    return message;
  }
  throw new Error('nothing was refused');
}

test('without a place the files lie in the data folder', () => {
  expect(blobPlaceFrom(undefined, KEY)).toBeUndefined();
  expect(blobPlaceFrom('', {})).toBeUndefined();
});

test.each([
  ['s3://clinic', 'clinic', ''],
  ['s3://clinic/', 'clinic', ''],
  ['s3://clinic/recon', 'clinic', 'recon/'],
  ['s3://my.clinic-3/a_b/2026.1//', 'my.clinic-3', 'a_b/2026.1/'],
])('%s is bucket %s with the prefix %j', (text, bucket, prefix) => {
  expect(blobPlaceFrom(text, GARAGE)).toEqual({
    ...{ endpoint: 'http://garage:3900', region: 'us-east-1', bucket, prefix },
    ...{ accessKeyId: KEY.AWS_ACCESS_KEY_ID, secretAccessKey: KEY.AWS_SECRET_ACCESS_KEY },
  });
});

test.each([
  ['eu-central-1', 'https://s3.eu-central-1.amazonaws.com'],
  ['cn-north-1', 'https://s3.cn-north-1.amazonaws.com.cn'],
])('without an endpoint it is the one of AWS in %s', (region, endpoint) => {
  expect(blobPlaceFrom('s3://clinic', { ...KEY, AWS_REGION: region })).toMatchObject({ region, endpoint });
});

test('a region beside an endpoint counts', () => {
  expect(blobPlaceFrom('s3://clinic', { ...GARAGE, AWS_REGION: 'garage' })).toMatchObject({ region: 'garage' });
});

test.each([
  'https://s3.example.com',
  'https://203.0.113.7:9000',
  'http://localhost:9000',
  'http://127.0.0.1:9000',
  'http://[::1]:9000',
  'http://10.1.2.3:3900',
  'http://172.31.0.1',
  'http://192.168.1.20:3900',
  'http://[fd12:3456::1]:3900',
  'http://[fe80::1]',
  'http://garage:3900',
  'http://s3.clinic.internal',
  'http://nas.local:9000',
  'http://nas.lan',
  'http://nas.home.arpa',
])('the endpoint %s is taken', (endpoint) => {
  expect(blobPlaceFrom('s3://clinic', { ...KEY, AWS_ENDPOINT_URL_S3: endpoint })).toMatchObject({ endpoint });
});

test.each([
  'http://s3.example.com',
  'http://203.0.113.7:9000',
  'http://172.32.0.1',
  'http://11.0.0.1',
  'http://[2001:db8::1]:9000',
  'http://[fec0::1]',
  'http://internal.example.com',
])('the endpoint %s is refused: photos would go over the internet in the clear', (endpoint) => {
  expect(refusal('s3://clinic', { ...KEY, AWS_ENDPOINT_URL_S3: endpoint })).toMatch(/without encryption, to /);
});

test.each([
  ['clinic', GARAGE, 'the place for files does not begin with s3://'],
  ['/var/files', GARAGE, 'the place for files does not begin with s3://'],
  ['S3://clinic', GARAGE, 'the place for files does not begin with s3://'],
  ['s3://', GARAGE, 'the bucket in the place for files is no name of a bucket'],
  ['s3://Clinic', GARAGE, 'the bucket in the place for files is no name of a bucket'],
  ['s3://a..b', GARAGE, 'the bucket in the place for files is no name of a bucket'],
  ['s3://AKIA:never/to+be@clinic', GARAGE, 'the bucket in the place for files is no name of a bucket'],
  ['s3://clinic?x=never/to', GARAGE, 'the bucket in the place for files is no name of a bucket'],
  ['s3://clinic/a b', GARAGE, 'the prefix in the place for files may have letters, digits and . _ - only'],
  ['s3://clinic/../other', GARAGE, 'the prefix in the place for files may have letters, digits and . _ - only'],
  ['s3://clinic/é', GARAGE, 'the prefix in the place for files may have letters, digits and . _ - only'],
  [
    's3://clinic',
    { ...GARAGE, AWS_ACCESS_KEY_ID: '' },
    'AWS_ACCESS_KEY_ID is not set, and a place for files on S3 needs it',
  ],
  [
    's3://clinic',
    { ...GARAGE, AWS_SECRET_ACCESS_KEY: undefined },
    'AWS_SECRET_ACCESS_KEY is not set, and a place for files on S3 needs it',
  ],
  [
    's3://clinic',
    { ...GARAGE, AWS_SECRET_ACCESS_KEY: 'never/to\n' },
    'AWS_SECRET_ACCESS_KEY has a character that no key has',
  ],
  [
    's3://clinic',
    { ...GARAGE, AWS_SESSION_TOKEN: 'never/to' },
    'a key for a limited time (AWS_SESSION_TOKEN) would end while the service runs',
  ],
  ['s3://clinic', KEY, 'AWS_REGION or AWS_ENDPOINT_URL_S3 is not set, and a place for files on S3 needs it'],
  [
    's3://clinic',
    { AWS_SECRET_ACCESS_KEY: 'never/to' },
    'AWS_ACCESS_KEY_ID, AWS_REGION or AWS_ENDPOINT_URL_S3 are not set, and a place for files on S3 needs them',
  ],
  ['s3://clinic', { ...KEY, AWS_REGION: 'eu central' }, 'AWS_REGION is no name of a region'],
  ['s3://clinic', { ...KEY, AWS_ENDPOINT_URL_S3: 'garage:3900' }, 'AWS_ENDPOINT_URL_S3 is no URL of a server'],
  ['s3://clinic', { ...KEY, AWS_ENDPOINT_URL_S3: 'ftp://garage' }, 'AWS_ENDPOINT_URL_S3 is no URL of a server'],
  [
    's3://clinic',
    { ...KEY, AWS_ENDPOINT_URL_S3: 'https://a:never/to@garage' },
    'AWS_ENDPOINT_URL_S3 is no URL of a server',
  ],
  [
    's3://clinic',
    { ...KEY, AWS_ENDPOINT_URL_S3: 'https://a:never@garage' },
    'AWS_ENDPOINT_URL_S3 has more than scheme, host and port',
  ],
  [
    's3://clinic',
    { ...KEY, AWS_ENDPOINT_URL_S3: 'https://garage/clinic' },
    'AWS_ENDPOINT_URL_S3 has more than scheme, host and port',
  ],
])('%s is refused (%#)', (text, variables, message) => {
  expect(refusal(text, variables)).toBe(message);
});

import { S3ServiceError } from 's3mini';
import { ReconError, systemErrorCode } from '../../../errors.ts';
import type { BucketPlace } from './bucket-place.ts';

/** The object is not there; like a file that is not there. */
export class MissingObject extends Error {
  override readonly name = 'MissingObject';
  readonly code = 'ENOENT';
}

/** A range begins behind the end of its object. */
export class BeyondEnd extends Error {
  override readonly name = 'BeyondEnd';
}

type Named = Pick<BucketPlace, 'bucket' | 'endpoint'>;

export const bucketName = ({ bucket, endpoint }: Named) => `the bucket ${JSON.stringify(bucket)} at ${endpoint}`;

/** For an answer that s3mini takes for an empty one. */
export function noBucket(): never {
  throw new S3ServiceError('there is no bucket', 404, 'NoSuchBucket');
}

/**
 * What a failed request means: `unavailable` if it may pass by itself, `storage` if a person has to change something.
 * The server's own words are not told: they may hold the key's id and what was signed.
 */
export function bucketError(thrown: unknown, place: Named): Error {
  if (thrown instanceof ReconError || thrown instanceof MissingObject || thrown instanceof BeyondEnd) return thrown;
  const name = bucketName(place);
  if (!(thrown instanceof S3ServiceError)) return unansweredError(thrown, name);
  const code = codeOf(thrown);
  const answer = code === undefined ? String(thrown.status) : `${thrown.status} ${code}`;
  if (code === 'NoSuchKey' || (thrown.status === 404 && code === undefined)) return new MissingObject('no such object');
  if (thrown.status === 416) return new BeyondEnd('beyond the end');
  const known = KNOWN[code ?? ''];
  if (known !== undefined) return new ReconError('storage', `${name} ${known.says} (${answer})`, { hint: known.hint });
  if (thrown.status >= 500 || [408, 429].includes(thrown.status) || TEMPORARY.has(code ?? '')) {
    return new ReconError('unavailable', `${name} does not work at the moment (${answer})`, {
      hint: 'run the command again later',
    });
  }
  if (thrown.status < 400) return new ReconError('storage', `${name} ${ELSEWHERE.says} (${answer})`, ELSEWHERE);
  return new ReconError('storage', `${name} refuses a request (${answer})`);
}

function unansweredError(thrown: unknown, name: string): ReconError {
  const code = causeCode(thrown);
  if (/CERT|SIGNATURE|SELF_SIGNED|ERR_TLS/.test(code ?? '')) {
    return new ReconError('storage', `${name} cannot be trusted: its certificate does not pass (${code})`, {
      hint: 'name the authority that signed it in NODE_EXTRA_CA_CERTS',
    });
  }
  return new ReconError('unavailable', `${name} does not answer${code === undefined ? '' : ` (${code})`}`, {
    hint: 'check AWS_ENDPOINT_URL_S3, or AWS_REGION, and the network; then run the command again',
  });
}

const ELSEWHERE = { says: 'is in another region', hint: 'give its region in AWS_REGION' };
const WRONG_KEY = {
  says: 'does not take this key',
  hint: 'check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
};

/** What a person has to change, by the code of the answer. */
const KNOWN: Readonly<Record<string, { says: string; hint: string }>> = {
  NoSuchBucket: { says: 'does not exist', hint: 'make it, or give the name of another' },
  InvalidAccessKeyId: WRONG_KEY,
  SignatureDoesNotMatch: WRONG_KEY,
  InvalidToken: WRONG_KEY,
  AccessDenied: {
    says: 'does not let this key read, write, list and delete',
    hint: 'give the key these rights on the bucket, or give another key',
  },
  RequestTimeTooSkewed: { says: 'has another time than this machine', hint: 'set the clock of this machine' },
  AuthorizationHeaderMalformed: ELSEWHERE,
  PermanentRedirect: ELSEWHERE,
};

/** Answers with a status of 4xx that another try may not get. */
const TEMPORARY = new Set(['RequestTimeout', 'BadDigest', 'IncompleteBody', 'OperationAborted', 'SlowDown']);

/** s3mini finds the code only if the type of the answer is exactly `application/xml`. */
function codeOf({ serviceCode, body }: S3ServiceError): string | undefined {
  const code =
    serviceCode === undefined || serviceCode === 'Unknown'
      ? /<Code>(\w{1,60})<\/Code>/.exec(body ?? '')?.[1]
      : serviceCode;
  return code !== undefined && /^\w{1,60}$/.test(code) ? code : undefined;
}

/** `fetch` hides the reason of a failure one or two causes deep. */
function causeCode(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = systemErrorCode(error);
    if (code !== undefined) return code;
  }
  return undefined;
}

import { type Advice, type ErrorCode, type Line, ReconError } from '../errors.ts';
import { parseUrl } from '../system/base-url.ts';
import { untilText } from '../system/local-time.ts';
import { type Complaint, complaintOf } from './complaint.ts';
import { CHECK_URL, type Failure } from './failure.ts';
import type { Answer } from './operation.ts';

/** The request that was answered. */
interface Asked {
  kind: 'read' | 'change';
  hasFile: boolean;
  /** Where a person keeps the token, if that goes before what a login keeps; or what makes another one there. */
  tokenPlace?: string | Advice | undefined;
}

/** An answer outside 2xx → its failure. `nowMs` is the epoch time, for a Retry-After date. */
export function failureOfStatus(answer: Answer, asked: Asked, nowMs: number): Failure {
  const complaint = complaintOf(answer.text);
  const requestId = answer.requestId ?? complaint.requestId;
  const row = STATUS_ROWS.find(({ fits }) => fits(answer.status))!;
  const wait = retryAfterMs(answer.headers, nowMs);
  const { kind, hasFile, tokenPlace } = asked;
  const said = { ...answer, kind, hasFile, tokenPlace, complaint, wait, nowMs };
  const error = new ReconError(row.code, row.message(said), {
    hint: row.hint(said),
    details: complaint.fields,
    said: complaint.message,
    status: answer.status,
    requestId,
    retryAfterMs: wait,
    isPage: /\bhtml\b/i.test(answer.headers['content-type'] ?? ''),
  });
  const applied = isNotMade(answer) ? 'no' : (row.applied?.(answer.status, kind) ?? 'no');
  // A full disk does not pass within seconds, and tries would say nothing new.
  const isFull = kind === 'change' && hasNoSpace(error);
  return { applied, retry: !isFull && (row.retry ?? false), error };
}

/** A service with a full disk: 507, or 503 in the words that systems have for it. */
export const hasNoSpace = ({ status, said = '' }: Pick<ReconError, 'status' | 'said'>): boolean =>
  status === 507 || (status === 503 && /\bno space\b/i.test(said));

/** An account that is full: the data are right, and it may have no more of them. */
export const hasNoRoom = ({ code, said = '' }: Pick<ReconError, 'code' | 'said'>): boolean =>
  code === 'refused' && NO_ROOM.test(said);

/** `Recon-Change: not-made`, which no interface asks for, so most services say nothing. */
const isNotMade = ({ headers }: Answer) => headers['recon-change'] === 'not-made';

const SENT_BY_THEN = 'the request had been sent by then: the change may still be made';

/** The error of a stop that came when a change had been sent. */
export const stoppedAfterSending = (stop: ReconError): ReconError =>
  stop.with({ details: [...stop.details, SENT_BY_THEN], mayBeApplied: true });

/** The same error where what was sent is no change of a patient. */
export const withoutChange = (error: ReconError): ReconError =>
  error.with({ details: error.details.filter((line) => line !== SENT_BY_THEN), mayBeApplied: false });

/** The error for a change whose result cannot be known from here. */
export function outcomeUnknown(cause: ReconError): ReconError {
  return new ReconError('outcome_unknown', `the change may or may not have been made: ${cause.message}`, {
    hint: 'a look at the service before doing it again',
    details: cause.details,
    said: cause.said,
    cause,
    status: cause.status,
    requestId: cause.requestId,
    retryAfterMs: cause.retryAfterMs,
  });
}

interface Said extends Answer, Asked {
  complaint: Complaint;
  wait: number | undefined;
  nowMs: number;
}

interface StatusRow {
  fits(status: number): boolean;
  code: ErrorCode;
  message(said: Said): string;
  hint(said: Said): Line | undefined;
  /** `no` if left out. */
  applied?(status: number, kind: 'read' | 'change'): Failure['applied'];
  retry?: true;
}

const is =
  (...statuses: number[]) =>
  (status: number) =>
    statuses.includes(status);

/** The first row that fits counts. */
const STATUS_ROWS: readonly StatusRow[] = [
  {
    fits: (status) => status >= 300 && status < 400,
    code: 'protocol',
    message: ({ status, headers }) =>
      `the service answered ${status}, a redirect${redirectTarget(headers)}; it was not followed`,
    hint: () => ({ command: ['login', '--base-url', 'URL'], because: 'if the service has moved there' }),
    // 301, 307 and 308 ask to send the request elsewhere; the other redirects may follow a change that was made.
    applied: (status, kind) => (kind === 'change' && !is(301, 307, 308)(status) ? 'maybe' : 'no'),
  },
  {
    fits: is(401),
    code: 'not_logged_in',
    message: (said) => tellsOfToken(said) ?? `the service does not accept the access token${because(said)}`,
    hint: (said) => {
      if (!isOfAccount(said)) return tokenHint(said, 'a new token');
      return saysWhomToAsk(said)
        ? undefined
        : 'asking whoever runs the service to enable the account; another token of it does not work either';
    },
  },
  {
    fits: is(403),
    code: 'forbidden',
    message: (said) => {
      const scope = missingScope(said.headers);
      if (isOfHost(said)) return `the service refuses this address (${said.status})${because(said)}`;
      return scope === undefined
        ? `this account may not do that${because(said)}`
        : `the access token may not do that; it needs the scope ${JSON.stringify(scope)}`;
    },
    hint: (said) => {
      if (isOfHost(said)) return CHECK_URL;
      const wanted = missingScope(said.headers) === undefined ? 'a token of another account' : 'a token that has it';
      // A service on this machine makes its token anew for the same account, which may do no more.
      const place = typeof said.tokenPlace === 'object' ? undefined : said.tokenPlace;
      return tokenHint({ ...said, tokenPlace: place }, wanted, `with ${wanted}`);
    },
  },
  {
    fits: is(404, 410),
    code: 'not_found',
    message: (said) => `the service has nothing at this address (${said.status})${because(said)}`,
    hint: (said) => (isOfThing(said) ? undefined : CHECK_URL),
  },
  {
    fits: is(405, 501),
    code: 'protocol',
    message: (said) => `the service does not know this operation (${said.status})${because(said)}`,
    hint: () => CHECK_URL,
  },
  {
    fits: is(408),
    code: 'timeout',
    message: () => 'the service gave up waiting for the request (408)',
    hint: () => 'the same command again later',
    applied: () => 'maybe',
    retry: true,
  },
  {
    fits: is(429),
    code: 'rate_limited',
    message: (said) => `the service asks for fewer requests (429)${because(said)}`,
    hint: laterHint,
    retry: true,
  },
  {
    fits: is(413),
    code: 'refused',
    message: (said) => `the service refused the data ${isOfSize(said) ? 'as too large ' : ''}(413)${because(said)}`,
    hint: smallerHint,
  },
  {
    fits: is(414, 431),
    code: 'refused',
    message: (said) => `the service refused the address of the request as too long (${said.status})${because(said)}`,
    hint: () => 'the same command with shorter values, such as a shorter --name',
  },
  {
    fits: (status) => status >= 400 && status < 500,
    code: 'refused',
    message: (said) =>
      `the service refused the ${said.kind === 'read' ? 'request' : 'data'} (${said.status})${because(said)}`,
    // Such an answer is about what the service holds, and the data may be right.
    hint: (said) => {
      if (isOfRoom(said)) return ROOM_HINT;
      if (said.status === 409) return 'the same command when that has changed';
      return `the same command with ${said.kind === 'read' ? 'other values' : 'corrected data'}`;
    },
  },
  {
    fits: is(502, 504),
    code: 'unavailable',
    message: (said) => `a proxy before the service gets no answer from it (${said.status})${because(said)}`,
    hint: (said) => `${laterHint(said)}; where it stays so, whoever runs the service looks whether it is running`,
    applied: () => 'maybe',
    retry: true,
  },
  {
    fits: () => true,
    code: 'unavailable',
    message: (said) => `the service failed (${said.status})${because(said)}`,
    hint: laterHint,
    applied: () => 'maybe',
    retry: true,
  },
];

const because = ({ complaint }: Said) => (complaint.message === undefined ? '' : `: ${complaint.message}`);

/** What the service said, where that alone is clear. */
const tellsOfToken = ({ complaint: { message } }: Said): string | undefined =>
  /\baccess token\b/i.test(message ?? '') ? message : undefined;

const saysWhomToAsk = ({ complaint: { message = '' } }: Said): boolean => /\bask whoever\b/i.test(message);

function tokenHint({ tokenPlace }: Said, wanted: string, because?: string): Line {
  if (typeof tokenPlace === 'object') return tokenPlace;
  if (tokenPlace !== undefined) return `${wanted} in ${tokenPlace}, which goes before a login`;
  return { command: ['login'], ...(because !== undefined && { because }) };
}

/** The interface was reached, and lacks what was asked for: not a path of it, and no words that any server has. */
function isOfThing({ headers, complaint: { message = '' } }: Said): boolean {
  if (!/\bjson\b/i.test(headers['content-type'] ?? '')) return false;
  return !/^\W*(not found\W*)?$|\b(path|route|endpoint|url|address|resource)\b/i.test(message);
}

/** A service that is asked by a name that is not its own refuses everybody, whatever the token. */
const isOfHost = ({ complaint: { message = '' } }: Said): boolean => /\bhost ?names?\b/i.test(message);

/** No token of an account works that nobody may use for now. */
const isOfAccount = ({ complaint: { message = '' } }: Said): boolean =>
  /\baccount\b[^.]*\b(disabled|suspended|blocked|locked|deactivated)\b/i.test(message);

const NO_ROOM = /\b(account|plan)\b[^.]*\b(full|limit|quota|room)\b|\bquota\b|\bno room\b/i;

const isOfRoom = ({ complaint: { message = '' } }: Said): boolean => NO_ROOM.test(message);

const ROOM_HINT = 'the same command when there is room';

/** A service says 413, too, where an account has no room left. */
function isOfSize(said: Said): boolean {
  const { message, fields } = said.complaint;
  if (message === undefined || fields.length > 0) return true;
  return !isOfRoom(said) && /\b(larger?|big(ger)?|size|longer than|too (long|many))\b/i.test(message);
}

function smallerHint(said: Said): string {
  const { complaint, hasFile } = said;
  if (complaint.fields.length > 0) return 'the same command with less in the named fields';
  if (isOfRoom(said)) return ROOM_HINT;
  if (!isOfSize(said)) return 'the same command when what the service says is put right';
  return hasFile ? 'smaller photos' : 'the same command with shorter texts';
}

const MINUTE_MS = 60_000;

function laterHint({ wait, nowMs, status, complaint }: Said): string {
  if (hasNoSpace({ status, said: complaint.message })) return 'the same command once the operator has made room';
  if (wait === undefined) return 'the same command again later';
  const seconds = Math.ceil(wait / 1000);
  if (!Number.isFinite(nowMs + wait) || seconds > 10 * 365 * 86_400)
    return 'asking the operator of the service: it names no usable time to come back';
  const again = `the same command again in ${seconds} s`;
  // Whole minutes, rounded up: a person does not come too early. Seconds are over before the clock is looked at.
  return wait < MINUTE_MS ? again : `${again}, after ${untilText(nowMs + wait + MINUTE_MS - 1)}`;
}

/**
 * `Retry-After` in milliseconds: from seconds, or from a date compared with the answer's own `Date`, so that a wrong
 * clock here does not matter. A date in the past gives 0; text that is neither gives undefined.
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const text = headers['retry-after']?.trim();
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  if (!/^[a-z]{3,9},? /i.test(text) || Number.isNaN(until)) return undefined;
  const answeredAt = Date.parse(headers['date'] ?? '');
  return Math.max(0, until - (Number.isNaN(answeredAt) ? nowMs : answeredAt));
}

/**
 * The scope that a token lacks, if the service says so as RFC 6750 has it:
 * `WWW-Authenticate: Bearer error="insufficient_scope", scope="write"`.
 */
function missingScope(headers: Readonly<Record<string, string>>): string | undefined {
  const challenge = headers['www-authenticate'] ?? '';
  if (!/\berror="?insufficient_scope\b/i.test(challenge)) return undefined;
  return /\bscope="([\x20\x21\x23-\x5b\x5d-\x7e]{1,100})"/i.exec(challenge)?.[1];
}

/** Names only the host: path and query of a redirect may hold secrets. */
function redirectTarget(headers: Readonly<Record<string, string>>): string {
  const target = parseUrl(headers['location'] ?? '');
  return target === undefined ? '' : ` to ${target.host}`;
}

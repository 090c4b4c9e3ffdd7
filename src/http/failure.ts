import { ReconError, systemErrorCode } from '../errors.ts';
import { SilenceError } from './watchdog.ts';

/** One failed try, judged. */
export interface Failure {
  /** `no`: the service surely did not act on it. `maybe`: it may have. */
  applied: 'no' | 'maybe';
  /** Whether the same request may go better next time. */
  retry: boolean;
  retryAfterMs?: number;
  /** What is thrown when nothing more is tried. */
  error: ReconError;
}

/** How far a try had come when it broke. */
export interface Reached {
  /** The host, as a message may name it. */
  host: string;
  loopback: boolean;
  /** The connection was up and the request was being written. */
  started: boolean;
  /** The last byte has been handed to the network. Content-Length is always sent, so a shorter body is no request. */
  sentAll: boolean;
  /** The head of an answer has come. */
  answered: boolean;
}

/** A thrown value of a try → its failure. */
export function failureOf(thrown: unknown, reached: Reached): Failure {
  const applied = reached.started && (reached.sentAll || reached.answered) ? 'maybe' : 'no';
  if (thrown instanceof ReconError) return { applied, retry: false, error: thrown };
  if (thrown instanceof SilenceError) return { applied, retry: true, error: silence(thrown, reached) };
  if (!reached.started) return connectFailure(thrown, reached);
  return { applied, retry: true, error: brokenOff(thrown, reached) };
}

function silence(cause: SilenceError, { host, started }: Reached): ReconError {
  const seconds = `${Number((cause.limitMs / 1000).toFixed(1))} s`;
  const message = {
    upload: `The upload to ${host} made no progress for ${seconds}`,
    silence: started ? `${host} did not answer within ${seconds}` : `No connection to ${host} within ${seconds}`,
    body: `The answer of ${host} stopped half-way for ${seconds}`,
    whole: `${host} took longer than ${seconds} in all`,
  }[cause.stage];
  return new ReconError('timeout', message, { cause, hint: 'Try again later, or allow more time with --timeout' });
}

interface ConnectRow {
  code: RegExp;
  message(reached: Reached, code: string): string;
  hint(reached: Reached): string;
  retry: boolean;
}

const CHECK_URL = 'Check the network and the base URL: recon config list';

/** Failures before the request was written, by their code. The first fitting row counts. */
const CONNECT_ROWS: readonly ConnectRow[] = [
  {
    code: /^ECONNREFUSED$/,
    message: ({ host }) => `${host} refused the connection`,
    hint: ({ loopback }) => (loopback ? 'Is the service running? Start it with: recon serve' : CHECK_URL),
    retry: true,
  },
  {
    code: /^(ENOTFOUND|EAI_)/,
    message: ({ host }) => `The name ${host} could not be found`,
    hint: () => CHECK_URL,
    retry: true,
  },
  {
    code: /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS_|CRL_|INVALID_CA|UND_ERR_PRX_TLS/,
    message: ({ host }, code) => `The certificate of ${host} is not trusted (${code})`,
    hint: () => 'Often a proxy stands between: name its certificate file in NODE_EXTRA_CA_CERTS',
    retry: false,
  },
  {
    code: /^(EPROTO|ERR_SSL_)/,
    message: ({ host }, code) => `${host} does not speak TLS as expected (${code})`,
    hint: () => 'Check whether the base URL names the right port, and https: or http:',
    retry: false,
  },
  {
    code: /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    message: ({ host }) => `${host} could not be reached`,
    hint: () => CHECK_URL,
    retry: true,
  },
  {
    code: /./,
    message: ({ host }, code) => `The connection to ${host} failed (${code})`,
    hint: () => CHECK_URL,
    retry: true,
  },
];

function connectFailure(cause: unknown, reached: Reached): Failure {
  const code = codeOf(cause);
  const row = CONNECT_ROWS.find((candidate) => candidate.code.test(code))!;
  const error = new ReconError('network', row.message(reached, code), { hint: row.hint(reached), cause });
  return { applied: 'no', retry: row.retry, error };
}

function brokenOff(thrown: unknown, { host, answered }: Reached): ReconError {
  const parserSays = thrown instanceof Error && thrown.name === 'HTTPParserError' ? thrown.message : undefined;
  const code = parserSays ?? codeOf(thrown);
  // A length that does not fit is a broken head as long as there was none, and a cut body afterwards.
  if (parserSays !== undefined || code === 'UND_ERR_HEADERS_OVERFLOW' || (/^UND_ERR_RES_/.test(code) && !answered)) {
    return new ReconError('protocol', `The answer of ${host} is not valid HTTP (${code})`, {
      hint: 'Check whether the base URL names the right port, and https: or http:',
      // The parser's own error carries a piece of the answer, which is nobody's to log.
      cause: new Error(code),
    });
  }
  return new ReconError('network', `The connection to ${host} broke off (${code})`, { hint: CHECK_URL, cause: thrown });
}

/** Both addresses of a name refused: Node throws an AggregateError, and the first one tells. */
function codeOf(thrown: unknown): string {
  const code = systemErrorCode(thrown);
  if (code !== undefined) return code;
  const inner =
    thrown instanceof AggregateError ? thrown.errors[0] : thrown instanceof Error ? thrown.cause : undefined;
  return inner === undefined ? 'unknown cause' : codeOf(inner);
}

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
    upload: `the upload to ${host} made no progress for ${seconds}`,
    silence: started ? `${host} did not answer within ${seconds}` : `no connection to ${host} within ${seconds}`,
    body: `the answer of ${host} stopped half-way for ${seconds}`,
    whole: `${host} took longer than ${seconds} in all`,
  }[cause.stage];
  return new ReconError('timeout', message, { cause, hint: 'the same command with a longer --timeout' });
}

interface ConnectRow {
  code: RegExp;
  message(reached: Reached, code: string): string;
  hint(reached: Reached): string;
  retry: boolean;
}

const CHECK_URL = 'recon config list, to check the base URL';

/** Failures before the request was written, by their code. The first fitting row counts. */
const CONNECT_ROWS: readonly ConnectRow[] = [
  {
    code: /^ECONNREFUSED$/,
    message: ({ host }) => `${host} refused the connection`,
    hint: ({ loopback }) => (loopback ? 'recon serve, which starts the service on this machine' : CHECK_URL),
    retry: true,
  },
  {
    code: /^(ENOTFOUND|EAI_)/,
    message: ({ host }) => `the name ${host} could not be found`,
    hint: () => CHECK_URL,
    retry: true,
  },
  {
    code: /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS_|CRL_|INVALID_CA|UND_ERR_PRX_TLS/,
    message: ({ host }, code) => `the certificate of ${host} is not trusted (${code})`,
    hint: () => 'NODE_EXTRA_CA_CERTS=FILE with the certificate of the proxy that stands between, if one does',
    retry: false,
  },
  {
    code: /^(EPROTO|ERR_SSL_)/,
    message: ({ host }, code) => `${host} does not speak TLS as expected (${code})`,
    hint: () => CHECK_URL,
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
    message: ({ host }, code) => `the connection to ${host} failed (${code})`,
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
    return new ReconError('protocol', `the answer of ${host} is not valid HTTP (${code})`, {
      hint: CHECK_URL,
      // The parser's own error carries a piece of the answer, which is nobody's to log.
      cause: new Error(code),
    });
  }
  return new ReconError('network', `the connection to ${host} broke off (${code})`, { hint: CHECK_URL, cause: thrown });
}

/** Both addresses of a name refused: Node throws an AggregateError, and the first one tells. */
function codeOf(thrown: unknown): string {
  const code = systemErrorCode(thrown);
  if (code !== undefined) return code;
  const inner =
    thrown instanceof AggregateError ? thrown.errors[0] : thrown instanceof Error ? thrown.cause : undefined;
  return inner === undefined ? 'unknown cause' : codeOf(inner);
}

import { type Advice, type Line, ReconError, systemErrorCode } from '../errors.ts';
import { SERVICE_PORT } from '../system/base-url.ts';
import type { ExtraCerts } from '../system/extra-certs.ts';
import { isProgramReplaced, programReplaced } from '../system/program-replaced.ts';
import { PERHAPS_ELSEWHERE, STARTS_HERE, WITH_CERTIFICATE } from '../system/start-words.ts';
import type { WebProxy } from './proxy.ts';
import { proxyHint, proxyName, refusalOf, TunnelError } from './tunnel-error.ts';
import { SilenceError } from './watchdog.ts';

/** One failed try, and what follows from it. */
export interface Failure {
  /** `no`: the service certainly did not act on the request. `maybe`: it may have. */
  applied: 'no' | 'maybe';
  /** True if the same request may succeed next time. */
  retry: boolean;
  /** The error to throw when there is no further try. */
  error: ReconError;
}

/** The progress of a try when it broke. */
export interface Reached {
  /** The host, in the form for a message. */
  host: string;
  loopback: boolean;
  /** True for http: the port may be one for https. */
  isPlain?: boolean;
  /** The proxy on the way to the host. */
  proxy?: WebProxy | undefined;
  /** The files of more certificates to trust. */
  extraCerts?: (() => ExtraCerts[]) | undefined;
  /** True if the connection was open and writing had begun. */
  started: boolean;
  /** True if the last byte went to the network. Content-Length is always sent, so a cut body is no valid request. */
  sentAll: boolean;
  /** True if the head of an answer has come. */
  answered: boolean;
}

/** Turns an error of a try into its failure. */
export function failureOf(thrown: unknown, reached: Reached): Failure {
  const applied = reached.started && (reached.sentAll || reached.answered) ? 'maybe' : 'no';
  if (thrown instanceof ReconError) return { applied, retry: false, error: thrown };
  if (isProgramReplaced(thrown)) return { applied, retry: false, error: programReplaced(thrown) };
  if (thrown instanceof SilenceError) return { applied, retry: true, error: silence(thrown, reached) };
  if (!reached.started) return { applied, ...notConnected(thrown, reached) };
  return { applied, retry: true, error: brokenOff(thrown, reached) };
}

function silence(cause: SilenceError, { host, loopback, proxy, started, sentAll, answered }: Reached): ReconError {
  const through = proxy === undefined ? '' : ` through ${proxyName(proxy)}`;
  const seconds = `${Number((cause.limitMs / 1000).toFixed(1))} s`;
  const isUnanswered = started && sentAll && !answered;
  const message = {
    upload: `the upload to ${host} made no progress for ${seconds}`,
    silence: started
      ? `${host} did not answer within ${seconds}`
      : `no connection to ${host} within ${seconds}${through}`,
    body: `the answer of ${host} stopped half-way for ${seconds}`,
    whole: `${host} ${isUnanswered ? 'did not answer within' : 'took longer than'} ${seconds} in all`,
  }[cause.stage];
  const patience = 'the same command with a longer --timeout';
  const whom = loopback ? patience : `${patience}; or ${ASK_PERSON}`;
  const ofConnection = proxy === undefined ? whom : proxyHint(proxy, host);
  const hint = !started ? ofConnection : isUnanswered ? PERHAPS_HANGS : patience;
  return new ReconError('timeout', message, { cause, hint });
}

/** A service that took the request and says nothing may hang for ever. */
const PERHAPS_HANGS: Line = {
  command: ['doctor'],
  because: 'to see whether it answers at all; where it is only slow, a longer --timeout',
};

/** The host that a connection was opened to. */
interface Peer {
  name: string;
  /** As the subject of a sentence: `the service at …`, or the name of a proxy. */
  title: string;
  loopback: boolean;
  isPlain?: boolean | undefined;
  /** A way to check that it is the right host. */
  check: Line;
  /** What helps where nobody is there. */
  absent: Line;
  extraCerts: Reached['extraCerts'];
}

/** A code is for programs: it goes to `--debug`, and the message says what it means. */
interface ConnectRow {
  code: RegExp;
  message(peer: Peer, code: string, cause: unknown): string;
  /** A check of the address if left out. */
  hint?(peer: Peer): Line;
  details?(peer: Peer, code: string): Line[];
  /** False: it will not pass by itself. */
  retry?: false;
  /** Of a certificate: somebody has to put it right. */
  needsPerson?: true;
}

export const CHECK_URL: Line = { command: ['config', 'list'], because: 'to check the base URL' };
/** On another machine nobody starts a service from here. */
const ASK_PERSON = 'ask whoever runs the service there';
const ASK_THERE: Line = {
  command: ['config', 'list'],
  because: `to check the base URL; if it is right, ${ASK_PERSON}`,
};
const PERHAPS_TLS: Line = {
  command: ['config', 'list'],
  because: 'to check the base URL; a service with a certificate wants https:// in it',
};
/** `name` is a host with its port: a service on another one would not be found. */
function startIt({ name, isPlain = true }: Peer): Line {
  const [, port = ''] = /:(\d+)$/.exec(name) ?? [];
  const flags = port === String(SERVICE_PORT) ? [] : ['--port', port];
  return {
    command: ['serve', ...flags],
    because: `${STARTS_HERE}${isPlain ? PERHAPS_ELSEWHERE : WITH_CERTIFICATE}`,
  };
}

const TRUSTING: Advice = {
  command: ['config', 'set', 'ca-file', 'FILE'],
  because:
    'FILE has the certificate (PEM) of the signer (CA), of a proxy that decrypts TLS, or of a service that signed its own',
};

/** Of a certificate that is not trusted. */
function extraCertsWords({ name, path, fault, lack }: ExtraCerts, code: string): string[] {
  const why = fault ?? lackOf(code, lack);
  return why === undefined ? [] : [`${name} names ${path}, which ${why}`];
}

/** What is not in a file that is read; undefined where the fault is another one. */
function lackOf(code: string, lack: string | undefined): string | undefined {
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT') return 'does not have this certificate';
  if (lack !== undefined) return `${lack}: that of a service is not enough where another one signed it`;
  if (code === 'UNABLE_TO_GET_ISSUER_CERT') return 'does not have the first of its signers, the CA that signed itself';
  return /SELF_SIGNED|UNABLE_TO_/.test(code) ? 'does not have the certificate of its signer (CA)' : undefined;
}

/** Failures before the request was written, by error code. The first row that fits counts. */
const CONNECT_ROWS: readonly ConnectRow[] = [
  {
    code: /^ECONNREFUSED$/,
    message: ({ title }) => `${title} does not answer (connection refused)`,
    hint: (peer) => (peer.loopback && /:\d+$/.test(peer.name) ? startIt(peer) : peer.absent),
  },
  {
    code: /^(ENOTFOUND|EAI_)/,
    message: ({ name }) => `the name ${name.replace(/^([^\s:]+):\d+/, '$1')} could not be found`,
    hint: ({ absent }) => absent,
  },
  {
    code: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    message: ({ name }, code) =>
      `the certificate of ${name} ${code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet'}`,
    hint: () => 'a new certificate on the service; or, where it is valid, the right time on this machine',
    retry: false,
    needsPerson: true,
  },
  {
    code: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    message: ({ name }, _code, cause) =>
      `the certificate of ${name} is not trusted: it is for ${certificateNames(cause) ?? 'another name'}`,
    hint: ({ check }) => check,
    retry: false,
    needsPerson: true,
  },
  {
    code: /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS_|CRL_|INVALID_CA/,
    message: ({ name }, code) => `the certificate of ${name} is not trusted${UNTRUSTED[code] ?? ''}`,
    details: ({ extraCerts }, code) => (extraCerts?.() ?? []).flatMap((file) => extraCertsWords(file, code)),
    hint: () => TRUSTING,
    retry: false,
    needsPerson: true,
  },
  {
    code: /^(EPROTO|ERR_SSL_)/,
    message: ({ name }) => `${name} does not speak TLS as expected`,
    retry: false,
  },
  {
    code: /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    message: ({ name }) => `${name} could not be reached`,
    hint: ({ absent }) => absent,
  },
  {
    code: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    message: ({ name }) => `${name} closed the connection before anything was sent`,
  },
  {
    code: /^HPE_/,
    message: ({ name }) => `${name} answered with something that is not HTTP`,
  },
  {
    code: /./,
    message: ({ name }) => `the connection to ${name} failed`,
  },
];

/** `clinic.example, 192.0.2.1`, of a certificate that is for another name; undefined where it tells none. */
function certificateNames(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { cert } = thrown as { cert?: { subjectaltname?: string } };
  if (cert === undefined) return certificateNames(thrown.cause);
  const names = [...(cert.subjectaltname ?? '').matchAll(/(?:DNS|IP Address):([\w.:*-]{1,253})/g)].map(
    ([, name]) => name,
  );
  return names.length === 0
    ? undefined
    : `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ' and others' : ''}`;
}

const MOST_NAMES = 3;

const UNTRUSTED: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ': it has signed itself',
  SELF_SIGNED_CERT_IN_CHAIN: ': its signer is unknown here and has signed itself',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ': its signer is unknown here, or was not sent along',
  UNABLE_TO_GET_ISSUER_CERT: ': its signer is unknown here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ': its signer is unknown here',
  CERT_REVOKED: ': it was taken back',
};

function notConnected(
  cause: unknown,
  { host, loopback, isPlain, proxy, extraCerts }: Reached,
): Omit<Failure, 'applied'> {
  if (!(cause instanceof TunnelError) || proxy === undefined) {
    return connectFailure(cause, {
      name: host,
      title: `the service at ${host}`,
      loopback,
      isPlain,
      check: CHECK_URL,
      absent: loopback ? CHECK_URL : ASK_THERE,
      extraCerts,
    });
  }
  if (cause.status === undefined) {
    const name = proxyName(proxy);
    const check = proxyHint(proxy, host);
    return connectFailure(cause.cause, {
      name,
      title: name,
      loopback: false,
      check,
      absent: check,
      extraCerts,
    });
  }
  const { message, hint, retry } = refusalOf(cause.status, cause.wants, proxy, host);
  return { retry, error: new ReconError('network', message, { hint, cause }) };
}

function connectFailure(cause: unknown, peer: Peer): Omit<Failure, 'applied'> {
  const code = codeOf(cause);
  const row = CONNECT_ROWS.find((candidate) => candidate.code.test(code))!;
  return {
    retry: row.retry ?? true,
    error: new ReconError('network', row.message(peer, code, cause), {
      details: row.details?.(peer, code),
      hint: row.hint?.(peer) ?? peer.check,
      needsPerson: row.needsPerson ?? false,
      cause,
    }),
  };
}

function brokenOff(thrown: unknown, { host, answered, isPlain = false }: Reached): ReconError {
  const hint = isPlain && !answered ? PERHAPS_TLS : CHECK_URL;
  const parserSays = thrown instanceof Error && thrown.name === 'HTTPParserError' ? thrown.message : undefined;
  const code = parserSays ?? codeOf(thrown);
  // undici has one code for a wrong length: before the head has come the head is not valid, later the body was cut.
  if (parserSays !== undefined || code === 'UND_ERR_HEADERS_OVERFLOW' || (/^UND_ERR_RES_/.test(code) && !answered)) {
    return new ReconError('protocol', `the answer of ${host} is not valid HTTP`, {
      hint,
      // The parser's own error contains a piece of the answer, which must not be logged.
      cause: Object.assign(new Error(code), { code }),
    });
  }
  return new ReconError('network', `the connection to ${host} broke off`, { hint, cause: thrown });
}

/** What `--debug` tells of a failure: its message, with the code of what has caused it. */
export function failureNote({ message, cause }: ReconError): string {
  const code = cause instanceof TunnelError ? codeOf(cause.cause) : codeOf(cause);
  return code === UNKNOWN ? message : `${message} (${code})`;
}

const UNKNOWN = 'unknown cause';

/** The error code of a thrown value. If a name has several addresses and all refuse, the error of the first counts. */
function codeOf(thrown: unknown): string {
  const code = systemErrorCode(thrown);
  if (code !== undefined) return code;
  const inner =
    thrown instanceof AggregateError ? thrown.errors[0] : thrown instanceof Error ? thrown.cause : undefined;
  return inner === undefined ? UNKNOWN : codeOf(inner);
}

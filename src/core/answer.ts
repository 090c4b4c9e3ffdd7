import { isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import type { Received } from '../contract/answers.ts';
import {
  ACCOUNT_HEADER,
  ALSO_OF_OTHERS_HEADER,
  BEGUN_HEADER,
  PUBLIC_URL_HEADER,
  QUEUED_HEADER,
  TOKEN_EXPIRES_HEADER,
  TOKEN_LABEL_HEADER,
  TWO_PEOPLE_HEADER,
  VERSION_HEADER,
} from '../contract/own-routes.ts';
import { isReconstructionType, type ReconstructionType } from '../contract/reconstruction.ts';
import { SCOPES, type Scope } from '../contract/scopes.ts';
import { ReconError } from '../errors.ts';
import type { Answer } from '../http/transport.ts';
import { parseUrl } from '../system/base-url.ts';
import {
  type BegunByPatient,
  begunByPatient,
  type ComputedMeasures,
  type DoubtsByPatient,
  doubtsByPatient,
  type EarlierModels,
  type ExpectedErrors,
  type FailedPhotos,
  type ModelPhotos,
  type ModelProviders,
  type ModelWarning,
  modelFactsOf,
} from './model-facts.ts';

/** An after-record; those of a type are numbered from 1, as they were made. */
export interface KnownAfter {
  type: ReconstructionType;
  number: number;
  status: string;
  /** The service says that it was made of the photos of the model itself. */
  isOfModelPhotos?: true;
}

/** One answer of the service. */
export interface Reply<T> {
  /** The body as it came, to the byte. Composed by us only where one reply stands for several requests. */
  text: string;
  /** The same, read. Numbers that JavaScript cannot hold exactly are kept as objects that print exactly. */
  body: Received<T>;
  requestId?: string | undefined;
  /** How long the service remembers an `Idempotency-Key`, where it says so. */
  keyMemoryMs?: number | undefined;
  /** What the service names as offered beside the interface. */
  routes?: ReadonlySet<string> | undefined;
  /** The version of the service, where it says so: `0.20.0`. */
  version?: string | undefined;
  /** Whose the token is and what it may do, where the service says so. */
  account?: { name: string; scope: Scope } | undefined;
  /** By which the token is told from others of the account, where the service says so. */
  tokenLabel?: string | undefined;
  /** Until when the token works, epoch ms, where that is limited and the service says so. */
  tokenExpiresAt?: number | undefined;
  /** With what its links begin, where the service says so. */
  publicUrl?: URL | undefined;
  /** Units by field, where the service tells them. */
  units?: ReadonlyMap<string, string> | undefined;
  /** How far the generations of the patient in it are, percent by type, where the service says so. */
  percents?: Readonly<Record<string, number>> | undefined;
  /** What the generations of the patient in it wait for, by type, where the service says so. */
  waits?: Readonly<Record<string, 'space'>> | undefined;
  /** The expected errors of the models of the patient in it, mm, by type and part, where the service says so. */
  expected?: ExpectedErrors | undefined;
  /** The photos of those models, where the service says so: the interface shows three of them. */
  modelPhotos?: ModelPhotos | undefined;
  /** The photos of the generations that failed last, where the service says so: the interface shows those of an earlier model. */
  failedPhotos?: FailedPhotos | undefined;
  /** The provider of each of those models, where the service says so: the interface has no field for it. */
  modelProviders?: ModelProviders | undefined;
  /** The measures that were read off those models, where the service says so: the interface shows them beside the given ones. */
  computed?: ComputedMeasures | undefined;
  /** What the models were made with whose place those took, where the service says so. */
  earlierModels?: EarlierModels | undefined;
  /** Whose models in a list may be of two people, or of somebody else, as far as the service says so. */
  doubts?: DoubtsByPatient | undefined;
  /** When generations were begun, as far as the service says so. */
  begun?: BegunByPatient | undefined;
  /** What the service warns of in those models. */
  modelWarnings?: readonly ModelWarning[] | undefined;
  /** Until when a link for photos of a type works, epoch ms, where the service says so. */
  links?: Readonly<Record<string, number>> | undefined;
  /** The after-records of the patient in it, where the service says so: the interface has no way to read one again. */
  afters?: readonly KnownAfter[] | undefined;
  /** What the service warns of beside that, in its words. */
  warnings?: readonly string[] | undefined;
  /** When it was given, by the service's clock, epoch ms. */
  answeredAt?: number | undefined;
}

/** Reads an answer's JSON object. @throws ReconError `protocol` where the body is anything else */
export function replyOf<T>(answer: Answer): Reply<T> {
  const { text, requestId } = answer;
  let body: unknown;
  try {
    body = parseExact(text);
  } catch (cause) {
    throw notOurs(answer, kindOf(text), cause);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw notOurs(answer, 'JSON, but no object');
  }
  const facts = { keyMemoryMs: keyMemoryOf(answer), answeredAt: dateOf(answer), percents: percentsOf(answer) };
  const links = linksOf(answer);
  const afters = aftersOf(answer);
  const waits = waitsOf(answer);
  const doubts = doubtsByPatient(answer.headers[TWO_PEOPLE_HEADER], answer.headers[ALSO_OF_OTHERS_HEADER]);
  const begun = begunByPatient(answer.headers[QUEUED_HEADER], answer.headers[BEGUN_HEADER]);
  return {
    text,
    body: body as Received<T>,
    requestId,
    ...facts,
    routes: routesOf(answer),
    version: versionOf(answer),
    account: accountOf(answer),
    tokenLabel: decoded(answer.headers[TOKEN_LABEL_HEADER] ?? ''),
    tokenExpiresAt: tokenEndOf(answer),
    publicUrl: publicUrlOf(answer),
    units: unitsOf(answer),
    ...modelFactsOf(answer.headers),
    ...warningsOf(answer),
    ...(waits && { waits }),
    ...(links && { links }),
    ...(doubts.size > 0 && { doubts }),
    ...(begun.size > 0 && { begun }),
    ...(afters.length > 0 && { afters }),
  };
}

/** `Recon-Idempotency: 24h`, which no interface asks for, so most services say nothing. */
function keyMemoryOf({ headers }: Answer): number | undefined {
  const hours = /^(\d{1,3})h$/.exec(headers['recon-idempotency'] ?? '')?.[1];
  return hours === undefined ? undefined : Number(hours) * 3_600_000;
}

/** `Recon-Units: height=cm, volume=cm3`; the interface has none, so most services say nothing. */
function unitsOf({ headers }: Answer): ReadonlyMap<string, string> {
  return new Map(
    [...(headers['recon-units'] ?? '').matchAll(/\b([a-z_]{1,30})=([A-Za-z0-9]{1,6})\b/g)].map(([, field, unit]) => [
      field!,
      unit!.replace(/3$/, '³').replace(/2$/, '²'),
    ]),
  );
}

/** `Recon-Routes: accept, size`; most services say nothing. */
export function routesOf({ headers }: Answer): ReadonlySet<string> {
  return new Set((headers['recon-routes'] ?? '').split(',').map((name) => name.trim()));
}

/** With what the links of the service begin, where it says so. */
export const publicUrlOf = ({ headers }: Answer): URL | undefined => parseUrl(headers[PUBLIC_URL_HEADER] ?? '');

/** `Recon-Version: 0.20.0`; most services say nothing. */
export function versionOf({ headers }: Answer): string | undefined {
  return /^\d{1,4}\.\d{1,4}\.\d{1,4}(-[\w.-]{1,40})?$/.exec(headers[VERSION_HEADER] ?? '')?.[0];
}

/** `Recon-Account: dr-silva, scope=write`; most services say nothing. */
function accountOf({ headers }: Answer): { name: string; scope: Scope } | undefined {
  const [, encoded = '', word] =
    /^([\w.~!*'()%-]{1,1000}), scope=([a-z]{1,10})$/.exec(headers[ACCOUNT_HEADER] ?? '') ?? [];
  const scope = SCOPES.find((one) => one === word);
  const name = decoded(encoded);
  return scope === undefined || name === undefined ? undefined : { name, scope };
}

/** A percent-encoded value of a header: `front%20desk`. */
function decoded(text: string): string | undefined {
  try {
    return /^[\w.~!*'()%-]{1,1000}$/.test(text) ? decodeURIComponent(text) : undefined;
  } catch {
    return undefined;
  }
}

/** `Recon-Token-Expires: 2026-01-02T03:04:05.678Z`; most services say nothing. */
function tokenEndOf({ headers }: Answer): number | undefined {
  const end = Date.parse(headers[TOKEN_EXPIRES_HEADER] ?? '');
  return Number.isNaN(end) ? undefined : end;
}

/** `Recon-Progress: face=43, body=7`; most services say nothing. */
function percentsOf({ headers }: Answer): Record<string, number> | undefined {
  const pairs = (headers['recon-progress'] ?? '').split(',').flatMap((pair): [string, number][] => {
    const [, type, percent] = /^\s*([a-z]{1,20})=(\d{1,3})\s*$/.exec(pair) ?? [];
    return type === undefined || Number(percent) > 100 ? [] : [[type, Number(percent)]];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

/** `Recon-Waits: face=space`, of the service's disk; most services say nothing. */
function waitsOf({ headers }: Answer): Record<string, 'space'> | undefined {
  const found = [...(headers['recon-waits'] ?? '').matchAll(/\b([a-z]{1,20})=space\b/g)];
  return found.length === 0 ? undefined : Object.fromEntries(found.map(([, type]) => [type!, 'space']));
}

/** `Recon-Invitations: face=2026-01-02T03:04:05.678Z`; most services say nothing. */
function linksOf({ headers }: Answer): Record<string, number> | undefined {
  const found = [...(headers['recon-invitations'] ?? '').matchAll(/\b(mammo|face|body)=([\dTZ:.-]{20,30})/g)];
  const pairs = found.map(([, type, time]) => [type!, Date.parse(time!)] as const);
  const links = pairs.filter(([, at]) => !Number.isNaN(at));
  return links.length === 0 ? undefined : Object.fromEntries(links);
}

/** `Recon-Afters: mammo.1=has_3d, mammo.2=processing`, and `Recon-Same-Photos: mammo.1`; most services say nothing. */
function aftersOf({ headers }: Answer): KnownAfter[] {
  const same = (headers['recon-same-photos'] ?? '').split(',').map((name) => name.trim());
  return [...(headers['recon-afters'] ?? '').matchAll(/\b([a-z]{1,20})\.(\d{1,6})=([a-z0-9_]{1,30})\b/g)].flatMap(
    ([, type, number, status]) =>
      isReconstructionType(type)
        ? [
            {
              type,
              number: Number(number),
              status: status!,
              ...(same.includes(`${type}.${number}`) && { isOfModelPhotos: true as const }),
            },
          ]
        : [],
  );
}

/** `199 anybody "what it says"`, of nothing that is a model; most services say nothing. */
function warningsOf({ headers }: Answer): { warnings?: readonly string[] } {
  const found = [...(headers['warning'] ?? '').matchAll(/\b199 [\w.:-]{1,100} "([^"]{1,500})"/g)];
  const warnings = found.map(([, sentence]) => sentence!).filter((one) => !/^(mammo|face|body): /.test(one));
  return warnings.length === 0 ? {} : { warnings };
}

function dateOf({ headers }: Answer): number | undefined {
  const answeredAt = Date.parse(headers['date'] ?? '');
  return Number.isNaN(answeredAt) ? undefined : answeredAt;
}

/** JSON in, with numbers kept exact. @throws SyntaxError */
export function parseExact(text: string): unknown {
  return parse(text, undefined, (digits) => (isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits)));
}

/** JSON out on one line, numbers as exact as they came in. */
export function stringifyExact(value: unknown): string {
  return stringify(value) ?? 'null';
}

/** An id as the digits to print or send: from a whole number of any size, or a text of digits. */
export function idText(value: unknown): string | undefined {
  const text = isLosslessNumber(value) ? value.toString() : value;
  if (typeof text === 'number') return Number.isSafeInteger(text) && text >= 0 ? String(text) : undefined;
  return typeof text === 'string' && /^\d{1,40}$/.test(text) ? text : undefined;
}

function notOurs(answer: Answer, what: string, cause?: unknown): ReconError {
  return new ReconError('protocol', `the service answered ${answer.status} with ${what}, which is not its interface`, {
    hint: { command: ['config', 'list'], because: 'to check the base URL; a login page or proxy may stand between' },
    status: answer.status,
    cause,
    requestId: answer.requestId,
  });
}

function kindOf(text: string): string {
  if (text.trim() === '') return 'an empty body';
  if (/^\s*</.test(text)) return 'a web page';
  return 'a body that is not complete JSON';
}

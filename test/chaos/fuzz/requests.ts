import { METHODS } from 'node:http';
import { ODD_TEXTS, oddHeaders, oddId } from './odd-values.ts';
import type { Operation } from './openapi.ts';
import type { Random } from './random.ts';

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Undefined where no operation of the document is meant. */
  operation?: Operation;
}

/** What the answers so far have shown: the fuzzer asks for it again. */
export interface Known {
  patients: string[];
  /** Patients who have photos, once for each type. */
  models: KnownModel[];
  /** After-records, and simulations by their ids. */
  afters: KnownModel[];
  simulations: { id: string; simulation: string }[];
  /** Paths with their queries. */
  invitations: string[];
  pictures: string[];
  surgeons: readonly string[];
  tokens: { right: string; ofSub: string; reading: string };
  files: { sound: readonly Buffer[]; broken: readonly Buffer[] };
}

interface KnownModel {
  id: string;
  type: string;
}

/** Paths that are not in the document, with or without a token. */
const OTHER_PATHS = [
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/',
  '/nothing',
  '/patients/',
  '//patients',
  '*',
];
const WRONG_TOKEN = 'rcn_wrong';

export function nextRequest(random: Random, operations: readonly Operation[], known: Known): FuzzRequest {
  const request = random.weighted(
    [90, () => ofOperation(random, anOperation(random, operations), known)],
    [4, () => ofInvitation(random, known)],
    [3, () => ({ method: 'GET', path: bent(random, random.pick(known.pictures)), headers: {}, body: undefined })],
    [3, () => ({ method: 'GET', path: random.pick(OTHER_PATHS), headers: {}, body: undefined })],
  )();
  const headers = { ...request.headers, ...(random.chance(0.2) && oddHeaders(random)) };
  if (!random.chance(0.06)) return { ...request, headers };
  // CONNECT asks for a tunnel: what follows is no answer.
  const method = random.pick(METHODS.filter((name) => name !== 'CONNECT' && name !== request.method));
  const { operation: _, ...rest } = request;
  return { ...rest, headers, method };
}

/** As many deletes as creates would leave nothing that the others could be carried out on. */
function anOperation(random: Random, operations: readonly Operation[]): Operation {
  const operation = random.pick(operations);
  const isDelete = operation.method === 'DELETE' && operation.path === '/patients/{id}';
  return isDelete && random.chance(0.8) ? random.pick(operations) : operation;
}

function ofOperation(random: Random, operation: Operation, known: Known): FuzzRequest {
  // Without it, what needs a 3D model finds one about once in a run.
  const isKnown = random.chance(0.3);
  const models = operation.path.includes('{number}') ? known.afters : known.models;
  const model = isKnown ? random.pick(models.slice(-20)) : undefined;
  const saved = isKnown && operation.path.includes('{simulation}') ? random.pick(known.simulations) : undefined;
  const oneOfThem = () => (random.chance(0.75) ? (random.pick(known.patients.slice(-50)) ?? '1') : oddId(random));
  const idOf = () => saved?.id ?? model?.id ?? oneOfThem();
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'id') return idOf();
    if (name === 'type') return model?.type ?? random.pick(['mammo', 'face', 'body', oddId(random)]);
    if (name === 'number') return model === undefined ? oddId(random) : '1';
    if (name === 'simulation') return saved?.simulation ?? oddId(random);
    return random.pick([...known.surgeons, oddId(random)]);
  });
  const { headers, query } = authorized(random, known.tokens);
  const isOfModel = model !== undefined && operation.query.some(({ name }) => name === 'type');
  const asked = [...(isOfModel ? [`type=${model.type}`] : queryOf(random, operation, idOf)), ...query];
  const sent = bodyOf(random, operation, known, model?.type);
  return {
    method: operation.method,
    path: asked.length === 0 ? path : `${path}?${asked.join('&')}`,
    headers: { ...headers, ...sent?.headers },
    body: sent?.body,
    operation,
  };
}

function authorized(random: Random, { right, ofSub, reading }: Known['tokens']) {
  const header = (value: string) => ({ headers: { authorization: value }, query: [] as string[] });
  return random.weighted(
    [75, () => header(`Bearer ${right}`)],
    [10, () => header(`Bearer ${ofSub}`)],
    [4, () => header(`Bearer ${reading}`)],
    [4, () => ({ headers: {}, query: [`access_token=${right}`] })],
    [2, () => ({ ...header(`Bearer ${right}`), query: ['access_token=other'] })],
    [2, () => header(`Bearer ${WRONG_TOKEN}`)],
    [2, () => ({ headers: {}, query: [] })],
    [1, () => header(random.pick(['Basic eA==', 'Bearer', 'Bearer  ', `Bearer ${'x'.repeat(5_000)}`]))],
  )();
}

function queryOf(random: Random, { query }: Operation, idOf: () => string): string[] {
  const given = random.some(query, 0.5).flatMap(({ name, values }) => {
    const value = () => (name.startsWith('id') ? idOf() : encodeURIComponent(wellFormed(oneOf(random, values))));
    const names = random.weighted([90, [name]], [5, [name, name]], [5, [`${name}[]`, `${name}[a]`]]);
    return names.map((one) => `${one}=${value()}`);
  });
  if (random.chance(0.05)) given.push(random.pick(['unknown=1', '%FF=%FF', '=', '&&', '__proto__=1', 'a[b][c]=1']));
  return given;
}

const oneOf = (random: Random, values: readonly string[]) =>
  values.length > 0 && random.chance(0.8) ? random.pick(values) : random.pick(ODD_TEXTS);

const wellFormed = (text: string) => Buffer.from(text).toString();

function ofInvitation(random: Random, { invitations, files }: Known): FuzzRequest {
  const known = random.pick(invitations.slice(-20));
  const path = known !== undefined && random.chance(0.7) ? known : `/invitations/${oddId(random)}`;
  if (random.chance(0.5)) return { method: 'GET', path, headers: {}, body: undefined };
  const fields = ['left', 'front', 'right', 'eye_distance', 'back'].map((name) => `reconstruction[${name}]`);
  return { method: 'POST', path, ...multipart(random, photoParts(random, random.some(fields, 0.7), files)) };
}

/** One character of it is another. */
function bent(random: Random, url: string | undefined): string {
  const path = url ?? '/images/1/00000000000000000000000000000000';
  if (random.chance(0.5)) return path;
  const at = 1 + random.below(path.length - 1);
  return `${path.slice(0, at)}${random.pick(['a', '0', '/', '%', '?', ''])}${path.slice(at + 1)}`;
}

interface Part {
  name: string;
  value: Buffer;
  isFile: boolean;
}

type Sent = Pick<FuzzRequest, 'headers' | 'body'>;

function bodyOf(random: Random, { texts, files }: Operation, known: Known, ofType?: string): Sent | undefined {
  if (texts.length + files.length === 0) return random.chance(0.05) ? plain('text/plain', 'x') : undefined;
  if (ofType !== undefined && texts.includes('simulation[name]') && random.chance(0.5)) {
    return multipart(random, simulation(random));
  }
  const isCreate = texts.includes('patient[name]') && ofType === undefined;
  if (random.chance(isCreate ? 0.2 : ofType === undefined ? 0 : 0.5)) {
    const name = { name: 'patient[name]', value: Buffer.from('Ana'), isFile: false };
    const set = wholeSet(random, ofType ?? 'mammo', known.files.sound);
    return multipart(random, texts.includes(name.name) ? [name, ...set] : set);
  }
  const given = random.some(texts, 0.2).map((name) => textPart(random, name));
  const whole = ['mammo', 'face'].map((type) => wholeSet(random, type, known.files.sound));
  const photos = random.weighted(
    [55, () => []],
    [15, () => whole[0]!],
    [10, () => whole[1]!],
    [20, () => photoParts(random, random.some(files, 0.5), known.files)],
  )();
  const odd = random.chance(0.05)
    ? [textPart(random, random.pick(['patient[shoe]', '', 'a'.repeat(200), '__proto__']))]
    : [];
  const many = random.chance(0.01) ? Array.from({ length: 61 }, () => textPart(random, texts[0]!)) : [];
  const parts = [...given, ...photos, ...odd, ...many];
  return random.weighted<() => Sent | undefined>(
    [75, () => multipart(random, parts)],
    [10, () => urlencoded(parts)],
    [5, () => plain('application/json', JSON.stringify(Object.fromEntries(parts.map(({ name }) => [name, 'x']))))],
    [5, () => damaged(random, multipart(random, parts))],
    [5, () => undefined],
  )();
}

const textPart = (random: Random, name: string): Part => ({
  name,
  value: Buffer.from(random.pick(ODD_TEXTS)),
  isFile: false,
});

const photoParts = (random: Random, names: readonly string[], { sound, broken }: Known['files']): Part[] =>
  names.map((name) => ({ name, value: random.pick(random.chance(0.6) ? sound : broken), isFile: random.chance(0.95) }));

function wholeSet(random: Random, type: string, sound: readonly Buffer[]): Part[] {
  const start = random.below(sound.length);
  const text = (name: string, value: string) => ({ name, value: Buffer.from(value), isFile: false });
  return [
    text('reconstruction[type]', type),
    ...(type === 'mammo' ? [text('reconstruction[nipple_to_nipple]', '21.5')] : []),
    ...['left', 'front', 'right'].map((view, at) => ({
      name: `reconstruction[${view}]`,
      value: sound[(start + at) % sound.length]!,
      isFile: true,
    })),
    ...(random.chance(0.7) ? [text('async', 'true')] : []),
  ];
}

const IMPLANT = { reference: 'R1', brand: 'Example', volume: '300', projection: '4', diameter: '11' };

function simulation(random: Random): Part[] {
  const part = (name: string, value: string) => ({ name, value: Buffer.from(value), isFile: false });
  const implant = Object.entries(IMPLANT).map(([field, value]) => part(`simulation[left_implant][${field}]`, value));
  return [part('simulation[name]', `Plan ${random.below(1e6)}`), ...implant];
}

function multipart(random: Random, parts: readonly Part[]): Sent {
  const boundary = `b${random.below(1e6)}`;
  const pieces = parts.flatMap(({ name, value, isFile }) => {
    const file = isFile ? `; filename="${random.pick(['front.jpg', '', '../x', 'a\u202e.jpg'])}"` : '';
    const type = isFile ? `\r\ncontent-type: ${random.pick(['image/jpeg', 'text/html', 'x'])}` : '';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}${type}\r\n\r\n`;
    return [Buffer.from(head), value, Buffer.from('\r\n')];
  });
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
}

function urlencoded(parts: readonly Part[]): Sent {
  const fields = parts.map(({ name, value }): [string, string] => [name, value.subarray(0, 9_000).toString('latin1')]);
  return plain('application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
}

const plain = (type: string, text: string): Sent => ({ headers: { 'content-type': type }, body: Buffer.from(text) });

/** Cut, or with other bytes in some place. */
function damaged(random: Random, { headers, body = Buffer.of() }: Sent): Sent {
  const at = random.below(body.length);
  if (random.chance(0.5)) return { headers, body: body.subarray(0, at) };
  const other = Buffer.from(body);
  random.bytes(Math.min(20, body.length - at)).copy(other, at);
  return { headers, body: other };
}

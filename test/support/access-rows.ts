import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import { AFTER_TEXT_FIELDS } from '../../src/contract/fields.ts';
import type { Scope } from '../../src/contract/scopes.ts';
import { jpegOf } from './photo-maker.ts';
import type { TestForm } from './running-service.ts';

/** What one account has, and what nobody else may see a byte of. */
export interface Holding {
  account: string;
  token: string;
  /** The account that a transfer by this one names. */
  targetId: number;
  /** A patient with a ready reconstruction, and one to be lost. */
  patientId: number;
  spareId: number;
  /** Signed URLs of pictures, as an answer gave them. */
  pictureUrls: string[];
  /** An open invitation's path. */
  invitation: string;
  /** Texts that stand in this account's answers alone: names, identifiers, file ids. */
  marks: string[];
}

/** One request that a row makes. */
export interface Call {
  path: string;
  form?: TestForm;
}

export interface Row {
  route: string;
  /** A request about this patient; undefined where the route names none. */
  about?(patientId: number | string, holding: Holding): Call;
  /** Queries or last path parts that are wrong: whose patient it is must not show from the answer either. */
  malformed?: readonly string[];
  /** What a token needs. It stands at each row, so that no route gets its scope without a thought. */
  scope: Scope;
  /** The answer to the owner. */
  own: number | Readonly<Record<string, number>>;
  /** For `spareId` and last, because nothing is there afterwards. */
  destroys?: true;
}

let photos: TestForm | undefined;

/** A complete mammo form; each call of another `seed` brings other photos. */
export async function mammoForm(seed = 1): Promise<TestForm> {
  const [left, front, right] = await Promise.all([0, 1, 2].map((view) => jpegOf({ seed: seed * 3 + view })));
  return {
    'reconstruction[type]': 'mammo',
    'reconstruction[nipple_to_nipple]': '21.5',
    'reconstruction[left]': left!,
    'reconstruction[front]': front!,
    'reconstruction[right]': right!,
  };
}

/** The rows' own photos, made once: what matters here is whose patient they are sent for. */
export async function prepareForms(): Promise<void> {
  photos = await mammoForm(50);
}

/** Each one of a name of its own. */
const simulationForm = (): TestForm => ({
  'simulation[name]': randomUUID(),
  ...Object.fromEntries(
    Object.entries({ reference: 'R', brand: 'B', volume: '300', diameter: '11', projection: '4' }).map(
      ([field, text]) => [`simulation[left_implant][${field}]`, text],
    ),
  ),
});

const photoForm = (): TestForm => photos ?? {};

/** Every route of the service that asks for a token. */
export const ROWS: readonly Row[] = [
  { route: 'GET /patients', scope: 'read', own: 200 },
  { route: 'POST /patients', scope: 'write', own: 201 },
  { route: 'GET /patients/:id', scope: 'read', own: 200, about: (id) => ({ path: `/patients/${id}` }) },
  {
    route: 'PUT /patients/:id',
    scope: 'write',
    own: 200,
    about: (id) => ({ path: `/patients/${id}`, form: { 'patient[city]': 'Probe' } }),
  },
  {
    route: 'DELETE /patients/:id',
    scope: 'write',
    own: 200,
    destroys: true,
    about: (id) => ({ path: `/patients/${id}` }),
  },
  {
    route: 'POST /patients/:id/after',
    scope: 'write',
    own: 201,
    about: (id) => ({ path: `/patients/${id}/after`, form: photoForm() }),
  },
  {
    route: 'GET /patients/:id/download',
    scope: 'read',
    own: 200,
    about: (id) => ({ path: `/patients/${id}/download?type=mammo` }),
    malformed: ['', '?type=', '?type=arm', '?type=face', '?type=body', '?type=mammo&type=face'],
  },
  {
    route: 'POST /patients/:id/transfer/:target_surgeon_id',
    scope: 'write',
    // From a main account to its own sub account; the others name an account that is not theirs to give to.
    own: { main: 200, branch: 403, elsewhere: 403 },
    destroys: true,
    about: (id, { targetId }) => ({ path: `/patients/${id}/transfer/${targetId}` }),
    malformed: ['abc', '0', '99999999999999999999', '-1', '%00'],
  },
  {
    route: 'GET /patients/:id/invitation',
    scope: 'write',
    own: 200,
    about: (id) => ({ path: `/patients/${id}/invitation?reconstruction_type=mammo` }),
    malformed: ['', '?reconstruction_type=arm'],
  },
  { route: 'GET /recon/surgeons', scope: 'read', own: 200 },
  { route: 'GET /recon/room', scope: 'read', own: 200 },
  { route: 'GET /recon/invitations', scope: 'read', own: 200 },
  { route: 'GET /recon/doctor', own: 200, scope: 'admin' },
  {
    route: 'PUT /recon/patients/:id',
    scope: 'write',
    own: 200,
    about: (id) => ({ path: `/recon/patients/${id}`, form: { 'patient[height]': '171' } }),
  },
  {
    route: 'PUT /recon/patients/:id/accepted/:type',
    scope: 'write',
    own: 200,
    about: (id) => ({ path: `/recon/patients/${id}/accepted/mammo` }),
    malformed: ['arm', 'face', '%00'],
  },
  {
    route: 'DELETE /recon/patients/:id/accepted/:type',
    scope: 'write',
    own: 200,
    about: (id) => ({ path: `/recon/patients/${id}/accepted/mammo` }),
    malformed: ['arm', 'face', '%00'],
  },
  {
    route: 'POST /recon/patients/:id/simulations',
    scope: 'write',
    own: 201,
    about: (id) => ({ path: `/recon/patients/${id}/simulations`, form: simulationForm() }),
  },
  {
    route: 'DELETE /recon/patients/:id/simulations/:simulation',
    scope: 'write',
    // There is no such one; what is there is deleted in simulations.test.ts.
    own: 404,
    about: (id) => ({ path: `/recon/patients/${id}/simulations/999999` }),
    malformed: ['abc', '0', '-1', '%00', '99999999999999999999'],
  },
  {
    route: 'GET /recon/patients/:id/afters/:number/download',
    scope: 'read',
    own: 404,
    about: (id) => ({ path: `/recon/patients/${id}/afters/99/download?type=mammo` }),
    malformed: ['', '?type=', '?type=arm', '?type=face', '?type=mammo&type=face'],
  },
  {
    route: 'GET /recon/patients/:id/failure',
    scope: 'read',
    own: 200,
    about: (id) => ({ path: `/recon/patients/${id}/failure?type=mammo` }),
    malformed: ['', '?type=', '?type=arm', '?type=face', '?type=mammo&after=99', '?type=mammo&after=x'],
  },
  {
    route: 'GET /recon/patients/:id/simulation-lines',
    scope: 'read',
    own: 200,
    about: (id) => ({ path: `/recon/patients/${id}/simulation-lines` }),
  },
  {
    route: 'GET /recon/patients/:id/invitations',
    scope: 'read',
    own: 200,
    about: (id) => ({ path: `/recon/patients/${id}/invitations` }),
  },
  {
    route: 'DELETE /recon/patients/:id/invitations/:type',
    scope: 'write',
    own: 200,
    about: (id) => ({ path: `/recon/patients/${id}/invitations/mammo` }),
    malformed: ['arm', 'face', '%00'],
  },
  {
    route: 'POST /recon/patients/:id/give-back',
    scope: 'write',
    // From a sub account; the others have nobody to give back to.
    own: { main: 403, branch: 200, elsewhere: 403 },
    destroys: true,
    about: (id) => ({ path: `/recon/patients/${id}/give-back` }),
  },
];

/** Routes that need no token: each has a test of its own that says what opens it. */
export const PUBLIC_ROUTES: readonly string[] = [
  'GET /invitations/:secret',
  'POST /invitations/:secret',
  'GET /invitations/:secret/photos',
  'PUT /invitations/:secret/photos/:view',
  'GET /invitations/:secret/photos/:view/look',
  'POST /invitations/:secret/look',
  'POST /invitations/:secret/send',
  'GET /sent/:owner/:reconstruction',
  'GET /pages/:file',
  'GET /images/:owner/:file',
  'GET /images/:owner/:file/thumb',
  'GET /openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
];

/** A path of the table, and the methods that it does not take. */
export interface OtherMethods {
  path: string;
  /** Those that it takes. */
  allow: string[];
  others: string[];
  isPublic: boolean;
}

const ALL_ROUTES = [...ROWS.map(({ route }) => route), ...PUBLIC_ROUTES].map((route) => route.split(' '));

export const OTHER_METHODS: readonly OtherMethods[] = [...new Set(ALL_ROUTES.map(([, path]) => path!))].map((path) => {
  const allow = ALL_ROUTES.filter((route) => route[1] === path).map(([method]) => method!);
  const others = METHODS.filter((method) => !allow.includes(method));
  return { path, allow: allow.sort(), others, isPublic: PUBLIC_ROUTES.includes(`${allow[0]} ${path}`) };
});

/** Bodies that break a rule, for the routes that take one. */
export const BROKEN_FORMS: Readonly<Record<string, readonly TestForm[]>> = {
  'PUT /patients/:id': [
    { 'patient[shoe_size]': '38' },
    { 'reconstruction[type]': 'arm' },
    { 'reconstruction[front]': new Uint8Array([1, 2, 3]) },
    { 'reconstruction[type]': 'mammo' },
  ],
  'PUT /recon/patients/:id': [
    { 'patient[height]': 'tall' },
    { 'patient[weight]': '0' },
    { 'reconstruction[type]': 'mammo' },
  ],
  'POST /recon/patients/:id/simulations': [
    {},
    { 'simulation[name]': 'x' },
    { 'simulation[colour]': 'x' },
    { 'patient[name]': 'x' },
  ],
  'POST /patients/:id/after': [{}, { [AFTER_TEXT_FIELDS[0]!]: 'arm' }, { 'patient[name]': 'x' }],
};

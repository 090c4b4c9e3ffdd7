import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  AFTER_TEXT_FIELDS,
  CREATE_TEXT_FIELDS,
  PHOTO_FIELDS,
  UPDATE_PHOTO_FIELDS,
  UPDATE_TEXT_FIELDS,
} from '../../src/contract/fields.ts';
import { mammoForm, PUBLIC_ROUTES, ROWS } from '../support/access-rows.ts';
import { openService, type TestService } from '../support/running-service.ts';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
  required?: string[];
  anyOf?: Schema[];
}

interface Operation {
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

interface OpenapiDocument {
  openapi: string;
  info: { title: string; version: string };
  components?: { securitySchemes?: Record<string, Record<string, string>> };
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
}

let service: TestService;
let document: OpenapiDocument;
beforeAll(async () => {
  service = await openService();
  const answer = await service.send('GET', '/openapi.json', { token: null });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  document = (await answer.json()) as OpenapiDocument;
});
afterAll(() => service.close());

const operationOf = (route: string) => {
  const [method, path] = route.split(' ');
  return document.paths[path!.replace(/:(\w+)/g, '{$1}')]?.[method!.toLowerCase()];
};

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('it lists every route that asks for a token, and no other', () => {
  const listed = operations().map(({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
  expect(listed.sort()).toEqual(ROWS.map(({ route }) => route).sort());
  for (const route of PUBLIC_ROUTES) expect(operationOf(route)).toBeUndefined();
});

test('it says how to log in, both ways, for every operation', () => {
  const schemes = Object.entries(document.components?.securitySchemes ?? {});
  expect(schemes.map(([, scheme]) => scheme)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'http', scheme: 'bearer' }),
      expect.objectContaining({ type: 'apiKey', in: 'query', name: 'access_token' }),
    ]),
  );
  expect(document.security?.flatMap((one) => Object.keys(one)).sort()).toEqual(schemes.map(([name]) => name).sort());
});

test.each([
  ['POST /patients', [...CREATE_TEXT_FIELDS, ...PHOTO_FIELDS]],
  ['PUT /patients/:id', [...UPDATE_TEXT_FIELDS, ...UPDATE_PHOTO_FIELDS]],
  ['POST /patients/:id/after', [...AFTER_TEXT_FIELDS, ...PHOTO_FIELDS]],
])('%s takes the form fields of the interface, photos as files', (route, fields) => {
  const { properties = {}, required = [] } = operationOf(route)!.requestBody!.content['multipart/form-data']!.schema;
  expect(Object.keys(properties).sort()).toEqual(fields.toSorted());
  expect(required).toEqual([]);
  const files = Object.entries(properties).filter(([, schema]) => 'format' in schema && schema.format === 'binary');
  expect(files.map(([name]) => name)).toEqual(fields.filter((field) => PHOTO_FIELDS.includes(field)));
});

test.each([
  ['GET /patients', ['name', 'email', 'id', 'id[]', 'page', 'per_page'], []],
  ['GET /patients/:id/download', ['type'], ['type']],
  ['GET /patients/:id/invitation', ['reconstruction_type'], ['reconstruction_type']],
  ['GET /patients/:id', [], []],
])('%s takes the query of the interface', (route, names, required) => {
  const query = (operationOf(route)!.parameters ?? []).filter((parameter) => parameter.in === 'query');
  expect(query.map(({ name }) => name)).toEqual(names);
  expect(query.filter((parameter) => parameter.required).map(({ name }) => name)).toEqual(required);
});

const IMPLANT = {
  ...Object.fromEntries(
    ['volume', 'diameter', 'projection', 'width', 'height', 'reference'].map((key) => [key, 'string']),
  ),
  white: 'boolean',
  implant_category: {
    name: 'string',
    shape: 'string',
    profile: 'string',
    surface: 'string',
    brand: { name: 'string' },
  },
};
const SIMULATION = {
  id: 'integer',
  name: 'string',
  description: 'string',
  updated_at: 'string',
  frames: 'string',
  left_implant: IMPLANT,
  right_implant: IMPLANT,
};
const RECONSTRUCTION = {
  type: 'string',
  accepted: 'boolean',
  status: 'string',
  updated_at: 'string',
  frames: 'string',
  mesaures: { '*': 'number' },
  left: 'string',
  front: 'string',
  right: 'string',
  simulations: [SIMULATION],
};
const PATIENT = {
  id: 'integer',
  height: 'number',
  weight: 'number',
  ...Object.fromEntries(
    ['player_id', 'name', 'email', 'phone', 'gender', 'address', 'city', 'postal_code', 'state', 'country_iso'].map(
      (key) => [key, 'string'],
    ),
  ),
  updated_at: 'string',
  reconstructions: [RECONSTRUCTION],
};
const META = Object.fromEntries(
  ['current_page', 'next_page', 'prev_page', 'total_pages', 'total_entries'].map((key) => [key, 'integer']),
);
const IMAGE = { url: 'string', thumb: { url: 'string' } };
const AFTER = {
  weight: 'string',
  status: 'string',
  accepted: 'string',
  provider: 'integer',
  measures: { '*': 'number' },
  front: IMAGE,
  left: IMAGE,
  right: IMAGE,
  back: IMAGE,
};

/** A schema as a plain value: its fields with the names of their types; what may be null as what it is otherwise. */
function shapeOf({ type, properties, additionalProperties, items, anyOf }: Schema): unknown {
  const real = anyOf?.find((one) => one.type !== 'null');
  if (real !== undefined) return shapeOf(real);
  if (items !== undefined) return [shapeOf(items)];
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, shapeOf(schema)]));
  if (typeof additionalProperties === 'object') return { '*': shapeOf(additionalProperties) };
  return Array.isArray(type) ? type.find((one) => one !== 'null') : type;
}

test.each([
  ['GET /patients', '200', { patients: [PATIENT], meta: META }],
  ['POST /patients', '201', { patient: PATIENT, async: 'string' }],
  ['GET /patients/:id', '200', { patient: PATIENT, async: 'string' }],
  ['PUT /patients/:id', '200', { patient: PATIENT, async: 'string' }],
  ['DELETE /patients/:id', '200', { result: 'string' }],
  ['POST /patients/:id/after', '201', { after: AFTER }],
  ['POST /patients/:id/transfer/:target_surgeon_id', '200', { result: 'string' }],
  ['GET /patients/:id/invitation', '200', { invitation_url: 'string' }],
])('%s answers %s with every field of the interface', (route, status, shape) => {
  const { content } = operationOf(route)!.responses[status]!;
  expect(shapeOf(content!['application/json']!.schema)).toEqual(shape);
});

test('a download is a zip, and every refusal is a problem', () => {
  expect(Object.keys(operationOf('GET /patients/:id/download')!.responses['200']!.content!)).toEqual([
    'application/zip',
  ]);
  for (const { operation } of operations()) {
    const { content, headers } = operation.responses['default'] as { content?: object; headers?: object };
    expect(Object.keys(content!)).toEqual(['application/problem+json']);
    expect(Object.keys(headers!)).toEqual(['Retry-After']);
  }
});

/** The keywords of a schema in OpenAPI 3.0; 3.1 takes all of JSON Schema. */
const KEYWORDS_3_0 = new Set(
  'title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxProperties minProperties required enum type allOf oneOf anyOf not items properties additionalProperties description format default nullable discriminator readOnly writeOnly xml externalDocs example deprecated'.split(
    ' ',
  ),
);

function unknownKeywords(schema: Schema): string[] {
  const own = Object.keys(schema).filter((key) => !KEYWORDS_3_0.has(key));
  const { properties = {}, additionalProperties, items, anyOf = [] } = schema;
  const inner = [
    ...Object.values(properties),
    ...anyOf,
    ...[additionalProperties, items].filter((one) => one !== undefined),
  ];
  return [...own, ...inner.flatMap(unknownKeywords)];
}

test('it is a valid OpenAPI document', () => {
  expect(document.openapi).toMatch(/^3\.[01]\.\d+$/);
  expect(document.info).toMatchObject({ title: expect.stringMatching(/./), version: expect.stringMatching(/./) });
  for (const { path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const described = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(described.map(({ name }) => name).sort()).toEqual(inPath.sort());
    expect(described.every((parameter) => parameter.required)).toBe(true);
    expect(operation.summary).toMatch(/^[A-Z]/);
    const answers = Object.values(operation.responses);
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.every(({ description }) => description.length > 0)).toBe(true);
    if (document.openapi.startsWith('3.1')) continue;
    const contents = [...answers.map(({ content }) => content), operation.requestBody?.content];
    const schemas = contents.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema));
    expect([...schemas, ...(operation.parameters ?? []).map(({ schema }) => schema)].flatMap(unknownKeywords)).toEqual(
      [],
    );
  }
});

test('real answers have the fields that it names, and no others', async () => {
  const form = { ...(await mammoForm()), 'patient[name]': 'Documented' };
  const { patient, async } = await service.patient('POST', '/patients', { form });
  const documented = operationOf('POST /patients')!.responses['201']!.content!['application/json']!.schema;
  expect(Object.keys({ patient, async })).toEqual(Object.keys(documented.properties!));
  expect(Object.keys(patient)).toEqual(Object.keys(documented.properties!['patient']!.properties!));
  const fields = documented.properties!['patient']!.properties!['reconstructions']!.items!;
  expect(Object.keys(patient.reconstructions[0]!)).toEqual(fields.required!.filter((key) => key !== 'simulations'));
  const after = await service.send('POST', `/patients/${patient.id}/after`, { form: await mammoForm(2) });
  const body = (await after.json()) as { after: object };
  expect(Object.keys(body.after)).toEqual(Object.keys(AFTER));
});

test('the headers that tell of models are described with the answer that has them', () => {
  const { headers } = operationOf('GET /patients/:id')!.responses['200'] as { headers?: Record<string, unknown> };
  expect(Object.keys(headers ?? {})).toEqual([
    'Recon-Progress',
    'Recon-Waits',
    'Recon-Expected-Error',
    'Recon-Invitations',
    'Recon-Afters',
    'Recon-Same-Photos',
    'Recon-Photos',
    'Recon-Failed-Photos',
    'Recon-Providers',
    'Recon-Computed',
    'Recon-Earlier-Models',
    'Recon-After-Warnings',
    'Warning',
    'Recon-Queued',
    'Recon-Begun',
  ]);
  expect(headers!['Recon-Expected-Error']).toMatchObject({
    description: expect.stringContaining('face.face=2.1'),
    schema: { type: 'string' },
  });
  const list = operationOf('GET /patients')!.responses['200'] as { headers?: Record<string, unknown> };
  expect(Object.keys(list.headers ?? {})).toEqual([
    'Recon-Two-People',
    'Recon-Also-Of-Others',
    'Recon-Queued',
    'Recon-Begun',
  ]);
});

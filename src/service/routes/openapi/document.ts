import { STATUS_CODES } from 'node:http';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';
import {
  CREATE_TEXT_FIELDS,
  PHOTO_FIELDS,
  SIMULATION_TEXT_FIELDS,
  SIZE_TEXT_FIELDS,
} from '../../../contract/fields.ts';
import type { FormShape } from '../intake/fields.ts';
import { problemSchema } from './schemas.ts';

declare module 'fastify' {
  interface FastifySchema {
    summary?: string;
    hide?: boolean;
    tags?: readonly string[];
    consumes?: readonly string[];
  }
}

const OWN_TAG = 'recon';

/** The general part of the document; the operations are described beside their routes. */
export const OPENAPI = {
  openapi: '3.1.0',
  info: {
    title: 'Patient Reconstruction Service Interface',
    version: '1',
    description:
      'Not of the interface but of this service alone, for whoever runs it: GET /healthz, GET /readyz and GET /metrics.',
  },
  servers: [{ url: '/', description: 'The service that gives this document.' }],
  tags: [
    {
      name: OWN_TAG,
      description: 'Operations of this service alone. Every answer names those that are there in Recon-Routes.',
    },
  ],
  components: {
    securitySchemes: {
      header: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A token of the scope read may call every GET that changes nothing (all but the invitation), one of the scope write all operations.',
      },
      query: { type: 'apiKey', in: 'query', name: 'access_token' },
    },
  },
  // One of these is enough; the header is preferred.
  security: [{ header: [] }, { query: [] }],
} satisfies NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

/** The OpenAPI document of every route that is not hidden from it. */
export function addOpenapi(app: FastifyInstance): void {
  app.get('/openapi.json', { config: { public: true }, schema: { hide: true } }, async () => app.swagger());
}

interface DocumentedOperation {
  summary: string;
  /** Of this service alone, and not of the interface. */
  isOwn?: true;
  query?: z.ZodType;
  /** Fields of a form, as multipart/form-data. */
  form?: FormShape;
  /** Answers by status. */
  answers: Record<number, z.ZodType>;
  /** The content type of the answers, where it is not JSON. */
  produces?: string;
  /** Headers of its own that an answer may have, in words. */
  headers?: Readonly<Record<string, string>>;
}

/** Describes a route for the OpenAPI document. Checking a request is the route's own work. */
export function documented(operation: DocumentedOperation): FastifySchema {
  const { summary, isOwn, query, form, answers, produces = 'application/json', headers } = operation;
  const responses = Object.entries(answers).map(([status, schema]) => [
    status,
    { ...contentOf(STATUS_CODES[status] ?? 'Done', produces, schema), ...(headers && { headers: headersOf(headers) }) },
  ]);
  return {
    summary,
    ...(isOwn && { tags: [OWN_TAG] }),
    ...(query && { querystring: jsonSchema(query) }),
    ...(form && { consumes: ['multipart/form-data'], body: formSchema(form) }),
    response: {
      ...Object.fromEntries(responses),
      default: {
        ...contentOf('What is wrong with the request', 'application/problem+json', problemSchema),
        headers: headersOf(REFUSAL_HEADERS),
      },
    },
  };
}

const REFUSAL_HEADERS = { 'Retry-After': 'With 429 and 503: the seconds after which to send it again' };

const contentOf = (description: string, type: string, schema: z.ZodType) => ({
  description,
  content: { [type]: { schema: jsonSchema(schema) } },
});

const headersOf = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(words).map(([name, description]) => [name, { description, type: 'string' }]));

/** Describes the request's text form, before it is converted to numbers. */
function jsonSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/** From the lists of fields that the intake checks. */
function formSchema({ textFields, photoFields }: FormShape) {
  const properties: Record<string, object> = {};
  for (const field of [...CREATE_TEXT_FIELDS, ...SIZE_TEXT_FIELDS, ...SIMULATION_TEXT_FIELDS, ...PHOTO_FIELDS]) {
    const description = FIELD_WORDS[field];
    if (photoFields.includes(field)) properties[field] = { type: 'string', format: 'binary' };
    if (textFields.includes(field)) properties[field] = { type: 'string', ...(description && { description }) };
  }
  return { type: 'object', properties };
}

const FIELD_WORDS: Record<string, string> = {
  'patient[country]': 'Country ISO code',
  'patient[height]': 'cm, 1 to 300; empty for none',
  'patient[weight]': 'kg, 1 to 700; empty for none',
  'reconstruction[type]': 'mammo, face or body',
  'reconstruction[provider]': '4, 5, 6 or 7; 4 where absent',
  'reconstruction[nipple_to_nipple]': 'cm, 1 to 300',
  'reconstruction[eye_distance]': 'cm, 1 to 300',
  'reconstruction[hipline]': 'cm, 1 to 300',
  'reconstruction[updated_at]': 'As an answer told it: if it is another one now, nothing is saved',
  'simulation[left_implant][volume]': 'cm³; sizes are cm. A side of which nothing is said has no implant',
  'simulation[lines]':
    'JSON of the lines that it was made with, as simulation-lines gives them back: {"sha256": "…", "lines": [[[0.1, 0.2, 0.3], …], …]}',
  async: 'true or false; false where absent',
};

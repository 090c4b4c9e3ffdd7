import { STATUS_CODES } from 'node:http';
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { problemSchema } from './schemas.ts';

declare module 'fastify' {
  interface FastifySchema {
    summary?: string;
    hide?: boolean;
    consumes?: readonly string[];
  }
}

interface DocumentedOperation {
  summary: string;
  query?: z.ZodType;
  /** Form fields, as multipart/form-data. */
  form?: z.ZodType;
  /** Answers by status. */
  answers: Record<number, z.ZodType>;
  /** The content type of the answers, where it is not JSON. */
  produces?: string;
}

/** Describes a route for the OpenAPI document. Checking a request is the route's own work. */
export function documented({
  summary,
  query,
  form,
  answers,
  produces = 'application/json',
}: DocumentedOperation): FastifySchema {
  const responses = Object.entries(answers).map(([status, schema]) => [
    status,
    contentOf(STATUS_CODES[status] ?? 'Done', produces, schema),
  ]);
  return {
    summary,
    ...(query === undefined ? {} : { querystring: jsonSchema(query) }),
    ...(form === undefined ? {} : { consumes: ['multipart/form-data'], body: jsonSchema(form) }),
    response: {
      ...Object.fromEntries(responses),
      default: contentOf('What is wrong with the request', 'application/problem+json', problemSchema),
    },
  };
}

const contentOf = (description: string, type: string, schema: z.ZodType) => ({
  description,
  content: { [type]: { schema: jsonSchema(schema) } },
});

/** Describes the request's text form, before it is converted to numbers. */
function jsonSchema(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { broken, type FieldProblem } from '../domain/refusal.ts';

/** The query by its schema, or 422 naming each parameter that is not as it must be. */
export function parseQuery<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(request.query);
  if (parsed.success) return parsed.data;
  throw broken(parsed.error.issues.map(asProblem));
}

function asProblem(issue: z.core.$ZodIssue): FieldProblem {
  // Of a choice between shapes, what is wrong with the one that came closest.
  const nearest = issue.code === 'invalid_union' ? (issue.errors.flat()[0] ?? issue) : issue;
  return { field: String(issue.path[0] ?? 'query'), message: nearest.message };
}

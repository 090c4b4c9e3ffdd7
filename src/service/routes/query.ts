import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type FieldProblem, fieldRefusal } from '../domain/refusal.ts';

/** Reads the query by its schema; 422 names each parameter that is wrong. */
export function parseQuery<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(request.query);
  if (parsed.success) return parsed.data;
  throw fieldRefusal(parsed.error.issues.map(asProblem));
}

function asProblem(issue: z.core.$ZodIssue): FieldProblem {
  // For a choice between shapes, the closest one's problem is reported.
  const nearest = issue.code === 'invalid_union' ? (issue.errors.flat()[0] ?? issue) : issue;
  return { field: String(issue.path[0] ?? 'query'), message: nearest.message };
}

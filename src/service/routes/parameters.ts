import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type FieldProblem, fieldRefusal, patientNotFound } from '../domain/refusal.ts';

/** The patient id of the path. Text that cannot be an id gets the same 404 as an unknown id. */
export function patientIdOf(request: FastifyRequest): number {
  const id = numberIn(request, 'id');
  if (id === undefined) throw patientNotFound();
  return id;
}

/** A path part of digits as a number; undefined if it cannot be a stored id. */
export function numberIn({ params }: FastifyRequest, name: string): number | undefined {
  const text = (params as Record<string, string | undefined>)[name] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

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

const MOST_NAMED = 20;
const NAME_LENGTH = 60;

/**
 * Refuses query parameters that the operation's document does not name: ignoring a filter would show all patients
 * instead of a few.
 */
export function addQueryCheck(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ is404, query, routeOptions: { config, schema } }) => {
    if (is404 || config.public === true) return;
    const described = schema?.querystring as { properties?: object } | undefined;
    const known = [...Object.keys(described?.properties ?? {}), 'access_token'];
    const unknown = Object.keys(query as object).filter((name) => !known.includes(name));
    if (unknown.length > 0)
      throw fieldRefusal(unknown.slice(0, MOST_NAMED).map((name) => unknownParameter(name, known)));
  });
}

function unknownParameter(name: string, known: readonly string[]): FieldProblem {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  const meant = known.find((one) => plain(one) === plain(name));
  const instead = meant === undefined ? '' : `; it is written ${meant}`;
  return { field: name.slice(0, NAME_LENGTH), message: `is not a parameter of this operation${instead}` };
}

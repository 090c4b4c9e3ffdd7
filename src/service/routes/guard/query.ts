import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldProblem, fieldRefusal } from '../../domain/refusal.ts';

const MOST_NAMED = 20;
const NAME_LENGTH = 60;

/**
 * Refuses query parameters that the operation's document does not name: ignoring a filter would show all patients
 * instead of a few.
 */
export function addQueryCheck(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    if (request.is404 || request.routeOptions.config.public === true) return;
    const known = [...parametersOf(request), 'access_token'];
    const unknown = Object.keys(request.query as object).filter((name) => !known.includes(name));
    if (unknown.length > 0)
      throw fieldRefusal(unknown.slice(0, MOST_NAMED).map((name) => unknownParameter(name, known)));
  });
}

function parametersOf({ routeOptions }: FastifyRequest): string[] {
  const described = routeOptions.schema?.querystring as { properties?: object } | undefined;
  return Object.keys(described?.properties ?? {});
}

function unknownParameter(name: string, known: readonly string[]): FieldProblem {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  const meant = known.find((one) => plain(one) === plain(name));
  const instead = meant === undefined ? '' : `; it is written ${meant}`;
  return { field: name.slice(0, NAME_LENGTH), message: `is not a parameter of this operation${instead}` };
}

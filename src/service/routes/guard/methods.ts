import { METHODS } from 'node:http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';

/** The routes of one path. */
interface Path {
  methods: string[];
  isPublic: boolean;
}

/** Records every route that is added from now on. */
export function notePaths(app: FastifyInstance): ReadonlyMap<string, Path> {
  const paths = new Map<string, Path>();
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    const path = paths.get(url) ?? { methods: [], isPublic: true };
    path.methods.push(...[method].flat());
    path.isPublic &&= config?.public === true;
    paths.set(url, path);
  });
  return paths;
}

/**
 * Answers the other methods of each path with 405 and `Allow`. These answers are routes too, so the usual hooks run
 * first: a caller without access gets the same refusal as always.
 */
export function refuseOtherMethods(app: FastifyInstance, paths: ReadonlyMap<string, Path>): void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  for (const [url, { methods, isPublic }] of [...paths]) {
    const allow = [...methods].sort().join(', ');
    app.route({
      method: METHODS.filter((method) => !methods.includes(method)),
      url,
      config: isPublic ? { public: true } : { scope: 'read' },
      schema: { hide: true },
      // This runs before the body is read.
      onRequest: async (request, reply) => {
        reply.header('allow', allow);
        throw new Refusal(405, 'refused', `this path does not take ${request.method}`, { hint: `It takes ${allow}` });
      },
      handler: async () => undefined,
    });
  }
}

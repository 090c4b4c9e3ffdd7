import type { FastifyInstance } from 'fastify';

/** The OpenAPI document of every route that is not hidden from it. */
export function addOpenapi(app: FastifyInstance): void {
  app.get('/openapi.json', { config: { public: true }, schema: { hide: true } }, async () => app.swagger());
}

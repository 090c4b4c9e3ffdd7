import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

/** The general part of the document; the operations are described beside their routes. */
export const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'Patient Reconstruction Service Interface', version: '1' },
  components: {
    securitySchemes: {
      header: { type: 'http', scheme: 'bearer' },
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

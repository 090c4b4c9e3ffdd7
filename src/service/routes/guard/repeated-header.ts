import type { FastifyRequest } from 'fastify';

/** Node keeps one of several equal headers; a proxy before us may have used another one. */
export function isRepeated(request: FastifyRequest, name: string): boolean {
  const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
  return names.filter((one) => one.toLowerCase() === name).length > 1;
}

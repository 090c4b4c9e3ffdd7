import type { FastifyRequest } from 'fastify';

/** Node keeps one of several equal headers; which one a proxy before us took, nobody knows. */
export function isRepeated(request: FastifyRequest, name: string): boolean {
  const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0);
  return names.filter((one) => one.toLowerCase() === name).length > 1;
}

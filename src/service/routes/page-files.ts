import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../deps.ts';
import { nothingHere } from './problem.ts';

/** A path names its content, so a browser may keep it. */
const KEPT_S = 31_536_000;

/** The scripts and styles of the pages: the same for everybody. */
export function addPageFiles(app: FastifyInstance, { pages }: AppDeps): void {
  const options = { config: { public: true }, schema: { hide: true } };
  app.get<{ Params: { file: string } }>('/pages/:file', options, async (request, reply) => {
    const file = pages?.byPath.get(`/pages/${request.params.file}`);
    if (file === undefined) throw nothingHere();
    return reply
      .headers({ 'content-type': file.mime, 'cache-control': `public, max-age=${KEPT_S}, immutable` })
      .send(file.bytes);
  });
}

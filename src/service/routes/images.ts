import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../deps.ts';
import { findImage, type KeptFile } from '../domain/files.ts';
import { Refusal } from '../domain/refusal.ts';

interface ImageRoute {
  Params: { owner: string; file: string };
}

/** Serves pictures behind signed URLs. The answer is the same for a wrong, an expired and a foreign URL. */
export function addImages(app: FastifyInstance, deps: AppDeps): void {
  const config = { public: true };
  const schema = { hide: true };
  app.get<ImageRoute>('/images/:owner/:file', { config, schema }, async (request, reply) => {
    const file = await imageOf(deps, request);
    return show(reply.header('content-length', file.sizeBytes), file.mime, deps.store.blobs.open(file.id));
  });
  app.get<ImageRoute>('/images/:owner/:file/thumb', { config, schema }, async (request, reply) => {
    const file = await imageOf(deps, request);
    const thumb = await deps.thumbs.of(Number(request.params.owner), file.id);
    return show(reply, 'image/jpeg', Buffer.from(thumb));
  });
}

async function imageOf({ store, signer }: AppDeps, request: FastifyRequest<ImageRoute>): Promise<KeptFile> {
  const path = request.url.split('?')[0]!;
  const { owner, file: fileId } = request.params;
  const isSigned = signer.verify(path, request.query as Record<string, unknown>) && /^\d{1,15}$/.test(owner);
  const file = isSigned ? await findImage(store, Number(owner), fileId) : undefined;
  if (file === undefined || !file.mime.startsWith('image/'))
    throw new Refusal(404, 'not_found', 'there is no such image');
  return file;
}

/** A person who has the URL may show it anywhere, so pages of other sites may embed it. */
const show = (reply: FastifyReply, mime: string, body: unknown) =>
  reply
    .headers({
      'content-type': mime,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, max-age=300',
    })
    .send(body);

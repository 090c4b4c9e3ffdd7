import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { systemErrorCode } from '../../errors.ts';
import type { AppDeps } from '../deps.ts';
import { findImage, type KeptFile } from '../domain/files.ts';
import { Refusal } from '../domain/refusal.ts';
import { DamagedFile, openVerified } from '../storage/verified-file.ts';

interface ImageRoute {
  Params: { owner: string; file: string };
}

/** Serves pictures behind signed URLs. The answer is the same for a wrong, an expired and a foreign URL. */
export function addImages(app: FastifyInstance, deps: AppDeps): void {
  const config = { public: true };
  const schema = { hide: true };
  app.get<ImageRoute>('/images/:owner/:file', { config, schema }, async (request, reply) => {
    const file = await imageOf(deps, request, reply);
    const picture = await found(deps, file, begun(openVerified(deps.store, file)));
    reply.headers({ etag: `"${file.sha256}"`, 'content-length': file.sizeBytes });
    return show(reply, file.mime, picture);
  });
  app.get<ImageRoute>('/images/:owner/:file/thumb', { config, schema }, async (request, reply) => {
    const file = await imageOf(deps, request, reply);
    const thumb = await found(deps, file, deps.thumbs.of(Number(request.params.owner), file));
    return show(reply, 'image/jpeg', Buffer.from(thumb));
  });
}

async function imageOf(
  { store, signer, standing }: AppDeps,
  request: FastifyRequest<ImageRoute>,
  reply: FastifyReply,
): Promise<KeptFile> {
  const path = request.url.split('?')[0]!;
  const { owner, file: fileId } = request.params;
  const isSigned = signer.verify(path, request.query as Record<string, unknown>) && /^\d{1,15}$/.test(owner);
  const file = isSigned ? await findImage(store, Number(owner), fileId) : undefined;
  if (file === undefined || !file.mime.startsWith('image/')) throw notFound();
  standing.watch(reply.raw, { accountId: Number(owner) });
  request.patientId = file.patientId;
  request.shown = { picture: file.name };
  return file;
}

const damaged = () =>
  new Refusal(409, 'refused', 'the file of the image is damaged', { hint: 'Tell the operator of the service' });

const notFound = () => new Refusal(404, 'not_found', 'there is no such image');

/** A picture whose file is missing is refused like one that there is not. */
async function found<T>({ store }: AppDeps, file: KeptFile, picture: Promise<T>): Promise<T> {
  try {
    return await picture;
  } catch (error) {
    if (error instanceof DamagedFile) throw damaged();
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    await store.noteMissing?.([file.id]);
    throw notFound();
  }
}

/** Waits for the first bytes: until then a failure can be answered. */
async function begun(stream: Readable): Promise<Readable> {
  await once(stream, 'readable');
  return stream;
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

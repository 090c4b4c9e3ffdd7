import { join } from 'node:path';
import { makeThumb } from '../photo/decode.ts';
import { allowedHosts, localUrl } from './addresses.ts';
import { createApp } from './app.ts';
import { openAudit } from './audit.ts';
import type { AppDeps } from './deps.ts';
import { createLinks } from './links.ts';
import type { ServiceOptions } from './options.ts';
import { LIMITS } from './request-limits.ts';
import { createUrlSigner, ensureSigningKey } from './signing.ts';
import { stopper } from './stop.ts';
import { createThumbs } from './thumbs.ts';
import { createTurns } from './turns.ts';

const THUMB_SIDE_PX = 256;

/** Builds the app around store and queue and takes requests. */
export async function listen(
  options: ServiceOptions,
  folder: string,
  { store, queue, reserve }: Pick<AppDeps, 'store' | 'queue' | 'reserve'>,
): Promise<{ url: string; port: number; stop(limitMs?: number): Promise<void> }> {
  const { host, tls, publicUrl } = options;
  let url = '';
  const signer = createUrlSigner(await ensureSigningKey(store), store.clock);
  const examine = createTurns({ atOnce: LIMITS.examinations, perAccount: LIMITS.examinationsPerAccount });
  const thumbs = createThumbs((ownerId, fileId) =>
    examine(ownerId, async () => makeThumb(await store.blobs.read(fileId), THUMB_SIDE_PX)),
  );
  const audit = openAudit(join(folder, 'audit.log'), (line) => store.onLog(line, 'fault'));
  const app = await createApp({
    store,
    queue,
    signer,
    links: createLinks(() => publicUrl?.replace(/\/+$/, '') ?? url, signer),
    audit,
    reserve,
    allowedHosts: allowedHosts(options),
    uploads: new Map(),
    keysUnderWay: new Map(),
    examine,
    thumbs,
    ...(tls && { tls }),
  });
  const stop = stopper(app, queue);
  await app.listen({ host, port: options.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  url = localUrl(options, port);
  return { url, port, stop };
}

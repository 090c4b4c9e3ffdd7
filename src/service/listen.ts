import { join } from 'node:path';
import { allowedHosts, localUrl } from './addresses.ts';
import { createApp } from './app.ts';
import { openAudit } from './audit.ts';
import type { AppDeps } from './deps.ts';
import { createLinks } from './links.ts';
import type { ServiceOptions } from './options.ts';
import { LIMITS } from './request-limits.ts';
import { createUrlSigner, ensureSigningKey } from './signing.ts';
import { createStandingWatch } from './standing.ts';
import { stopper } from './stop.ts';
import { createThumbs } from './thumbs.ts';
import { createTokenUses, hasRoomToSpare } from './token-uses.ts';
import { createUploadSlots } from './upload-slots.ts';
import { createDecoder } from './worker/decoder.ts';

/** Builds the app around store and queue and takes requests. */
export async function listen(
  options: ServiceOptions,
  folder: string,
  { store, queue, reserve }: Pick<AppDeps, 'store' | 'queue' | 'reserve'>,
): Promise<{ url: string; port: number; stop(limitMs?: number): Promise<void> }> {
  const { host, tls, publicUrl } = options;
  let url = '';
  const signer = createUrlSigner(await ensureSigningKey(store), store.clock);
  const decoder = createDecoder(options.decoderUrl);
  const thumbs = createThumbs(async (ownerId, fileId) => {
    const { path, release } = await store.blobs.fetchFile(fileId);
    return decoder.thumb(ownerId, path).finally(release);
  });
  const audit = openAudit(join(folder, 'audit.log'), (line) => store.onLog(line, 'fault'));
  // The disk of a shared database is another machine's.
  const hasRoom = options.databaseUrl === undefined ? () => hasRoomToSpare(folder) : async () => true;
  const tokenUses = createTokenUses(store, hasRoom);
  const app = await createApp({
    store,
    queue,
    signer,
    links: createLinks(() => publicUrl?.replace(/\/+$/, '') ?? url, signer),
    audit,
    tokenUses,
    standing: createStandingWatch(store),
    reserve,
    allowedHosts: allowedHosts(options),
    uploads: createUploadSlots(store.database, { atOnce: LIMITS.uploads, perAccount: LIMITS.uploadsPerAccount }),
    keysUnderWay: new Map(),
    decoder,
    thumbs,
    ...(tls && { tls }),
  });
  const stopApp = stopper(app, queue);
  const stop = (limitMs?: number) => stopApp(limitMs).finally(() => Promise.all([decoder.end(), tokenUses.end()]));
  await app.listen({ host, port: options.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  url = localUrl(options, port);
  return { url, port, stop };
}

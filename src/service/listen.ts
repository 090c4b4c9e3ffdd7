import type { Server } from 'node:https';
import { addressesForOthers, allowedHosts, isReachedByOthers, localUrl } from './addresses.ts';
import { createApp } from './app.ts';
import { openAudit } from './audit/audit.ts';
import { certificateFacts, tellFacts } from './certificate-facts.ts';
import { closeGently } from './close-gently.ts';
import type { AppDeps } from './deps.ts';
import { hasRoomToSpare } from './disk-state.ts';
import { createEraser } from './eraser.ts';
import { createLinks } from './links.ts';
import type { createMetrics, Generated } from './metrics.ts';
import type { ServiceOptions } from './options.ts';
import { LIMITS } from './request-limits.ts';
import { noteRunning, type Running } from './running.ts';
import { createUrlSigner, ensureSigningKey } from './signing.ts';
import { createStandingWatch } from './standing.ts';
import { stopper } from './stop.ts';
import { fetchVerified } from './storage/verified-file.ts';
import { createThumbs } from './thumbs.ts';
import { followTlsFiles, type TlsPair, tellEnded } from './tls-files.ts';
import { createTokenUses } from './token-uses.ts';
import { createUploadSlots } from './upload-slots.ts';
import { readPageFiles } from './web/page-files.ts';
import { createDecoder } from './worker/decoder.ts';
import { createLooker } from './worker/looker.ts';

interface Listened {
  url: string;
  port: number;
  /** With what its links begin. */
  linkAddress: string;
  stop(limitMs?: number): Promise<void>;
}

type ListenParts = Pick<AppDeps, 'store' | 'queue' | 'reserve' | 'linksElsewhere'> & { generated: Generated };

/** Builds the app around store and queue and takes requests. */
export async function listen(
  options: ServiceOptions,
  folder: string,
  { store, queue, reserve, linksElsewhere, generated }: ListenParts,
): Promise<Listened> {
  const { host, tls, tlsFiles, publicUrl, isProxy, metricsToken, structuredLog } = options;
  let url = '';
  const linkAddress = () => publicUrl?.replace(/\/+$/, '') ?? url;
  const signer = createUrlSigner(await ensureSigningKey(store), store.clock);
  const decoder = createDecoder(options.decoderUrl);
  const looker = options.lookerUrl && createLooker(options.lookerUrl);
  const thumbs = createThumbs(async (ownerId, file) => {
    const { path, release } = await fetchVerified(store, file);
    return decoder.thumb(ownerId, path).finally(release);
  });
  const uploads = createUploadSlots(store.database, {
    atOnce: LIMITS.uploads,
    perUploader: LIMITS.uploadsPerUploader,
    forFirst: LIMITS.uploadsForFirst,
  });
  // The disk of a shared database is another machine's.
  const hasRoom = options.databaseUrl === undefined ? () => hasRoomToSpare(folder) : async () => true;
  const tokenUses = createTokenUses(store, hasRoom);
  const audit = openAudit(store, { hasRoom, spendReserve: reserve.spendOn, keepMs: options.auditKeepMs });
  const eraser = createEraser(store);
  const requests = options.requests ?? (isReachedByOthers(options) ? LIMITS.requests : undefined);
  const stopping = new AbortController();
  const app = await createApp({
    store,
    eraser,
    queue,
    signer,
    links: createLinks(linkAddress, signer),
    linksElsewhere,
    audit,
    tokenUses,
    standing: createStandingWatch(store),
    reserve,
    allowedHosts: allowedHosts(options),
    ...(publicUrl !== undefined && { publicOrigin: new URL(publicUrl).origin }),
    ...(isProxy && { isProxy }),
    ...(options.guesses && { guesses: options.guesses }),
    ...(requests && { requests }),
    uploads,
    keysUnderWay: new Map(),
    decoder,
    thumbs,
    looker,
    pages: options.pagesUrl && (await readPageFiles(options.pagesUrl, 'patient')),
    ...(options.version !== undefined && { version: options.version }),
    doctor: { places: options, trial: trialOf(options) },
    ...(tls && { tls }),
    ...(metricsToken && {
      metrics: await openMetrics(metricsToken, { store, uploads, generated, dataFolder: folder }),
    }),
    stopping: stopping.signal,
    ...(structuredLog && { structuredLog }),
  });
  const stopApp = stopper(app, queue, stopping);
  closeGently(app.server);
  await app.listen({ host, port: options.port });
  eraser.begin();
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  url = localUrl(options, port);
  const { clock, onLog } = store;
  if (tls) tellEnded(tls.cert, clock.now(), onLog);
  const others = addressesForOthers(options, port);
  const isUnnamed = others?.length === 0 && ({ isUnnamed: true } as const);
  let running: Running = { pid: process.pid, url, others: others ?? [], ...isUnnamed };
  const noteCertificate = async (pair: TlsPair) => {
    const facts = await certificateFacts({ ...options, tls: pair }, port);
    tellFacts(facts, onLog);
    running = { ...running, otherName: undefined, isPrivate: undefined, ...facts };
  };
  if (tls) await noteCertificate(tls);
  await noteRunning(folder, running);
  const unfollow =
    tls &&
    tlsFiles &&
    followTlsFiles(tlsFiles, tls, {
      onPair: (pair) => {
        serveWith(app, pair);
        void noteCertificate(pair).then(() => (stopping.signal.aborted ? undefined : noteRunning(folder, running)));
      },
      onLog,
      onTrouble: (certificate) => void noteRunning(folder, { ...running, certificate }),
      now: clock.now,
    });
  const stop = (limitMs?: number) => {
    unfollow?.();
    return stopApp(limitMs).finally(() =>
      Promise.all([
        ...[decoder.end(), looker?.end(), tokenUses.end(), audit.end(), eraser.end()],
        noteRunning(folder, undefined),
      ]),
    );
  };
  return { url, port, linkAddress: linkAddress(), stop };
}

/** What a trial needs, where this process makes models. */
const trialOf = ({ withoutWorker, samplesFolder, workerUrl }: ServiceOptions) =>
  withoutWorker === true || samplesFolder === undefined ? undefined : { workerUrl, samplesFolder };

/** New connections get the new certificate; those that are open go on with theirs. */
const serveWith = ({ server }: { server: unknown }, pair: TlsPair) => (server as Server).setSecureContext(pair);

/** Most services have none, and load nothing for it. */
async function openMetrics(token: string, parts: Parameters<typeof createMetrics>[0]) {
  const { createMetrics } = await import('./metrics.ts');
  return { token, ...createMetrics(parts) };
}

import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FAILURE_HEADER } from '../../contract/own-routes.ts';
import { RECONSTRUCTION_TYPES } from '../../contract/reconstruction.ts';
import { systemErrorCode } from '../../errors.ts';
import { archiveEntries } from '../archive/model-archive.ts';
import { type ByteRange, requestedRange } from '../archive/range.ts';
import { type ArchivePlan, type PlannedEntry, planArchive } from '../archive/stream-archive.ts';
import type { AppDeps } from '../deps.ts';
import { failureBesideEarlier } from '../domain/reconstructions.ts';
import { Refusal } from '../domain/refusal.ts';
import { goneSignal } from './gone-signal.ts';
import { accountOf } from './guard/access.ts';
import { headerWords } from './header-words.ts';
import { documented } from './openapi/document.ts';
import { parseQuery, patientIdOf } from './parameters.ts';

export const downloadQuery = z.object({
  type: z.enum(RECONSTRUCTION_TYPES, { error: `must be one of ${RECONSTRUCTION_TYPES.join(', ')}` }),
});
const archive = z.string().meta({ format: 'binary' });
/** Whole, or from a byte on. */
export const archiveAnswers = { 200: archive, 206: archive };
const schema = documented({
  summary: 'Download a patient as a zip archive',
  query: downloadQuery,
  answers: archiveAnswers,
  produces: 'application/zip',
  headers: { 'Recon-Failure': 'Why newer photos gave no model, where the archive is of an earlier one' },
});

export function addDownload(app: FastifyInstance, deps: AppDeps): void {
  app.get('/patients/:id/download', { schema }, async (request, reply) => {
    const id = patientIdOf(request);
    const { type } = parseQuery(request, downloadQuery);
    const failure = await failureBesideEarlier(deps.store.db, accountOf(request), id, type);
    if (failure !== undefined) reply.header(FAILURE_HEADER, headerWords(failure));
    const look = () => archiveEntries(deps.store, accountOf(request), id, type);
    return sendArchive(request, reply, look, `patient-${id}-${type}.zip`);
  });
}

/** A record may be replaced or deleted between the look at it and the first byte of it; then it is looked at anew. */
const MOST_LOOKS = 3;

type Look = () => Promise<readonly PlannedEntry[]>;

/** Streams an archive of what `look` finds. A broken download can be resumed with Range and ETag. */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  look: Look,
  fileName: string,
): Promise<FastifyReply> {
  const signal = goneSignal(reply);
  for (let looks = 1; ; looks++) {
    try {
      return sendOpened(reply, await openArchive(request, reply, look, signal), fileName);
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT' || looks === MOST_LOOKS) throw error;
    }
  }
}

interface Opened {
  plan: ArchivePlan;
  range: ByteRange | 'whole';
  content: Readable;
}

/** Once this returns, the first byte of the answer is there. */
async function openArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  look: Look,
  signal: AbortSignal,
): Promise<Opened> {
  const [first, ...others] = await look();
  let photo: Readable | undefined;
  const plan = planArchive([{ ...first!, open: () => photo ?? first!.open() }, ...others]);
  const range = requestedRange(request.headers, plan);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${plan.sizeBytes}`);
    throw new Refusal(416, 'refused', `the archive has ${plan.sizeBytes} bytes, and none where the range begins`);
  }
  photo = quiet(first!.open());
  let content: Readable | undefined;
  const close = () => {
    for (const stream of [photo, content]) stream?.destroy();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    await once(photo, 'readable', { signal });
    content = quiet(range === 'whole' ? plan.open() : plan.open(range));
    // A range may begin in a later file, of which nothing was read yet.
    await once(content, 'readable', { signal });
    const first = content.read() as Buffer | null;
    if (first === null) throw content.errored ?? new Error('an archive without a first byte');
    return { plan, range, content: begun(first, content) };
  } catch (error) {
    close();
    throw signal.aborted ? signal.reason : error;
  }
}

/**
 * A later file may be gone before the first byte is sent. At that error a stream drops what it holds, and the answer would
 * be a 500. With the first piece in hand the answer breaks off instead, and whoever asks again gets what holds then.
 */
const begun = (first: Buffer, rest: Readable): Readable =>
  Readable.from(
    (async function* () {
      yield first;
      yield* rest;
    })(),
    { objectMode: false },
  );

/** Whoever reads it hears of its error; until then nobody does, and that would end the process. */
const quiet = (stream: Readable): Readable => stream.on('error', () => {});

function sendOpened(reply: FastifyReply, { plan, range, content }: Opened, fileName: string): FastifyReply {
  reply.headers({
    etag: plan.etag,
    'accept-ranges': 'bytes',
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${fileName}"`,
  });
  if (range === 'whole') return reply.header('content-length', plan.sizeBytes).send(content);
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${plan.sizeBytes}`)
    .header('content-length', range.end - range.start + 1)
    .send(content);
}

import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RECONSTRUCTION_TYPES } from '../../contract/reconstruction.ts';
import { systemErrorCode } from '../../errors.ts';
import { archiveEntries } from '../archive/model-archive.ts';
import { type ByteRange, requestedRange } from '../archive/range.ts';
import { type ArchivePlan, type PlannedEntry, planArchive } from '../archive/stream-archive.ts';
import type { AppDeps } from '../deps.ts';
import { Refusal } from '../domain/refusal.ts';
import { accountOf } from './guard/access.ts';
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
});

export function addDownload(app: FastifyInstance, deps: AppDeps): void {
  app.get('/patients/:id/download', { schema }, async (request, reply) => {
    const id = patientIdOf(request);
    const { type } = parseQuery(request, downloadQuery);
    const look = () => archiveEntries(deps.store, accountOf(request), id, type);
    return sendArchive(request, reply, look, `patient-${id}-${type}.zip`);
  });
}

/** A record may be replaced or deleted between the look at it and the opening of its first file; then it is looked at anew. */
const MOST_LOOKS = 3;

/** Streams an archive of what `look` finds. A broken download can be resumed with Range and ETag. */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  look: () => Promise<readonly PlannedEntry[]>,
  fileName: string,
): Promise<FastifyReply> {
  for (let looks = 1; ; looks++) {
    const [first, ...others] = await look();
    let content: Readable | undefined;
    const plan = planArchive([{ ...first!, open: () => content ?? first!.open() }, ...others]);
    const range = requestedRange(request.headers, plan);
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${plan.sizeBytes}`);
      throw new Refusal(416, 'refused', `the archive has ${plan.sizeBytes} bytes, and none where the range begins`);
    }
    content = first!.open();
    try {
      await once(content, 'readable');
      // Until the archive reads it, nobody else hears of its errors or closes it.
      content.on('error', () => {});
      reply.raw.once('close', () => content?.destroy());
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT' && looks < MOST_LOOKS) continue;
      throw error;
    }
    return sendPlan(reply, plan, range, fileName);
  }
}

function sendPlan(reply: FastifyReply, plan: ArchivePlan, range: ByteRange | 'whole', fileName: string): FastifyReply {
  reply.headers({
    etag: plan.etag,
    'accept-ranges': 'bytes',
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${fileName}"`,
  });
  if (range === 'whole') return reply.header('content-length', plan.sizeBytes).send(plan.open());
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${plan.sizeBytes}`)
    .header('content-length', range.end - range.start + 1)
    .send(plan.open(range));
}

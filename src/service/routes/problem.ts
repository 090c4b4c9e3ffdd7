import { randomUUID } from 'node:crypto';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageRefusal } from '../../contract/patient-page.ts';
import type { Problem } from '../../contract/problem.ts';
import { hasCode } from '../../errors.ts';
import { lineText } from '../../system/line-text.ts';
import { Refusal } from '../domain/refusal.ts';
import { CommitUnknownError } from '../storage/database.ts';
import { hasTooManyFilesOpen, isNoRoom, isNotWritable } from '../storage/disk-errors.ts';

/** A thrown value as a refusal; undefined if it is a fault of the service. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isNoRoom(error)) {
    return new Refusal(503, 'storage', 'the service has no space left', { hint: 'Tell its operator' });
  }
  if (isNotWritable(error)) {
    return new Refusal(503, 'storage', 'the service cannot write to its disk', { hint: 'Tell its operator' });
  }
  if (hasTooManyFilesOpen(error)) {
    return new Refusal(503, 'unavailable', 'the service has too many files open', { hint: 'Tell its operator' });
  }
  if (error instanceof CommitUnknownError) {
    return new Refusal(503, 'unavailable', 'the database went away while the change was stored', {
      hint: 'Look if the change is there before you send it again',
    });
  }
  if (hasCode(error, 'unavailable') || hasCode(error, 'storage')) {
    return new Refusal(503, 'unavailable', 'the database or the files cannot be reached', {
      hint: 'Send it again in a few seconds',
    });
  }
  const status = statusOf(error);
  if (status === undefined || status >= 500) return undefined;
  const known = FRAMEWORK_REFUSALS[status];
  return new Refusal(known === undefined ? 400 : status, 'refused', known ?? 'the request is malformed');
}

/** The framework's own refusals; its texts may quote the request, so ours replace them. */
const FRAMEWORK_REFUSALS: Record<number, string> = {
  404: 'there is nothing at this path',
  413: 'the request is too large',
  415: 'this operation does not take a body of this type',
};

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

/** Of a path that no route has. */
export const nothingHere = () => new Refusal(404, 'not_found', FRAMEWORK_REFUSALS[404]!);

export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  request.refusedFor = refusal.why ?? null;
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="recon"');
  return reply
    .code(refusal.status)
    .headers(refusalHeaders(refusal))
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(refusal, request.id)));
}

/** Where a refusal does not tell when to come again. */
const USUAL_RETRY_AFTER_S = 5;

/** The headers of a refusal in any form: when to come again, and that the rest of a body is not waited for. */
export function refusalHeaders({ status, retryAfterS }: Refusal): Record<string, string> {
  if (status === 408) return { connection: 'close' };
  return retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
}

/** Whatever refuses for now tells when to come again. */
export function addRetryAfter(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if ([429, 503].includes(reply.statusCode) && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', USUAL_RETRY_AFTER_S);
    }
    done();
  });
}

function problemBody(refusal: Refusal, requestId: string): Problem & PageRefusal {
  const detail = refusal.hint === undefined ? refusal.message : `${refusal.message}. ${lineText(refusal.hint)}`;
  return {
    type: 'about:blank',
    title: STATUS_CODES[refusal.status] ?? 'Error',
    status: refusal.status,
    detail,
    code: refusal.code,
    ...(refusal.errors.length > 0 && { errors: [...refusal.errors] }),
    ...(refusal.reason !== undefined && { reason: refusal.reason }),
    request_id: requestId,
  };
}

/** The text of a 500 is always this one; the cause is only logged. */
export const internalFault = () =>
  new Refusal(500, 'internal', 'the service failed to carry this out', {
    hint: 'Quote the request id to its operator',
  });

/** An installation over a service that runs takes away files that it loads only when they are needed. */
export const PROGRAM_GONE = 'the program of this service was removed or replaced while it runs';
export const programGone = () =>
  new Refusal(503, 'unavailable', PROGRAM_GONE, { hint: 'Whoever runs the service starts it again' });

const UNREADABLE: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, `the address and the headers of the request are longer than ${maxHeaderSize / 1024} KB`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
};

/** Bytes that are not an HTTP request get one answer, and the connection is closed. */
export function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = UNREADABLE[error.code ?? ''] ?? [400, 'the request is not readable HTTP'];
  const body = JSON.stringify(problemBody(new Refusal(status, 'refused', message), randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

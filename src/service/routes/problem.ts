import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../contract/problem.ts';
import type { ErrorCode } from '../../errors.ts';
import { lineText } from '../../system/line-text.ts';
import { Refusal } from '../domain/refusal.ts';
import { isNoFileLeft, isNoRoom } from '../storage/reserve.ts';

/** A thrown value as a refusal; undefined if it is a fault of the service. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isNoRoom(error)) {
    return new Refusal(503, 'storage', 'the service has no space left', { hint: 'Tell its operator' });
  }
  if (isNoFileLeft(error)) {
    return new Refusal(503, 'unavailable', 'the service has too many files open', { hint: 'Tell its operator' });
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

export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="recon"');
  if (refusal.status === 503) reply.header('retry-after', '5');
  return reply
    .code(refusal.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemBody(refusal, request.id)));
}

export function problemBody(refusal: Refusal, requestId: string): Problem {
  const detail = refusal.hint === undefined ? refusal.message : `${refusal.message}. ${lineText(refusal.hint)}`;
  return {
    type: 'about:blank',
    title: STATUS_CODES[refusal.status] ?? 'Error',
    status: refusal.status,
    detail,
    code: refusal.code,
    ...(refusal.errors.length > 0 ? { errors: [...refusal.errors] } : {}),
    request_id: requestId,
  };
}

/** The text of a 500 is always this one; the cause is only logged. */
export const internalFault = () =>
  new Refusal(500, 'internal' satisfies ErrorCode, 'the service failed to carry this out', {
    hint: 'Quote the request id to its operator',
  });

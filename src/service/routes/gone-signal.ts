import type { FastifyReply } from 'fastify';
import { Refusal } from '../domain/refusal.ts';

/** Comes when the connection is closed, before the answer or with its end. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort(new Refusal(408, 'refused', 'the one who asked has left'));
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  return gone.signal;
}

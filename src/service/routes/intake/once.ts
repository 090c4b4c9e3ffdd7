import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256Of } from '../../../system/sha256.ts';
import type { AppDeps } from '../../deps.ts';
import type { Account } from '../../domain/accounts.ts';
import { completeReceipt, findReceipt, type Receipt, type StoredReceipt } from '../../domain/receipts.ts';
import { Refusal } from '../../domain/refusal.ts';
import { tidyUp } from '../../domain/tidy-up.ts';
import { accountOf } from '../guard/authenticate.ts';
import type { ReceivedForm } from './receive-form.ts';

export interface Answer {
  status: number;
  body: unknown;
  /** Written down with the change. */
  isStored?: boolean;
}

interface Change {
  form?: ReceivedForm;
  /** Carries the change out, writing the receipt in its own commit. */
  run(receipt: Receipt | undefined): Promise<Answer>;
  /** The answer of a change that was committed when the service ended before answering. */
  recall?(stored: StoredReceipt): Promise<Answer>;
}

/** Answers a change; the same `Idempotency-Key` with the same parts gets the same answer for a day. */
export async function answerOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  change: Change,
): Promise<FastifyReply> {
  const key = keyOf(request);
  if (key === undefined) return send(reply, await change.run(undefined));
  const account = accountOf(request);
  const slot = `${account.id} ${key}`;
  while (deps.keysUnderWay.has(slot)) await deps.keysUnderWay.get(slot);
  const work = answerKeyed(deps, account, { key, requestHash: hashOf(request, change.form) }, change);
  deps.keysUnderWay.set(
    slot,
    work.catch(() => undefined).finally(() => deps.keysUnderWay.delete(slot)),
  );
  return send(reply, await work);
}

async function answerKeyed(deps: AppDeps, account: Account, receipt: Receipt, change: Change): Promise<Answer> {
  const stored = await findReceipt(deps.store, account, receipt.key);
  if (stored !== undefined && stored.requestHash !== receipt.requestHash) {
    throw new Refusal(422, 'refused', 'this Idempotency-Key was used for another request', { hint: 'Use a new key' });
  }
  if (stored?.status === 410) {
    throw new Refusal(
      409,
      'refused',
      'the request was carried out before, and its patient has since been deleted or transferred',
    );
  }
  if (stored?.body != null) return { status: stored.status ?? 200, body: JSON.parse(stored.body) };
  const answer = stored === undefined ? await change.run(receipt) : await recalled(change, stored);
  if (answer.isStored === true) return answer;
  const told = { status: answer.status, body: JSON.stringify(answer.body) };
  await tidyUp(deps.store, 'keeping an answer', () => completeReceipt(deps.store, account, receipt.key, told));
  return answer;
}

async function recalled(change: Change, stored: StoredReceipt): Promise<Answer> {
  if (change.recall === undefined) throw carriedOut();
  return change.recall(stored);
}

/** It was, and what it answered can no longer be told. */
export const carriedOut = () => new Refusal(409, 'refused', 'the request was carried out before');

function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).send(body);
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new Refusal(400, 'refused', 'the Idempotency-Key must be 1 to 255 visible ASCII characters');
}

/** Over the parsed parts, so that another boundary or another order is the same request. */
function hashOf(request: FastifyRequest, form: ReceivedForm | undefined): string {
  const path = request.url.split('?')[0];
  const fields = [...(form?.fields ?? [])].sort();
  const photos = (form?.photos ?? []).map(({ view, sha256 }) => [view, sha256]).sort();
  return sha256Of(JSON.stringify([request.method, path, fields, photos]));
}

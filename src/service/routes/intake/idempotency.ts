import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResultAnswer } from '../../../contract/answers.ts';
import { sha256Of } from '../../../system/sha256.ts';
import type { AppDeps } from '../../deps.ts';
import type { Account } from '../../domain/accounts.ts';
import { findKey, type IdempotencyKey, type StoredKey, storeAnswer } from '../../domain/idempotency.ts';
import { Refusal } from '../../domain/refusal.ts';
import { tidyUp } from '../../domain/store.ts';
import { accountOf } from '../guard/access.ts';
import type { ReceivedForm } from './receive-form.ts';

export interface ChangeAnswer {
  status: number;
  body: unknown;
  /** True if the answer was stored in the commit of the change. */
  isStored?: boolean;
}

interface ChangeToAnswer {
  form?: ReceivedForm;
  /** Carries the change out and stores the key in the same commit. */
  run(key: IdempotencyKey | undefined): Promise<ChangeAnswer>;
  /** Makes the answer of a change that was committed before the service ended without answering. */
  recall?(stored: StoredKey): Promise<ChangeAnswer>;
}

/** Answers a change. While it is remembered, the same `Idempotency-Key` with the same parts gets the same answer. */
export async function answerIdempotently(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  given: ChangeToAnswer,
): Promise<FastifyReply> {
  const text = keyOf(request);
  const change = { ...given, run: (key?: IdempotencyKey) => given.run(key).catch(unnoted(request)) };
  const send = ({ status, body }: ChangeAnswer) => reply.code(status).send(body);
  if (text === undefined) return send(await change.run(undefined));
  const account = accountOf(request);
  const slot = `${account.id} ${text}`;
  while (deps.keysUnderWay.has(slot)) await deps.keysUnderWay.get(slot);
  const work = answerKeyed(request, deps, { text, requestHash: hashOf(request, change.form) }, change);
  deps.keysUnderWay.set(
    slot,
    work.catch(() => undefined).finally(() => deps.keysUnderWay.delete(slot)),
  );
  return send(await work);
}

/** The line of a change that failed went with its commit. */
const unnoted = (request: FastifyRequest) => (error: unknown) => {
  request.notedOutcome = null;
  throw error;
};

async function answerKeyed(
  request: FastifyRequest,
  deps: AppDeps,
  key: IdempotencyKey,
  change: ChangeToAnswer,
): Promise<ChangeAnswer> {
  const account = accountOf(request);
  const stored = await findKey(deps.store, account, key.text);
  if (stored === undefined) {
    try {
      return await answerFirst(deps, account, key, change.run(key));
    } catch (error) {
      // The same request came to another process at the same time, and that one was first.
      if (!deps.store.database.isTaken(error, 'idempotency')) throw error;
      return answerKeyed(request, deps, key, change);
    }
  }
  request.madeIn = 'before';
  if (stored.request_hash !== key.requestHash) {
    throw new Refusal(422, 'refused', 'this Idempotency-Key was used for another request', { hint: 'Use a new key' });
  }
  if (stored.status === 410) {
    throw new Refusal(
      409,
      'refused',
      'the request was carried out before, and its patient has since been deleted or transferred',
    );
  }
  if (stored.body !== null) return { status: stored.status ?? 200, body: JSON.parse(stored.body) };
  return answerFirst(deps, account, key, (change.recall ?? refuseAgain)(stored));
}

/** Stores the answer as well, so that it is the same each time. */
async function answerFirst(
  deps: AppDeps,
  account: Account,
  key: IdempotencyKey,
  work: Promise<ChangeAnswer>,
): Promise<ChangeAnswer> {
  const answer = await work;
  if (answer.isStored === true) return answer;
  const told = { status: answer.status, body: JSON.stringify(answer.body) };
  await tidyUp(deps.store, 'keeping an answer', () => storeAnswer(deps.store, account, key.text, told));
  return answer;
}

const SUCCESS: ResultAnswer = { result: 'success' };

/** Answers a change that can only succeed or be refused; the answer is stored in its commit. */
export function answerSuccess(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AppDeps,
  run: (key: IdempotencyKey | undefined) => Promise<void>,
): Promise<FastifyReply> {
  return answerIdempotently(request, reply, deps, {
    async run(key) {
      await run(key && { ...key, answer: { status: 200, body: JSON.stringify(SUCCESS) } });
      return { status: 200, body: SUCCESS, isStored: true };
    },
  });
}

/** The refusal for a change that was carried out, but whose answer is not known any more. */
export const carriedOut = () => new Refusal(409, 'refused', 'the request was carried out before');
const refuseAgain = () => Promise.reject(carriedOut());

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new Refusal(400, 'refused', 'the Idempotency-Key must be 1 to 255 visible ASCII characters');
}

/** The hash of the parsed parts, so that another boundary or order is still the same request. */
function hashOf(request: FastifyRequest, form: ReceivedForm | undefined): string {
  const path = request.url.split('?')[0];
  const fields = [...(form?.fields ?? [])].sort();
  const photos = (form?.photos ?? []).map(({ view, sha256 }) => [view, sha256]).sort();
  return sha256Of(JSON.stringify([request.method, path, fields, photos]));
}

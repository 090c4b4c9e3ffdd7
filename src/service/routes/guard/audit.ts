import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import {
  type AuditEntry,
  type ChangeFacts,
  insertLines,
  insertLinesIfPossible,
  type NoteChange,
  type RefusedFor,
} from '../../domain/audit-lines.ts';
import type { Db } from '../../domain/store.ts';
import { isUndoneWith } from '../../storage/database.ts';
import { numberIn } from '../parameters.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The patient that the operation is about, if the path does not tell it. */
    patientId: number | null;
    /** What the answer shows beside one patient's record. */
    shown: Pick<AuditEntry, 'patients' | 'picture'> | null;
    /** Why it is refused, where the status does not tell; null where it is not refused, or the status tells. */
    refusedFor: RefusedFor | null;
    /** A page's script asks how far something is that the page's own line tells of. */
    isPoll: boolean;
    /** The outcome of a change whose line is in its commit; null without such a line. */
    notedOutcome: number | null;
    /** The transaction in which its change was written last; `before` where an earlier request has made it. */
    madeIn: Db | 'before' | null;
  }
}

/**
 * Writes one line per answered request, without polls. A change whose line is in its commit gets no second one, where
 * that line has the status that was answered.
 */
export function addAudit(app: FastifyInstance, { audit, store: { clock } }: AppDeps): void {
  app.decorateRequest('patientId', null);
  app.decorateRequest('shown', null);
  app.decorateRequest('refusedFor', null);
  app.decorateRequest('isPoll', false);
  app.decorateRequest('notedOutcome', null);
  app.decorateRequest('madeIn', null);
  app.addHook('onSend', async (request, reply) => {
    if (request.is404 || request.routeOptions.config.probe === true) return;
    if (request.notedOutcome === reply.statusCode) return;
    if (request.isPoll && reply.statusCode < 400) return;
    const patient = request.patientId ?? numberIn(request, 'id') ?? null;
    audit.append(entryOf(request, clock.now(), { patient, ...request.shown, outcome: reply.statusCode }));
  });
}

/**
 * Notes a change that is answered with `outcome`. Where `isOptional`, a line that cannot be written does not keep the
 * change from being made; then it is written like that of a read.
 */
export function changeNote(
  request: FastifyRequest,
  { store: { clock } }: Pick<AppDeps, 'store'>,
  { outcome, isOptional = false }: { outcome: number; isOptional?: boolean },
): NoteChange {
  return async (db, facts: ChangeFacts) => {
    request.madeIn = db;
    const lines = [entryOf(request, clock.now(), { ...facts, outcome })];
    const isNoted = isOptional ? await insertLinesIfPossible(db, lines) : await insertLines(db, lines).then(() => true);
    request.notedOutcome = isNoted ? outcome : null;
  };
}

/** True if nothing of the request's change is stored. Each change is noted in its own transaction. */
export const isNotMade = ({ madeIn }: FastifyRequest, error: unknown): boolean =>
  madeIn === null || (madeIn !== 'before' && isUndoneWith(error, madeIn));

function entryOf(
  { caller, formerCaller, refusedFor, ip, method, routeOptions: { url } }: FastifyRequest,
  now: number,
  about: ChangeFacts & Pick<AuditEntry, 'patients' | 'picture' | 'outcome'>,
): AuditEntry {
  const by = caller ?? formerCaller;
  return {
    time: new Date(now).toISOString(),
    account: by?.account.id ?? null,
    ...(by !== null && { name: by.account.name }),
    token: by?.tokenId ?? null,
    label: by?.label ?? null,
    ip,
    operation: `${method} ${url}`,
    ...about,
    ...(refusedFor !== null && { why: refusedFor }),
  };
}

import pino from 'pino';
import type { LogWeight } from './domain/store.ts';
import type { EndedGeneration } from './queue/attempt.ts';

/** A request that was answered. The route is a pattern: paths and queries hold ids and secrets. */
export interface AnsweredRequest {
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  account: number | null;
  /** Of a refused request: where it came from, as the audit has it. */
  client?: string;
}

/** A fault of the service: class, code and place of an error, and never its message, which may quote a person. */
export interface FailedRequest {
  requestId: string;
  method: string;
  route: string;
  error: string;
  at: string;
  callers: string[];
}

/** What started, and where. */
interface Started {
  version: string;
  role: string;
  /** Of what answers requests. */
  url?: string;
  dataFolder: string;
}

interface EndReason {
  code: string;
  exit: number;
  details: readonly string[];
  /** What to do. */
  hint: string;
}

export type StructuredLog = ReturnType<typeof createStructuredLog>;

/** One JSON object a line. Nothing of a patient is in it, and no token or name; a client's address where it was refused. */
export function createStructuredLog(write: (line: string) => void) {
  const log = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  return {
    /** What an operator is told in words. */
    line: (text: string, weight?: LogWeight) => (weight === 'fault' ? log.warn(text) : log.info(text)),
    answered: (request: AnsweredRequest) =>
      request.client === undefined ? log.info(request, 'answered') : log.warn(request, 'answered'),
    /** A model is ready, or failed for good. Why is with the patient: the reason may tell of photos. */
    generated: (ended: EndedGeneration) =>
      ended.outcome === 'failed' ? log.warn(ended, 'generated') : log.info(ended, 'generated'),
    failed: (request: FailedRequest) => log.error(request, 'failed'),
    started: (what: Started) => log.info(what, 'started'),
    stopping: (why: string | undefined) => log.info({ why }, 'stopping'),
    stopped: () => log.info('stopped'),
    /** Why a start was refused, or a process ends. */
    ended: (reason: EndReason, message: string) => log.fatal(reason, message),
  };
}

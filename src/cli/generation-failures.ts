import { isOfLostFile, isReconstructionType, typeWord } from '../contract/reconstruction.ts';
import { failureReason } from '../core/failure-reason.ts';
import { TELL_OPERATOR } from '../core/outcome-advice.ts';
import type { WaitState } from '../core/wait.ts';
import { failedOf, failedText, newAfter } from '../core/wait-book.ts';
import type { Line, ReconError } from '../errors.ts';
import type { Client } from './context.ts';
import { retryStep, type Sent } from './next-steps.ts';

/** What tells what can be done about a failure. */
export interface Failing {
  /** What was just sent. */
  sent?: Sent | undefined;
  /** The photos came by a link, from a phone that is here. */
  isPhoneHere?: boolean | undefined;
  /** The token is not known to read only. */
  mayAct: boolean;
  whose: (id: string) => string;
}

/** What a token that only reads is told in place of a line that it may not type. */
const ONLY_READS = 'a token of the scope "write", which can give new photos: this one only reads';

interface Failure {
  /** Who and what failed. */
  failed: Parameters<typeof failedText>[0];
  why: string;
  /** What else is to be known of it. */
  more: Line[];
  /** What can be done about it. */
  step?: Line | undefined;
}

/** Each model that failed, why, and what can be done about it. */
export async function failuresOf(
  client: Client,
  states: readonly WaitState[],
  { sent, isPhoneHere, mayAct, whose }: Failing,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const { id, reconstructions } of states) {
    for (const { type, after, status, progress, hasAcceptedModel, keptModel } of reconstructions) {
      if (progress !== 'failed') continue;
      const source = after === undefined ? client : client.afterDownloads(after);
      const reason = isReconstructionType(type) ? await failureReason(source, id, type) : undefined;
      const why = reason ?? `the service does not say why (${JSON.stringify(status)})`;
      const failure: Failure = { failed: { id, type, after }, why, more: [] };
      failures.push(failure);
      if (isOfLostFile(reason)) {
        failure.step = TELL_OPERATOR;
        continue;
      }
      if (keptModel !== undefined) {
        const command = ['patients', 'accept', id, '--type', type, '--earlier'];
        const there = `the earlier ${typeWord(type)} model of ${whose(id)} is still there`;
        failure.more.push(keptModel === 'there' || !mayAct ? there : { before: `${there}; to stay with it`, command });
      }
      if (after === undefined && hasAcceptedModel) {
        failure.more.push(`an earlier ${typeWord(type)} model is accepted and stays`);
        failure.step = { command: ['patients', 'get', id], because: 'to see what there is' };
      } else if (!mayAct) failure.step = ONLY_READS;
      else if (after !== undefined) failure.step = newAfter(id, type);
      else if (isReconstructionType(type)) {
        const isBesideEarlier = keptModel !== undefined;
        failure.step = retryStep(id, type, reason, { ...(sent && { sent }), isBesideEarlier, isPhoneHere });
      }
    }
  }
  return failures;
}

export interface Told {
  whose: (id: string) => string;
  /** A line for each patient that is not there. */
  gone: readonly string[];
}

/** Of one patient, the first failure is the message, and what can be done about it the hint. */
export function withReasons(error: ReconError, failures: readonly Failure[], { whose, gone }: Told): ReconError {
  const [message = error.message, ...others] = failures.map(
    ({ failed, why }) => `${failedText(failed, whose)}: ${why}`,
  );
  const hint = failures.flatMap(({ step = [] }) => step)[0];
  const details = [...others, ...failures.flatMap(({ more }) => more), ...gone];
  return error.with({ message, details, ...(hint !== undefined && { hint }) });
}

/** Of several patients, each failure is told, and the hint is what can be done about all. */
export function withEach(error: ReconError, failures: readonly Failure[], { whose, gone }: Told): ReconError {
  const hint = hintOf(failures);
  const details = failures.flatMap((failure) => linesOf(failure, whose, hint));
  return error.with({ details: [...details, ...gone], hint });
}

/** Where the time of a wait ran out, what has failed stands before what is still going. */
export function withFailedToo(error: ReconError, failures: readonly Failure[], whose: Told['whose']): ReconError {
  const details = failures.flatMap((failure) => linesOf(failure, whose, undefined));
  return error.with({ details: [...details, ...error.details] });
}

/** Of several patients, each failure with what can be done about it, where that is not the hint. */
const linesOf = ({ failed, why, more, step }: Failure, whose: Told['whose'], hint: Line | undefined): Line[] => [
  `${failedOf(failed, whose)}: ${why}`,
  ...more,
  ...(step === undefined || step === hint || typeof step === 'string' ? [] : [{ before: 'next', ...step }]),
];

/** What can be done about all of them. */
function hintOf(failures: readonly Failure[]): Line {
  const steps = new Set(failures.map(({ step }) => step));
  const [step] = steps;
  if (steps.size === 1 && step !== undefined) return step;
  if (steps.has(ONLY_READS)) return ONLY_READS;
  return { command: ['patients', 'list', '--status', 'failed'], because: 'to see all that failed' };
}

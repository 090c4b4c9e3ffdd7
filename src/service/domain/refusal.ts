import type { RefusalReason } from '../../contract/patient-page.ts';
import { type ErrorCode, type Line, ReconError } from '../../errors.ts';
import type { RefusedFor } from './audit-lines.ts';

export interface FieldProblem {
  /** The form field or query parameter, such as `reconstruction[left]`. */
  field: string;
  message: string;
}

/** A request that the service refuses; the routes turn it into a problem body. */
export class Refusal extends ReconError {
  override readonly status: number;
  readonly errors: readonly FieldProblem[];
  /** When to come again, in seconds. */
  readonly retryAfterS: number | undefined;
  /** For the patient's page. */
  readonly reason: RefusalReason | undefined;
  /** For the audit. */
  readonly why: RefusedFor | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    facts: {
      hint?: Line;
      errors?: readonly FieldProblem[];
      retryAfterS?: number;
      reason?: RefusalReason;
      why?: RefusedFor;
    } = {},
  ) {
    super(code, message, facts.hint === undefined ? {} : { hint: facts.hint });
    this.status = status;
    this.errors = facts.errors ?? [];
    this.retryAfterS = facts.retryAfterS;
    this.reason = facts.reason;
    this.why = facts.why;
  }
}

/** The answer is the same for a patient of another account and for one that never existed. */
export const patientNotFound = () => new Refusal(404, 'not_found', 'there is no such patient');

export const fieldRefusal = (errors: readonly FieldProblem[], reason?: RefusalReason) =>
  new Refusal(
    422,
    'rule_broken',
    errors.length === 1 ? 'a field is not valid' : `${errors.length} fields are not valid`,
    {
      errors,
      ...(reason !== undefined && { reason }),
    },
  );

import { lineText } from '../../system/line-text.ts';
import type { RowOutcome, RowStatus } from './outcomes.ts';

/** The columns that a report adds to its input. */
export const REPORT_NAMES = ['recon_id', 'recon_status', 'recon_error', 'recon_row'] as const;

/** `new`: of a dry run, somebody whom an import would create. */
export interface ReportedOutcome extends Omit<RowOutcome, 'status'> {
  status: RowStatus | 'new';
}

/** What a report says of a row. `name` is `<import>:<hash>:<count>`, empty if the row has no name for later imports. */
export const reportValues = (
  { status, id = '', error = '' }: ReportedOutcome,
  name = '',
): Record<(typeof REPORT_NAMES)[number], string> => ({
  recon_id: id,
  recon_status: status,
  recon_error: lineText(error),
  recon_row: name,
});

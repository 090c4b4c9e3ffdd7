import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';

/** Ends a command before it does anything where its workbook would go to a screen. @throws ReconError `usage` */
export function refuseTerminal({ streams }: Pick<Context, 'streams'>): void {
  if (!streams.stdoutIsTty()) return;
  throw new ReconError('usage', 'an Excel workbook cannot be shown on a terminal', {
    hint: 'the same command with > FILE.xlsx behind it',
  });
}

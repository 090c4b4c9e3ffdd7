import { ReconError } from '../../errors.ts';
import { shown } from '../shown.ts';
import type { PartFile } from './part-file.ts';

/** After these errors the same command continues the download; any other error leaves nothing behind. */
export const isLeftFor = (error: unknown): error is ReconError =>
  error instanceof ReconError && (error.isTemporary || error.isStop || error.code === 'not_logged_in');

/** The same error, with a hint that the received bytes are kept. */
export function sayingWhatIsLeft(error: ReconError, part: PartFile): ReconError {
  const whole = part.beginningOf()?.sizeBytes ?? 0;
  const [unit, unitBytes] = whole < 1e6 ? ['kB', 1e3] : ['MB', 1e6];
  const arrived = `${(part.written().sizeBytes / unitBytes).toFixed(1)} of ${(whole / unitBytes).toFixed(1)} ${unit}`;
  return error.with({
    details: [...error.details, `${arrived} stay in ${shown(part.path)}; the same command goes on from there`],
  });
}

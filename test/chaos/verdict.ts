import type { Fault } from './faults.ts';
import type { MatrixOperation } from './operations.ts';

export interface Run {
  operation: Pick<MatrixOperation, 'isChange' | 'idempotent'>;
  /** What the fault lets the service say, and how often. */
  fault: Pick<Fault, 'atHead' | 'saysRefused'> & { exit?: number };
  strikes: 'once' | 'always';
  exit: number | undefined;
  /** How often the service has made the change. */
  times: number;
  /** What was printed or kept is what the service has. */
  isRight: boolean;
}

/** Exits that say that nothing was done. */
const NOT_DONE = [3, 4, 5, 6, 11];

/** What is wrong with how a run ended, given what the service knows; undefined where nothing is. */
export function faultOf({ operation, fault, strikes, exit, times, isRight }: Run): string | undefined {
  if (times > 1 && !operation.idempotent) return `doubled (${times} times)`;
  if (exit === 0) {
    if (operation.isChange && times === 0) return 'exit 0, and it was not made';
    if (!isRight) return 'exit 0 with a wrong answer';
  } else if (exit === 10) {
    if (!operation.isChange) return 'a read has no unknown outcome';
  } else if (exit === undefined || !NOT_DONE.includes(exit)) return `exit ${exit} is for something else`;
  else if (times > 0) return `exit ${exit}, and it was made`;
  // 10 is never wrong, only tiresome: a slow machine lets an answer be late.
  const due = fault.exit ?? (fault.atHead === undefined ? fault.saysRefused?.[strikes] : undefined);
  return due === undefined || due === exit || exit === 10 ? undefined : `exit ${exit} where ${due} is due`;
}

import type { Fault } from './faults.ts';
import type { MatrixOperation } from './operations.ts';

export interface Run {
  operation: Pick<MatrixOperation, 'isChange' | 'idempotent'>;
  /** What the fault lets the service say, and how often. */
  fault: Pick<Fault, 'atHead' | 'saysRefused'> & { exit?: number };
  strikes: 'once' | 'always';
  /** The change itself is struck, and not the looks around it. */
  isItself: boolean;
  exit: number | undefined;
  /** How often the service has made the change. */
  times: number;
  /** What was printed or kept is what the service has. */
  isRight: boolean;
}

/** Exits that say that nothing was done. */
const NOT_DONE = [3, 4, 5, 6, 11];

/** What is wrong with how a run ended, given what the service knows; undefined where nothing is. */
export function faultOf({ operation, fault, strikes, isItself, exit, times, isRight }: Run): string | undefined {
  if (times > 1 && !operation.idempotent) return `doubled (${times} times)`;
  if (exit === 0) {
    if (operation.isChange && times === 0) return 'exit 0, and it was not made';
    if (!isRight) return 'exit 0 with a wrong answer';
  } else if (exit === 10) {
    if (!operation.isChange) return 'a read has no unknown outcome';
  } else if (exit === undefined || !NOT_DONE.includes(exit)) return `exit ${exit} is for something else`;
  else if (times > 0) return `exit ${exit}, and it was made`;
  // 10 is never wrong, only tiresome: a slow machine lets an answer be late.
  const due = !isItself
    ? undefined
    : (fault.exit ?? (fault.atHead === undefined ? fault.saysRefused?.[strikes] : undefined));
  return due === undefined || due === exit || exit === 10 ? undefined : `exit ${exit} where ${due} is due`;
}

export interface Resumed {
  operation: Pick<MatrixOperation, 'isBlind' | 'idempotent'>;
  withoutKeys: boolean;
  exit: number | undefined;
  times: number;
  /** Changes that are open afterwards. */
  open: number;
}

/** What is wrong with how `recon resume` ended, over a network that is well again. */
export function faultOfResume({ operation, withoutKeys, exit, times, open }: Resumed): string | undefined {
  if (times > 1 && !operation.idempotent) return `resume doubled it (${times} times)`;
  if (exit === 10 && operation.isBlind && withoutKeys) return open === 1 ? undefined : 'unknown, and not open any more';
  if (exit !== 0) return `resume ended with ${exit}`;
  if (times === 0) return 'resume ended with 0, and it was not made';
  return open === 0 ? undefined : 'done, and still open';
}

/** What is unknown is open, and nothing else is. `open` is undefined where nothing is ever written down. */
export function faultOfOpen(exit: number | undefined, open: number | undefined): string | undefined {
  if (open === undefined || open === (exit === 10 ? 1 : 0)) return undefined;
  return `exit ${exit} with ${open} changes left open`;
}

export interface Words {
  exit: number | undefined;
  stdout: string;
  stderr: string;
  token: string;
}

/** What is wrong with what a run said. */
export function faultOfWords({ exit, stdout, stderr, token }: Words): string | undefined {
  if (`${stdout}${stderr}`.includes(token)) return 'the token is told';
  if (/\bat .+:\d+:\d+|node:internal|TypeError/.test(stderr)) return 'a stack is told';
  if (exit === 0) return undefined;
  if (stdout !== '') return 'a failure with something on stdout';
  const isTold = /^recon: \S|^\{"error":\{"code":"\w+","message":"\S.*\}\}$/m.test(stderr);
  return isTold ? undefined : 'a failure without a word';
}

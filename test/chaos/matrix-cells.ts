import { CONNECTION_FAULTS, type ConnectionFault } from './connection-faults.ts';
import { FAULTS, type Fault } from './faults.ts';
import { type MatrixOperation, OPERATIONS } from './operations.ts';
import { FULL, seededRandom } from './scale.ts';

/** Whether the struck request is carried out: at once, never, or after the client has heard of its failure. */
export type Course = 'applied' | 'lost' | 'late';

/** One run of one operation under one fault. */
export interface Cell {
  operation: MatrixOperation;
  fault: Fault | ConnectionFault;
  course: Course;
  strikes: 'once' | 'always';
  withoutKeys: boolean;
  /** What is struck: the operation's own request, the looks before it, or those after its answer was lost. */
  aim: Aim;
}

type Aim = 'itself' | 'before' | 'after';

export const isConnectionFault = (fault: Fault | ConnectionFault): fault is ConnectionFault => !('reply' in fault);

/** Every cell that has a sense, in the order of the table. */
export function cellsOfMatrix(withTls: boolean): Cell[] {
  const random = seededRandom('network matrix');
  const cells: Cell[] = [];
  for (const fault of [...FAULTS, ...(withTls ? CONNECTION_FAULTS : [])]) {
    for (const course of coursesOf(fault)) {
      for (const strikes of ['once', 'always'] as const) {
        for (const operation of OPERATIONS) {
          if (!operation.isChange && course === 'late') continue;
          if (isConnectionFault(fault) && strikes === 'once') continue;
          // Once, applied and lost, is the matrix; what strikes again and again is a sample.
          if (isConnectionFault(fault) && fault.isSlow && !FULL) continue;
          const isSample = strikes === 'always' && !isConnectionFault(fault);
          const chance = random();
          if (isSample && chance > 0.15) continue;
          cells.push({ fault, course, strikes, operation, withoutKeys: random() < 0.5, aim: 'itself' });
        }
      }
    }
  }
  return [...cells, ...cellsOfLooks()];
}

/** A sample of the faults, met by the looks around a change. */
function cellsOfLooks(): Cell[] {
  const random = seededRandom('looks of the matrix');
  const either = <T>(one: T, other: T) => (random() < 0.5 ? one : other);
  return FAULTS.filter((fault) => !fault.isAboutPatient).flatMap((fault) =>
    OPERATIONS.filter(({ isChange, isUnwritten }) => isChange && !isUnwritten).flatMap((operation) =>
      (['before', 'after'] as const).flatMap((aim): Cell[] => {
        const cell: Cell = {
          ...{ fault, operation, aim, withoutKeys: either(true, false), strikes: either('once', 'always') },
          course: aim === 'before' ? 'applied' : either('applied', 'lost'),
        };
        return random() < 0.3 ? [cell] : [];
      }),
    ),
  );
}

function coursesOf(fault: Fault | ConnectionFault): Course[] {
  if (isConnectionFault(fault) || fault.atHead !== undefined || fault.saysRefused !== undefined) return ['lost'];
  if (fault.saysDone) return ['applied'];
  return ['applied', 'lost', 'late'];
}

export const describe = (cell: Cell) =>
  `${cell.operation.name}, ${rowOf(cell).replace('|', ', ')}${cell.withoutKeys ? ', without keys' : ''}`;

/** Key of the table's row. */
export const rowOf = ({ fault, course, strikes, aim }: Cell) => {
  const where = { itself: course, before: 'look before', after: `${course}, look after` }[aim];
  return `${fault.name}|${where}${strikes === 'always' ? ' always' : ''}`;
};

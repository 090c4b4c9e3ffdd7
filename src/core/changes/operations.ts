import type { Deed } from '../journal/entry.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import { afterOperation } from './after-operation.ts';
import { createOperation } from './create-operation.ts';
import { deleteOperation } from './delete-operation.ts';
import type { OperationOf } from './operation.ts';
import type { Call, Run } from './run.ts';
import { transferOperation } from './transfer-operation.ts';
import { updateOperation } from './update-operation.ts';

const OPERATIONS: { [D in Deed]: (change: ChangeOf<D>, run: Run, call: Call) => OperationOf<D> } = {
  create: createOperation,
  update: updateOperation,
  after: afterOperation,
  delete: deleteOperation,
  transfer: transferOperation,
};

export function operationOf<D extends Deed>(change: ChangeOf<D>, run: Run, call: Call): OperationOf<D> {
  return OPERATIONS[change.deed](change, run, call);
}

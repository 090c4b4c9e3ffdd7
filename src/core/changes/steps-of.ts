import type { Deed } from '../journal/entry.ts';
import type { ChangeOf } from '../journal/stored-change.ts';
import { acceptSteps } from './accept-steps.ts';
import { afterSteps } from './after-steps.ts';
import { createSteps } from './create-steps.ts';
import { deleteSteps, giveBackSteps, transferSteps } from './delete-and-transfer-steps.ts';
import type { Call, Run } from './run.ts';
import type { ProcedureOf } from './steps.ts';
import { updateSteps } from './update-steps.ts';

const STEPS: { [D in Deed]: (change: ChangeOf<D>, run: Run, call: Call) => ProcedureOf<D> } = {
  create: createSteps,
  update: updateSteps,
  accept: acceptSteps,
  after: afterSteps,
  delete: deleteSteps,
  transfer: transferSteps,
  'give-back': giveBackSteps,
};

export function stepsOf<D extends Deed>(change: ChangeOf<D>, run: Run, call: Call): ProcedureOf<D> {
  return STEPS[change.deed](change, run, call);
}

import { type ReconstructionType, typeWord } from '../../contract/reconstruction.ts';
import { failedText } from '../../core/wait-book.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { retryStep, whereNoModel } from '../next-steps.ts';
import { modelStates } from '../output/model-state.ts';

/**
 * A refused download, told by what the patient's record says: that there is no such model, or that it failed, where no
 * wait helps. The error as it is where the record tells no more.
 */
export async function tellingOfModel(
  error: unknown,
  { id, type }: { id: string; type: ReconstructionType },
  context: Context,
): Promise<unknown> {
  if (!(error instanceof ReconError) || (error.status !== 404 && error.status !== 409)) return error;
  const reply = await (await context.client()).getPatient(id).catch(() => undefined);
  if (reply === undefined) return error;
  const state = modelStates(reply.body?.patient, context.clock.now()).find((one) => one.type === type);
  if (state?.kind === 'failed') {
    const why = error.said === undefined ? {} : { message: `${failedText({ id, type })}: ${error.said}` };
    return error.with({ ...why, hint: retryStep(id, type, error.said) });
  }
  if (state !== undefined) return error;
  const message = `patient ${id} has no ${typeWord(type)} model`;
  return error.with({ message, ...whereNoModel(id, reply) });
}

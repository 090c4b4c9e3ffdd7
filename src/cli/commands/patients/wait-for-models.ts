import type { ReconstructionType } from '../../../contract/reconstruction.ts';
import type { Models } from '../../../core/import/outcomes.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { followGeneration } from '../../follow-generation.ts';

/**
 * Waits for the models of a batch, one kind after another, so that one that failed does not hide the others.
 * @throws ReconError `generation_failed` where one failed, else `still_running` where one is not there in time
 */
export async function waitForModels(models: ReadonlyMap<ReconstructionType, Models>, context: Context): Promise<void> {
  const errors: ReconError[] = [];
  for (const [type, { ids, usualSeconds }] of models) {
    try {
      await followGeneration({ ids, types: [type], wereJustAsked: true, usualSeconds }, context);
    } catch (error) {
      if (!(error instanceof ReconError) || !['generation_failed', 'still_running'].includes(error.code)) throw error;
      errors.push(error);
    }
  }
  const worst = errors.find(({ code }) => code === 'generation_failed') ?? errors[0];
  if (worst === undefined) return;
  const others = errors.filter((error) => error !== worst).flatMap(({ message, details }) => [message, ...details]);
  throw worst.with({ details: [...worst.details, ...others] });
}

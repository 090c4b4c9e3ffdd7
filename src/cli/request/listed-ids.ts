import { readId } from '../../core/ids.ts';
import type { Context } from '../context.ts';

/** The ids that `--id` names, in their order. A name means a patient as everywhere; ids alone ask for nobody. */
export async function listedIds(typed: readonly string[], context: Context): Promise<string[]> {
  if (typed.every((one) => /^\d*$/.test(one))) return typed.map((one) => readId(one));
  const { patientIds } = await import('./whom.ts');
  return await patientIds(typed, {}, context);
}

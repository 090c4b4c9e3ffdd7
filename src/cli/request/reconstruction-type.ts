import { isReconstructionType, RECONSTRUCTION_TYPES, type ReconstructionType } from '../../contract/reconstruction.ts';
import { ReconError } from '../../errors.ts';

/** `--type face` → the type; `usage` for any other word. */
export function reconstructionType(typed: string): ReconstructionType {
  if (isReconstructionType(typed)) return typed;
  throw new ReconError('usage', `--type is ${JSON.stringify(typed)}; it must be ${RECONSTRUCTION_TYPES.join(', ')}`);
}

import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { ProviderNumber } from '../domain/reconstructions.ts';

export interface PlannedReconstruction {
  person: 'ana' | 'ben';
  type: ReconstructionType;
  provider: ProviderNumber;
  isAccepted: boolean;
  /** Undefined for no simulations. */
  simulationSeed?: number;
}

/**
 * The reconstructions of the first patients, in order: every type, both people, and both states of `accepted`. They are
 * few and use the quick provider, because a user's job waits behind them.
 */
const PLAN: readonly PlannedReconstruction[] = [
  { person: 'ana', type: 'mammo', provider: 4, isAccepted: false, simulationSeed: 11 },
  { person: 'ben', type: 'face', provider: 4, isAccepted: false },
  { person: 'ana', type: 'mammo', provider: 4, isAccepted: true, simulationSeed: 12 },
  { person: 'ben', type: 'body', provider: 4, isAccepted: false },
];

export const plannedReconstructions = (patients: number) => PLAN.slice(0, patients);

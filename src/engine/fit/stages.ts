import type { ReconstructionType } from '../../contract/reconstruction.ts';

/** How much is tried: provider 4, provider 6, providers 5 and 7. */
export type Effort = 'fast' | 'fine' | 'best';

/** Rounds with one reach. */
export interface Stage {
  rounds: number;
  /** Modes that may move. */
  modes: number;
  /** The head is told from its hair; before that its whole outline is needed to place it. */
  knowsHair: boolean;
  /** How far an outline is looked for, of the picture's height. */
  reach: number;
  /** Where an outline that is this far away counts a quarter, of the picture's height. */
  doubt: number;
}

export interface Plan {
  stages: readonly Stage[];
  /** So many points of an outline are enough: neighbours say the same. */
  points: number;
  freeFormRounds: number;
}

const stagesOf = (rounds: number, modes: number): Stage[] => [
  { rounds, modes: 3, knowsHair: false, reach: 0.08, doubt: 0.04 },
  { rounds, modes: 8, knowsHair: false, reach: 0.05, doubt: 0.02 },
  { rounds, modes: 16, knowsHair: false, reach: 0.035, doubt: 0.012 },
  { rounds, modes: Math.min(32, modes), knowsHair: true, reach: 0.025, doubt: 0.008 },
  { rounds: rounds + 2, modes, knowsHair: true, reach: 0.02, doubt: 0.006 },
];

export const PLANS: Readonly<Record<Effort, Plan>> = {
  fast: { stages: stagesOf(3, 32), points: 250, freeFormRounds: 1 },
  fine: { stages: stagesOf(4, 60), points: 400, freeFormRounds: 2 },
  best: { stages: stagesOf(5, 80), points: 500, freeFormRounds: 3 },
};

/**
 * How far a good model's outline lies from that of the photo, of the picture's height: 1.1 mm on heads, 1.9 mm on
 * trunks, 2.8 mm on bodies; mostly what the shape space cannot say.
 */
export const SIGMA: Readonly<Record<ReconstructionType, number>> = { face: 0.0027, mammo: 0.0027, body: 0.0015 };

/** The length over which an outline's errors are one and the same, of the picture's height. */
export const ALIKE = 0.03;

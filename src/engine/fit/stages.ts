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
  /** Noise of an outline for the free form, of the picture's height. */
  freeFormNoise: number;
  /** How far a good model's outline lies from that of the photo, of the picture's height; see `PLANS`. */
  sigma: number;
  /** How much of an arm's outline is believed in a side photo, 0 to 1: there it hangs before the trunk. */
  armsFromSide: number;
}

const stagesOf = (rounds: number, modes: number): Stage[] => [
  { rounds, modes: 3, knowsHair: false, reach: 0.08, doubt: 0.04 },
  { rounds, modes: 8, knowsHair: false, reach: 0.05, doubt: 0.02 },
  { rounds, modes: 16, knowsHair: false, reach: 0.035, doubt: 0.012 },
  { rounds, modes: Math.min(32, modes), knowsHair: true, reach: 0.025, doubt: 0.008 },
  { rounds: rounds + 2, modes, knowsHair: true, reach: 0.02, doubt: 0.006 },
];

const plan = (
  rounds: number,
  modes: number,
  points: number,
  freeFormRounds: number,
  sigma: number,
  armsFromSide = 1,
  freeFormNoise = 0.0015,
): Plan => ({ stages: stagesOf(rounds, modes), points, freeFormRounds, freeFormNoise, sigma, armsFromSide });

/**
 * Outlines lie 1.1 mm (heads), 1.9 mm (trunks) and 2.8 mm (bodies) from those of a good model of few modes, mostly by what
 * these cannot say. With more modes that is taken for shape, so the finer plans weigh outlines less.
 *
 * Synthetic people, mean distances in mm. Fronts of six trunks: `fast` 1.72 (worst 2.32), `fine` 1.57 (1.90). In an
 * earlier state four of them: `fine` 1.86 (2.91) with the sigma of `fast`, 1.74 (1.89) with 1.6 times as much, 1.81 with 2.5
 * times, 8 rounds and 80 modes; `fast` 1.95: modes and rounds alone tell a trunk little better. Three bodies scaled by their
 * hips, `best`: 3.12 with 5 rounds, 80 modes and arms believed wholly from the side, whose outline is then sought on the
 * trunk's (arms alone 4.7 to 8.0); 2.67 with such arms left out; 2.71 with a tenth of them and 10 rounds; 2.56 as it is.
 * In `fast` they are needed: 3.28 without, 3.02 with them.
 *
 * The more a camera's distance is left open (`CAMERA_DISTANCE`), the less outlines may weigh, or what a model cannot say
 * is taken for perspective. Whole heads of ten more people, cameras at 1.3 to 3.7 heights, three photos, `fast`: 3.4 with a
 * distance of 4 known to 12 % and a sigma of 0.0027, 2.8 with 30 % and the same, 2.6 as it is, 2.3 with 0.0054, which
 * in turn takes more of hair for head (the face of one with a bun: 1.66 as it is, 2.15); the mean head 3.4.
 * Fronts of seven of their trunks, a distance of 3 known to 20 %: `fast` 2.04 with 0.0027, 1.91 with 0.0035, 1.69 with 0.0043,
 * 2.13 with 3.6 known to 12 %; `fine` 2.17 with 0.0043, 1.46 with 0.0054, 1.87 with 0.0075, 2.19 with 3.6 and 12 %.
 *
 * Two bodies scaled by their nipples, `best`, with a free form's noise of 0.0015: 1.96 and 2.76; 0.0035: 1.75 and 2.84.
 */
export const PLANS: Readonly<Record<ReconstructionType, Readonly<Record<Effort, Plan>>>> = {
  face: { fast: plan(3, 32, 250, 1, 0.004), fine: plan(4, 60, 400, 2, 0.004), best: plan(5, 80, 500, 3, 0.004) },
  mammo: { fast: plan(3, 32, 250, 1, 0.0035), fine: plan(4, 60, 400, 2, 0.005), best: plan(5, 60, 500, 3, 0.005) },
  body: {
    fast: plan(3, 32, 250, 3, 0.0015),
    fine: plan(5, 60, 400, 3, 0.0024, 0.1, 0.0035),
    best: plan(10, 60, 500, 3, 0.0024, 0.1, 0.0035),
  },
};

/** The length over which an outline's errors are one and the same, of the picture's height. */
export const ALIKE = 0.03;

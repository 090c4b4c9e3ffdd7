import type { ReconstructionType } from '../../contract/reconstruction.ts';

/** The effort of a fit: `fast` for provider 4, `fine` for provider 6, `best` for providers 5 and 7. */
export type Effort = 'fast' | 'fine' | 'best';

/** A number of rounds with the same reach. */
export interface FitStage {
  rounds: number;
  /** Number of modes that may move. */
  modes: number;
  /** True if the head is told from its hair; before that the whole outline is needed to place the head. */
  knowsHair: boolean;
  /** Distance within which an outline is searched, as a share of the picture's height. */
  reach: number;
  /** Distance at which an outline counts a quarter, as a share of the picture's height. */
  doubt: number;
}

export interface FitPlan {
  stages: readonly FitStage[];
  /** Number of outline points that is enough: neighbours say the same. */
  points: number;
  freeFormRounds: number;
  /** Noise of an outline for the free form, as a share of the picture's height. */
  freeFormNoise: number;
  /** Usual distance between a good model's outline and the photo's, as a share of the picture's height; see `PLANS`. */
  sigma: number;
  /** Weight of an arm's outline in a side photo, 0 to 1: there the arm hangs before the trunk. */
  armsFromSide: number;
  /** Weight of what the photo shows beside the part that is asked for; see `trust.ts`. */
  beside: number;
  /** A plan of another stiffness: the person is half way between the fits of both; see `PLANS`. */
  companion?: FitPlan;
  /** Rounds at the end that also tell the shape from the shade on the skin; see `shading.ts`. */
  shadeRounds?: number;
}

/** Number of rounds of each stage but the last, and of the last. */
type Rounds = readonly [rounds: number, last: number];

const stagesOf = ([rounds, last]: Rounds, modes: number): FitStage[] => [
  { rounds, modes: 3, knowsHair: false, reach: 0.08, doubt: 0.04 },
  { rounds, modes: 8, knowsHair: false, reach: 0.05, doubt: 0.02 },
  { rounds, modes: 16, knowsHair: false, reach: 0.035, doubt: 0.012 },
  { rounds, modes: Math.min(32, modes), knowsHair: true, reach: 0.025, doubt: 0.008 },
  { rounds: last, modes, knowsHair: true, reach: 0.02, doubt: 0.006 },
];

const plan = (
  rounds: Rounds,
  modes: number,
  points: number,
  freeFormRounds: number,
  sigma: number,
  armsFromSide = 1,
  freeFormNoise = 0.0015,
): FitPlan => ({
  ...{ stages: stagesOf(rounds, modes), points, freeFormRounds, freeFormNoise, sigma, armsFromSide },
  beside: 0.2,
});

/**
 * Outlines lie 1.1 mm (heads), 1.9 mm (trunks) and 2.8 mm (bodies) from those of a good model of few modes, mostly
 * because few modes cannot show every shape. With more modes that error is taken for shape, so the finer plans give
 * outlines less weight.
 *
 * Synthetic people, mean distances in mm. Fronts of six trunks: `fast` 1.72 (worst 2.32), `fine` 1.57 (1.90). In an
 * earlier state, four of them: `fine` 1.86 (2.91) with the sigma of `fast`, 1.74 (1.89) with 1.6 times as much, 1.81
 * with 2.5 times, 8 rounds and 80 modes; `fast` 1.95: modes and rounds alone improve a trunk little. Three bodies
 * scaled by their hips, `best`: 3.12 with 5 rounds, 80 modes and arms believed fully from the side, where their outline
 * is then searched on the trunk's (arms alone 4.7 to 8.0); 2.67 without such arms; 2.71 with a tenth of them and 10
 * rounds; 2.56 with the values used. `fast` needs such arms: 3.28 without, 3.02 with them.
 *
 * The less certain a camera's distance is (`CAMERA_DISTANCE`), the less weight outlines may have, or the model's own
 * errors are taken for perspective. Whole heads of ten more people, cameras at 1.3 to 3.7 heights, three photos,
 * `fast`: 3.4 with a distance of 4 known to 12 % and a sigma of 0.0027, 2.8 with 30 % and the same sigma, 2.6 with the
 * values used, 2.3 with 0.0054, which takes more hair for head (the face of a person with a bun: 2.15 instead of 1.66);
 * the mean head 3.4. Fronts of seven of their trunks, a distance of 3 known to 20 %: `fast` 2.04 with 0.0027, 1.91 with
 * 0.0035, 1.69 with 0.0043, 2.13 with 3.6 known to 12 %; `fine` 2.17 with 0.0043, 1.46 with 0.0054, 1.87 with 0.0075,
 * 2.19 with 3.6 and 12 %.
 *
 * Heads, three photos, `fast`, 80 modes, shoulders at a fifth (`trust.ts`); means of faces of 24 real, nine synthetic and nine
 * other heads: 1.01, 1.48, 1.85 with 3 rounds and 7 at last; 1.02, 1.57, 1.90 with 5 and 7, 1.01, 1.58, 1.86 with 4 and 6, 1.03,
 * 1.51, 1.88 with 3 and 5; a sigma of 0.0035 0.99, 1.59, 1.99, of 0.005 1.09, 1.48, 1.81 (these with a tenth). Six photos,
 * `fine`, real and synthetic: 60 modes 0.72 and 1.18, 80 modes 0.70 and 1.13.
 *
 * Two bodies scaled by their nipples, `best`, with a free form's noise of 0.0015: 1.96 and 2.76; 0.0035: 1.75 and 2.84.
 *
 * A fit of few modes that believes outlines much and one of many modes that believes them less err in different ways, above all in
 * the distance of the cameras. Half way between both is nearer than either where it was tried; mean (worst) of six people, and of
 * three who were not there when the plans were made:
 *
 *   trunk fronts, `fine`  alone 1.55 (1.78), 2.06 (2.72)   with `fast` 1.56 (1.87), 1.95 (2.29)
 *   bodies, `fast`        alone 3.89 (8.38), 3.53 (4.28)   with `fine` 3.79 (8.17), 3.04 (3.41)
 *
 * Of one trunk the cameras stood 4.0 heights away: 3.2 by `fine`, 4.1 by `fast`. More rounds change nothing (3.2 after 16), nor
 * does the mean of the last three rounds.
 */
const TRUNK_FAST = plan([3, 5], 32, 250, 1, 0.0035);
const TRUNK_FINE = { ...plan([4, 6], 60, 400, 2, 0.005), companion: TRUNK_FAST };
const BODY_FINE = plan([5, 7], 60, 400, 3, 0.0024, 0.1, 0.0035);
const BODY_FAST = { ...plan([3, 5], 32, 250, 3, 0.0015), companion: BODY_FINE };

export const PLANS: Readonly<Record<ReconstructionType, Readonly<Record<Effort, FitPlan>>>> = {
  face: {
    fast: { ...plan([3, 7], 80, 250, 1, 0.004), shadeRounds: 2 },
    fine: { ...plan([4, 6], 80, 400, 2, 0.004), beside: 0.5 },
    best: { ...plan([5, 7], 80, 500, 3, 0.004), beside: 0.5 },
  },
  mammo: {
    fast: TRUNK_FAST,
    fine: TRUNK_FINE,
    best: plan([5, 7], 60, 500, 3, 0.005),
  },
  body: {
    fast: BODY_FAST,
    fine: BODY_FINE,
    best: plan([10, 12], 60, 500, 3, 0.0024, 0.1, 0.0035),
  },
};

/** Errors of an outline are the same over this length, as a share of the picture's height. */
export const ALIKE = 0.03;

import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { FitResult } from '../fit/fit-types.ts';
import { type MorphableModel, REGION } from '../morphable/morphable-model.ts';

/** Spread of ln(a body's size by a right measure / as its shape suggests): 14 bodies, −0.13 to 0.06. */
const BODY_SPREAD = 0.065;

/**
 * How unusual the size is that the measure gave a person, in standard deviations, positive if it is large. A photo has
 * no size of its own, so the size is compared with people and their shapes.
 *
 * A body's shape suggests its size: compared with that, right measures of six people from their photos gave 0.3 to 1.3,
 * a hipline 15 % too large 2.5 to 3.1. Heads and trunks of one shape come in all sizes, and a wrong distance bends the
 * shape as much as it changes the size. (For them the comparison used for bodies fails: −2.5 to 1.0 with right
 * measures, 1.5 with an eye distance 30 % too large.) So they are compared with the sizes of all people: right measures
 * of six people −1.7 to 1.2; an eye distance of three quarters or 1.3 times the right one −2.9 to −2.2 or 2.6 to 3.1
 * (three people), a nipple distance −3.9 to −2.9 or 1.0 to 1.9 (four small people).
 */
export function unusualSize(type: ReconstructionType, model: MorphableModel, fit: FitResult): number {
  if (type === 'body') return (fit.state.logSize + Math.log(fit.scaleStep)) / BODY_SPREAD;
  const counts = (vertex: number) => (model.regions[vertex]! & COMPARED[type]) !== 0;
  const usual = centroidSize(model.mean.positions, counts);
  const { size } = centroidSize(fit.modelMesh.positions, counts);
  return Math.log(size / usual.size) / spreadOf(model, usual, counts);
}

/** The regions that are compared: arms are left out, because they hang freely. */
const COMPARED = { face: REGION.head, mammo: REGION.torso } as const;

type CentroidSize = ReturnType<typeof centroidSize>;

/** Root mean square distance of the vertices from their middle. */
function centroidSize(positions: Float64Array, counts: (vertex: number) => boolean) {
  const sum = [0, 0, 0];
  let [squares, count] = [0, 0];
  for (let v = 0; v * 3 < positions.length; v++) {
    if (!counts(v)) continue;
    count++;
    for (let c = 0; c < 3; c++) {
      sum[c] = sum[c]! + positions[v * 3 + c]!;
      squares += positions[v * 3 + c]! ** 2;
    }
  }
  const middle = sum.map((value) => value / count);
  return { size: Math.sqrt(squares / count - middle.reduce((total, m) => total + m * m, 0)), middle, count };
}

/** Standard deviation of the logarithm of people's size: the sum of the squared effects of all modes. */
function spreadOf({ mean, modes }: MorphableModel, usual: CentroidSize, counts: (vertex: number) => boolean): number {
  const { size, middle, count } = usual;
  const variance = modes.reduce((sum, mode) => {
    let along = 0;
    for (let i = 0; i < mode.length; i++) {
      if (counts((i / 3) | 0)) along += mode[i]! * (mean.positions[i]! - middle[i % 3]!);
    }
    return sum + (along / (count * size * size)) ** 2;
  }, 0);
  return Math.sqrt(variance);
}

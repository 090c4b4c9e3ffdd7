import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { PhotoRefusal } from '../refusal.ts';
import { boundsOf, type Mesh } from '../surface/mesh.ts';
import type { Scale } from './scale.ts';

/**
 * The possible heights of a model of each type, metres. The range is wide: it only has to find a wrong unit or wrong
 * marks.
 */
const HEIGHT_M: Record<ReconstructionType, readonly [number, number]> = {
  face: [0.2, 0.9],
  mammo: [0.35, 1.3],
  body: [1.1, 2.4],
};

/** Throws `generation_failed` if the scale makes the person far too small or too large. */
export function checkSize(type: ReconstructionType, mesh: Mesh, { basis }: Scale): void {
  const { low, high } = boundsOf(mesh.positions);
  const heightM = high[1]! - low[1]!;
  const [least, most] = HEIGHT_M[type];
  if (heightM >= least && heightM <= most) return;
  const shown = { face: 'the head and shoulders', mammo: 'the trunk', body: 'the person' }[type];
  throw new PhotoRefusal(
    'measure_implausible',
    [],
    `${basis} would make ${shown} ${heightM.toFixed(2)} m tall`,
    'check the number and that it is in cm, and that the front photo is of the right kind',
  );
}

import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { FinishedSurface } from '../morphable/finished-surface.ts';
import { REGION } from '../morphable/morphable-model.ts';
import { volumeOf } from '../surface/mesh.ts';
import { rimVolume, withoutRim } from './rim-volume.ts';

/** Volumes of the finished model in cm³; a breast's volume lies between its surface and the best plane of its rim. */
export interface Volumes {
  whole: number;
  breastRight?: number;
  breastLeft?: number;
}

const CC_PER_M3 = 1e6;

/**
 * Measures breasts of trunks only: in a whole body's photos they are too small.
 *
 * The atlas of the model marks breasts some 4 mm too wide, as much as the outermost ring of triangles. Without this
 * ring the eight breasts of four women are wrong by 4.6 % in the median and 16 % at most (both of a woman together by
 * −9 to 4 %), with it by 18 % and 32 %, all too large. The breasts of two flat chests: by 7 to 31 %, which is 7 to 24
 * cm³.
 */
export function volumesOf(type: ReconstructionType, { mesh, regions }: FinishedSurface): Volumes {
  const whole = Math.round(volumeOf(mesh) * CC_PER_M3);
  if (type !== 'mammo') return { whole };
  const breast = (bit: number) => {
    const patch = [...regions.keys()].filter((t) => (regions[t]! & bit) !== 0);
    return Math.round(rimVolume(mesh, withoutRim(mesh, patch)) * CC_PER_M3);
  };
  return { whole, breastRight: breast(REGION.breastRight), breastLeft: breast(REGION.breastLeft) };
}

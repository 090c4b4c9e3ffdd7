import { placeOf, type Surface } from './surface.ts';
import { cross, distance, dot, minus, unit, type Vec3 } from './vector.ts';
import { middleOf, type Patch } from './volume.ts';

export interface ImplantSize {
  volumeM3: number;
  widthM: number;
  heightM: number;
}

/** How the whole implant moves each vertex, metres, all in one direction. */
export interface Augmentation {
  direction: Vec3;
  byM: Float32Array;
}

/** The skin is lifted beyond the implant's own edge, by this share of its size. */
const SPREAD = 1.2;
/** And not yet within this distance of the base's line. */
const RIM_M = 0.012;

/**
 * An illustration of an implant behind the middle of a breast: the skin inside the line moves outwards, most before the
 * implant's middle and nothing at the line, by just as much as the volume needs. Undefined where the line is too tight
 * for anything to move.
 */
export function augmentation(surface: Surface, patch: Patch, implant: ImplantSize): Augmentation | undefined {
  const { normal: direction } = patch;
  const middle = middleOf(patch.rim);
  const across = acrossOf(patch);
  const up = cross(direction, across);
  const byM = new Float32Array(surface.positions.length / 3);
  for (const vertex of patch.inside) {
    const place = placeOf(surface, vertex);
    const away = minus(place, middle);
    const off = Math.hypot(dot(away, across) / (implant.widthM / 2), dot(away, up) / (implant.heightM / 2)) / SPREAD;
    const toRim = Math.min(...patch.rim.map((one) => distance(one, place)));
    byM[vertex] = Math.max(0, 1 - off * off) * smooth(Math.min(1, toRim / RIM_M));
  }
  // What each metre of movement adds is known, so one factor makes it the implant's volume.
  const added = addedBy(surface, { direction, byM });
  if (!(added > 0)) return undefined;
  return { direction, byM: byM.map((share) => (share * implant.volumeM3) / added) };
}

/** From one side of the body to the other, along the patch. */
const acrossOf = ({ normal }: Patch): Vec3 => unit(cross([0, 1, 0], normal));

/** How wide the base is inside the line, straight across, metres. */
export function baseWidthM(patch: Patch): number {
  const across = acrossOf(patch);
  const along = patch.rim.map((place) => dot(place, across));
  return Math.max(...along) - Math.min(...along);
}

const smooth = (share: number) => share * share * (3 - 2 * share);

/** The volume between a surface and itself, moved. */
export function addedBy({ triangles, ...surface }: Surface, { direction, byM }: Augmentation): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!] as const;
    const height = (byM[corners[0]]! + byM[corners[1]]! + byM[corners[2]]!) / 3;
    if (height === 0) continue;
    const [a, b, c] = corners.map((vertex) => placeOf(surface, vertex)) as [Vec3, Vec3, Vec3];
    sum += (height * dot(direction, cross(minus(b, a), minus(c, a)))) / 2;
  }
  return sum;
}

/** The positions of a surface after a share of some augmentations, from 0 (none) to 1. */
export function augmentedPositions(
  { positions, sameAs }: Pick<Surface, 'positions' | 'sameAs'>,
  parts: readonly Augmentation[],
  share: number,
): Float32Array {
  const moved = positions.slice();
  for (const { direction, byM } of parts) {
    for (let vertex = 0; vertex < moved.length / 3; vertex++) {
      const by = byM[sameAs[vertex]!]! * share;
      for (let c = 0; by !== 0 && c < 3; c++) moved[vertex * 3 + c] = moved[vertex * 3 + c]! + direction[c]! * by;
    }
  }
  return moved;
}

/** Which side of the body a patch is on: left is +X. */
export const sideOf = ({ rim }: Patch): 'left' | 'right' => (middleOf(rim)[0] > 0 ? 'left' : 'right');

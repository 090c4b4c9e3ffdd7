import { cropMesh } from '../surface/crop.ts';
import type { Mesh } from '../surface/mesh.ts';
import { subdivide } from '../surface/subdivide.ts';
import { cropField } from './crop-field.ts';
import type { MorphableModel } from './morphable-model.ts';
import { REGION } from './morphable-model.ts';

/** A fitted person as it is handed out: the part that the model is about, closed, and smooth. */
export interface FinishedSurface {
  mesh: Mesh;
  /** Per triangle, bits of `REGION`: those of all its corners on the model. 0 where a cut was closed. */
  regions: Uint16Array;
  /** Per triangle, 1 where a cut was closed: no part of the person. */
  isCap: Uint8Array;
}

export function finishedSurface(model: MorphableModel, person: Mesh): FinishedSurface {
  const field = cropField(model);
  if (field === undefined) return finished(subdivide(person), person.triangles, (v) => model.regions[v]!);
  const { mesh, from, share } = cropMesh(person, field);
  const isCut = (vertex: number) => share[vertex]! > 0;
  const regionOf = (v: number) => model.regions[from[v * 2]!]! & model.regions[from[v * 2 + 1]!]!;
  return finished(
    subdivide(mesh, isCut),
    mesh.triangles,
    regionOf,
    // What closes a cut runs between its rim and its middle, which are cut vertices all.
    isCut,
  );
}

/** `coarse`: the triangles before they were subdivided, each into four that follow one another. */
function finished(
  mesh: Mesh,
  coarse: Uint32Array,
  regionOf: (vertex: number) => number,
  isCut: (vertex: number) => boolean = () => false,
): FinishedSurface {
  const regions = new Uint16Array(mesh.triangles.length / 3);
  const isCap = new Uint8Array(regions.length);
  for (let t = 0; t < coarse.length; t += 3) {
    const [a, b, c] = [coarse[t]!, coarse[t + 1]!, coarse[t + 2]!];
    const at = (t / 3) * 4;
    if (isCut(a) && isCut(b) && isCut(c)) isCap.fill(1, at, at + 4);
    else regions.fill(regionOf(a) & regionOf(b) & regionOf(c), at, at + 4);
  }
  return { mesh, regions, isCap };
}

/** The arms of a fitted person, open at the shoulders; undefined where the model has none. */
export function armsOf({ regions }: MorphableModel, { positions, triangles }: Mesh): Mesh | undefined {
  const isArm = (corner: number) => (regions[triangles[corner]!]! & REGION.arms) !== 0;
  const kept = triangles.filter((_, i) => isArm(i - (i % 3)) && isArm(i - (i % 3) + 1) && isArm(i - (i % 3) + 2));
  return kept.length === 0 ? undefined : { positions, triangles: kept };
}

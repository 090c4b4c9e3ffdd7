import { cropMesh } from '../surface/crop.ts';
import type { Mesh } from '../surface/mesh.ts';
import { subdivide } from '../surface/subdivide.ts';
import { cropField } from './crop-field.ts';
import type { MorphableModel } from './morphable-model.ts';
import { REGION } from './morphable-model.ts';

/** A fitted person in the final form: only the part that the model is about, closed and smooth. */
export interface FinishedSurface {
  mesh: Mesh;
  /** The triangles before subdivision, which makes four of each, in order. They are the same for all people. */
  coarse: Uint32Array;
  /** Per triangle, bits of `REGION`: those of all its corners on the model. 0 if it closes a cut. */
  regions: Uint16Array;
  /** Per triangle, 1 if it closes a cut: it is not part of the person. */
  isCap: Uint8Array;
}

export function finishedSurface(model: MorphableModel, person: Mesh): FinishedSurface {
  const { mesh, isCut, regions, isCap } = shownPart(model, person);
  const coarse = mesh.triangles;
  const finished: FinishedSurface = {
    mesh: subdivide(mesh, (vertex) => isCut[vertex] === 1),
    coarse,
    regions: new Uint16Array((coarse.length / 3) * 4),
    isCap: new Uint8Array((coarse.length / 3) * 4),
  };
  for (let t = 0; t < isCap.length; t++) {
    const ofAll = regions[coarse[t * 3]!]! & regions[coarse[t * 3 + 1]!]! & regions[coarse[t * 3 + 2]!]!;
    if (isCap[t] === 1) finished.isCap.fill(1, t * 4, t * 4 + 4);
    else finished.regions.fill(ofAll, t * 4, t * 4 + 4);
  }
  return finished;
}

/**
 * The part of a person that a model shows, closed but not yet smooth; `isCut` per vertex, 1 if it lies on a cut, and
 * `isCap` per triangle, 1 if it closes one. The cuts depend only on the model.
 */
export function shownPart(model: MorphableModel, person: Mesh) {
  const field = cropField(model);
  if (field === undefined) {
    const { length } = model.regions;
    const isCap = new Uint8Array(person.triangles.length / 3);
    return { mesh: person, isCut: new Uint8Array(length), regions: model.regions, isCap };
  }
  const { mesh, from, share } = cropMesh(person, field);
  const isCut = Uint8Array.from(share, (value) => (value > 0 ? 1 : 0));
  const regions = Uint16Array.from(share, (_, v) => model.regions[from[v * 2]!]! & model.regions[from[v * 2 + 1]!]!);
  // A triangle that closes a cut has only cut vertices: its rim and its middle.
  const isCap = new Uint8Array(mesh.triangles.length / 3);
  for (let t = 0; t < isCap.length; t++) {
    isCap[t] = isCut[mesh.triangles[t * 3]!]! & isCut[mesh.triangles[t * 3 + 1]!]! & isCut[mesh.triangles[t * 3 + 2]!]!;
  }
  return { mesh, isCut, regions, isCap };
}

/** The arms of a fitted person, open at the shoulders; undefined if the model has none. */
export function armsOf({ regions }: MorphableModel, { positions, triangles }: Mesh): Mesh | undefined {
  const isArm = (corner: number) => (regions[triangles[corner]!]! & REGION.arms) !== 0;
  const kept = triangles.filter((_, i) => isArm(i - (i % 3)) && isArm(i - (i % 3) + 1) && isArm(i - (i % 3) + 2));
  return kept.length === 0 ? undefined : { positions, triangles: kept };
}

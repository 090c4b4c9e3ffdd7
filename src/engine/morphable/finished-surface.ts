import { cropMesh } from '../surface/crop.ts';
import type { Mesh } from '../surface/mesh.ts';
import { subdivide } from '../surface/subdivide.ts';
import { cropField } from './crop-field.ts';
import { type MorphableModel, REGION } from './morphable-model.ts';

/** A fitted person as it is handed out: the part that the model is about, closed, and smooth. */
export function finishedSurface(model: MorphableModel, person: Mesh): Mesh {
  const field = cropField(model);
  if (field === undefined) return subdivide(person);
  const { mesh, share } = cropMesh(person, field);
  return subdivide(mesh, (vertex) => share[vertex]! > 0);
}

/** The arms of a fitted person, open at the shoulders; undefined where the model has none. */
export function armsOf({ regions }: MorphableModel, { positions, triangles }: Mesh): Mesh | undefined {
  const isArm = (corner: number) => (regions[triangles[corner]!]! & REGION.arms) !== 0;
  const kept = triangles.filter((_, i) => isArm(i - (i % 3)) && isArm(i - (i % 3) + 1) && isArm(i - (i % 3) + 2));
  return kept.length === 0 ? undefined : { positions, triangles: kept };
}

import { mirroredMesh } from '../../src/engine/morphable/half-model.ts';
import { REGION } from '../../src/engine/morphable/morphable-model.ts';
import { type Mesh, vertexNormals } from '../../src/engine/surface/mesh.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import { type Binding, bind } from './bind.ts';
import { neighboursOf } from './diffuse.ts';
import { nearestFinder } from './nearest.ts';
import { orderedHalf } from './ordered-half.ts';
import { outerSkin } from './outer-skin.ts';
import type { Population } from './population.ts';
import { remesh } from './remesh.ts';
import type { ModelSpec, Part } from './specs.ts';

/** A surface of our own round the mean person: its left half, and what each vertex of it is. */
export interface Template {
  half: Mesh;
  whole: Mesh;
  around: number[][];
  binding: Binding;
  parts: (Part | undefined)[];
  regions: Uint16Array;
}

export function makeTemplate(spec: ModelSpec, mean: Mesh, population: Population): Template {
  const fine = outerSkin(mean, spec.kept, spec.closing, spec.cell, spec.heights);
  const half = orderedHalf(remesh(fine, spec.edgeLength, 6));
  const around = neighboursOf(half.positions.length / 3, half.triangles);
  flattenCaps(half, spec);
  // Normals of the whole, so that vertices on the middle plane have theirs in it.
  const binding = bind({ half, whole: mirroredMesh(half), around }, mean, fine);
  const parts = partsOf(half, mean, population);
  const regions = regionsOf(half, parts.breast, parts.part);
  return { half, whole: mirroredMesh(half), around, binding, parts: parts.part, regions };
}

/** Puts vertices near a cut into its plane: remeshing rounds edges off and leaves the cap's rim jagged. */
function flattenCaps({ positions }: Mesh, { kept, edgeLength }: ModelSpec): void {
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    const inside = kept(x, y, z);
    const slope = (kept(x, y + 1e-4, z) - kept(x, y - 1e-4, z)) / 2e-4;
    if (slope !== 0 && inside < 0.45 * edgeLength(x, y, z)) positions[i + 1] = y - inside / slope;
  }
}

function partsOf(half: Mesh, mean: Mesh, { regions, bits }: Population) {
  const nearest = nearestFinder(mean, 0.06);
  const part: (Part | undefined)[] = [];
  const breast: boolean[] = [];
  const names = ['arm', 'leg', 'head', 'neck', 'torso'] as const;
  for (let i = 0; i < half.positions.length; i += 3) {
    const found = nearest(half.positions[i]!, half.positions[i + 1]!, half.positions[i + 2]!);
    const corner = found ? found.triangle * 3 + found.weights.indexOf(Math.max(...found.weights)) : 0;
    const region = found ? regions[mean.triangles[corner]!]! : 0;
    part.push(names.find((name) => (region & bits[name]) !== 0));
    breast.push((region & bits.breast) !== 0);
  }
  return { part, breast };
}

/** Our own regions on the left half; a breast there is the left one. */
function regionsOf(half: Mesh, breast: boolean[], parts: (Part | undefined)[]): Uint16Array {
  const normals = vertexNormals(mirroredMesh(half));
  const nose = noseOf(half, parts);
  return Uint16Array.from(parts, (part, i) => {
    const [x, y, z] = half.positions.subarray(i * 3, i * 3 + 3) as unknown as Vec3;
    const facing = normals[i * 3 + 2]!;
    if (part === 'head') {
      const isFace = Math.hypot(x - nose[0], y - nose[1], z - nose[2]) < 0.095 && facing > 0;
      return REGION.head | (isFace ? REGION.face : 0);
    }
    if (part === 'neck') return REGION.neck;
    if (part === 'arm') return REGION.arms;
    if (part === 'leg') return REGION.legs;
    const isFront = facing > 0.1 || breast[i];
    return REGION.torso | (isFront ? REGION.torsoFront : 0) | (breast[i] ? REGION.breastLeft : 0);
  });
}

/** The most forward place of the face, on the middle plane. */
export function noseOf({ positions }: Mesh, parts: (Part | undefined)[]): Vec3 {
  let best: Vec3 = [0, 1.575, -1];
  parts.forEach((part, i) => {
    const [x, y, z] = positions.subarray(i * 3, i * 3 + 3) as unknown as Vec3;
    if (part === 'head' && x === 0 && y > 1.54 && z > best[2]) best = [x, y, z];
  });
  return best;
}

import type { FinishedSurface } from '../morphable/finished-surface.ts';
import { REGION } from '../morphable/morphable-model.ts';
import { faceNormal } from '../surface/mesh.ts';
import { LITTLE_SEEN } from '../texture/vertex-colours.ts';

/** How far photos show a finished model. Shares are of its surface without the parts that close its cuts. */
export interface Coverage {
  /** Per photo, in order: the share of the surface with colour from it; together with `unseen` they make 1. */
  byView: number[];
  /** The share painted in the surrounding colour, because no photo shows it well enough. */
  unseen: number;
  /** The unseen share of each part that the model has. */
  parts: Partial<Record<PartName, number>>;
  /** Per vertex of the finished mesh, from 0 (no photo shows it) to 1 (photos show it well). */
  seen: Float32Array;
}

type PartName = (typeof PARTS)[number]['name'];

const { torsoFront, torso, breastLeft, breastRight, face, head, arms, legs, neck } = REGION;

/** Each part, with the region bits it must have and those it must not have. */
const PARTS = [
  { name: 'torso_front', has: torsoFront, lacks: 0 },
  { name: 'torso_back', has: torso, lacks: torsoFront | arms },
  { name: 'breast_right', has: breastRight, lacks: 0 },
  { name: 'breast_left', has: breastLeft, lacks: 0 },
  { name: 'face', has: face, lacks: 0 },
  { name: 'head_without_face', has: head, lacks: face },
  { name: 'neck', has: neck, lacks: 0 },
  { name: 'arms', has: arms, lacks: 0 },
  { name: 'legs', has: legs, lacks: 0 },
] as const;

/** @param weights per photo and vertex of the finished mesh, how well the photo shows it; see `viewWeights` */
export function coverageOf({ mesh, regions, isCap }: FinishedSurface, weights: readonly Float32Array[]): Coverage {
  const shares = sharesOf(weights);
  const seen = new Float32Array(mesh.positions.length / 3);
  for (const share of shares) for (let v = 0; v < seen.length; v++) seen[v] = seen[v]! + share[v]!;
  const areas = triangleAreas(mesh);
  const mean = (of: Float32Array, counts: (t: number) => boolean) => {
    let [sum, total] = [0, 0];
    for (let t = 0; t < areas.length; t++) {
      if (isCap[t] === 1 || !counts(t)) continue;
      total += areas[t]!;
      for (let k = 0; k < 3; k++) sum += (areas[t]! * of[mesh.triangles[t * 3 + k]!]!) / 3;
    }
    return total === 0 ? undefined : sum / total;
  };
  const all = (share: Float32Array) => mean(share, () => true) ?? 0;
  const parts: Coverage['parts'] = {};
  for (const { name, has, lacks } of PARTS) {
    const shown = mean(seen, (t) => (regions[t]! & has) !== 0 && (regions[t]! & lacks) === 0);
    if (shown !== undefined) parts[name] = 1 - shown;
  }
  return { byView: shares.map(all), unseen: 1 - all(seen), parts, seen };
}

/** Per photo and vertex, the share of the colour that comes from the photo. */
function sharesOf(weights: readonly Float32Array[]): Float32Array[] {
  const shares = weights.map((own) => own.slice());
  for (let v = 0; v < (weights[0]?.length ?? 0); v++) {
    const total = weights.reduce((sum, own) => sum + own[v]!, LITTLE_SEEN);
    for (const share of shares) share[v] = share[v]! / total;
  }
  return shares;
}

function triangleAreas({ positions, triangles }: FinishedSurface['mesh']): Float64Array {
  const n = new Float64Array(3);
  return Float64Array.from({ length: triangles.length / 3 }, (_, t) => {
    faceNormal(positions, triangles, t * 3, n);
    return Math.hypot(n[0]!, n[1]!, n[2]!) / 2;
  });
}

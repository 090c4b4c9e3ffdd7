import { rimVolume } from '../../../src/engine/measure/volumes.ts';
import type { Mesh } from '../../../src/engine/surface/mesh.ts';
import type { nearestOn } from './nearest.ts';
import { moved, type Rigid } from './rigid.ts';

/** Volume of both breasts together, cm³. */
export interface BreastVolumes {
  truthCc: number;
  modelCc: number;
}

/**
 * Volume between each breast's surface and the best plane of its rim. The model's breast is where the truth's one lands
 * when each of its points goes to the nearest place of the model, so that rim and surface are the same part of the body
 * however the model is cut into triangles.
 *
 * @param wanted the truth's breast triangles
 */
export function breastVolumes(
  truth: Mesh,
  wanted: readonly number[],
  motion: Rigid,
  near: ReturnType<typeof nearestOn>,
): BreastVolumes {
  const aligned = moved(truth.positions, motion);
  const onModel = aligned.slice();
  for (const vertex of new Set(wanted.flatMap((t) => cornersOf(truth, t)))) {
    const { x, y, z } = near(aligned[vertex * 3]!, aligned[vertex * 3 + 1]!, aligned[vertex * 3 + 2]!);
    onModel.set([x, y, z], vertex * 3);
  }
  const volumes = { truthCc: 0, modelCc: 0 };
  for (const breast of parts(truth, wanted)) {
    volumes.truthCc += rimVolume({ ...truth, positions: aligned }, breast) * 1e6;
    volumes.modelCc += rimVolume({ ...truth, positions: onModel }, breast) * 1e6;
  }
  return volumes;
}

const cornersOf = ({ triangles }: Mesh, t: number) => [triangles[t * 3]!, triangles[t * 3 + 1]!, triangles[t * 3 + 2]!];

/** Triangles that hang together, as lists. */
function parts(mesh: Mesh, wanted: readonly number[]): number[][] {
  const root = new Map<number, number>();
  const rootOf = (vertex: number): number => {
    const up = root.get(vertex) ?? vertex;
    if (up === vertex) return vertex;
    const top = rootOf(up);
    root.set(vertex, top);
    return top;
  };
  for (const t of wanted) for (const v of cornersOf(mesh, t)) root.set(rootOf(v), rootOf(cornersOf(mesh, t)[0]!));
  const found = new Map<number, number[]>();
  for (const t of wanted) {
    const key = rootOf(cornersOf(mesh, t)[0]!);
    found.set(key, [...(found.get(key) ?? []), t]);
  }
  return [...found.values()];
}

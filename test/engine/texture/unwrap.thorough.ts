import { describe, expect, test } from 'vitest';
import { finishedSurface } from '../../../src/engine/morphable/finished-surface.ts';
import { positionsOf } from '../../../src/engine/morphable/pose.ts';
import { GUTTER, unwrap } from '../../../src/engine/texture/unwrap.ts';
import { loadModels } from '../../support/models.ts';
import { samplePerson } from '../morphable/sample-person.ts';
import { seeded } from '../morphable/seeded.ts';

/** The smallest texture that is painted. */
const ATLAS_PX = 1280;
/** A chart's own texels and as many of its gutter's as a viewer mixes in, on either side. */
const APART = GUTTER + 1;

describe.each(['head', 'torso', 'body'] as const)('%s', (name) => {
  const model = loadModels()[name];
  const { mesh, coarse } = finishedSurface(model, model.mean);
  const { source, triangles, texels } = unwrap(mesh, coarse, model.atlas, ATLAS_PX);

  test('the unwrapped mesh is the same mesh', () => {
    expect(triangles.map((vertex) => source[vertex]!)).toEqual(mesh.triangles);
    expect(texels.length).toBe(source.length * 2);
    expect(texels.every((texel) => texel > 1 && texel < ATLAS_PX - 1)).toBe(true);
  });

  test('another person has the same layout', () => {
    const person = { ...model.mean, positions: positionsOf(model, samplePerson(model, seeded(7))) };
    const other = finishedSurface(model, person);
    expect(other.coarse).toEqual(coarse);
    expect(unwrap(other.mesh, other.coarse, model.atlas, ATLAS_PX).texels).toEqual(texels);
  });

  test('hardly a texel’s middle lies in two triangles, and charts keep more than a gutter apart', () => {
    const owner = new Int32Array(ATLAS_PX * ATLAS_PX).fill(-1);
    let shared = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      for (const texel of texelsInside(texels, triangles.subarray(t, t + 3))) {
        if (owner[texel] !== -1) shared++;
        owner[texel] = model.atlas.charts[Math.floor(t / 12)]!;
      }
    }
    // Of some 900 000: an overlap of less than a 2048th of its chart is not looked for.
    expect(shared).toBeLessThanOrEqual(2);
    let near = 0;
    for (let i = 0; i < owner.length - APART * ATLAS_PX; i++) {
      if (owner[i] === -1) continue;
      for (const step of [APART, APART * ATLAS_PX]) {
        for (let k = step / APART; k < step; k += step / APART) {
          if (owner[i + k] !== -1 && owner[i + k] !== owner[i]) near++;
        }
      }
    }
    expect(near).toBe(0);
  });

  test('every place has about as many texels as any other', () => {
    const { isCap } = finishedSurface(model, model.mean);
    const densities: number[] = [];
    for (let t = 0; t < triangles.length; t += 3) {
      if (isCap[t / 3] === 1) continue;
      const [a, b, c] = [0, 1, 2].map((k) => triangles[t + k]!) as [number, number, number];
      const flat = crossed(texels, 2, a, b, c)[2]!;
      const [x, y, z] = crossed(mesh.positions, 3, source[a]!, source[b]!, source[c]!);
      densities.push(Math.abs(flat) / Math.hypot(x!, y!, z!));
    }
    densities.sort((a, b) => a - b);
    const at = (share: number) => densities[Math.floor(share * densities.length)]!;
    expect(at(0.02) / at(0.5)).toBeGreaterThan(0.6);
    expect(at(0.98) / at(0.5)).toBeLessThan(2);
  });
});

/** Cross product of a triangle's sides; flat where a point has two numbers. */
function crossed(points: Float64Array, width: number, a: number, b: number, c: number): number[] {
  const side = (to: number) => [0, 1, 2].map((k) => (k < width ? points[to * width + k]! - points[a * width + k]! : 0));
  const [u, v] = [side(b), side(c)];
  return [0, 1, 2].map((k) => u[(k + 1) % 3]! * v[(k + 2) % 3]! - u[(k + 2) % 3]! * v[(k + 1) % 3]!);
}

function texelsInside(texels: Float64Array, corners: Uint32Array): number[] {
  const [ax, ay, bx, by, cx, cy] = [...corners].flatMap((i) => [texels[i * 2]!, texels[i * 2 + 1]!]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const found: number[] = [];
  for (let y = Math.floor(Math.min(ay, by, cy)); y <= Math.max(ay, by, cy); y++) {
    for (let x = Math.floor(Math.min(ax, bx, cx)); x <= Math.max(ax, bx, cx); x++) {
      const u = ((bx - x - 0.5) * (cy - y - 0.5) - (by - y - 0.5) * (cx - x - 0.5)) / area;
      const v = ((cx - x - 0.5) * (ay - y - 0.5) - (cy - y - 0.5) * (ax - x - 0.5)) / area;
      if (u > 1e-9 && v > 1e-9 && u + v < 1 - 1e-9) found.push(y * ATLAS_PX + x);
    }
  }
  return found;
}

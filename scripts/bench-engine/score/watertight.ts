import type { Mesh } from '../../../src/engine/surface/mesh.ts';

/** Positions closer than this are one place, metres. */
const SAME_PLACE = 1e-6;

/** Edges that do not belong to exactly two triangles once equal positions are welded; 0 means watertight. */
export function openEdges({ positions, triangles }: Mesh): number {
  const places = new Map<string, number>();
  const place = Uint32Array.from({ length: positions.length / 3 }, (_, i) => {
    const key = [0, 1, 2].map((c) => Math.round(positions[i * 3 + c]! / SAME_PLACE)).join();
    const known = places.get(key) ?? places.size;
    places.set(key, known);
    return known;
  });
  const uses = new Map<number, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = place[triangles[t + k]!]!;
      const b = place[triangles[t + ((k + 1) % 3)]!]!;
      if (a === b) continue;
      const key = Math.min(a, b) * places.size + Math.max(a, b);
      uses.set(key, (uses.get(key) ?? 0) + 1);
    }
  }
  let open = 0;
  for (const count of uses.values()) if (count !== 2) open++;
  return open;
}

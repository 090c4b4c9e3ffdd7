import { expect, test } from 'vitest';
import { cutCharts } from '../../../src/engine/texture/charts.ts';
import { GUTTER, packRectangles } from '../../../src/engine/texture/pack.ts';
import { unwrap } from '../../../src/engine/texture/unwrap.ts';
import { ellipsoid, meshOf, seededRandom } from '../figures.ts';

const mesh = meshOf(ellipsoid(0.2, 0.4, 0.15), 0.5, 0.02);

test('every triangle stands in exactly one chart', () => {
  const seen = cutCharts(mesh)
    .flatMap(({ triangles }) => triangles)
    .sort((a, b) => a - b);
  expect(seen).toEqual(Array.from({ length: mesh.triangles.length / 3 }, (_, t) => t));
});

test('rectangles neither overlap nor leave the atlas', () => {
  const random = seededRandom(3);
  const sizes = Array.from({ length: 60 }, () => ({ width: 0.02 + random(), height: 0.02 + random() * 0.5 }));
  const { density, places } = packRectangles(sizes, 512);
  const boxes = places.map(({ x, y }, i) => ({
    x: x - GUTTER,
    y: y - GUTTER,
    right: x + sizes[i]!.width * density + GUTTER,
    bottom: y + sizes[i]!.height * density + GUTTER,
  }));
  for (const [i, box] of boxes.entries()) {
    expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
    expect(Math.max(box.right, box.bottom)).toBeLessThanOrEqual(512);
    for (const other of boxes.slice(i + 1)) {
      const apart = box.right <= other.x || other.right <= box.x || box.bottom <= other.y || other.bottom <= box.y;
      expect(apart).toBe(true);
    }
  }
});

test('the unwrapped mesh is the same mesh, and no two triangles share a texel’s middle', () => {
  const { source, triangles, texels, atlasPx } = unwrap(mesh, 512);
  expect(triangles.map((vertex) => source[vertex]!)).toEqual(mesh.triangles);
  const owner = new Int32Array(atlasPx * atlasPx).fill(-1);
  let shared = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [ax, ay, bx, by, cx, cy] = [0, 1, 2].flatMap((k) => {
      const i = triangles[t + k]! * 2;
      return [texels[i]!, texels[i + 1]!];
    }) as [number, number, number, number, number, number];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    for (let y = Math.floor(Math.min(ay, by, cy)); y <= Math.max(ay, by, cy); y++) {
      for (let x = Math.floor(Math.min(ax, bx, cx)); x <= Math.max(ax, bx, cx); x++) {
        const u = ((bx - x - 0.5) * (cy - y - 0.5) - (by - y - 0.5) * (cx - x - 0.5)) / area;
        const v = ((cx - x - 0.5) * (ay - y - 0.5) - (cy - y - 0.5) * (ax - x - 0.5)) / area;
        if (u <= 1e-9 || v <= 1e-9 || u + v >= 1 - 1e-9) continue;
        if (owner[y * atlasPx + x] !== -1) shared++;
        owner[y * atlasPx + x] = t;
      }
    }
  }
  expect(shared).toBe(0);
});

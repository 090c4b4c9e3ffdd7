import { expect, test } from 'vitest';
import { surfaceArea } from '../../../scripts/field/surface-area.ts';
import { cutCharts, splitChart } from '../../../scripts/train/atlas/charts.ts';
import { flatten } from '../../../scripts/train/atlas/flatten.ts';
import { overlapping } from '../../../scripts/train/atlas/overlap.ts';
import { areaOf, packCharts } from '../../../scripts/train/atlas/pack.ts';
import type { Mesh } from '../../../src/engine/surface/mesh.ts';
import { ellipsoid, meshOf } from '../figures.ts';

const mesh = meshOf(ellipsoid(0.2, 0.4, 0.15), 0.5, 0.02);
const noCap = new Uint8Array(mesh.triangles.length / 3);
const charts = cutCharts(mesh, noCap);
const flats = charts.map((chart) => flatten(mesh, chart));

test('every triangle stands in exactly one chart, those of a cap by themselves', () => {
  const isCap = noCap.map((_, t) => (mesh.positions[mesh.triangles[t * 3]! * 3 + 1]! > 0.3 ? 1 : 0));
  const cut = cutCharts(mesh, isCap);
  const all = cut.flatMap(({ triangles }) => triangles).sort((a, b) => a - b);
  expect(all).toEqual(Array.from(noCap, (_, t) => t));
  const caps = cut.filter((chart) => chart.isCap);
  expect(caps).toHaveLength(1);
  expect(caps[0]!.triangles.length).toBe(isCap.reduce((sum, one) => sum + one, 0));
});

test('laid flat, triangles keep their areas and none turns over', () => {
  const laid = flats.reduce((sum, flat) => sum + areaOf(flat), 0);
  expect(laid / surfaceArea(mesh)).toBeGreaterThan(0.97);
  expect(laid / surfaceArea(mesh)).toBeLessThan(1.03);
  for (const { corners, xy } of flats) {
    for (let t = 0; t < corners.length; t += 3) {
      const [a, b, c] = [corners[t]! * 2, corners[t + 1]! * 2, corners[t + 2]! * 2];
      // Down is positive: counter-clockwise from outside becomes clockwise.
      expect(
        (xy[b]! - xy[a]!) * (xy[c + 1]! - xy[a + 1]!) - (xy[b + 1]! - xy[a + 1]!) * (xy[c]! - xy[a]!),
      ).toBeLessThan(0);
    }
  }
});

test('a tube cut open comes out as a rectangle of its length and girth', () => {
  const [radius, length, steps] = [0.1, 0.3, 24];
  const positions: number[] = [];
  const triangles: number[] = [];
  // A little more than three quarters of the way round, which no single direction sees.
  for (let k = 0; k <= steps; k++) {
    const angle = -0.75 * Math.PI + (1.5 * Math.PI * k) / steps;
    for (const y of [0, length]) positions.push(radius * Math.sin(angle), y, radius * Math.cos(angle));
    if (k > 0) triangles.push(2 * k - 2, 2 * k, 2 * k - 1, 2 * k, 2 * k + 1, 2 * k - 1);
  }
  const tube: Mesh = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  const front = triangles.map((_, i) => i).filter((t) => t < triangles.length / 3 && t >= 10 && t < 38);
  const chart = { triangles: front, right: [1, 0, 0], down: [0, -1, 0], isCap: false } as const;
  const { xy } = flatten(tube, { ...chart, triangles: [...front] });
  const span = (c: number) => {
    const own = xy.filter((_, i) => i % 2 === c);
    return Math.max(...own) - Math.min(...own);
  };
  expect(span(1)).toBeCloseTo(length, 2);
  expect(span(0)).toBeCloseTo(((14 * 1.5 * Math.PI) / steps) * radius, 2);
});

test('what lies on another part of its chart is found and parted from it', () => {
  // Two strips side by side on the surface, one on the other when laid flat.
  const strip: Mesh = {
    positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0),
    triangles: Uint32Array.of(0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4),
  };
  const chart = { triangles: [0, 1, 2, 3], right: [1, 0, 0], down: [0, -1, 0], isCap: false } as const;
  const flat = flatten(strip, { ...chart, triangles: [0, 1, 2, 3] });
  expect(overlapping({ ...chart, triangles: [0, 1, 2, 3] }, flat).size).toBe(0);
  const folded = { ...flat, xy: flat.xy.map((value, i) => (i >= 8 && i % 2 === 1 ? flat.xy[i - 8]! : value)) };
  expect(overlapping({ ...chart, triangles: [0, 1, 2, 3] }, folded).size).toBeGreaterThan(0);
  const parts = splitChart(strip, { ...chart, triangles: [0, 1, 2, 3] }, new Set([2, 3]));
  expect(parts.map(({ triangles }) => triangles.toSorted())).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test('charts are packed inside the atlas, as large as each other', () => {
  const places = packCharts(flats);
  const scales = places.map((xy, i) => Math.sqrt(areaOf({ ...flats[i]!, xy }) / areaOf(flats[i]!)));
  expect(Math.max(...scales) / Math.min(...scales)).toBeCloseTo(1, 6);
  for (const xy of places) {
    expect(Math.min(...xy)).toBeGreaterThan(0);
    expect(Math.max(...xy)).toBeLessThan(1);
  }
});

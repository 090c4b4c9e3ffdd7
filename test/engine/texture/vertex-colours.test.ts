import { expect, test } from 'vitest';
import { blendedColours } from '../../../src/engine/texture/vertex-colours.ts';
import { ellipsoid, meshOf } from '../figures.ts';

const mesh = meshOf(ellipsoid(0.3, 0.4, 0.3), 0.5, 0.02);
const count = mesh.positions.length / 3;
const SKIN = [200, 150, 130];
const WHITE = [250, 250, 250];

test('a rim that a photo shows too flat to trust does not spread its colour over what no photo shows', () => {
  const weights = new Float32Array(count);
  const colours = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const x = mesh.positions[i * 3]!;
    weights[i] = x > 0.1 ? 1 : x > 0.05 ? 3e-4 : 0;
    colours.set(x > 0.1 ? SKIN : WHITE, i * 3);
  }
  const blended = blendedColours(mesh, [colours], [weights]);
  for (let i = 0; i < count; i++) {
    if (mesh.positions[i * 3]! > 0.1) continue;
    for (let c = 0; c < 3; c++) expect(Math.abs(blended[i * 3 + c]! - SKIN[c]!)).toBeLessThan(2);
  }
});

const SHADE = [90, 55, 45];
const NAVY = [70, 80, 110];

/** Colours as a photo shows them in front and behind, with a band across that is hidden; the hidden places' colours. */
function hiddenBand(paint: (y: number) => number[]) {
  const weights = new Float32Array(count);
  const colours = new Float32Array(count * 3);
  const hidden: number[] = [];
  for (let i = 0; i < count; i++) {
    const isHidden = mesh.positions[i * 3]! > 0 && Math.abs(mesh.positions[i * 3 + 2]!) < 0.1;
    if (isHidden) hidden.push(i);
    else weights[i] = 1;
    colours.set(paint(mesh.positions[i * 3 + 1]!), i * 3);
  }
  const blended = blendedColours(mesh, [colours], [weights]);
  return hidden.map((i) => ({ y: mesh.positions[i * 3 + 1]!, colour: [...blended.slice(i * 3, i * 3 + 3)] }));
}

const off = (a: readonly number[], b: readonly number[]) => Math.max(...a.map((value, c) => Math.abs(value - b[c]!)));

test('shorts go on round a hip that an arm hid, without a fog of their colour on the skin', () => {
  const places = hiddenBand((y) => (Math.abs(y) < 0.1 ? NAVY : SKIN));
  const foggy = places.filter(({ colour }) => off(colour, NAVY) > 12 && off(colour, SKIN) > 12);
  expect(places.length).toBeGreaterThan(300);
  expect(foggy.length / places.length).toBeLessThan(0.01);
  const hip = places.filter(({ y }) => Math.abs(y) < 0.05);
  expect(hip.every(({ colour }) => off(colour, NAVY) < 12)).toBe(true);
});

test('a shade on the skin ends softly where no photo shows it, and is no mark with an edge', () => {
  const places = hiddenBand((y) => (Math.abs(y) < 0.1 ? SHADE : SKIN));
  const between = places.filter(({ colour }) => off(colour, SHADE) > 12 && off(colour, SKIN) > 12);
  expect(between.length / places.length).toBeGreaterThan(0.1);
});

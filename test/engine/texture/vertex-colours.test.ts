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

import { expect, test } from 'vitest';
import { stlOf } from '../../src/core/archive/stl.ts';
import { writeGlb } from '../../src/engine/export/glb.ts';

/** It floats beside the origin, as the engine's models do. */
const METRES = [0, 0.8, 0, 0.1, 0.8, 0, 0, 1, 0, 0, 0.8, 0.05];
const TRIANGLES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

const glbOf = (triangles: number[]) =>
  writeGlb(
    {
      positions: Float64Array.from(METRES),
      normals: new Float64Array(METRES.length).fill(1),
      uvs: new Float64Array(8),
      triangles: Uint32Array.from(triangles),
    },
    new Uint8Array(),
    { seen: new Float32Array(4), errorsMm: new Float32Array(4), extras: {} },
  );

test('a model in metres with Y up is an STL in millimetres with Z up, with the same triangles, that stands on z = 0', async () => {
  const { bytes, sizeMm } = await stlOf(glbOf(TRIANGLES));
  const stl = Buffer.from(bytes);
  expect(sizeMm.map(Math.round)).toEqual([100, 50, 200]);
  expect(stl.readUInt32LE(80)).toBe(4);
  expect(stl.length).toBe(84 + 4 * 50);
  const corners = TRIANGLES.map((_, i) => {
    const offset = 84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3);
    return [0, 4, 8].map((byte) => Math.round(stl.readFloatLE(offset + byte)) + 0);
  });
  const turned = TRIANGLES.map((vertex) => {
    const [x, y, z] = METRES.slice(vertex * 3, vertex * 3 + 3).map((metres) => metres * 1000);
    return [x! - 50, 25 - z!, y! - 800];
  });
  expect(corners).toEqual(turned);
});

test.each([
  ['none', Buffer.from('glTF {}')],
  ['one without a triangle', glbOf([])],
])('of a model that is %s no STL is made', async (_, glb) => {
  await expect(stlOf(glb)).rejects.toMatchObject({ code: 'unsafe_archive', hint: expect.stringContaining('--only') });
});

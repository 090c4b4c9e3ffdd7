import type { RgbImage } from '../../photo/decode.ts';
import type { Camera } from '../camera.ts';
import type { FinishedSurface } from '../morphable/finished-surface.ts';
import { REGION } from '../morphable/morphable-model.ts';
import type { Silhouette } from '../silhouette/silhouette.ts';
import { type Mesh, vertexNormals } from '../surface/mesh.ts';
import { bakeTexture } from './bake.ts';
import { evenLight } from './even-light.ts';
import { dropMistakenArms } from './mistaken-arms.ts';
import type { Unwrapped } from './unwrap.ts';
import { blendedColours, coloursByView } from './vertex-colours.ts';
import { type Occluders, viewWeights } from './view-weights.ts';

/** Colours a surface from its photos; `cameras` are those of the silhouettes, the photos may be larger. */
export function textureMesh(
  surface: FinishedSurface,
  silhouettes: readonly Silhouette[],
  cameras: readonly Camera[],
  photos: readonly RgbImage[],
  { unwrapped, occluders }: { unwrapped: Unwrapped; occluders: Occluders },
) {
  const { mesh, regions } = surface;
  const isArm = verticesOfArms(mesh, regions);
  const weights = viewWeights(mesh, silhouettes, cameras, occluders);
  const colours = coloursByView(mesh, photos, cameras);
  const first = silhouettes.findIndex(({ view }) => view === 'front');
  const gains = evenLight({ ...surface, isArm }, colours, weights, cameras, first);
  let vertexColours = blendedColours(mesh, colours, weights);
  if (dropMistakenArms(mesh, isArm, cameras, colours, weights, vertexColours))
    vertexColours = blendedColours(mesh, colours, weights);
  const texture = bakeTexture({ mesh, unwrapped, photos, cameras, weights, gains, vertexColours });
  const normals = vertexNormals(mesh);
  return {
    mesh: {
      positions: copyRows(mesh.positions, unwrapped.source),
      normals: copyRows(normals, unwrapped.source),
      uvs: unwrapped.texels.map((texel) => texel / unwrapped.atlasPx),
      triangles: unwrapped.triangles,
    },
    texture,
    /** The vertex of the coloured mesh that each vertex of `mesh` is a copy of. */
    source: unwrapped.source,
    /** Per photo, how well it shows each vertex of the coloured mesh; see `viewWeights`. */
    weights,
  };
}

function verticesOfArms({ positions, triangles }: Mesh, regions: Uint16Array): Uint8Array {
  const isArm = new Uint8Array(positions.length / 3);
  triangles.forEach((vertex, corner) => {
    if ((regions[Math.floor(corner / 3)]! & REGION.arms) !== 0) isArm[vertex] = 1;
  });
  return isArm;
}

function copyRows(values: Float64Array, rows: Uint32Array): Float64Array {
  const out = new Float64Array(rows.length * 3);
  rows.forEach((row, i) => {
    for (let c = 0; c < 3; c++) out[i * 3 + c] = values[row * 3 + c]!;
  });
  return out;
}

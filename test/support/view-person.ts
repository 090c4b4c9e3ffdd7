import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReconstructionType } from '../../src/contract/reconstruction.ts';
import type { ViewerPhoto } from '../../src/contract/viewer.ts';
import { rotationOf } from '../../src/engine/camera.ts';
import { writeGlb } from '../../src/engine/export/glb.ts';
import { finishedSurface } from '../../src/engine/morphable/finished-surface.ts';
import { type AtlasMesh, vertexNormals } from '../../src/engine/surface/mesh.ts';
import { unwrap } from '../../src/engine/texture/unwrap.ts';
import { encodeJpeg } from '../../src/photo/decode.ts';
import { loadModels } from './models.ts';
import { SAMPLES } from './recon-home.ts';
import { makeZip } from './zip-maker.ts';

/** Synthetic, as every photo here. */
const PHOTOS = join(SAMPLES, 'ana', 'torso');
const [WIDTH_PX, HEIGHT_PX] = [1024, 1365];
const TEXTURE_PX = 1024;

/**
 * The mean trunk of the people that the engine knows, with all that an archive of ours tells of a model; made in a second
 * and without a service.
 */
export async function personGlb({ denser = 0, grain = 8 }: { denser?: number; grain?: number } = {}) {
  const { torso } = loadModels();
  const { mesh, coarse } = finishedSurface(torso, torso.mean);
  const { source, triangles, texels, atlasPx } = unwrap(mesh, coarse, torso.atlas, TEXTURE_PX);
  const normals = vertexNormals(mesh);
  const rows = (values: Float64Array) =>
    Float64Array.from({ length: source.length * 3 }, (_, i) => values[source[Math.floor(i / 3)]! * 3 + (i % 3)]!);
  const uvs = texels.map((texel) => texel / atlasPx);
  const atlas = finer({ positions: rows(mesh.positions), normals: rows(normals), uvs, triangles }, denser);
  const vertices = atlas.positions.length / 3;
  const depth = (vertex: number) => atlas.positions[vertex * 3 + 2]!;
  return writeGlb(atlas, await skin(grain), {
    // From the back nobody took a photo.
    seen: Float32Array.from({ length: vertices }, (_, v) => (depth(v) > 0 ? 1 : 0)),
    errorsMm: Float32Array.from({ length: vertices }, (_, v) => (depth(v) > 0 ? 3 : 8)),
    extras: {},
  });
}

/** An archive of that person with three photos and, unless they are left out, their cameras; `type` is in its record. */
export async function personArchive({
  glb,
  report = personReport(),
  photos = ['front', 'left', 'right'],
  type = 'mammo',
}: {
  glb?: Uint8Array;
  report?: object | undefined;
  photos?: readonly ViewerPhoto['view'][];
  type?: ReconstructionType;
} = {}): Promise<Buffer> {
  return makeZip([
    { name: 'model.glb', content: Buffer.from(glb ?? (await personGlb())) },
    ...photos.map((view) => ({ name: `photos/${view}.jpg`, content: readFileSync(join(PHOTOS, `${view}.jpg`)) })),
    { name: 'report.json', content: JSON.stringify(report) },
    { name: 'patient.json', content: JSON.stringify({ name: 'Ana Sample', type }) },
  ]);
}

/** Cameras two metres away that see the whole trunk. */
export function personReport({ warnings = [] as readonly string[], breasts = true } = {}) {
  const camera = (yaw: number) => {
    const rotation = rotationOf({ yaw, pitch: 0, roll: 0 });
    const middle = [0, 1.13, 0.04];
    const away = [0, 1, 2].map((i) => -middle.reduce((sum, value, c) => sum + rotation[i * 3 + c]! * value, 0));
    return {
      ...{
        widthPx: WIDTH_PX,
        heightPx: HEIGHT_PX,
        focalPx: 2275,
        principalPx: [WIDTH_PX / 2, HEIGHT_PX / 2],
        rotation,
      },
      translation: [away[0], away[1], away[2]! + 2],
    };
  };
  const views = [
    { view: 'front', camera: camera(0) },
    { view: 'left', camera: camera(-Math.PI / 2) },
    { view: 'right', camera: camera(Math.PI / 2) },
  ];
  return { warnings, views, volumes: breasts ? { breastLeft: 310, breastRight: 295 } : {} };
}

/** Makes four of each of the first triangles, a share of all; nothing changes its shape. */
function finer(mesh: AtlasMesh, share: number): AtlasMesh {
  const count = Math.round((mesh.triangles.length / 3) * share) * 3;
  if (count === 0) return mesh;
  const [positions, normals, uvs] = [[...mesh.positions], [...mesh.normals], [...mesh.uvs]];
  const known = new Map<string, number>();
  const half = (a: number, b: number) => {
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    for (const [values, numbers] of [
      [positions, 3],
      [normals, 3],
      [uvs, 2],
    ] as const) {
      for (let c = 0; c < numbers; c++) values.push((values[a * numbers + c]! + values[b * numbers + c]!) / 2);
    }
    known.set(key, positions.length / 3 - 1);
    return positions.length / 3 - 1;
  };
  const triangles: number[] = [];
  for (let i = 0; i < count; i += 3) {
    const [a, b, c] = [...mesh.triangles.subarray(i, i + 3)] as [number, number, number];
    const [ab, bc, ca] = [half(a, b), half(b, c), half(c, a)];
    triangles.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return {
    positions: Float64Array.from(positions),
    normals: Float64Array.from(normals),
    uvs: Float64Array.from(uvs),
    triangles: Uint32Array.from([...triangles, ...mesh.triangles.subarray(count)]),
  };
}

/** A picture of skin; with more grain it is a larger file. */
function skin(grain: number): Promise<Uint8Array> {
  let state = 7;
  const rgb = new Uint8Array(TEXTURE_PX * TEXTURE_PX * 3);
  for (let i = 0; i < rgb.length; i += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const off = ((state >>> 16) / 65536 - 0.5) * grain;
    rgb.set([205 + off, 160 + off, 135 + off], i);
  }
  return encodeJpeg({ rgb, widthPx: TEXTURE_PX, heightPx: TEXTURE_PX });
}

import type { RgbImage } from '../../photo/decode.ts';
import { type Camera, project, resizedCamera } from '../camera.ts';
import type { Mesh } from '../surface/mesh.ts';
import { GUTTER } from './pack.ts';
import { samplePhoto } from './sample-photo.ts';
import type { Unwrapped } from './unwrap.ts';
import { UNSEEN } from './vertex-colours.ts';

export interface BakeInput {
  mesh: Mesh;
  unwrapped: Unwrapped;
  photos: readonly RgbImage[];
  cameras: readonly Camera[];
  weights: readonly Float32Array[];
  gains: readonly number[][];
  /** Colour per vertex for what no photo shows. */
  vertexColours: Float32Array;
}

/** Paints the atlas: every texel's point on the surface is looked up in the photos that see it. */
export function bakeTexture(input: BakeInput): RgbImage {
  const { atlasPx, triangles } = input.unwrapped;
  const image: RgbImage = { widthPx: atlasPx, heightPx: atlasPx, rgb: new Uint8Array(atlasPx * atlasPx * 3) };
  const painted = new Uint8Array(atlasPx * atlasPx);
  const painter = trianglePainter(input, image, painted);
  for (let t = 0; t < triangles.length; t += 3) painter(t);
  spread(image, painted);
  return image;
}

function trianglePainter(input: BakeInput, image: RgbImage, painted: Uint8Array): (t: number) => void {
  const { mesh, unwrapped, photos, weights, gains, vertexColours } = input;
  const cameras = input.cameras.map((camera, i) => resizedCamera(camera, photos[i]!.widthPx, photos[i]!.heightPx));
  const { texels, source, triangles, atlasPx } = unwrapped;
  const colour = new Float32Array(3);
  const sum = new Float64Array(3);
  const pixel = new Float64Array(3);
  const mix = (
    values: ArrayLike<number>,
    corners: readonly number[],
    size: number,
    c: number,
    share: readonly number[],
  ) =>
    values[corners[0]! * size + c]! * share[0]! +
    values[corners[1]! * size + c]! * share[1]! +
    values[corners[2]! * size + c]! * share[2]!;

  const paint = (at: number, corners: readonly number[], share: readonly number[]) => {
    const [x, y, z] = [0, 1, 2].map((c) => mix(mesh.positions, corners, 3, c, share)) as [number, number, number];
    let total = 0;
    sum.fill(0);
    for (let view = 0; view < photos.length; view++) {
      const weight = mix(weights[view]!, corners, 1, 0, share);
      if (weight < UNSEEN) continue;
      project(cameras[view]!, x, y, z, pixel);
      samplePhoto(photos[view]!, pixel[0]!, pixel[1]!, colour, 0);
      for (let c = 0; c < 3; c++) sum[c] = sum[c]! + colour[c]! * gains[view]![c]! * weight;
      total += weight;
    }
    // Little seen: the vertices' colour takes over softly.
    const trust = total / (total + 10 * UNSEEN);
    for (let c = 0; c < 3; c++) {
      const own = mix(vertexColours, corners, 3, c, share);
      const value = total > 0 ? (sum[c]! / total) * trust + own * (1 - trust) : own;
      image.rgb[at * 3 + c] = Math.min(255, Math.max(0, Math.round(value)));
    }
    painted[at] = 1;
  };

  return (t) => {
    const corner = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const vertices = corner.map((i) => source[i]!);
    const [ax, ay, bx, by, cx, cy] = corner.flatMap((i) => [texels[i * 2]!, texels[i * 2 + 1]!]) as [
      number,
      ...number[],
    ];
    const area = (bx! - ax) * (cy! - ay!) - (by! - ay!) * (cx! - ax);
    if (area === 0) return;
    const x1 = Math.min(atlasPx - 1, Math.ceil(Math.max(ax, bx!, cx!)));
    const y1 = Math.min(atlasPx - 1, Math.ceil(Math.max(ay!, by!, cy!)));
    for (let y = Math.max(0, Math.floor(Math.min(ay!, by!, cy!) - 1)); y <= y1; y++) {
      for (let x = Math.max(0, Math.floor(Math.min(ax, bx!, cx!) - 1)); x <= x1; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const u = ((bx! - px) * (cy! - py) - (by! - py) * (cx! - px)) / area;
        const v = ((cx! - px) * (ay! - py) - (cy! - py) * (ax - px)) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        paint(y * atlasPx + x, vertices, [u, v, 1 - u - v]);
      }
    }
  };
}

/** Carries the charts' colours outwards over their gutters, and a middle grey over what is left. */
function spread({ widthPx, heightPx, rgb }: RgbImage, painted: Uint8Array): void {
  for (let round = 0; round < GUTTER + 1; round++) {
    const border: [number, number][] = [];
    for (let y = 1; y < heightPx - 1; y++) {
      for (let x = 1, i = y * widthPx + 1; x < widthPx - 1; x++, i++) {
        if (painted[i] === 1) continue;
        const from = [i - 1, i + 1, i - widthPx, i + widthPx].find((j) => painted[j] === 1);
        if (from !== undefined) border.push([i, from]);
      }
    }
    for (const [i, from] of border) {
      rgb.copyWithin(i * 3, from * 3, from * 3 + 3);
      painted[i] = 1;
    }
  }
  for (let i = 0; i < painted.length; i++) if (painted[i] === 0) rgb.fill(128, i * 3, i * 3 + 3);
}

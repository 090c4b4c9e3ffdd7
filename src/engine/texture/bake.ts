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

/** Values that a texel mixes from its triangle's three corners. */
interface Corners {
  a: number;
  b: number;
  c: number;
  /** Shares of the corners, which sum to 1. */
  shareA: number;
  shareB: number;
  shareC: number;
}

const mixed = (values: ArrayLike<number>, size: number, k: number, at: Corners) =>
  values[at.a * size + k]! * at.shareA + values[at.b * size + k]! * at.shareB + values[at.c * size + k]! * at.shareC;

/** Below this sum of weights the vertices' own colour takes over softly. */
const LITTLE_SEEN = 20 * UNSEEN;

function texelPainter(input: BakeInput, image: RgbImage): (texel: number, at: Corners) => void {
  const { mesh, photos, weights, gains, vertexColours } = input;
  const cameras = input.cameras.map((camera, i) => resizedCamera(camera, photos[i]!.widthPx, photos[i]!.heightPx));
  const colour = new Float32Array(3);
  const sum = new Float64Array(3);
  const pixel = new Float64Array(3);
  return (texel, at) => {
    const x = mixed(mesh.positions, 3, 0, at);
    const y = mixed(mesh.positions, 3, 1, at);
    const z = mixed(mesh.positions, 3, 2, at);
    let total = 0;
    sum.fill(0);
    for (let view = 0; view < photos.length; view++) {
      const weight = mixed(weights[view]!, 1, 0, at);
      if (weight < UNSEEN) continue;
      project(cameras[view]!, x, y, z, pixel);
      samplePhoto(photos[view]!, pixel[0]!, pixel[1]!, colour, 0);
      for (let c = 0; c < 3; c++) sum[c] = sum[c]! + colour[c]! * gains[view]![c]! * weight;
      total += weight;
    }
    const trust = total / (total + LITTLE_SEEN);
    for (let c = 0; c < 3; c++) {
      const own = mixed(vertexColours, 3, c, at);
      const value = total > 0 ? (sum[c]! / total) * trust + own * (1 - trust) : own;
      image.rgb[texel * 3 + c] = Math.min(255, Math.max(0, Math.round(value)));
    }
  };
}

function trianglePainter(input: BakeInput, image: RgbImage, painted: Uint8Array): (t: number) => void {
  const { texels, source, triangles, atlasPx } = input.unwrapped;
  const paint = texelPainter(input, image);
  const at: Corners = { a: 0, b: 0, c: 0, shareA: 0, shareB: 0, shareC: 0 };
  return (t) => {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    at.a = source[a]!;
    at.b = source[b]!;
    at.c = source[c]!;
    const [ax, ay, bx, by] = [texels[a * 2]!, texels[a * 2 + 1]!, texels[b * 2]!, texels[b * 2 + 1]!];
    const [cx, cy] = [texels[c * 2]!, texels[c * 2 + 1]!];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) return;
    const x1 = Math.min(atlasPx - 1, Math.ceil(Math.max(ax, bx, cx)));
    const y1 = Math.min(atlasPx - 1, Math.ceil(Math.max(ay, by, cy)));
    for (let y = Math.max(0, Math.floor(Math.min(ay, by, cy) - 1)); y <= y1; y++) {
      for (let x = Math.max(0, Math.floor(Math.min(ax, bx, cx) - 1)); x <= x1; x++) {
        at.shareA = ((bx - x - 0.5) * (cy - y - 0.5) - (by - y - 0.5) * (cx - x - 0.5)) / area;
        at.shareB = ((cx - x - 0.5) * (ay - y - 0.5) - (cy - y - 0.5) * (ax - x - 0.5)) / area;
        at.shareC = 1 - at.shareA - at.shareB;
        if (at.shareA < 0 || at.shareB < 0 || at.shareC < 0) continue;
        paint(y * atlasPx + x, at);
        painted[y * atlasPx + x] = 1;
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

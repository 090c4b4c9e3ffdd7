import type { RgbImage } from '../../photo/decode.ts';
import { type Camera, project, resizedCamera } from '../camera.ts';
import { samplePhoto } from '../image/plane.ts';
import type { Mesh } from '../surface/mesh.ts';
import { GUTTER, type Unwrapped } from './unwrap.ts';
import { LITTLE_SEEN, UNSEEN } from './vertex-colours.ts';

export interface BakeInput {
  mesh: Mesh;
  unwrapped: Unwrapped;
  photos: readonly RgbImage[];
  cameras: readonly Camera[];
  weights: readonly Float32Array[];
  /** Per photo, the factors of its colours, 3 per vertex. */
  gains: readonly Float32Array[];
  /** Colour per vertex for places that no photo shows. */
  vertexColours: Float32Array;
}

/** Paints the atlas: each texel's point on the surface takes its colour from the photos that show it. */
export function bakeTexture(input: BakeInput): RgbImage {
  const { atlasPx, triangles } = input.unwrapped;
  const image: RgbImage = {
    widthPx: atlasPx,
    heightPx: atlasPx,
    rgb: new Uint8Array(atlasPx * atlasPx * 3).fill(UNUSED),
  };
  const painted = new Uint8Array(atlasPx * atlasPx);
  const painter = trianglePainter(input, image, painted);
  for (let t = 0; t < triangles.length; t += 3) painter(t);
  spread(image, painted);
  return image;
}

/** Texels far from every chart stay middle grey. */
const UNUSED = 128;

/**
 * Values to be mixed: each at the triangle's three corners, in turn. They are the place, the own colour, each photo's
 * weight, and the three colour factors of each photo.
 */
type Corners = Float64Array;
const PLACE = 0;
const COLOUR = 3;
const WEIGHTS = 6;

/**
 * The shares of the three corners sum to 1. They come in an array, since numbers that are given to a function which is
 * not inlined are put on the heap one by one: 180 MB for one atlas.
 */
type Shares = Float64Array;

function mixAll(corners: Corners, shares: Shares, out: Float64Array): void {
  const a = shares[0]!;
  const b = shares[1]!;
  const c = shares[2]!;
  for (let k = 0; k < out.length; k++) {
    out[k] = corners[k * 3]! * a + corners[k * 3 + 1]! * b + corners[k * 3 + 2]! * c;
  }
}

function gatherCorner(input: BakeInput, vertex: number, corner: number, out: Corners): void {
  const { mesh, vertexColours, weights, gains } = input;
  for (let k = 0; k < 3; k++) {
    out[(PLACE + k) * 3 + corner] = mesh.positions[vertex * 3 + k]!;
    out[(COLOUR + k) * 3 + corner] = vertexColours[vertex * 3 + k]!;
  }
  for (let view = 0; view < weights.length; view++) {
    out[(WEIGHTS + view) * 3 + corner] = weights[view]![vertex]!;
    const at = WEIGHTS + weights.length + view * 3;
    for (let k = 0; k < 3; k++) out[(at + k) * 3 + corner] = gains[view]![vertex * 3 + k]!;
  }
}

function texelPainter({ photos, ...input }: BakeInput, image: RgbImage) {
  const cameras = input.cameras.map((camera, i) => resizedCamera(camera, photos[i]!.widthPx, photos[i]!.heightPx));
  const gains = WEIGHTS + photos.length;
  const mix = new Float64Array(gains);
  const colour = new Float32Array(3);
  const sum = new Float64Array(3);
  const pixel = new Float64Array(3);
  return (texel: number, corners: Corners, shares: Shares) => {
    mixAll(corners, shares, mix);
    const a = shares[0]!;
    const b = shares[1]!;
    const c = shares[2]!;
    let total = 0;
    for (let k = 0; k < 3; k++) sum[k] = 0;
    for (let view = 0; view < photos.length; view++) {
      const weight = mix[WEIGHTS + view]!;
      if (weight < UNSEEN) continue;
      project(cameras[view]!, mix[PLACE]!, mix[PLACE + 1]!, mix[PLACE + 2]!, pixel);
      samplePhoto(photos[view]!, pixel[0]!, pixel[1]!, colour);
      for (let k = 0, at = (gains + view * 3) * 3; k < 3; k++, at += 3) {
        const gain = corners[at]! * a + corners[at + 1]! * b + corners[at + 2]! * c;
        sum[k] = sum[k]! + colour[k]! * gain * weight;
      }
      total += weight;
    }
    const trust = total / (total + LITTLE_SEEN);
    for (let k = 0; k < 3; k++) {
      const own = mix[COLOUR + k]!;
      const value = total > 0 ? (sum[k]! / total) * trust + own * (1 - trust) : own;
      image.rgb[texel * 3 + k] = Math.min(255, Math.max(0, Math.round(value)));
    }
  };
}

function trianglePainter(input: BakeInput, image: RgbImage, painted: Uint8Array): (t: number) => void {
  const { texels, source, triangles, atlasPx } = input.unwrapped;
  const paint = texelPainter(input, image);
  const corners: Corners = new Float64Array((WEIGHTS + input.weights.length * 4) * 3);
  const shares: Shares = new Float64Array(3);
  return (t) => {
    const a = triangles[t]!;
    const b = triangles[t + 1]!;
    const c = triangles[t + 2]!;
    gatherCorner(input, source[a]!, 0, corners);
    gatherCorner(input, source[b]!, 1, corners);
    gatherCorner(input, source[c]!, 2, corners);
    const ax = texels[a * 2]!;
    const ay = texels[a * 2 + 1]!;
    const bx = texels[b * 2]!;
    const by = texels[b * 2 + 1]!;
    const cx = texels[c * 2]!;
    const cy = texels[c * 2 + 1]!;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) return;
    const x0 = Math.max(0, Math.floor(Math.min(ax, bx, cx) - 0.5));
    const x1 = Math.min(atlasPx - 1, Math.ceil(Math.max(ax, bx, cx) - 0.5));
    const y0 = Math.max(0, Math.floor(Math.min(ay, by, cy) - 0.5));
    const y1 = Math.min(atlasPx - 1, Math.ceil(Math.max(ay, by, cy) - 0.5));
    for (let y = y0; y <= y1; y++) {
      const toA = ay - y - 0.5;
      const toB = by - y - 0.5;
      const toC = cy - y - 0.5;
      for (let x = x0; x <= x1; x++) {
        const a2 = (bx - x - 0.5) * toC - toB * (cx - x - 0.5);
        const b2 = (cx - x - 0.5) * toA - toC * (ax - x - 0.5);
        // Most texels are outside, which their signs tell without a division.
        if (area > 0 ? a2 < 0 || b2 < 0 : a2 > 0 || b2 > 0) continue;
        const ofA = a2 / area;
        const ofB = b2 / area;
        const ofC = 1 - ofA - ofB;
        if (ofC < 0) continue;
        shares[0] = ofA;
        shares[1] = ofB;
        shares[2] = ofC;
        paint(y * atlasPx + x, corners, shares);
        painted[y * atlasPx + x] = 1;
      }
    }
  };
}

/** Extends the charts' colours over the gutters around them. */
function spread(image: RgbImage, painted: Uint8Array): void {
  let border = unpaintedBeside(image, painted);
  for (let round = 0; round < GUTTER + 1; round++) {
    // All texels of a round are read before any is painted.
    const from = new Int32Array(border.length);
    for (let k = 0; k < border.length; k++) from[k] = paintedBeside(painted, border[k]!, image.widthPx);
    for (let k = 0; k < border.length; k++) {
      for (let c = 0; c < 3; c++) image.rgb[border[k]! * 3 + c] = image.rgb[from[k]! * 3 + c]!;
      painted[border[k]!] = 1;
    }
    border = unpaintedRound(border, image, painted);
  }
}

/** The first painted neighbour of a texel; -1 if there is none. */
function paintedBeside(painted: Uint8Array, i: number, widthPx: number): number {
  if (painted[i - 1] === 1) return i - 1;
  if (painted[i + 1] === 1) return i + 1;
  if (painted[i - widthPx] === 1) return i - widthPx;
  return painted[i + widthPx] === 1 ? i + widthPx : -1;
}

function unpaintedBeside({ widthPx, heightPx }: RgbImage, painted: Uint8Array): number[] {
  const found: number[] = [];
  for (let y = 1; y < heightPx - 1; y++) {
    for (let x = 1, i = y * widthPx + 1; x < widthPx - 1; x++, i++) {
      if (painted[i] === 0 && paintedBeside(painted, i, widthPx) >= 0) found.push(i);
    }
  }
  return found;
}

/** The unpainted neighbours of texels that were just painted, except those on the image's edge. */
function unpaintedRound(texels: readonly number[], { widthPx, heightPx }: RgbImage, painted: Uint8Array): number[] {
  const found: number[] = [];
  const steps = [-1, 1, -widthPx, widthPx];
  for (let k = 0; k < texels.length; k++) {
    for (let s = 0; s < 4; s++) {
      const j = texels[k]! + steps[s]!;
      const x = j % widthPx;
      const isEdge = x === 0 || x === widthPx - 1 || j < widthPx || j >= widthPx * (heightPx - 1);
      if (isEdge || painted[j] !== 0) continue;
      painted[j] = FOUND;
      found.push(j);
    }
  }
  for (let k = 0; k < found.length; k++) painted[found[k]!] = 0;
  return found;
}

/** Marks a texel as already found during a search. */
const FOUND = 2;

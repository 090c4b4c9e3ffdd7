import type { RgbImage } from '../../photo/decode.ts';
import { type Camera, rotationOf } from '../camera.ts';
import { type AtlasMesh, boundsOf } from '../export/atlas-mesh.ts';
import { samplePhoto } from '../texture/sample-photo.ts';
import { projectAll, rasterize } from './rasterize.ts';

/** The sprite: 24 pictures round the person, 15° apart, six in a row, the first from the front, then to its left. */
export const TURNTABLE = { frames: 24, columns: 6, frameWidthPx: 320, frameHeightPx: 400 } as const;

const PAPER = 244;
/** Far enough for a nearly parallel view; in body heights. */
const DISTANCE = 8;
const FILL = 0.92;

export function renderTurntable(mesh: AtlasMesh, texture: RgbImage): RgbImage {
  const { frames, columns, frameWidthPx, frameHeightPx } = TURNTABLE;
  const widthPx = columns * frameWidthPx;
  const heightPx = Math.ceil(frames / columns) * frameHeightPx;
  const sprite: RgbImage = { widthPx, heightPx, rgb: new Uint8Array(widthPx * heightPx * 3).fill(PAPER) };
  for (let frame = 0; frame < frames; frame++) {
    const camera = turntableCamera(mesh, (-2 * Math.PI * frame) / frames);
    const x = (frame % columns) * frameWidthPx;
    const y = Math.floor(frame / columns) * frameHeightPx;
    drawFrame(sprite, x, y, mesh, texture, camera);
  }
  return sprite;
}

function turntableCamera({ positions }: AtlasMesh, yaw: number): Camera {
  const { frameWidthPx: widthPx, frameHeightPx: heightPx } = TURNTABLE;
  const { low, high } = boundsOf(positions);
  const middle = [0, 1, 2].map((k) => (low[k]! + high[k]!) / 2);
  const height = high[1]! - low[1]!;
  const width = Math.hypot(high[0]! - low[0]!, high[2]! - low[2]!);
  const size = Math.max(height / heightPx, width / widthPx);
  const distance = DISTANCE * height;
  const rotation = rotationOf({ yaw, pitch: 0, roll: 0 });
  const row = (k: number) => -[0, 1, 2].reduce((sum, c) => sum + rotation[k * 3 + c]! * middle[c]!, 0);
  return {
    widthPx,
    heightPx,
    focalPx: (FILL * distance) / size,
    principalPx: [widthPx / 2, heightPx / 2],
    rotation,
    translation: [row(0), row(1), row(2) + distance],
  };
}

function drawFrame(
  sprite: RgbImage,
  left: number,
  top: number,
  mesh: AtlasMesh,
  texture: RgbImage,
  camera: Camera,
): void {
  const { triangle, widthPx, heightPx } = rasterize(mesh, camera);
  const projected = projectAll(mesh.positions, camera);
  const colour = new Float32Array(3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const t = triangle[y * widthPx + x]!;
      if (t < 0) continue;
      const corners = [0, 1, 2].map((k) => mesh.triangles[t * 3 + k]!);
      const [u, v] = texturePosition(mesh, projected, corners, x + 0.5, y + 0.5);
      samplePhoto(texture, u * texture.widthPx, v * texture.heightPx, colour, 0);
      sprite.rgb.set(colour, ((top + y) * sprite.widthPx + left + x) * 3);
    }
  }
}

function texturePosition(
  { uvs }: AtlasMesh,
  p: Float64Array,
  corners: readonly number[],
  x: number,
  y: number,
): [number, number] {
  const [ax, ay, bx, by, cx, cy] = corners.flatMap((i) => [p[i * 3]!, p[i * 3 + 1]!]) as [number, ...number[]];
  const area = (bx! - ax) * (cy! - ay!) - (by! - ay!) * (cx! - ax);
  const a = ((bx! - x) * (cy! - y) - (by! - y) * (cx! - x)) / area;
  const b = ((cx! - x) * (ay! - y) - (cy! - y) * (ax - x)) / area;
  const share = [a, b, 1 - a - b];
  const mix = (c: number) => corners.reduce((sum, i, k) => sum + uvs[i * 2 + c]! * share[k]!, 0);
  return [mix(0), mix(1)];
}

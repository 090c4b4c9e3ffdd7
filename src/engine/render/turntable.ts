import { MODEL_VIEWS } from '../../contract/model-views.ts';
import type { RgbImage } from '../../photo/decode.ts';
import { type Camera, rotationOf } from '../camera.ts';
import { samplePhoto } from '../image/plane.ts';
import { type AtlasMesh, boundsOf } from '../surface/mesh.ts';
import { rasterize } from './rasterize.ts';

/** The sprite of `MODEL_VIEWS`, the pictures in rows. */
export const TURNTABLE = {
  ...{ frames: MODEL_VIEWS.views, columns: MODEL_VIEWS.columns },
  ...{ frameWidthPx: 320, frameHeightPx: 400 },
} as const;

const PAPER = 244;
/** Camera distance in body heights; it is large, so that the view is nearly parallel. */
const DISTANCE = 8;
const FILL = 0.92;

export function renderTurntable(mesh: AtlasMesh, texture: RgbImage): RgbImage {
  const { frames, columns, frameWidthPx, frameHeightPx } = TURNTABLE;
  const widthPx = columns * frameWidthPx;
  const heightPx = Math.ceil(frames / columns) * frameHeightPx;
  const sprite: RgbImage = { widthPx, heightPx, rgb: new Uint8Array(widthPx * heightPx * 3).fill(PAPER) };
  const bounds = boundsOf(mesh.positions);
  for (let frame = 0; frame < frames; frame++) {
    const camera = turntableCamera(bounds, (-2 * Math.PI * frame) / frames);
    const x = (frame % columns) * frameWidthPx;
    const y = Math.floor(frame / columns) * frameHeightPx;
    drawFrame(sprite, x, y, mesh, texture, camera);
  }
  return sprite;
}

function turntableCamera({ low, high }: ReturnType<typeof boundsOf>, yaw: number): Camera {
  const { frameWidthPx: widthPx, frameHeightPx: heightPx } = TURNTABLE;
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
  const { triangle, projected: p, widthPx, heightPx } = rasterize(mesh, camera);
  const { triangles, uvs } = mesh;
  const colour = new Float32Array(3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const t = triangle[y * widthPx + x]!;
      if (t < 0) continue;
      // The view is nearly parallel, so u and v are mixed by the corners' shares in the picture.
      const a = triangles[t * 3]!;
      const b = triangles[t * 3 + 1]!;
      const c = triangles[t * 3 + 2]!;
      const ax = p[a * 3]! - (x + 0.5);
      const ay = p[a * 3 + 1]! - (y + 0.5);
      const bx = p[b * 3]! - (x + 0.5);
      const by = p[b * 3 + 1]! - (y + 0.5);
      const cx = p[c * 3]! - (x + 0.5);
      const cy = p[c * 3 + 1]! - (y + 0.5);
      const ofA = bx * cy - by * cx;
      const ofB = cx * ay - cy * ax;
      const ofC = ax * by - ay * bx;
      const all = ofA + ofB + ofC;
      const u = (ofA * uvs[a * 2]! + ofB * uvs[b * 2]! + ofC * uvs[c * 2]!) / all;
      const v = (ofA * uvs[a * 2 + 1]! + ofB * uvs[b * 2 + 1]! + ofC * uvs[c * 2 + 1]!) / all;
      samplePhoto(texture, u * texture.widthPx, v * texture.heightPx, colour);
      const to = ((top + y) * sprite.widthPx + left + x) * 3;
      for (let k = 0; k < 3; k++) sprite.rgb[to + k] = colour[k]!;
    }
  }
}

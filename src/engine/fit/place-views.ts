import type { Mask } from '../image/plane.ts';
import { projectAll } from '../render/rasterize.ts';
import type { Silhouette } from '../silhouette/silhouette.ts';
import type { Mesh } from '../surface/mesh.ts';
import type { Vec3 } from '../vector.ts';
import { NOMINAL_ANGLES } from '../views.ts';
import { coverage } from './rim.ts';
import { viewCamera } from './view-camera.ts';

export interface Placement {
  /** Logarithm of picture heights per metre, one for all photos. */
  logScale: number;
  /** Per photo: where the middle of the person appears, metres right of and below the picture's middle. */
  offsets: [number, number][];
  /** Per photo: √(IoU of the person · IoU of what is not the person), 0 to 1. */
  overlap: number[];
}

/** Height of the small pictures that are compared. */
const SMALL_PX = 64;
const RADIANS = Math.PI / 180;

/**
 * First guess of scale and place: the mean person, seen from the usual angles, is laid on each mask at a grid of
 * scales and shifts. One scale serves all photos: their sum decides. Foreground overlap alone prefers a wrong scale on
 * trunks that the picture cuts off, so the background's overlap counts as much.
 *
 * @param scales logarithms of picture heights per metre to try
 */
export function placeViews(
  mean: Mesh,
  middle: Vec3,
  silhouettes: readonly Silhouette[],
  usualFocal: number,
  scales: readonly number[],
): Placement {
  const small = silhouettes.map(({ mask }) => shrunk(mask));
  const tried = scales.map((logScale) => {
    const best = silhouettes.map(({ view }, i) => {
      const mask = small[i]!;
      const pose = {
        yaw: NOMINAL_ANGLES[view].yaw * RADIANS,
        pitch: NOMINAL_ANGLES[view].pitch * RADIANS,
        roll: 0,
        logZoom: 0,
        offsetX: 0,
        offsetY: 0,
      };
      // The canvas is three times as large, so that what is shifted in has been drawn.
      const canvas = { widthPx: mask.widthPx * 3, heightPx: mask.heightPx * 3 };
      const shared = { logFocal: Math.log(usualFocal / 3), logScale: logScale - Math.log(3) };
      const { camera } = viewCamera(pose, shared, canvas, middle);
      const { covered } = coverage(projectAll(mean.positions, camera), mean.triangles, canvas, 1);
      return bestShift(mask, covered, canvas.widthPx);
    });
    return { logScale, best, total: best.reduce((sum, { overlap }) => sum + overlap, 0) };
  });
  const chosen = tried.reduce((most, one) => (one.total > most.total ? one : most));
  return {
    logScale: chosen.logScale,
    overlap: chosen.best.map(({ overlap }) => overlap),
    offsets: chosen.best.map(({ dx, dy }) => {
      const pxPerMetre = Math.exp(chosen.logScale) * SMALL_PX;
      return [dx / pxPerMetre, dy / pxPerMetre];
    }),
  };
}

function shrunk(mask: Mask): Mask {
  const widthPx = Math.round((mask.widthPx * SMALL_PX) / mask.heightPx);
  const inside = new Uint8Array(widthPx * SMALL_PX);
  for (let y = 0, i = 0; y < SMALL_PX; y++) {
    const fromY = Math.floor(((y + 0.5) * mask.heightPx) / SMALL_PX);
    for (let x = 0; x < widthPx; x++, i++) {
      inside[i] = mask.inside[fromY * mask.widthPx + Math.floor(((x + 0.5) * mask.widthPx) / widthPx)]!;
    }
  }
  return { widthPx, heightPx: SMALL_PX, inside };
}

interface Shift {
  dx: number;
  dy: number;
  overlap: number;
}

function bestShift(mask: Mask, covered: Uint8Array, stride: number): Shift {
  const { widthPx, heightPx } = mask;
  let best: Shift = { dx: 0, dy: 0, overlap: -1 };
  const visit = (dx: number, dy: number) => {
    const overlap = overlapAt(mask, covered, stride, widthPx - dx, heightPx - dy);
    if (overlap > best.overlap) best = { dx, dy, overlap };
  };
  for (let dy = -heightPx + 4; dy < heightPx; dy += 4) {
    for (let dx = -widthPx + 4; dx < widthPx; dx += 4) visit(dx, dy);
  }
  for (const step of [2, 1]) {
    const { dx, dy } = best;
    for (let v = -step; v <= step; v += step) for (let u = -step; u <= step; u += step) visit(dx + u, dy + v);
  }
  return best;
}

/** Overlap of the mask with the part of the canvas that starts at (left, top). */
function overlapAt({ widthPx, heightPx, inside }: Mask, canvas: Uint8Array, stride: number, left: number, top: number) {
  const last = canvas.length / stride - heightPx;
  if (left < 0 || top < 0 || left > stride - widthPx || top > last) return -1;
  let both = 0;
  let either = 0;
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = (top + y) * stride + left;
    for (let x = 0; x < widthPx; x++, i++) {
      both += inside[i]! & canvas[row + x]!;
      either += inside[i]! | canvas[row + x]!;
    }
  }
  const total = inside.length;
  let outside = 0;
  for (let i = 0; i < total; i++) outside += 1 - inside[i]!;
  const neither = total - either;
  const foreground = either === 0 ? 0 : both / either;
  const background = total - both === 0 ? 0 : neither / (total - both);
  return outside === 0 ? foreground : Math.sqrt(foreground * background);
}

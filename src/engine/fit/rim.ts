import { type Camera, centreOf } from '../camera.ts';
import { type Mask, newMask } from '../image/plane.ts';
import { boxOf, pixelReach, projectAll } from '../render/rasterize.ts';
import type { Edges } from '../surface/edges.ts';
import type { Mesh } from '../surface/mesh.ts';

/** The picture must be free of the mesh this far outside an outline point, in pixels of the half-size raster. */
const CLEAR_PX = 2;

export type Rim = ReturnType<typeof rimOf>;

/**
 * The smooth outline: on every edge between a vertex whose normal faces the camera and one whose normal faces away, the
 * point that is seen edge-on. Vertex normals are used instead of triangle normals, so that the outline moves smoothly
 * over the mesh instead of jumping from edge to edge. Points that the mesh hides, or that lie before the mesh, are
 * found by a raster of the mesh and left out.
 *
 * @param ignored per vertex, 1 if the surface is not the person's (cut ends)
 */
export function rimOf(mesh: Mesh, normals: Float64Array, edges: Edges, camera: Camera, ignored: Uint8Array) {
  const { positions, triangles } = mesh;
  const eye = centreOf(camera);
  const facing = new Float64Array(positions.length / 3);
  for (let v = 0, i = 0; v < facing.length; v++, i += 3) {
    facing[v] =
      normals[i]! * (eye[0] - positions[i]!) +
      normals[i + 1]! * (eye[1] - positions[i + 1]!) +
      normals[i + 2]! * (eye[2] - positions[i + 2]!);
  }
  const projected = projectAll(positions, camera);
  const raster = coveredPixels(projected, triangles, camera, 2);
  const { crossed, lengths } = outlineLengths(projected, facing, triangles, edges);
  const capacity = crossed.length;
  const rim = {
    count: 0,
    /** Two vertices per point, and the share of the second. */
    first: new Uint32Array(capacity),
    second: new Uint32Array(capacity),
    share: new Float64Array(capacity),
    /** x, y, outward x, outward y in turn, px. */
    seen: new Float64Array(capacity * 4),
    /** Length of outline that each point stands for, px. */
    lengthPx: new Float64Array(capacity),
  };
  const r = camera.rotation;
  for (let k = 0; k < crossed.length; k++) {
    const edge = crossed[k]!;
    const a = edges.ends[edge * 2]!;
    const b = edges.ends[edge * 2 + 1]!;
    if (ignored[a] === 1 || ignored[b] === 1) continue;
    const share = facing[a]! / (facing[a]! - facing[b]!);
    const mix = (values: Float64Array, c: number) => values[a * 3 + c]! * (1 - share) + values[b * 3 + c]! * share;
    const nx = mix(normals, 0);
    const ny = mix(normals, 1);
    const nz = mix(normals, 2);
    const u = r[0]! * nx + r[1]! * ny + r[2]! * nz;
    const v = r[3]! * nx + r[4]! * ny + r[5]! * nz;
    const length = Math.hypot(u, v);
    const x = mix(projected, 0);
    const y = mix(projected, 1);
    if (length < 1e-6 || x < 0 || y < 0 || x > camera.widthPx || y > camera.heightPx) continue;
    const dx = u / length;
    const dy = v / length;
    if (isCovered(raster, x / 2 + dx * CLEAR_PX, y / 2 + dy * CLEAR_PX)) continue;
    const i = rim.count++;
    rim.first[i] = a;
    rim.second[i] = b;
    rim.share[i] = share;
    rim.seen[i * 4] = x;
    rim.seen[i * 4 + 1] = y;
    rim.seen[i * 4 + 2] = dx;
    rim.seen[i * 4 + 3] = dy;
    rim.lengthPx[i] = lengths[edge]!;
  }
  return rim;
}

/** The edges that the outline crosses, and per edge half the length of its pieces on either side, px. */
function outlineLengths(
  projected: Float64Array,
  facing: Float64Array,
  triangles: Uint32Array,
  { ends, ofTriangle }: Edges,
): { crossed: number[]; lengths: Float64Array } {
  const lengths = new Float64Array(ends.length / 2);
  const isKnown = new Uint8Array(lengths.length);
  const crossed: number[] = [];
  const at = new Float64Array(4);
  const pair = new Uint32Array(2);
  for (let t = 0; t < triangles.length; t += 3) {
    const first = facing[triangles[t]!]! > 0;
    const second = facing[triangles[t + 1]!]! > 0;
    const third = facing[triangles[t + 2]!]! > 0;
    if (first === second && second === third) continue;
    let count = 0;
    for (let k = 0; k < 3; k++) {
      if (k === 0 ? first === second : k === 1 ? second === third : third === first) continue;
      const edge = ofTriangle[t + k]!;
      const a = ends[edge * 2]!;
      const b = ends[edge * 2 + 1]!;
      const share = facing[a]! / (facing[a]! - facing[b]!);
      at[count * 2] = projected[a * 3]! + share * (projected[b * 3]! - projected[a * 3]!);
      at[count * 2 + 1] = projected[a * 3 + 1]! + share * (projected[b * 3 + 1]! - projected[a * 3 + 1]!);
      pair[count++] = edge;
    }
    const half = Math.hypot(at[0]! - at[2]!, at[1]! - at[3]!) / 2;
    for (let k = 0; k < 2; k++) {
      const edge = pair[k]!;
      lengths[edge] = lengths[edge]! + half;
      if (isKnown[edge] === 1) continue;
      isKnown[edge] = 1;
      crossed.push(edge);
    }
  }
  return { crossed, lengths };
}

/** The pixels of a picture `shrink` (1 or 2) times smaller that the mesh covers; nothing is covered outside the picture. */
export function coveredPixels(
  projected: Float64Array,
  triangles: Uint32Array,
  camera: { widthPx: number; heightPx: number },
  shrink: 1 | 2,
): Mask {
  const mask = newMask(Math.ceil(camera.widthPx / shrink), Math.ceil(camera.heightPx / shrink));
  const { widthPx, heightPx, inside } = mask;
  const scale = 1 / shrink;
  const reach = pixelReach(projected, scale, widthPx, heightPx);
  const box = new Int32Array(4);
  for (let t = 0; t < triangles.length; t += 3) {
    if (!boxOf(reach, triangles[t]!, triangles[t + 1]!, triangles[t + 2]!, box)) continue;
    const [x0, x1, y0, y1] = [box[0]!, box[1]!, box[2]!, box[3]!];
    const a = triangles[t]! * 3;
    const b = triangles[t + 1]! * 3;
    const c = triangles[t + 2]! * 3;
    const ax = projected[a]! * scale;
    const ay = projected[a + 1]! * scale;
    const bx = projected[b]! * scale;
    const by = projected[b + 1]! * scale;
    const cx = projected[c]! * scale;
    const cy = projected[c + 1]! * scale;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    // Only triangles turned to the camera are drawn: they cover a closed mesh. They are clockwise, because y runs down
    // in pictures.
    if (!(area < 0)) continue;
    for (let y = y0, row = y0 * widthPx; y <= y1; y++, row += widthPx) {
      const toA = ay - (y + 0.5);
      const toB = by - (y + 0.5);
      const toC = cy - (y + 0.5);
      for (let x = x0; x <= x1; x++) {
        const px = x + 0.5;
        const u = (bx - px) * toC - toB * (cx - px);
        if (u > 0) continue;
        const v = (cx - px) * toA - toC * (ax - px);
        if (v > 0 || area - u - v > 0) continue;
        inside[row + x] = 1;
      }
    }
  }
  return mask;
}

function isCovered({ widthPx, heightPx, inside }: Mask, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < widthPx && y < heightPx && inside[(y | 0) * widthPx + (x | 0)] === 1;
}

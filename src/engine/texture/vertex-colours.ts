import type { RgbImage } from '../../photo/decode.ts';
import { type Camera, resizedCamera } from '../camera.ts';
import { samplePhoto } from '../image/plane.ts';
import { projectAll } from '../render/rasterize.ts';
import { neighbourLists } from '../surface/edges.ts';
import type { Mesh } from '../surface/mesh.ts';

/** A vertex with a smaller sum of weights counts as unseen. */
export const UNSEEN = 1e-6;
/**
 * At this sum of weights half of a colour comes from photos, the rest from its surroundings: at some 65° to the front
 * photo. Seen flatter than that, a photo shows other places than the fitted surface has there.
 */
export const LITTLE_SEEN = 3e-4;

/** Colour of every vertex in each photo, 3 per vertex, 0 to 255; meaningless where its weight is 0. */
export function coloursByView(mesh: Mesh, photos: readonly RgbImage[], cameras: readonly Camera[]): Float32Array[] {
  return photos.map((photo, index) => {
    const projected = projectAll(mesh.positions, resizedCamera(cameras[index]!, photo.widthPx, photo.heightPx));
    const colours = new Float32Array(mesh.positions.length);
    for (let i = 0; i < colours.length; i += 3) samplePhoto(photo, projected[i]!, projected[i + 1]!, colours, i);
    return colours;
  });
}

/** One colour per vertex: the photos' weighted mean; unseen places take the colour of the seen ones around them. */
export function blendedColours(
  mesh: Mesh,
  colours: readonly Float32Array[],
  weights: readonly Float32Array[],
): Float32Array {
  const count = mesh.positions.length / 3;
  const blended = new Float32Array(count * 3);
  const known = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    let total = 0;
    for (let view = 0; view < colours.length; view++) {
      const weight = weights[view]![i]!;
      total += weight;
      for (let c = 0; c < 3; c++) blended[i * 3 + c] = blended[i * 3 + c]! + colours[view]![i * 3 + c]! * weight;
    }
    if (total <= UNSEEN) continue;
    // Places that are hardly seen, mostly near an outline, are not used as a source.
    known[i] = total > WELL_SEEN ? 1 : 0;
    for (let c = 0; c < 3; c++) blended[i * 3 + c] = blended[i * 3 + c]! / total;
  }
  growColours(mesh, blended, known);
  return blended;
}

const WELL_SEEN = 1e-3;
const EVENING_ROUNDS = 60;

function growColours(mesh: Mesh, colours: Float32Array, known: Uint8Array): void {
  const { start, of } = neighbourLists(mesh);
  const reached = known.slice();
  const averageNeighbours = (i: number) => {
    let [r, g, b, count] = [0, 0, 0, 0];
    for (let k = start[i]!; k < start[i + 1]!; k++) {
      const j = of[k]!;
      if (reached[j] === 0) continue;
      r += colours[j * 3]!;
      g += colours[j * 3 + 1]!;
      b += colours[j * 3 + 2]!;
      count++;
    }
    if (count > 0) colours.set([r / count, g / count, b / count], i * 3);
  };
  let border: number[] = [];
  for (let i = 0; i < known.length; i++) if (known[i] === 1) border.push(i);
  const unseen: number[] = [];
  while (border.length > 0) {
    const next = new Set<number>();
    for (const i of border) {
      for (let k = start[i]!; k < start[i + 1]!; k++) if (reached[of[k]!] === 0) next.add(of[k]!);
    }
    for (const i of next) averageNeighbours(i);
    for (const i of next) reached[i] = 1;
    border = [...next];
    unseen.push(...border);
  }
  for (let round = 0; round < EVENING_ROUNDS; round++) {
    for (const i of unseen) averageNeighbours(i);
  }
}

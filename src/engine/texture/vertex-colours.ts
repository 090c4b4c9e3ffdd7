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

/*
 * Hidden places of trunks and legs of six bodies whose colour is between skin and shorts: 1.5 % in the median (6.3 in the
 * worst), 9.8 (20) while skin and shorts mixed.
 *
 * Tried and rejected: two materials told by how far colours are apart, which draws the shade of an armpit on the chest as
 * a brown mark with an edge; places of a hundredth of this weight as sources, which spreads the wall's colour there.
 */

/** A place with this sum of weights gives its colour to hidden places beside it. */
const WELL_SEEN = 1e-2;
const EVENING_ROUNDS = 60;
/** Less than this share of the usual redness, log of red to blue, is another material than skin. */
const LEAST_REDNESS = 0.4;
/** Keeps the logs of dark colours from becoming noise; in 8-bit steps. */
const DARK_FLOOR = 4;

/**
 * Carries known colours over the rest of the surface: first each place takes that of the first neighbour which has one,
 * then they are evened out, but not between skin and cloth: shorts go on round a hip that an arm hid.
 */
function growColours(mesh: Mesh, colours: Float32Array, known: Uint8Array): void {
  const { start, of } = neighbourLists(mesh);
  const unseen = carryOver(colours, known, start, of);
  const material = otherMaterials(colours, known);
  for (let round = 0; round < EVENING_ROUNDS; round++) {
    for (const i of unseen) {
      let r = 0;
      let g = 0;
      let b = 0;
      let count = 0;
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        if (material[of[k]!] !== material[i]) continue;
        const at = of[k]! * 3;
        r += colours[at]!;
        g += colours[at + 1]!;
        b += colours[at + 2]!;
        count++;
      }
      if (count === 0) continue;
      colours[i * 3] = r / count;
      colours[i * 3 + 1] = g / count;
      colours[i * 3 + 2] = b / count;
    }
  }
}

/** The vertices that got a colour, in their order. */
function carryOver(colours: Float32Array, known: Uint8Array, start: Uint32Array, of: Uint32Array): number[] {
  const reached = known.slice();
  const unseen: number[] = [];
  let border: number[] = [];
  for (let i = 0; i < known.length; i++) if (known[i] === 1) border.push(i);
  while (border.length > 0) {
    const next: number[] = [];
    for (const i of border) {
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        const j = of[k]!;
        if (reached[j] === 1) continue;
        reached[j] = 1;
        colours.copyWithin(j * 3, i * 3, i * 3 + 3);
        next.push(j);
      }
    }
    unseen.push(...next);
    border = next;
  }
  return unseen;
}

/** Per vertex, 1 if its colour is far less red than most: skin is red in light and shade, most shorts and hair are not. */
function otherMaterials(colours: Float32Array, known: Uint8Array): Uint8Array {
  const redness = Float32Array.from(known, (_, i) =>
    Math.log((colours[i * 3]! + DARK_FLOOR) / (colours[i * 3 + 2]! + DARK_FLOOR)),
  );
  const usual = redness.filter((_, i) => known[i] === 1).sort();
  const least = (usual[usual.length >> 1] ?? 0) * LEAST_REDNESS;
  return Uint8Array.from(redness, (red) => (red < least ? 1 : 0));
}

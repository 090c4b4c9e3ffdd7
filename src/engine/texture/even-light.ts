import type { Camera } from '../camera.ts';
import { medianOf } from '../median.ts';
import type { FinishedSurface } from '../morphable/finished-surface.ts';
import { neighbourLists } from '../surface/edges.ts';
import { unitVectors, vertexNormals } from '../surface/mesh.ts';
import { directedLight, usualColour } from './directed-light.ts';
import { smoothInPhoto } from './light-in-photo.ts';

/*
 * Six data subjects with torso, head and body, and three people of the other family, of whom photos without any shading
 * could be rendered too. `halves`: by how much the brightness of left and right skin differs, median of the three who are
 * lit from one side (their worst case); `meet`: by how much photos differ where they are mixed on a body, root mean square,
 * median (worst); `true`: how far the family's colours are from those out of photos without shading, median (worst tenth of
 * a person, median). All in %.
 *
 * |                                                              | halves     | meet       | true      |
 * | this                                                         | 2.9 (4.7)  | 9.9 (12)   | 4.1 (13)  |
 * | one factor per photo and channel, from overlaps              | 22 (40)    | 27 (55)    | 9.4 (27)  |
 * | photos as they are                                           | 8.1 (14)   | 21 (35)    | 6.1 (20)  |
 * | levels, too, from what makes skin as bright as in the front  | 2.3 (3.2)  | 9.3 (12)   | 3.6 (12)  |
 * | lights of all photos in one system, with overlaps            | 3.1 (3.5)  | 10.2 (12)  | 3.8 (13)  |
 * | the same from overlaps alone, nothing known of skin          | 6.6 (27)   | 8.9 (12)   | 9.3 (25)  |
 * | harmonics up to the first order                              | 3.0 (5.2)  | 10.6 (12)  | 4.1 (13)  |
 * | light without a colour of its own                            | 2.8 (4.9)  | 9.7 (12)   | 4.2 (13)  |
 *
 * Levels from skin do better on people of one colour, and would make a sunburnt back as light as the front. Light without
 * colour leaves a body warm on one side: hues spread by up to 10 % instead of 5. With the mesh's own normals instead of
 * broad ones (3.2 / 9.0 / 4.3) folds come out inverted where the shape is a little off. What the photos show of details
 * keeps its contrast: 0.95 of that without shading, before and after. All of this is from before light was made smooth in
 * the photo, too, and told without arms; see `light-in-photo.ts`.
 */

/**
 * Factors, 3 per vertex, that make each photo show the whole person in one even light; the front photo's middle keeps
 * its brightness. First each photo's own light is removed, then the photos are made to agree.
 *
 * @param colours per photo, those of the vertices; they are multiplied by the factors
 * @param first the front photo's number
 */
export function evenLight(
  surface: Skin,
  colours: readonly Float32Array[],
  weights: readonly Float32Array[],
  cameras: readonly Camera[],
  first: number,
): Float32Array[] {
  const normals = broadNormals(surface);
  const usual = usualColour(colours[first]!, weights[first]!);
  // Arms hang freely and are fitted least exactly, so a photo's light is told by the rest of the person.
  const known = weights.map((own) => own.map((weight, i) => (surface.isArm[i] === 1 ? 0 : weight)));
  const lights = colours.map((own, view) => directedLight(normals, own, known[view]!, usual));
  // Photos overlap where both see the skin from aside, so their levels are told by the light of each place's own direction.
  const even = (view: number, at: number) => colours[view]![at]! * Math.exp(-lights[view]![at]!);
  const levelled = levels(even, weights, first);
  return lights.map((light, view) => {
    smoothInPhoto(light, surface.mesh.positions, cameras[view]!, weights[view]!);
    const own = colours[view]!;
    const gain = light.map((log, i) => levelled[view]![i % 3]! * Math.exp(-log));
    for (let i = 0; i < gain.length; i++) own[i] = own[i]! * gain[i]!;
    return gain;
  });
}

type ChannelFactors = [number, number, number];

/**
 * One factor per photo and channel that makes photos agree where they overlap; the front photo sets the level. It is
 * the median of log ratios; a photo that overlaps too little keeps its own level.
 *
 * @param colour a photo's colour of a vertex, by three times its number and the channel
 */
function levels(
  colour: (view: number, at: number) => number,
  weights: readonly Float32Array[],
  first: number,
): ChannelFactors[] {
  const order = [first, ...weights.keys()].filter((view, i, all) => all.indexOf(view) === i);
  const gains = weights.map((): ChannelFactors => [1, 1, 1]);
  const settled = [first];
  const waiting = order.slice(1);
  while (waiting.length > 0) {
    const overlaps = waiting.map((view) => sharedVertices(weights, settled, view));
    const widest = overlaps.reduce((best, list, i) => (list.length > overlaps[best]!.length ? i : best), 0);
    const view = waiting[widest]!;
    const shared = overlaps[widest]!;
    const gainOf = (c: number) => {
      const ratios = Float64Array.from(shared, (i) => {
        let [sum, total] = [0, 0];
        for (const other of settled) {
          sum += colour(other, i * 3 + c) * gains[other]![c]! * weights[other]![i]!;
          total += weights[other]![i]!;
        }
        return Math.log((sum / total + 4) / (colour(view, i * 3 + c) + 4));
      });
      return Math.min(MAX_GAIN, Math.max(1 / MAX_GAIN, Math.exp(medianOf(ratios))));
    };
    if (shared.length >= MIN_OVERLAP) gains[view] = [gainOf(0), gainOf(1), gainOf(2)];
    settled.push(view);
    waiting.splice(widest, 1);
  }
  return gains;
}

const MIN_OVERLAP = 60;
const MAX_GAIN = 1.5;
const CLEAR = 0.004;

function sharedVertices(weights: readonly Float32Array[], settled: readonly number[], view: number): number[] {
  const own = weights[view]!;
  const shared: number[] = [];
  for (let i = 0; i < own.length; i++) {
    if (own[i]! > CLEAR && settled.some((other) => weights[other]![i]! > CLEAR)) shared.push(i);
  }
  return shared;
}

type Skin = Pick<FinishedSurface, 'mesh' | 'isCap'> & {
  /** Per vertex. */
  isArm: Uint8Array;
};

/** Number of rounds that removes everything smaller than a breast or a cheek. */
const ROUNDS = 20;

/**
 * Unit normals per vertex of the surface's broad shape: correcting light along them keeps the shading of details. Parts
 * that close a cut do not count, so that a trunk's arms do not seem to turn downwards at their ends.
 */
export function broadNormals({ mesh, isCap }: Omit<Skin, 'isArm'>): Float64Array {
  const { start, of } = neighbourLists(mesh);
  const { positions, triangles } = mesh;
  let normals = vertexNormals({ positions, triangles: triangles.filter((_, k) => isCap[Math.floor(k / 3)] === 0) });
  for (let round = 0; round < ROUNDS; round++) normals = evenedOut(normals, start, of);
  return unitVectors(normals);
}

/** Each vertex's three values, averaged with those of its neighbours. */
export function evenedOut(values: Float64Array, start: Uint32Array, of: Uint32Array): Float64Array {
  const even = new Float64Array(values.length);
  for (let i = 0; i < values.length / 3; i++) {
    let x = values[i * 3]!;
    let y = values[i * 3 + 1]!;
    let z = values[i * 3 + 2]!;
    const end = start[i + 1]!;
    for (let k = start[i]!; k < end; k++) {
      const j = of[k]! * 3;
      x += values[j]!;
      y += values[j + 1]!;
      z += values[j + 2]!;
    }
    const share = 1 / (1 + end - start[i]!);
    even[i * 3] = x * share;
    even[i * 3 + 1] = y * share;
    even[i * 3 + 2] = z * share;
  }
  return even;
}

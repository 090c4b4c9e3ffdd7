import type { RgbImage } from '../../photo/decode.ts';
import { centreOf } from '../camera.ts';
import { LINEAR } from '../image/linear-light.ts';
import { blur121, type Plane, valueAt } from '../image/plane.ts';
import { rasterize } from '../render/rasterize.ts';
import { faceNormal, type Mesh } from '../surface/mesh.ts';
import type { FitState } from './fit-state.ts';
import { termsOf } from './light-terms.ts';
import { type FitSetup, posedPerson } from './observe.ts';
import { type SkinPlaces, STRIDE } from './skin-places.ts';

/** Photos whose shade is used; the same skin is seen in all of them, each in a light of its own. */
const SHADED: readonly string[] = ['front', 'left', 'right'];
/** Cosine between the surface and the way to the camera below which a place is not used, and from which on it counts fully. */
const FLATTEST = 0.3;
const CLEAR = 0.55;
/** A place this much further away than what is seen there is hidden, in px of the picture. */
const SLACK_PX = 6;
/** Keeps the logarithm of nearly black pixels from becoming noise; a share of white. */
const FAINT = 0.004;

/** The light of one place in one photo. */
export interface Sample {
  /** The number of its light. */
  light: number;
  /** The number of its place. */
  place: number;
  log: number;
  /** Change of `log` to the right and down, per px. */
  slope: readonly [number, number];
  /** cm²; a place stands for the vertices that are left out between. */
  area: number;
}

export type Shade = ReturnType<typeof shadeIn>;

/** A photo whose shade is used. */
interface Light {
  /** The number of its view. */
  view: number;
  plane: Plane;
}

export const lightsOf = ({ views }: FitSetup): Light[] =>
  views.flatMap(({ view, image }, i) =>
    image !== undefined && SHADED.includes(view) ? [{ view: i, plane: redLight(image) }] : [],
  );

const RED_LIGHT = LINEAR.map((light) => Math.log(light + FAINT));

function redLight({ widthPx, heightPx, rgb }: RgbImage): Plane {
  const values = new Float32Array(widthPx * heightPx);
  for (let i = 0; i < values.length; i++) values[i] = RED_LIGHT[rgb[i * 3]!]!;
  return { widthPx, heightPx, values: blur121(blur121(values, widthPx, heightPx), widthPx, heightPx) };
}

/** What the photos show of the places that are not hidden, and how much light of each kind reaches them. */
export function shadeIn(setup: FitSetup, state: FitState, places: SkinPlaces, lights: readonly Light[]) {
  const { posed, mesh, normals, seen } = posedPerson(setup, state);
  const areas = areasOf(mesh);
  const samples: Sample[] = [];
  lights.forEach(({ view, plane }, light) => {
    const { camera } = seen[view]!;
    const { depth, projected } = rasterize(mesh, camera);
    const eye = centreOf(camera);
    const slack = (camera.translation[2] / camera.focalPx) * SLACK_PX;
    places.vertices.forEach((v, place) => {
      const [x, y, z] = [projected[v * 3]!, projected[v * 3 + 1]!, projected[v * 3 + 2]!];
      if (x < 3 || y < 3 || x > camera.widthPx - 4 || y > camera.heightPx - 4) return;
      if (z > depth[Math.floor(y) * camera.widthPx + Math.floor(x)]! + slack) return;
      const away = eye.map((value, c) => value - mesh.positions[v * 3 + c]!);
      const facing = away.reduce((sum, value, c) => sum + value * normals[v * 3 + c]!, 0) / Math.hypot(...away);
      if (facing < FLATTEST) return;
      const log = (dx: number, dy: number) => valueAt(plane, x - 0.5 + dx, y - 0.5 + dy);
      const slope = [(log(1.5, 0) - log(-1.5, 0)) / 3, (log(0, 1.5) - log(0, -1.5)) / 3] as const;
      const clear = Math.min(1, (facing - FLATTEST) / (CLEAR - FLATTEST));
      samples.push({ light, place, log: log(0, 0), slope, area: areas[v]! * STRIDE * 1e4 * clear });
    });
  });
  return {
    posed,
    seen,
    normals,
    samples,
    views: lights.map(({ view }) => view),
    terms: termsOf(mesh, normals, places),
  };
}

/** Area of each vertex, m². */
function areasOf({ positions, triangles }: Mesh): Float64Array {
  const areas = new Float64Array(positions.length / 3);
  const n = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    faceNormal(positions, triangles, t, n);
    const share = Math.hypot(n[0]!, n[1]!, n[2]!) / 6;
    for (let k = 0; k < 3; k++) areas[triangles[t + k]!] = areas[triangles[t + k]!]! + share;
  }
  return areas;
}

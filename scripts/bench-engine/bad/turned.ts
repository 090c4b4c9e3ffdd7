import { readFileSync } from 'node:fs';
import type { View } from '../../../src/contract/reconstruction.ts';
import { type Camera, centreOf, project } from '../../../src/engine/camera.ts';
import { type DepthImage, rasterize } from '../../../src/engine/render/rasterize.ts';
import { boundsOf, faceNormal, type Mesh } from '../../../src/engine/surface/mesh.ts';
import { rayOf } from '../ray.ts';
import { before, emptyWall, type Picture, readPicture } from './picture.ts';

/** The content of a set's `cameras.json`. */
interface CameraFile {
  cameras: Partial<Record<View, { width: number; height: number; K: number[][]; R: number[][]; t: number[] }>>;
}

/** The true surface counts as seen if it lies at most this far behind the surface that a camera sees, metres. */
const SEEN_M = 0.008;

/**
 * The photo of a view as if the person had stood turned by some degrees: the true surface from that side, painted with
 * the colours of the set's own photos, before the same wall.
 */
export async function turned(
  truth: Mesh,
  photos: Partial<Record<View, string>>,
  camerasPath: string,
  view: View,
  degrees: number,
): Promise<Picture> {
  const cameras = readCameras(camerasPath);
  const sources = await Promise.all(
    Object.entries(photos).map(async ([name, path]) => {
      const camera = cameras[name as View]!;
      return { camera, centre: centreOf(camera), seen: rasterize(truth, camera), picture: await readPicture(path) };
    }),
  );
  const camera = turnedCamera(cameras[view]!, truth, (degrees * Math.PI) / 180);
  const image = rasterize(truth, camera);
  const wall = await emptyWall(await readPicture(photos[view]!));
  const who: Picture = { ...wall, rgb: new Uint8Array(wall.rgb.length), person: new Uint8Array(wall.person.length) };
  const centre = centreOf(camera);
  const n = new Float64Array(3);
  const to = new Float64Array(3);
  for (let i = 0; i < image.triangle.length; i++) {
    if (image.triangle[i]! < 0) continue;
    const ray = rayOf(camera, (i % camera.widthPx) + 0.5, Math.floor(i / camera.widthPx) + 0.5);
    const place = [0, 1, 2].map((c) => centre[c]! + ray[c]! * image.depth[i]!) as [number, number, number];
    faceNormal(truth.positions, truth.triangles, image.triangle[i]! * 3, n);
    let most = -Infinity;
    for (const source of sources) {
      project(source.camera, ...place, to);
      const [x, y] = [Math.floor(to[0]!), Math.floor(to[1]!)];
      if (x < 0 || y < 0 || x >= source.camera.widthPx || y >= source.camera.heightPx) continue;
      const at = y * source.camera.widthPx + x;
      const facing = [0, 1, 2].reduce((sum, c) => sum + n[c]! * (source.centre[c]! - place[c]!), 0);
      const worth = facing / Math.hypot(n[0]!, n[1]!, n[2]!) - (isSeen(source.seen, at, to[2]!) ? 0 : 10);
      if (worth <= most || source.picture.person[at]! < 128) continue;
      most = worth;
      for (let c = 0; c < 3; c++) who.rgb[i * 3 + c] = source.picture.rgb[at * 3 + c]!;
      who.person[i] = 255;
    }
  }
  return before(wall, who);
}

const isSeen = ({ depth }: DepthImage, at: number, away: number) => away < depth[at]! + SEEN_M;

function readCameras(path: string): Partial<Record<View, Camera>> {
  const { cameras }: CameraFile = JSON.parse(readFileSync(path, 'utf8'));
  const all = Object.entries(cameras).map(([view, { width, height, K, R, t }]) => [
    view,
    {
      ...{ widthPx: width, heightPx: height, focalPx: K[0]![0]!, principalPx: [K[0]![2]!, K[1]![2]!] },
      ...{ rotation: R.flat(), translation: t },
    },
  ]);
  return Object.fromEntries(all);
}

/**
 * The camera that sees the person at rest in the same way as `camera` sees them turned about their own upright axis.
 */
function turnedCamera(camera: Camera, { positions }: Mesh, angle: number): Camera {
  const { low, high } = boundsOf(positions);
  const axis = [(low[0]! + high[0]!) / 2, 0, (low[2]! + high[2]!) / 2];
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const turn = [c, 0, s, 0, 1, 0, -s, 0, c];
  const shift = [0, 1, 2].map((r) => axis[r]! - [0, 1, 2].reduce((sum, k) => sum + turn[r * 3 + k]! * axis[k]!, 0));
  const rows = [0, 1, 2].map((r) => camera.rotation.slice(r * 3, r * 3 + 3));
  const rotation = rows.flatMap((row) =>
    [0, 1, 2].map((k) => row.reduce((sum, v, j) => sum + v * turn[j * 3 + k]!, 0)),
  );
  const moved = rows.map((row, r) => row.reduce((sum, v, j) => sum + v * shift[j]!, camera.translation[r]!));
  return { ...camera, rotation, translation: [moved[0]!, moved[1]!, moved[2]!] };
}

import { rotationOf } from '../../../src/engine/camera.ts';
import { rasterize } from '../../../src/engine/render/rasterize.ts';
import { boundsOf, type Mesh, vertexNormals } from '../../../src/engine/surface/mesh.ts';
import type { RealHeads } from '../../real-heads/read-real-heads.ts';
import { BIT, type Truth } from '../score/read-ply.ts';

/** Neck, shoulders: seen, but not scored. */
const ELSEWHERE = 256;
const FACE_REACH = 0.095;
const TIP = 30;
const CHIN = 8;

/** The true surface with its regions: the face round the nose, the head above a slant from chin to nape. */
export function truthOfHead(heads: RealHeads, mesh: Mesh): Truth {
  const { positions: rest } = heads.mean;
  const restNormals = vertexNormals(heads.mean);
  const place = (landmark: number) => rest.subarray(heads.landmarks[landmark]! * 3, heads.landmarks[landmark]! * 3 + 3);
  const [tip, chin] = [place(TIP), place(CHIN)];
  const isSeen = seenVertices(mesh);
  const regions = Uint16Array.from({ length: mesh.positions.length / 3 }, (_, i) => {
    const hidden = isSeen[i] === 1 ? 0 : BIT.hidden;
    if (i * 3 >= rest.length) return ELSEWHERE | hidden;
    const [x, y, z] = rest.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
    if (y < chin[1]! + 0.3 * (chin[2]! - z) - 0.004) return ELSEWHERE | hidden;
    const isNear = Math.hypot(x - tip[0]!, y - tip[1]!, z - tip[2]!) < FACE_REACH;
    return BIT.head | (isNear && restNormals[i * 3 + 2]! > 0 ? BIT.face : 0) | hidden;
  });
  return { mesh, regions };
}

const YAWS = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330];
const PITCHES = [-50, 0, 50];
const SIDE_PX = 700;
const DISTANCE = 8;
/** A vertex so far behind what is seen counts as seen, metres. */
const TOLERANCE = 0.001;

/** Vertices that one of many cameras round the head sees: no inside of mouth or lids, no trunk below the neck. */
function seenVertices(mesh: Mesh): Uint8Array {
  const seen = new Uint8Array(mesh.positions.length / 3);
  const { low, high } = boundsOf(mesh.positions);
  const middle = [0, (low[1]! + high[1]!) / 2, (low[2]! + high[2]!) / 2];
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  for (const yaw of YAWS) {
    for (const pitch of PITCHES) {
      const rotation = rotationOf({ yaw: radians(yaw), pitch: radians(pitch), roll: 0 });
      const row = (k: number) => -[0, 1, 2].reduce((sum, c) => sum + rotation[k * 3 + c]! * middle[c]!, 0);
      const { depth, projected } = rasterize(mesh, {
        ...{ widthPx: SIDE_PX, heightPx: SIDE_PX, focalPx: (SIDE_PX * DISTANCE) / (1.1 * (high[1]! - low[1]!)) },
        ...{ principalPx: [SIDE_PX / 2, SIDE_PX / 2], rotation, translation: [row(0), row(1), row(2) + DISTANCE] },
      });
      for (let i = 0; i < seen.length; i++) {
        const [x, y] = [Math.floor(projected[i * 3]!), Math.floor(projected[i * 3 + 1]!)];
        if (x < 0 || y < 0 || x >= SIDE_PX || y >= SIDE_PX) continue;
        if (projected[i * 3 + 2]! < depth[y * SIDE_PX + x]! + TOLERANCE) seen[i] = 1;
      }
    }
  }
  return seen;
}

import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Camera, rotationOf } from '../../src/engine/camera.ts';
import { rasterize } from '../../src/engine/render/rasterize.ts';
import { boundsOf, type Mesh, vertexNormals } from '../../src/engine/surface/mesh.ts';
import type { Measured } from './measured.ts';
import { readGlb } from './score/read-glb.ts';
import { truthOf } from './subjects.ts';

const WIDTH_PX = 640;
const HEIGHT_PX = 860;
const PAPER = 244;
/** Front, the person's left, back; degrees round the person. */
const YAWS = [0, -90, 180];
/** In heights of the mesh: nearly parallel. */
const DISTANCE = 8;

/**
 * Makes pictures for a person to check after a run: the engine's own turntable, and its surface without colours from
 * front, left and back, with the true one below it, in the same light. Colours hide dents and spikes.
 */
export async function keepPictures({ subject, variant, glb, folder }: Measured, to: string): Promise<void> {
  if (glb === undefined) return;
  mkdirSync(to, { recursive: true });
  const name = `${subject.tier}-${subject.name}-${variant.replace(' ', '-')}`;
  copyFileSync(join(folder, 'frames.jpg'), join(to, `${name}-turntable.jpg`));
  const model = readGlb(readFileSync(join(folder, 'model.glb')));
  const { low, high } = boundsOf(model.positions);
  const tall = high[1]! - low[1]!;
  const truth = truthOf(subject).mesh;
  const rows = [shadedViews(model, tall), shadedViews(truth, tall, cutOf(truth, variant))];
  const sheet = sharp({
    create: { width: WIDTH_PX * YAWS.length, height: HEIGHT_PX * rows.length, channels: 3, background: '#fff' },
  });
  const raw = { width: WIDTH_PX, height: HEIGHT_PX, channels: 3 as const };
  const tiles = rows.flatMap((row, r) =>
    row.map((input, i) => ({ input, raw, left: i * WIDTH_PX, top: r * HEIGHT_PX })),
  );
  await sheet
    .composite(tiles)
    .png()
    .toFile(join(to, `${name}-shaded.png`));
}

/** Height at the middle of the picture of a true person, of whom a set may show a part only. */
function cutOf({ positions }: Mesh, variant: Measured['variant']): number | undefined {
  const { low, high } = boundsOf(positions);
  const share = { torso: 0.66, head: 0.9, body: 0.5 }[variant.split(' ')[0] as 'torso' | 'head' | 'body'];
  return low[1]! + share * (high[1]! - low[1]!);
}

function shadedViews(mesh: Mesh, tall: number, middleY?: number): Buffer[] {
  const normals = vertexNormals(mesh);
  const { low, high } = boundsOf(mesh.positions);
  const middle = [0, 1, 2].map((k) => (low[k]! + high[k]!) / 2);
  if (middleY !== undefined) middle[1] = middleY;
  return YAWS.map((degrees) => {
    const rotation = rotationOf({ yaw: (degrees * Math.PI) / 180, pitch: 0, roll: 0 });
    const row = (k: number) => -[0, 1, 2].reduce((sum, c) => sum + rotation[k * 3 + c]! * middle[c]!, 0);
    return shaded(mesh, normals, {
      ...{ widthPx: WIDTH_PX, heightPx: HEIGHT_PX, focalPx: 0.92 * DISTANCE * HEIGHT_PX },
      ...{ principalPx: [WIDTH_PX / 2, HEIGHT_PX / 2], rotation },
      translation: [row(0), row(1), row(2) + DISTANCE * tall],
    });
  });
}

/** Grey, by the angle between the surface and a light beside the camera; parts that are inside out are red. */
function shaded(mesh: Mesh, normals: Float64Array, camera: Camera): Buffer {
  const { triangle } = rasterize(mesh, camera);
  const rgb = Buffer.alloc(WIDTH_PX * HEIGHT_PX * 3, PAPER);
  const r = camera.rotation;
  const light = [0, 1, 2].map((c) => -0.4 * r[c]! - 0.5 * r[3 + c]! - 0.77 * r[6 + c]!);
  for (let i = 0; i < triangle.length; i++) {
    if (triangle[i]! < 0) continue;
    const n = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const v = mesh.triangles[triangle[i]! * 3 + k]! * 3;
      for (let c = 0; c < 3; c++) n[c] = n[c]! + normals[v + c]! / 3;
    }
    const towards = -(n[0]! * r[6]! + n[1]! * r[7]! + n[2]! * r[8]!);
    const lit = Math.max(0, n[0]! * light[0]! + n[1]! * light[1]! + n[2]! * light[2]!);
    const grey = 45 + 185 * lit;
    rgb.set(towards < -0.2 ? [200, 40, 40] : [grey, grey, grey], i * 3);
  }
  return rgb;
}

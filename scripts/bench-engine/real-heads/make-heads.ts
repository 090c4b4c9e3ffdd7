import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { pupilsOf, type RealHeads, readRealHeads } from '../../real-heads/read-real-heads.ts';
import { type Framing, SETS } from '../../samples/camera.ts';
import { add, scale, type Vector } from '../../samples/vector.ts';
import { type Population, readPopulation } from '../../train/population.ts';
import { type Random, randomOf } from '../family/random.ts';
import { cameraFile, someCamera, someStudio } from '../family/studio.ts';
import { plyOf } from '../family/truth.ts';
import { type ManifestSubject, REAL, RELIEF } from '../subjects.ts';
import { type HeadLooks, headPainter, someLooks } from './head-paint.ts';
import { paintedMesh, renderHead } from './head-photo.ts';
import { truthOfHead } from './head-truth.ts';
import { onTrunk } from './on-trunk.ts';
import { someCoefficients, someHead } from './some-head.ts';

/** Seeds of people of the other family begin at 0; these are others. */
const FIRST_SEED = 1000;
const TIP = 30;

/**
 * Makes heads drawn from the modes of real ones, coefficients from N(0, 1), each on a trunk of the population, with
 * skin, hair, wall, light and lens of its own, in the form of a data folder. Heads that an earlier run made stay.
 */
export async function makeHeads(data: string, folder: string, count: number, hasRelief: boolean): Promise<string> {
  const people: Record<string, ManifestSubject> = {};
  const sources = { heads: readRealHeads(data), population: readPopulation(data) };
  console.log(
    `${count} heads of real people's modes, seeds ${FIRST_SEED} to ${FIRST_SEED + count - 1}${hasRelief ? ', with relief' : ''}`,
  );
  for (let k = 0; k < count; k++) {
    const name = `h${k + 1}`;
    const path = join(folder, name, 'person.json');
    if (!existsSync(path)) {
      console.log(`making ${name}`);
      const person = await makePerson(sources, folder, name, FIRST_SEED + k, hasRelief);
      writeFileSync(path, JSON.stringify(person));
    }
    people[name] = JSON.parse(readFileSync(path, 'utf8'));
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ tiers: { [hasRelief ? RELIEF : REAL]: people } }));
  return folder;
}

interface Sources {
  heads: RealHeads;
  population: Population;
}

async function makePerson(
  sources: Sources,
  folder: string,
  name: string,
  seed: number,
  hasRelief: boolean,
): Promise<ManifestSubject> {
  const { heads, population } = sources;
  const random = randomOf(seed);
  const head = someHead(heads, someCoefficients(heads, random), hasRelief, seed);
  const trunk = Math.floor(random.between(0, population.people.length));
  const mesh = onTrunk(heads, head, population, trunk);
  const painted = paintedMesh(mesh, painterOf(heads, someLooks(random)));
  const studio = someStudio(random);
  const framing = someFraming(heads, mesh.positions, random);
  mkdirSync(join(folder, name, 'head'), { recursive: true });
  const [photos, cameras]: [Record<string, string>, Record<string, unknown>] = [{}, {}];
  for (const view of SETS.face) {
    const camera = someCamera(framing, view, random);
    const { picture, hit } = renderHead(painted, studio, camera);
    photos[view] = `${name}/head/${view}.jpg`;
    cameras[view] = cameraFile(camera);
    const size = { width: picture.widthPx, height: picture.heightPx };
    await sharp(picture.rgb, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 92 })
      .toFile(join(folder, photos[view]));
    await sharp(
      hit.map((one) => one * 255),
      { raw: { ...size, channels: 1 } },
    )
      .png()
      .toFile(join(folder, name, 'head', `${view}.mask.png`));
  }
  writeFileSync(join(folder, name, 'head', 'cameras.json'), JSON.stringify({ cameras }));
  writeFileSync(join(folder, name, 'gt.ply'), plyOf(truthOfHead(heads, mesh)));
  const [left, right] = pupilsOf(heads, mesh.positions);
  const nose = heads.landmarks[TIP]! * 3;
  return {
    gt: `${name}/gt.ply`,
    params: { gender: 0.5 },
    landmarks: {
      ...{ pupil_left: left, pupil_right: right, nipple_left: left, nipple_right: right },
      nose_tip: [mesh.positions[nose]!, mesh.positions[nose + 1]!, mesh.positions[nose + 2]!],
    },
    measurements: {
      ...{ nipple_to_nipple_cm: 0, hip_circumference_cm: 0, body_volume_l: 0 },
      eye_distance_cm: Math.round(Math.hypot(...left.map((value, c) => value - right[c]!)) * 1000) / 10,
    },
    cases: { head: { photos, cameras: `${name}/head/cameras.json` } },
  };
}

/** What a photo shows above and below the head, cm, and distances of cameras in heights of the picture. */
const ABOVE_CM = 5;
const BELOW_CM = 13;
const DISTANCES = [1.5, 4] as const;

function someFraming({ landmarks }: RealHeads, positions: Float64Array, random: Random): Framing {
  const low = positions[landmarks[8]! * 3 + 1]! * 100 - BELOW_CM;
  let [high, front, back] = [-Infinity, -Infinity, Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i + 1]! * 100 < low) continue;
    high = Math.max(high, positions[i + 1]! * 100 + ABOVE_CM);
    front = Math.max(front, positions[i + 2]! * 100);
    back = Math.min(back, positions[i + 2]! * 100);
  }
  const heightCm = (high - low) * random.about(1, 0.04);
  const distanceCm = heightCm * random.between(...DISTANCES);
  return { lookAt: [0, (low + high) / 2, (front + back) / 2], heightCm, distanceCm, widthPx: 768, heightPx: 960 };
}

/** A place is painted by where it lies on the mean head; the trunk by where it is. */
function painterOf(heads: RealHeads, looks: HeadLooks) {
  const { skinAt, eyeAt } = headPainter(heads, looks);
  const { positions: rest } = heads.mean;
  const [from, to] = heads.parts.eyeballs;
  return (corners: readonly number[], weights: readonly number[]) => {
    const first = corners[0]!;
    if (first >= to) return { colour: looks.skin, shine: 0.06 };
    const at = corners.reduce<Vector>(
      (sum, corner, k) =>
        add(sum, scale([rest[corner * 3]!, rest[corner * 3 + 1]!, rest[corner * 3 + 2]!], 1000 * weights[k]!)),
      [0, 0, 0],
    );
    if (first < from) return skinAt(at);
    return eyeAt(first < (from + to) / 2 ? 0 : 1, at);
  };
}

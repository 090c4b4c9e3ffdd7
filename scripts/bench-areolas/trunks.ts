import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { project } from '../../src/engine/camera.ts';
import { somePhysique } from '../bench-engine/family/physique.ts';
import { somePosture } from '../bench-engine/family/posture.ts';
import { type Random, randomOf } from '../bench-engine/family/random.ts';
import { heightsOf, marksOf, stand } from '../bench-engine/family/stand.ts';
import { cameraFile, someCamera, someFraming, someStudio } from '../bench-engine/family/studio.ts';
import { figureFrom } from '../samples/figure.ts';
import { renderScene, type Studio } from '../samples/photo.ts';
import type { Bodies } from './bodies.ts';
import { drawTrunk } from './draw-trunk.ts';
import { type Cover, painterOf } from './paint-trunk.ts';
import { SHADES, type Shade, STEPS, someLooks, WALL_NAMES, wallOf } from './skin.ts';

/** A painted front photo of a trunk. */
export interface Trunk {
  seed: number;
  person: string;
  step: number;
  shade: Shade;
  wall: string;
  cover?: Cover;
  /** The middles of the person's right and left areola: px of the photo. */
  areolas: readonly [Place, Place];
  /** Px of the photo that a millimetre at the nipples takes. */
  pxPerMm: number;
}
type Place = readonly [x: number, y: number];

/** Every fifth trunk is of the bench's other family, which has nipples of its own, a bun and shorts. */
const FAMILY_EVERY = 5;

/** Makes the photo of a seed once; it stays in the folder. */
export async function trunkOf(seed: number, cover: Cover | undefined, bodies: Bodies, folder: string) {
  const path = join(folder, `${seed}.jpg`);
  const about = join(folder, `${seed}.json`);
  if (!existsSync(about)) {
    mkdirSync(folder, { recursive: true });
    const { picture, trunk, quality } = paintedTrunk(seed, cover, bodies);
    const size = { width: picture.widthPx, height: picture.heightPx };
    const shrunk = sharp(picture.rgb, { raw: { ...size, channels: 3 } }).resize({ width: 720 });
    await shrunk.jpeg({ quality }).toFile(path);
    writeFileSync(about, JSON.stringify(trunk));
  }
  return { trunk: JSON.parse(readFileSync(about, 'utf8')) as Trunk, photo: readFileSync(path) };
}

function paintedTrunk(seed: number, cover: Cover | undefined, bodies: Bodies) {
  const random = randomOf(7000 + seed);
  // Steps and shades go round with periods that share no factor with each other.
  const step = ((seed * 17) % STEPS) + 1;
  const shade = SHADES[(seed + Math.floor(seed / STEPS)) % SHADES.length]!;
  const wall = WALL_NAMES[(seed * 5 + Math.floor(seed / WALL_NAMES.length)) % WALL_NAMES.length]!;
  const looks = someLooks(step, shade, random);
  const studio = { ...someStudio(random), wall: wallOf(wall, looks.skin) };
  const quality = Math.round(random.between(82, 94));
  const isFamily = cover === undefined && seed % FAMILY_EVERY === FAMILY_EVERY - 1;
  const { picture, ...seen } = isFamily
    ? ofFamily(seed, looks, studio, random)
    : ofBody(seed, looks, studio, random, cover, bodies);
  const trunk: Trunk = { seed, step, shade, wall, ...(cover && { cover }), ...seen };
  return { picture, trunk, quality };
}

type Looks = ReturnType<typeof someLooks>;

function ofBody(seed: number, looks: Looks, studio: Studio, random: Random, cover: Cover | undefined, bodies: Bodies) {
  const body = bodies.some(seed);
  const paint = painterOf(body, looks, random, cover);
  const { picture, areolas } = drawTrunk(body.mesh, body.camera, studio, paint, random.between(2, 5));
  const [right, left] = areolas.map(([x, y]): Place => [x / 2, y / 2]);
  const at = new Float64Array(3);
  project(body.camera, ...body.nipples[0], at);
  return {
    picture,
    person: body.name,
    areolas: [right!, left!] as const,
    pxPerMm: body.camera.focalPx / 2 / at[2]! / 1000,
  };
}

/** The seed's own person, with nipples further apart or closer together than usual and another areola. */
function ofFamily(seed: number, looks: Looks, studio: Studio, random: Random) {
  const isWoman = random.between(0, 1) < 0.5;
  const physique = somePhysique(random, isWoman);
  const { nipple } = physique.chest;
  const own = {
    ...nipple,
    x: nipple.x * random.between(0.72, 1.1),
    areolaRadius: nipple.areolaRadius * random.between(0.6, 1.3),
  };
  const colours = { ...physique.looks, ...looks, lips: looks.areola };
  const figure = figureFrom({ ...physique, chest: { ...physique.chest, nipple: own }, looks: colours });
  const standing = stand(figure, somePosture(random, isWoman));
  const camera = someCamera(someFraming('torso', heightsOf(standing), random), 'front', random);
  const { picture } = renderScene({ ...standing, studio }, camera);
  const { K, R, t } = cameraFile(camera);
  const marks = marksOf(standing);
  const scaleTo = 720 / camera.widthPx;
  const seen = [marks.nipple_right, marks.nipple_left].map((mark) =>
    R.map((row, r) => row.reduce((sum, value, c) => sum + value * mark[c]!, t[r]!)),
  );
  const [right, left] = seen.map(
    ([x, y, z]): Place => [
      (K[0]![2]! + (K[0]![0]! * x!) / z!) * scaleTo,
      (K[1]![2]! + (K[1]![1]! * y!) / z!) * scaleTo,
    ],
  );
  const pxPerMm = ((K[0]![0]! / seen[0]![2]!) * scaleTo) / 1000;
  return { picture, person: `${isWoman ? 'w' : 'n'}${seed}`, areolas: [right!, left!] as const, pxPerMm };
}

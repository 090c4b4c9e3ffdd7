import { readFileSync } from 'node:fs';
import { type Camera, rotationOf } from '../../src/engine/camera.ts';
import type { Mesh } from '../../src/engine/surface/mesh.ts';
import { subdivide } from '../../src/engine/surface/subdivide.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import { type Random, randomOf } from '../bench-engine/family/random.ts';
import { readSubjects, type Subject, truthOf } from '../bench-engine/subjects.ts';
import { type Population, readPopulation } from '../train/population.ts';

/** A person without colour, metres, with the camera of a front photo of the trunk. */
export interface Body {
  name: string;
  isWoman: boolean;
  mesh: Mesh;
  /** The person's right and left nipple. */
  nipples: readonly [Vec3, Vec3];
  camera: Camera;
}

/** Twice the size of the photos, against jagged edges. */
const PHOTO = { widthPx: 1440, heightPx: 1920 } as const;

export class Bodies {
  private readonly subjects: Subject[];
  private readonly population: Population;
  private readonly genders: number[];

  constructor(data: string) {
    this.subjects = readSubjects(data).filter(({ tier }) => tier === 'dev' || tier === 'second');
    this.population = readPopulation(data);
    const { subjects } = JSON.parse(readFileSync(`${data}/population.json`, 'utf8'));
    this.genders = subjects.map(({ gender }: { gender: number }) => gender);
  }

  /** One of the people whose photos the data hold, or, three times as often, one of the population. */
  some(seed: number): Body {
    const random = randomOf(seed);
    const own = this.subjects[Math.floor(seed / 4) % this.subjects.length]!;
    return seed % 4 === 0
      ? ofSubject(own, random)
      : this.ofPopulation((seed * 37) % this.population.people.length, random);
  }

  private ofPopulation(index: number, random: Random): Body {
    const { people, triangles, landmarks } = this.population;
    // As coarse as they come, gleams show their triangles.
    const mesh = subdivide({ positions: people[index]!, triangles });
    const { positions } = mesh;
    const at = (v: number): Vec3 => [positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!];
    const nipples = [at(landmarks.nipple_right), at(landmarks.nipple_left)] as const;
    return {
      name: `p${index}`,
      isWoman: this.genders[index]! < 0.5,
      mesh,
      nipples,
      camera: someCamera(nipples, random),
    };
  }
}

function ofSubject(subject: Subject, random: Random): Body {
  const { name, isWoman, landmarks } = subject;
  const nipples = [landmarks.nipple_right, landmarks.nipple_left] as const;
  return { name, isWoman, mesh: truthOf(subject).mesh, nipples, camera: someCamera(nipples, random) };
}

/** From a hand above the hips to the neck, as a clinic takes it, a little turned and moved. */
function someCamera([right, left]: readonly [Vec3, Vec3], random: Random): Camera {
  const heightM = random.about(0.74, 0.04);
  const middle = [
    (right[0] + left[0]) / 2 + random.about(0, 0.012),
    (right[1] + left[1]) / 2 - 0.09 + random.about(0, 0.025),
    (right[2] + left[2]) / 2 - 0.1,
  ] as const;
  const away = random.between(1.1, 3) * heightM;
  const degrees = (spread: number) => (random.about(0, spread) * Math.PI) / 180;
  const rotation = rotationOf({ yaw: degrees(2.5), pitch: degrees(1.2), roll: degrees(1) });
  const row = (r: number) => middle.reduce((sum, value, c) => sum + rotation[r * 3 + c]! * value, 0);
  const { widthPx, heightPx } = PHOTO;
  return {
    ...PHOTO,
    focalPx: (heightPx * away) / heightM,
    principalPx: [widthPx / 2, heightPx / 2],
    rotation,
    translation: [-row(0), -row(1), away - row(2)],
  };
}

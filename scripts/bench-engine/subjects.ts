import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasureName, ReconstructionType, View } from '../../src/contract/reconstruction.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import { readTruth, type Truth } from './score/read-ply.ts';

export const SETS = ['torso', 'head', 'body'] as const;
export type SetName = (typeof SETS)[number];

export const TYPE_OF: Record<SetName, ReconstructionType> = { torso: 'mammo', head: 'face', body: 'body' };

/** Nobody looks at these people while tuning the engine: they show if it was tuned only to the others. */
export const KEPT_APART: readonly string[] = ['f4', 'm2'];

/** The tier of people who are made by `family/`. */
export const FAMILY = 'family';

/** The tiers of heads drawn from the modes of real ones; see `real-heads/`. */
export const REAL = 'real';
export const RELIEF = 'relief';
export const isReal = ({ tier }: Pick<Subject, 'tier'>) => tier === REAL || tier === RELIEF;

export interface Subject {
  name: string;
  tier: string;
  isWoman: boolean;
  bodyVolumeL: number;
  /** cm, under the interface's names. */
  measures: Record<MeasureName, number>;
  /** Paths of the photos and of the masks beside them. */
  photos: Partial<Record<SetName, Partial<Record<View, string>>>>;
  cameras: Partial<Record<SetName, string>>;
  truthPath: string;
  /** Places on the true surface, metres. */
  landmarks: Record<LandmarkName, Vec3>;
}

type LandmarkName = 'nipple_left' | 'nipple_right' | 'pupil_left' | 'pupil_right' | 'nose_tip';

/** The parts of a data folder's `manifest.json` that the bench uses. */
interface Manifest {
  tiers: Record<string, Record<string, ManifestSubject>>;
}

export interface ManifestSubject {
  gt: string;
  params: { gender: number };
  landmarks: Record<LandmarkName, Vec3>;
  measurements: Record<'nipple_to_nipple_cm' | 'eye_distance_cm' | 'hip_circumference_cm' | 'body_volume_l', number>;
  cases: Partial<Record<SetName, { photos: Partial<Record<View, string>>; cameras: string }>>;
}

/** The people of a data folder, tier by tier. */
export function readSubjects(folder: string): Subject[] {
  const { tiers }: Manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  return Object.entries(tiers).flatMap(([tier, people]) =>
    Object.entries(people).map(([name, { gt, params, landmarks, measurements: m, cases }]) => ({
      name,
      tier,
      isWoman: params.gender < 0.5,
      bodyVolumeL: m.body_volume_l,
      measures: {
        nipple_to_nipple: m.nipple_to_nipple_cm,
        eye_distance: m.eye_distance_cm,
        hipline: m.hip_circumference_cm,
      },
      photos: mapped(cases, ({ photos }) => mapped(photos, (path) => join(folder, path))),
      cameras: mapped(cases, ({ cameras }) => join(folder, cameras)),
      truthPath: join(folder, gt),
      landmarks,
    })),
  );
}

function mapped<K extends string, A, B>(from: Partial<Record<K, A>>, change: (value: A) => B): Partial<Record<K, B>> {
  return Object.fromEntries(Object.entries<A>(from as Record<K, A>).map(([key, value]) => [key, change(value)])) as {
    [key in K]?: B;
  };
}

const truths = new Map<string, Truth>();

/** A person's true surface, read once. */
export function truthOf({ truthPath }: Subject): Truth {
  const known = truths.get(truthPath) ?? readTruth(readFileSync(truthPath));
  truths.set(truthPath, known);
  return known;
}

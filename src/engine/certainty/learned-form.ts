import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { PartName } from './parts.ts';
import type { SignName } from './signs.ts';

/** What `npm run calibrate` learned of a part. */
export interface LearnedPart {
  /** Logarithm of the likely error in mm: `base + Σ weight · sign`. No weight is negative. */
  base: number;
  weights: Readonly<Partial<Record<SignName, number>>>;
  /** Medians of those signs. */
  usual: Readonly<Partial<Record<SignName, number>>>;
  /** The largest that were seen of those signs: more of one counts as much. */
  most: Readonly<Partial<Record<SignName, number>>>;
  /** 95 % of models are at most this many times as wrong as is likely. */
  bound: number;
}

/** 95 % of the places of a part are at most this many times as far off as the part's expected error. */
export interface LearnedPlaces {
  seen: number;
  unseen: number;
}

export type Learned = Readonly<
  Record<
    ReconstructionType,
    {
      parts: Readonly<Partial<Record<PartName, LearnedPart>>>;
      /** `rest`: of what belongs to no part, in errors of the model's first part. */
      places: Readonly<Partial<Record<PartName | 'rest', LearnedPlaces>>>;
    }
  >
>;

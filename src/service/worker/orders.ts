import type { Certainty } from '../../contract/certainty.ts';
import type { SetWarnings } from '../../contract/patient-page.ts';
import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import type { Examined } from '../../photo/examine.ts';
import type { NewGeneration } from '../domain/generation.ts';
import type { FileFacts } from '../storage/blob-store.ts';

/** What a process is told and what it answers; its work is one order after another. */
export interface Exchange {
  order: unknown;
  answer: unknown;
}

/** A message of a process: its progress, and once the answer, or the error that it broke off with. */
export type Report<Answer> =
  | { kind: 'progress'; fraction: number }
  | { kind: 'done'; answer: Answer }
  | { kind: 'fault'; fault: Fault };

export interface Fault {
  name: string;
  message: string;
  stack?: string | undefined;
  /** Of a system error: what is done about a full disk depends on it. */
  code?: string | undefined;
}

/** The parts of a model, each a file. */
export const PART_NAMES = ['glb', 'obj', 'mtl', 'texture', 'frames', 'report'] as const;
export type PartName = (typeof PART_NAMES)[number];

/** Paths stand for photos and parts: their bytes never pass through the service's process. */
export interface Generating extends Exchange {
  order: Omit<NewGeneration, 'photos'> & {
    photoPaths: Partial<Record<View, string>>;
    /** The parts are written here. */
    partPaths: Record<PartName, string>;
  };
  answer: { ok: true; model: Model } | { ok: false; reason: string };
}

export interface Model {
  /** cm, by the interface's names. */
  measures: Record<string, number>;
  certainty?: Certainty | undefined;
  parts: Record<PartName, FileFacts>;
}

/** The examination of a photo, or a small picture of it as JPEG. */
export interface Decoding extends Exchange {
  order: { path: string; thumbSidePx?: number };
  answer: Examined | Uint8Array;
}

/** What a generation would say of photos: of each, the sides beside the front, and where it is asked for of all together. */
export interface Looking extends Exchange {
  order: {
    type: ReconstructionType;
    paths: Partial<Record<View, string>>;
    together?: Pick<NewGeneration, 'provider' | 'measures'> | undefined;
  };
  answer: SetWarnings;
}

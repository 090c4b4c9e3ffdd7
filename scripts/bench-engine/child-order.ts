import type { MeasureName, ReconstructionType, View } from '../../src/contract/reconstruction.ts';
import type { EngineInput } from '../../src/engine/reconstruct.ts';

/** One generation for a process of its own. */
export interface ChildOrder {
  method: 'engine' | 'hull';
  type: ReconstructionType;
  provider: EngineInput['provider'];
  /** Paths. */
  photos: Partial<Record<View, string>>;
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
  /** The path of the models of people. */
  people: string;
  /** The folder for the answer, and for the files if they are kept. */
  folder: string;
  keep: boolean;
}

export interface ChildAnswer {
  /** Seconds from the photos to the finished zip. */
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  zipBytes?: number;
  warnings?: string[];
  measures?: Record<string, number>;
  refusal?: { reason: string; views: string[]; sentence: string };
  /** A failure that is no refusal: an error of the engine, or no answer in time. */
  fault?: string;
}

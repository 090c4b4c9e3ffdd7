import type { MeasureName, ReconstructionType, View } from '../../contract/reconstruction.ts';
import type { EngineResult } from '../../engine/reconstruct.ts';
import type { ProviderNumber } from '../domain/reconstructions.ts';

/** What the worker thread gets, one at a time: paths instead of bytes, so that only one thread holds the photos. */
export interface WorkOrder {
  type: ReconstructionType;
  provider: ProviderNumber;
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
  photoPaths: Partial<Record<View, string>>;
}

/** What it says: how far it is, and once how it ended. */
export type WorkerMessage =
  | { kind: 'progress'; fraction: number; step: string }
  | { kind: 'done'; result: EngineResult }
  | { kind: 'failed'; reason: string };

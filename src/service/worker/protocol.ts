import type { View } from '../../contract/reconstruction.ts';
import type { EngineResult } from '../../engine/reconstruct.ts';
import type { NewGeneration } from '../domain/generation.ts';

/**
 * An order for the worker thread, one at a time. It holds paths instead of bytes, so that only one thread holds the
 * photos.
 */
export type WorkOrder = Omit<NewGeneration, 'photos'> & { photoPaths: Partial<Record<View, string>> };

/** A message of the worker thread: its progress, and once the result. */
export type WorkerMessage =
  | { kind: 'progress'; fraction: number; step: string }
  | { kind: 'done'; result: EngineResult }
  | { kind: 'failed'; reason: string };

import { hasFile, type Operation } from './operation.ts';

/** How long each stage of an operation may take, in milliseconds. */
export interface Limits {
  /** Upload without a byte taken by the network. */
  uploadStallMs: number;
  /** From the last byte sent to the answer's head. */
  silenceMs: number;
  /** Between two pieces of the answer's body. */
  bodySilenceMs: number;
  /** All tries together. */
  wholeMs: number;
}

/** A JSON answer, or an archive of any size. */
export type Purpose = 'answer' | 'download';

export const CONNECT_MS = 10_000;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The longest documented generation, 150 s, and 60 % more: a synchronous create answers at its end. */
const PHOTO_SILENCE_MS = 240 * SECOND;
const SLOWEST_DOWNLOAD_BYTES_PER_S = 50_000;

/** Limits of an operation; `silenceMs` as a person set it replaces the usual one. */
export function limitsOf(operation: Operation, purpose: Purpose, silenceMs?: number): Limits {
  const usual = usualLimits(operation, purpose);
  if (silenceMs === undefined) return usual;
  return { ...usual, silenceMs, bodySilenceMs: silenceMs, wholeMs: Math.max(usual.wholeMs, 4 * silenceMs) };
}

function usualLimits(operation: Operation, purpose: Purpose): Limits {
  const usual = { uploadStallMs: 30 * SECOND, bodySilenceMs: 30 * SECOND };
  if (purpose === 'download') return { ...usual, silenceMs: MINUTE, wholeMs: 2 * MINUTE };
  if (hasFile(operation)) return { ...usual, silenceMs: PHOTO_SILENCE_MS, wholeMs: 15 * MINUTE };
  return { ...usual, silenceMs: 30 * SECOND, wholeMs: 2 * MINUTE };
}

/** A download may take as long as its size needs on a slow line. */
export const downloadMs = (sizeBytes: number) => 2 * MINUTE + (sizeBytes / SLOWEST_DOWNLOAD_BYTES_PER_S) * SECOND;

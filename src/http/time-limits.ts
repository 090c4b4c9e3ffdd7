import { hasFile, type Operation } from './operation.ts';

/** The limits of each stage of an operation, in milliseconds. */
export interface Limits {
  /** The longest time of an upload in which the network takes no byte. */
  uploadStallMs: number;
  /** The time from the last byte sent to the head of the answer. */
  silenceMs: number;
  /** The time between two pieces of the answer's body. */
  bodySilenceMs: number;
  /** The time of all tries together. */
  wholeMs: number;
}

/** A JSON answer, or an archive of any size. */
export type AnswerKind = 'answer' | 'download';

export const CONNECT_MS = 10_000;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The longest documented generation (150 s) plus 60 %: a synchronous create answers when the generation has ended. */
const PHOTO_SILENCE_MS = 240 * SECOND;
const SLOWEST_DOWNLOAD_BYTES_PER_S = 50_000;

/** The limits of an operation; a `silenceMs` set by the person replaces the usual one. */
export function limitsOf(operation: Operation, answerKind: AnswerKind, silenceMs?: number): Limits {
  const usual = usualLimits(operation, answerKind);
  if (silenceMs === undefined) return usual;
  return { ...usual, silenceMs, bodySilenceMs: silenceMs, wholeMs: Math.max(usual.wholeMs, 4 * silenceMs) };
}

function usualLimits(operation: Operation, answerKind: AnswerKind): Limits {
  const usual = { uploadStallMs: 30 * SECOND, bodySilenceMs: 30 * SECOND };
  if (answerKind === 'download') return { ...usual, silenceMs: MINUTE, wholeMs: 2 * MINUTE };
  if (hasFile(operation) || operation.awaitsModel === true)
    return { ...usual, silenceMs: PHOTO_SILENCE_MS, wholeMs: 15 * MINUTE };
  return { ...usual, silenceMs: 30 * SECOND, wholeMs: 2 * MINUTE };
}

/** The time that a download of this size needs on a slow line. */
export const downloadMs = (sizeBytes: number) => 2 * MINUTE + (sizeBytes / SLOWEST_DOWNLOAD_BYTES_PER_S) * SECOND;

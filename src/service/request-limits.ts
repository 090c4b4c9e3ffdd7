import { MAX_PHOTO_BYTES } from '../photo/examine.ts';

/** Limits for one request, and for requests at the same time. */
export const LIMITS = {
  files: 8,
  fields: 40,
  parts: 60,
  headerPairs: 50,
  fieldBytes: 8 * 1024,
  fileBytes: MAX_PHOTO_BYTES,
  totalBytes: 200_000_000,
  uploadsPerAccount: 4,
  uploads: 32,
  /** A shorter body is no upload: it comes at once, and needs no turn. */
  uploadBytes: 64 * 1024,
  /** The shortest and the longest length of a body in cm. */
  measuresCm: [1, 300],
  /** Decoded photos are large in memory, so only so many are decoded at the same time; see `worker/limits.ts`. */
  examinations: 3,
  examinationsPerAccount: 2,
} as const;

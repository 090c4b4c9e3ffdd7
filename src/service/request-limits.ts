import { MAX_PHOTO_BYTES } from '../contract/photo-limits.ts';

/** Limits for one request, and for requests at the same time. */
export const LIMITS = {
  files: 8,
  fields: 40,
  parts: 60,
  headerPairs: 50,
  fieldBytes: 8 * 1024,
  fileBytes: MAX_PHOTO_BYTES,
  totalBytes: 200_000_000,
  /** Of one account, and as many of the patients that it invited. */
  uploadsPerUploader: 4,
  uploads: 32,
  /** Of all uploads, those only for accounts that have none under way. */
  uploadsForFirst: 8,
  /** A body that is slower than this over any such time is ended. */
  pace: { leastBytesPerS: 10_000, afterMs: 10_000 },
  /** Wrong ones of a minute from one address. */
  guesses: { tokens: 40, invitations: 10 },
  /** Of one process; twice as many for an address, behind which several accounts may be. */
  requests: { withinMs: 10_000, perAccount: 1_000, perAddress: 2_000 },
  /** A shorter body is no upload: it comes at once, and needs no turn. */
  uploadBytes: 64 * 1024,
  /** The shortest and the longest length of a body in cm. */
  measuresCm: [1, 300],
  /** The smallest and the largest size of a person, in cm and kg. */
  sizes: { height: [1, 300], weight: [1, 700] },
  /** Decoded photos are large in memory, so only so many are decoded at the same time; see `worker/limits.ts`. */
  examinations: 3,
  examinationsPerAccount: 2,
  /** Looks at photos that patients have sent, as a generation looks at them. */
  looks: 2,
  /** Looks that wait or are under way. */
  looksPerInvitation: 3,
  looksPerAccount: 8,
} as const;

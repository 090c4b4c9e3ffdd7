/** What one request may bring, and how many may bring it at once. */
export const LIMITS = {
  files: 8,
  fields: 40,
  parts: 60,
  headerPairs: 50,
  fieldBytes: 8 * 1024,
  fileBytes: 40_000_000,
  totalBytes: 200_000_000,
  uploadsPerAccount: 4,
  uploads: 32,
  /** The shortest and the longest length of a body in cm. */
  measuresCm: [1, 300],
  /** A photo's decoded pixels are large: only so many are looked at side by side. */
  examinations: 3,
  examinationsPerAccount: 2,
  examinationMs: 20_000,
} as const;

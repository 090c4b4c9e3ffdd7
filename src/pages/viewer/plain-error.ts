/** Its message is a sentence for a person; that of any other error is for programmers. */
export class PlainError extends Error {}

/** The end of a sentence that says why. */
export const plainReason = (error: unknown, otherwise: string): string =>
  error instanceof PlainError ? error.message : otherwise;

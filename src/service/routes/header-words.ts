/** A sentence as the value of a header: only ASCII passes every proxy. */
export const headerWords = (sentence: string): string =>
  sentence.replaceAll('°', ' degree').replaceAll(/[^ -~]/gu, '?');

/** Of one part of a file's name. */
const MOST_NAME_LETTERS = 60;

/** A part of a file's name, in letters that every disk takes: `patient-7-mammo` of `Patient 7, mammo`. */
export const lettersOf = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MOST_NAME_LETTERS);

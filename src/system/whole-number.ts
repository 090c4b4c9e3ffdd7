/** Digits alone as a number; undefined for anything else, and outside of `least` to `most`. */
export function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

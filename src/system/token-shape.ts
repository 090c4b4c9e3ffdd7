const SHORTEST = 8;
export const LONGEST_TOKEN = 4_096;

/**
 * The reason why a text cannot be an access token, as a phrase that follows "the token"; undefined if it can. The
 * phrase never contains the text. Check this before using the token: a header library would put the text into its
 * error.
 */
export function tokenProblem(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.length < SHORTEST) return 'is too short to be an access token';
  if (text.length > LONGEST_TOKEN) return 'is too long to be an access token';
  if (/\s/.test(text)) return 'holds a space or a line break, which no access token has';
  return /^[\x21-\x7e]+$/.test(text) ? undefined : 'holds a character that no access token has';
}

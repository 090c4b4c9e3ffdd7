/**
 * Parses a text as a URL; undefined if it is none. `URL.canParse` is not used: after some thousand calls, when it is
 * compiled, Node 20 takes an umlaut for an error.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * The URL that a text is; undefined where it is none. `URL.canParse` is not asked: in Node 20 it takes an umlaut for an
 * error once it was called some thousand times and compiled.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Longer lines are not patients. */
export const MAX_LINE_CHARACTERS = 1_000_000;

/** Lines of a text that comes in pieces. One that is too long ends early, and says so by its length. */
export async function* linesOf(pieces: AsyncIterable<string>, longest = MAX_LINE_CHARACTERS): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield withoutReturn(line);
    if (rest.length > longest) {
      yield rest;
      return;
    }
  }
  if (rest !== '') yield withoutReturn(rest);
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** A longer line cannot be a patient. */
export const MAX_LINE_CHARACTERS = 1_000_000;

/** Lines of a text that comes in pieces. A line that is too long is cut, which its length shows. */
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

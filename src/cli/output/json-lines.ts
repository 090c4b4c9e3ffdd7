import type { Theme } from '../io/theme.ts';

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/**
 * JSON text, in pieces cut between values → the same with a line for each value and in colours, for a person. No value is
 * read: numbers stay as they came, to the last digit.
 */
export function jsonLines({ bold, good, dim }: Theme): (piece: string) => string {
  let depth = 0;
  /** The last sign was an opening bracket: an empty list stays on its line. */
  let isOpening = false;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  const styled = (token: string, isKey: boolean) => {
    if (token.startsWith('"')) return isKey ? bold(token) : good(token);
    return token === 'null' ? dim(token) : token;
  };
  const write = (token: string, next: string | undefined): string => {
    if (token === '}' || token === ']') {
      depth -= 1;
      const before = isOpening ? '' : newLine();
      isOpening = false;
      return `${before}${token}${depth === 0 ? '\n' : ''}`;
    }
    const before = isOpening ? newLine() : '';
    isOpening = token === '{' || token === '[';
    if (isOpening) depth += 1;
    if (token === ',') return `,${newLine()}`;
    return before + (token === ':' ? ': ' : styled(token, next === ':'));
  };
  return (piece) => {
    const tokens = piece.match(TOKENS) ?? [];
    return tokens.map((token, at) => write(token, tokens[at + 1])).join('');
  };
}

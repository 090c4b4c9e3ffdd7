/** The words before the cursor and the one that is being typed, as a shell has them: one per line. */
export interface Line {
  words: readonly string[];
  typed: string;
}

export function readLine(text: string): Line {
  const words = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const typed = words.pop() ?? '';
  // A quotation that is not closed yet, and signs before blanks.
  return { words, typed: typed.replaceAll(/["'\\]/g, '') };
}

/** The value of an option among the words: `--profile x`, `--profile=x`, and as bash takes that apart. */
export function typedValue(name: string, { words }: Line): string | undefined {
  const at = words.findLastIndex((word) => word === name || word.startsWith(`${name}=`));
  if (at < 0) return undefined;
  if (words[at] !== name) return words[at]!.slice(name.length + 1);
  return words[at + 1] === '=' ? words[at + 2] : words[at + 1];
}

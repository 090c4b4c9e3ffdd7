import type { Theme } from '../io/theme.ts';
import { printable } from './printable.ts';
import { wrapLine } from './wrap-line.ts';

interface Step {
  /** What stands before the command. */
  label: string;
  /** The command as it is typed. */
  line: string;
  because?: string | undefined;
}

/** `next: recon wait 7 (until the model is ready)`: each command that can be typed next stands so. */
export function stepText(
  { label, line, because = '' }: Step,
  { width, theme }: { width: number | undefined; theme: Pick<Theme, 'dim'> },
): string {
  const begin = label + printable(line);
  if (because === '') return wrapLine(begin, { width, whole: printable(line) });
  const text = wrapLine(`${begin} ${printable(`(${because})`)}`, { width, whole: printable(line) });
  return withQuietAside(text, begin.length, theme);
}

/** Wrapped text with what stands in parentheses behind a command, which is no part of it, in the quiet colour. */
export function withQuietAside(text: string, commandEnd: number, { dim }: Pick<Theme, 'dim'>): string {
  // Lines that the command goes on in only make it longer.
  const at = commandEnd + text.slice(commandEnd).search(/\s+\(/);
  const [gap = ''] = /^\s+/.exec(text.slice(at)) ?? [];
  return `${text.slice(0, at)}${gap}${text
    .slice(at + gap.length)
    .split('\n')
    .map((part) => part.replace(/\S.*/, dim))
    .join('\n')}`;
}

/** How a terminal is given a picture. `blocks` are letters, so every terminal with colours shows them. */
export type PictureWay = 'kitty' | 'iterm' | 'sixel' | 'blocks';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The way that the environment names, and undefined where the terminal has to be asked. tmux and screen pass on letters
 * alone, whatever terminal they run in.
 */
export function namedWay({
  TMUX,
  STY,
  TERM = '',
  TERM_PROGRAM = '',
  LC_TERMINAL,
}: Environment): PictureWay | undefined {
  if (TMUX || STY || /^(tmux|screen)/.test(TERM)) return 'blocks';
  // TERM is the terminal's own; other variables stay when one terminal is opened out of another.
  if (/^xterm-(kitty|ghostty)$/.test(TERM)) return 'kitty';
  if (/^(iTerm\.app|WezTerm)$/.test(TERM_PROGRAM) || LC_TERMINAL === 'iTerm2') return 'iterm';
  return undefined;
}

/** The height of a cell, then what the terminal is (DA1), which every terminal answers. */
export const WAY_QUESTION = '\u001b[16t\u001b[c';
export const WAY_ANSWER = /(\u001b\[6;\d{1,4};\d{1,4}t)?\u001b\[\?[\d;]*c/;

/** Where a terminal does not tell: that of the first one with sixel. */
const USUAL_CELL_HEIGHT_PX = 20;
const SIXEL = '4';

/** What a terminal's answer to `WAY_QUESTION` means. */
export function answeredWay(answer = ''): { way: PictureWay; cellHeightPx: number } {
  const abilities = /\u001b\[\?([\d;]*)c/.exec(answer)?.[1]?.split(';') ?? [];
  const heightPx = Number(/\u001b\[6;(\d+);/.exec(answer)?.[1] ?? 0);
  // The first number is the kind of terminal.
  const way = abilities.slice(1).includes(SIXEL) ? 'sixel' : 'blocks';
  return { way, cellHeightPx: heightPx > 0 ? heightPx : USUAL_CELL_HEIGHT_PX };
}

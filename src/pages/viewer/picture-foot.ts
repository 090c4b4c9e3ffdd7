import type { Rgb } from './colours.ts';
import type { ColourScale } from './surface-section.ts';
import { wrapped } from './wrapped.ts';

const FONT = '13px system-ui, sans-serif';
export const BOLD = `600 ${FONT}`;
const [MARGIN_PX, LINE_PX, SCALE_PX, MOST_SCALE_PX] = [10, 18, 12, 360];

/** The words below a saved picture, so wide as it is; all lengths are CSS pixels. */
export function footOf(
  { title, lines }: { title: string; lines: readonly string[] },
  scale: ColourScale | undefined,
  widthPx: number,
) {
  const roomPx = widthPx - 2 * MARGIN_PX;
  const pen = document.createElement('canvas').getContext('2d')!;
  const wrap = (font: string, text: string) => {
    pen.font = font;
    return wrapped(text, (part) => pen.measureText(part).width <= roomPx).map((part) => ({ font, part }));
  };
  const rows = [...wrap(BOLD, title), ...[...lines, ...(scale?.remarks ?? [])].flatMap((line) => wrap(FONT, line))];
  const scaleTop = MARGIN_PX + rows.length * LINE_PX + 4;
  return {
    heightPx: scaleTop + (scale === undefined ? 0 : SCALE_PX + LINE_PX) + MARGIN_PX - 4,
    /** With its upper left corner at 0, 0. */
    draw: (context: CanvasRenderingContext2D) => {
      rows.forEach(({ font, part }, i) => {
        context.font = font;
        context.fillText(part, MARGIN_PX, MARGIN_PX + (i + 0.75) * LINE_PX);
      });
      if (scale !== undefined)
        drawScale(context, scale, { left: MARGIN_PX, top: scaleTop, width: Math.min(roomPx, MOST_SCALE_PX) });
    },
  };
}

function drawScale(
  context: CanvasRenderingContext2D,
  { colourOf, words }: ColourScale,
  { left, top, width }: { left: number; top: number; width: number },
): void {
  const colours = context.createLinearGradient(left, 0, left + width, 0);
  for (const share of [0, 0.5, 1]) colours.addColorStop(share, cssOf(colourOf(share)));
  const ink = context.fillStyle;
  context.fillStyle = colours;
  context.fillRect(left, top, width, SCALE_PX);
  context.fillStyle = ink;
  context.strokeRect(left, top, width, SCALE_PX);
  words.forEach((word, i) => {
    const share = i / (words.length - 1);
    const inside = left + share * (width - context.measureText(word).width);
    context.fillText(word, inside, top + SCALE_PX + 0.75 * LINE_PX);
  });
}

const cssOf = (rgb: Rgb) => `rgb(${rgb.map((one) => Math.round(one * 255)).join(' ')})`;

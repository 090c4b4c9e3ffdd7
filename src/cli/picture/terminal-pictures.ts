import { encodePng, type RgbImage, resizedTo } from '../../core/pictures.ts';
import type { Context } from '../context.ts';
import { askTerminal } from '../io/ask-terminal.ts';
import { halfBlocks } from './half-blocks.ts';
import { itermPicture, kittyErase, kittyPicture } from './picture-files.ts';
import { answeredWay, namedWay, type PictureWay, WAY_ANSWER, WAY_QUESTION } from './picture-way.ts';
import { sixel } from './sixel.ts';

/** The most cells that a picture may take. */
export interface PictureRoom {
  columns: number;
  rows: number;
}

export interface TerminalPicture {
  /** Draws it from the first cell of a line; the cursor is then at the beginning of the line below. */
  text: string;
  /** Lines and cells it takes. */
  rows: number;
  columns: number;
  /** Takes away what stays when its lines are cleared. */
  erase: string;
}

export type TerminalPictures = NonNullable<Awaited<ReturnType<typeof terminalPictures>>>;

/** A cell is about twice as high as wide. */
const CELL_RATIO = 2;

/**
 * Draws pictures on the terminal of a stream. Undefined where there is none, or where it shows none: a screen reader, a
 * dumb terminal, letters without colours.
 */
export async function terminalPictures(stream: 'stdout' | 'stderr', context: Context) {
  const { streams, environment } = context;
  const isTty = stream === 'stdout' ? streams.stdoutIsTty() : streams.stderrIsTty();
  if (!isTty || !context.mayRedraw()) return undefined;
  const { way, cellHeightPx } = await wayOf(context);
  if (way === 'blocks' && !(await context.colored(stream))) return undefined;
  const colours = /^(truecolor|24bit)$/.test(environment['COLORTERM'] ?? '') ? 'all' : '256';
  // Not a small number, which another program may have given to a picture of its own.
  const id = 1 + Math.floor(Math.random() * 0x7ffffffe);
  const drawings: Record<PictureWay, (image: RgbImage, fit: PictureRoom) => Promise<string>> = {
    blocks: async (image, { columns, rows }) => halfBlocks(await resizedTo(image, columns, 2 * rows), colours),
    sixel: async (image, fit) => inPlace(sixel(await inPixels(image, fit, cellHeightPx)), fit),
    kitty: async (image, fit) => inPlace(kittyPicture(await encodePng(image), fit.rows, id), fit),
    iterm: async (image, fit) => inPlace(itermPicture(await encodePng(image), fit.rows), fit),
  };
  return {
    /** As large as fits. */
    draw: async (image: RgbImage, room: PictureRoom): Promise<TerminalPicture> => {
      const fit = fitOf(image, room);
      return { text: await drawings[way](image, fit), ...fit, erase: way === 'kitty' ? kittyErase(id) : '' };
    },
  };
}

async function wayOf({ streams, environment, clock, signal }: Context) {
  const named = namedWay(environment);
  if (named !== undefined || !streams.stdinIsTty()) return { ...answeredWay(), way: named ?? 'blocks' };
  return answeredWay(await askTerminal(streams, WAY_QUESTION, WAY_ANSWER, { clock, signal }));
}

/** The cells that a picture fills, in its own proportions. */
export function fitOf({ widthPx, heightPx }: Pick<RgbImage, 'widthPx' | 'heightPx'>, room: PictureRoom): PictureRoom {
  const columnsPerRow = (CELL_RATIO * widthPx) / heightPx;
  const rows = Math.max(1, Math.floor(Math.min(room.rows, room.columns / columnsPerRow)));
  return { rows, columns: Math.max(1, Math.min(room.columns, Math.round(rows * columnsPerRow))) };
}

async function inPixels(image: RgbImage, { rows }: PictureRoom, cellHeightPx: number): Promise<RgbImage> {
  const heightPx = rows * cellHeightPx;
  return await resizedTo(image, Math.max(1, Math.round((heightPx * image.widthPx) / image.heightPx)), heightPx);
}

/**
 * Makes room and empties it first, as what is seen through shows the picture before; leaves the cursor below, wherever the
 * terminal puts it after a picture.
 */
const inPlace = (picture: string, { rows }: PictureRoom) =>
  `${'\n'.repeat(rows)}\u001b[${rows}A\u001b[J\u001b7${picture}\u001b8\u001b[${rows}B\r`;

import { basename } from 'node:path';
import { createPhotoBuffers, type PhotoBuffers, readPhotoToSend } from '../../core/photo-check.ts';
import { decodePhoto, type RgbImage } from '../../core/pictures.ts';
import type { Context } from '../context.ts';
import { cutCell, loadTextWidth, padCell } from '../io/text-width.ts';
import { printable } from '../output/printable.ts';
import { type Row, sideBySide } from '../picture/side-by-side.ts';
import { terminalPictures } from '../picture/terminal-pictures.ts';

/** Enough to tell one view from another. */
const ROOM = { columns: 32, rows: 12 };
/** A smaller picture shows nothing. */
const LEAST_ROWS = 4;
/** Px; more than any terminal draws there. */
const MOST_SIDE_PX = 512;
/** Between photos that are shown side by side. */
const GAP_PX = 16;
/** Lines of a question with a list beside its choices: the names, the question, an empty one, the keys, and one to spare. */
const LINES_BESIDE_CHOICES = 5;
/** Cells of a line beside the question and the answer: the mark, the spaces and the last cell of the terminal. */
const CELLS_BESIDE_WORDS = 4;

export interface AskedAbout {
  /** Of several photos, that are shown side by side. */
  paths: readonly string[];
  /** With the names of the photos; without them, where they have no room beside the answers and stand below the photos. */
  question(names?: string): string;
  /** The answers of its list, one line each. */
  answers: readonly string[];
}

/**
 * Draws a photo small, or several side by side, above a question, where the terminal shows pictures. It goes when the
 * question is answered or left: nobody else at this terminal is to see it. So all of it has to fit on the screen, and the
 * answered question on one line: the picture is made smaller or left out. `ask` is given the question to ask.
 */
export async function photoViewer(context: Context) {
  const { streams } = context;
  const pictures = await terminalPictures('stderr', context);
  const buffers = createPhotoBuffers();
  return async <T>(asked: AskedAbout, ask: (question: string) => Promise<T>): Promise<T> => {
    const names = asked.paths.map((path) => printable(basename(path)));
    const { question, isOneLine } = await onOneLine(asked, names, streams.columns());
    const room = {
      columns: Math.min(ROOM.columns * asked.paths.length, streams.columns()),
      rows: Math.min(ROOM.rows, streams.rows() - asked.answers.length - LINES_BESIDE_CHOICES),
    };
    const fits = room.rows >= LEAST_ROWS && isOneLine;
    const picture = pictures && fits ? await pictureOf(asked.paths, buffers) : undefined;
    if (pictures === undefined || picture === undefined) return await ask(asked.question(names.join(', ')));
    const { text, rows, columns, erase } = await pictures.draw(picture, room);
    const starts = picture.starts.map((share) => Math.round(share * columns));
    streams.draw(`${text}${await captions(names, starts, streams.columns() - 1)}\n`);
    let linesAbove = rows + 1;
    try {
      const answer = await ask(question);
      linesAbove += 1;
      return answer;
    } finally {
      streams.draw(`${erase}\u001b[${linesAbove}A\u001b[J`);
    }
  };
}

/** undefined where one of them cannot be read. */
async function pictureOf(paths: readonly string[], buffers: PhotoBuffers): Promise<Row | undefined> {
  const images: RgbImage[] = [];
  for (const path of paths) {
    const read = await readPhotoToSend(path, false, buffers);
    const image = read.ok
      ? await decodePhoto(read.bytes, { maxSidePx: MOST_SIDE_PX }).catch(() => undefined)
      : undefined;
    if (image === undefined) return undefined;
    images.push(image);
  }
  return await sideBySide(images, GAP_PX);
}

/** Each name below its picture; where one has no room there, one after the other. */
async function captions(names: readonly string[], starts: readonly number[], columns: number): Promise<string> {
  const width = await loadTextWidth(names);
  const fits = names.every((name, at) => width(name) < (starts[at + 1] ?? columns + 1) - starts[at]!);
  if (!fits) return cutCell(names.join(', '), columns, width);
  return names
    .map((name, at) => padCell(name, (starts[at + 1] ?? 0) - starts[at]!, width))
    .join('')
    .trimEnd();
}

/** The question with the names, if they leave room for the longest answer behind it; else without. */
async function onOneLine({ question, answers }: AskedAbout, names: readonly string[], columns: number) {
  const [long, short] = [question(names.join(', ')), question()];
  const width = await loadTextWidth([long, ...answers]);
  const room = columns - CELLS_BESIDE_WORDS - Math.max(...answers.map(width));
  return { question: width(long) <= room ? long : short, isOneLine: width(short) <= room };
}

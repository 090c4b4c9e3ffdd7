import { createPhotoBuffers, type PhotoBuffers, readPhotoToSend } from '../../core/photo-check.ts';
import { decodePhoto, type RgbImage } from '../../core/pictures.ts';
import type { Context } from '../context.ts';
import { cutCell, loadTextWidth } from '../io/text-width.ts';
import { printable } from '../output/printable.ts';
import { sideBySide } from '../picture/side-by-side.ts';
import { terminalPictures } from '../picture/terminal-pictures.ts';

/** Enough to tell one view from another. */
const ROOM = { columns: 32, rows: 12 };
/** A smaller picture shows nothing. */
const LEAST_ROWS = 4;
/** Px; more than any terminal draws there. */
const MOST_SIDE_PX = 512;
/** Between photos that are shown side by side. */
const GAP_PX = 16;
/** Lines of a question with a list beside its choices: the question, an empty one, the keys, and one to spare. */
const LINES_BESIDE_CHOICES = 4;
/** Cells of a line beside the question and the answer: the mark, the spaces and the last cell of the terminal. */
const CELLS_BESIDE_WORDS = 4;
/** Fewer cells of a name tell nothing. */
const LEAST_NAME_CELLS = 4;

export interface AskedAbout {
  /** Of several photos, that are shown side by side. */
  paths: readonly string[];
  /** What the question shows of the paths. */
  name: string;
  question(name: string): string;
  /** The answers of its list, one line each. */
  answers: readonly string[];
}

/**
 * Draws a photo small, or several side by side, above a question, where the terminal shows pictures. It goes when the question is answered or left:
 * nobody else at this terminal is to see it. So all of it has to fit on the screen, and the answered question on one
 * line: the name is cut, and the picture made smaller or left out. `ask` is given the question to ask.
 */
export async function photoViewer(context: Context) {
  const { streams } = context;
  const pictures = await terminalPictures('stderr', context);
  const buffers = createPhotoBuffers();
  return async <T>(asked: AskedAbout, ask: (question: string) => Promise<T>): Promise<T> => {
    const { question, nameCells } = await onOneLine(asked, streams.columns());
    const room = {
      columns: Math.min(ROOM.columns * asked.paths.length, streams.columns()),
      rows: Math.min(ROOM.rows, streams.rows() - asked.answers.length - LINES_BESIDE_CHOICES),
    };
    const fits = room.rows >= LEAST_ROWS && nameCells >= LEAST_NAME_CELLS;
    const picture = pictures && fits ? await pictureOf(asked.paths, buffers) : undefined;
    if (pictures === undefined || picture === undefined) return await ask(question);
    const { text, rows, erase } = await pictures.draw(picture, room);
    streams.draw(text);
    let linesAbove = rows;
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
async function pictureOf(paths: readonly string[], buffers: PhotoBuffers): Promise<RgbImage | undefined> {
  const images: RgbImage[] = [];
  for (const path of paths) {
    const read = await readPhotoToSend(path, false, buffers);
    const image = read.ok
      ? await decodePhoto(read.bytes, { maxSidePx: MOST_SIDE_PX }).catch(() => undefined)
      : undefined;
    if (image === undefined) return undefined;
    images.push(image);
  }
  return images.length === 1 ? images[0] : await sideBySide(images, GAP_PX);
}

/** The question with as much of the name as leaves room for the longest answer behind it. */
async function onOneLine({ name, question, answers }: AskedAbout, columns: number) {
  const shown = printable(name);
  const width = await loadTextWidth([shown, question(''), ...answers]);
  const longest = Math.max(...answers.map(width));
  const nameCells = columns - CELLS_BESIDE_WORDS - width(question('')) - longest;
  return { nameCells, question: question(cutCell(shown, Math.max(nameCells, LEAST_NAME_CELLS), width)) };
}

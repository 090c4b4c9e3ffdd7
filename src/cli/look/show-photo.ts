import { createPhotoBuffers, readPhotoToSend } from '../../core/photo-check.ts';
import { decodePhoto } from '../../core/pictures.ts';
import type { Context } from '../context.ts';
import { terminalPictures } from '../picture/terminal-pictures.ts';

/** Enough to tell one view from another, and the question below still fits on the screen. */
const ROOM = { columns: 32, rows: 12 };
/** Px; more than any terminal draws there. */
const MOST_SIDE_PX = 512;

/**
 * Draws a photo small above a question of one line, where the terminal shows pictures. It goes when the question is
 * answered or left: nobody else at this terminal is to see it.
 */
export async function photoViewer(context: Context) {
  const { streams } = context;
  const pictures = await terminalPictures('stderr', context);
  const buffers = createPhotoBuffers();
  return async <T>(path: string, ask: () => Promise<T>): Promise<T> => {
    const read = pictures && (await readPhotoToSend(path, false, buffers));
    if (pictures === undefined || !read?.ok) return await ask();
    const { text, rows, erase } = await pictures.draw(await decodePhoto(read.bytes, { maxSidePx: MOST_SIDE_PX }), ROOM);
    streams.draw(text);
    let linesAbove = rows;
    try {
      const answer = await ask();
      linesAbove += 1;
      return answer;
    } finally {
      streams.draw(`${erase}\u001b[${linesAbove}A\u001b[J`);
    }
  };
}

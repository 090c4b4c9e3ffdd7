import type { PatientAnswer } from '../contract/answers.ts';
import { type ReconstructionType, typeWord } from '../contract/reconstruction.ts';
import type { Reply } from '../core/answer.ts';
import type { RgbImage } from '../core/pictures.ts';
import { type Preview, previewOf } from '../core/preview.ts';
import { ReconError } from '../errors.ts';
import type { Context } from './context.ts';
import { fieldText } from './output/field-text.ts';
import { numberAndName } from './output/patient-line.ts';
import { printable } from './output/printable.ts';
import { type TerminalPictures, terminalPictures } from './picture/terminal-pictures.ts';

/** A larger one is not seen better, and takes longer to draw. */
const MOST_ROWS = 24;
/** A smaller one shows too little: what is above scrolls away rather than that. */
const LEAST_ROWS = 12;
/** What was typed, the empty line, the caption and the line of the cursor. */
const OTHER_LINES = 4;
const VIEW_MS = 120;

/**
 * Draws a patient's model, once round, or the front photo where there is none; so small that the lines `above` stay on
 * the terminal, if that is possible. It is an extra: that it fails is told, and is no failure of the command.
 * @throws at Ctrl-C, and where the login no longer works
 */
export async function showPreview(
  reply: Reply<PatientAnswer> | Promise<Reply<PatientAnswer>>,
  type: ReconstructionType | undefined,
  context: Context,
  above = 0,
): Promise<void> {
  try {
    await drawPreview(await reply, type, context, above);
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop || error.code === 'not_logged_in') throw error;
    context.streams.warn(`--preview: ${error.message}`);
  }
}

async function drawPreview(
  { body }: Reply<PatientAnswer>,
  type: ReconstructionType | undefined,
  context: Context,
  above: number,
): Promise<void> {
  const { streams } = context;
  const pictures = await terminalPictures('stdout', context);
  if (pictures === undefined) {
    const why = context.mayRedraw() ? 'without colours' : 'without redrawing (ACCESSIBLE, TERM=dumb)';
    return streams.say(`--preview: no picture on a terminal ${why}`);
  }
  const preview = await lookUp(body?.patient, type, context);
  if (preview === undefined) {
    const whose = `patient ${fieldText(body?.patient?.id)}`;
    return streams.say(`${whose} has no ${type === undefined ? '' : `${typeWord(type)} `}photo to show yet`);
  }
  const patient = body?.patient;
  const id = fieldText(patient?.id);
  const rows = rowsFor(streams.rows() - OTHER_LINES, above + streams.place().row);
  await turn(numberAndName(id, patient), preview, rows, pictures, context);
}

async function lookUp(
  patient: Parameters<typeof previewOf>[0],
  type: ReconstructionType | undefined,
  context: Context,
): Promise<Preview | undefined> {
  const live = await context.liveLine();
  live.tick('fetching the picture');
  try {
    const source = { client: await context.client(), elsewhere: await context.withoutToken() };
    return await previewOf(patient, type, source);
  } finally {
    live.stop();
  }
}

/** Of a picture in `room` lines that other ones stand above of. */
export function rowsFor(room: number, above: number): number {
  const left = room - above;
  return Math.max(4, Math.min(MOST_ROWS, left >= LEAST_ROWS ? left : room));
}

/** Each view over the one before; the front comes last, and stays, with whose it is. */
async function turn(
  who: string,
  { type, views }: Preview,
  rows: number,
  { draw }: TerminalPictures,
  context: Context,
): Promise<void> {
  const { streams, clock, signal } = context;
  const { dim } = await context.theme('stdout');
  const room = { columns: streams.columns(), rows };
  // The picture may have pushed away what was written above it.
  const caption = `${who}: the ${typeWord(type)} ${views.length > 1 ? 'model' : 'photo'} from the front`;
  const [front] = views as [RgbImage, ...RgbImage[]];
  const order = views.length > 1 ? [...views, front] : [front];
  const hidesCursor = order.length > 1;
  await streams.write('\n');
  try {
    if (hidesCursor) await streams.write('\u001b[?25l');
    for (const [at, view] of order.entries()) {
      const { text, ...drawn } = await draw(view, room);
      await streams.write(at === 0 ? text : `\u001b[${drawn.rows}A${text}`);
      if (at < order.length - 1) await clock.sleep(VIEW_MS, signal);
    }
  } finally {
    if (hidesCursor) await streams.write('\u001b[?25h');
  }
  await streams.write(`${dim(printable(caption))}\n`);
}

import type { OverlayOptions, SharpConstructor } from 'sharp';
import { ReconError } from '../../errors.ts';
import { loadSharp } from '../../photo/load-sharp.ts';
import type { Language } from '../../system/languages.ts';
import { qrCode } from '../qr-code.ts';
import { asDrawn, type Drawn, drawText, MONO, SANS } from './draw-text.ts';
import { SHEET_WORDS } from './words.ts';

export interface Sheet {
  link: string;
  /** Of the patient. */
  id: string;
  language: Language;
  /** The clinic's name. */
  clinic?: string | undefined;
  /** Until when the link works, in words of the language. */
  until?: string | undefined;
  /** With DejaVuSans.ttf and DejaVuSansMono.ttf: the machine may have no fonts. */
  fontFolder: string;
}

/** A4, upright. */
const DPI = 200;
const PAGE = { width: Math.round((210 / 25.4) * DPI), height: Math.round((297 / 25.4) * DPI) };
const MARGIN = 130;
const TEXT_WIDTH = PAGE.width - 2 * MARGIN;
const PRINT = { width: TEXT_WIDTH, dpi: DPI };
const GAP = 50;
/** Of the number in the corner, above all else. */
const NUMBER_TOP = 60;
const CODE_SIZE = 880;
/** The border that a reader needs around a code. */
const CODE_BORDER = 4;
/** A link is as large as there is room for, pt. */
const LINK_SIZES = [14, 10, 8, 6];
/** Signs in a line of what differs from link to link: half of what our own service makes. */
const LINE_SIGNS = 26;
/** How wide a letter of the font for links is, in its size. */
const MONO_ADVANCE = 0.6021;

type Place = 'middle' | 'start';

/**
 * A page to print: clinic, code, three steps, until when the link works, and the link. It names no patient: sheets lie
 * about. The number in a corner tells the desk whose it is.
 * @throws ReconError `refused` for a link that no code holds
 */
export async function drawSheet({ link, id, language, clinic, until, fontFolder }: Sheet): Promise<Buffer> {
  const sharp = await loadSharp();
  const words = SHEET_WORDS[language];
  const text = (of: string, size: number) => drawText(sharp, { text: of, size, font: SANS, fontFolder, ...PRINT });
  const code = await drawCode(sharp, link);
  const blocks: { drawn: Drawn; place: Place }[] = [];
  const add = (drawn: Drawn, place: Place) => void blocks.push({ drawn, place });
  if (clinic !== undefined) add(await text(clinic, 24), 'middle');
  add(await text(words.title, 20), 'middle');
  add(code, 'middle');
  for (const [index, step] of words.steps.entries())
    add(await text(`${numberIn(language, index + 1)}. ${step}`, 14), 'start');
  if (until !== undefined) add(await text(words.until.replace('{time}', until), 14), 'start');
  add(await text(words.address, 11), 'start');
  const left = PAGE.height - 2 * MARGIN - blocks.reduce((sum, { drawn }) => sum + drawn.height + GAP, 0);
  for (const size of LINK_SIZES) {
    const lines = linkLines(link, size);
    const drawn = await drawText(sharp, { text: lines.join('\n'), size, font: MONO, fontFolder, ...PRINT });
    if (drawn.height > left) continue;
    add(drawn, 'middle');
    const number = await text(words.number.replace('{id}', id), 10);
    return await laidOut(sharp, { blocks, number, isRightToLeft: language === 'ar' });
  }
  throw tooLong(link, 'a sheet of paper');
}

const numberIn = (language: Language, value: number) => new Intl.NumberFormat(language).format(value);

const tooLong = (link: string, place: string) =>
  new ReconError('refused', `the link has ${link.length} characters, too many for ${place}; no card is made`, {
    hint: { before: 'a shorter address makes shorter links', command: ['serve', '--public-url', 'URL'] },
  });

async function drawCode(sharp: SharpConstructor, link: string): Promise<Drawn> {
  const rows = qrCode(link, { border: CODE_BORDER, isPrinted: true });
  if (rows === undefined) throw tooLong(link, 'a QR code');
  const modules = rows.length;
  // Whole pixels for each module keep its edges sharp.
  const size = modules * Math.max(3, Math.floor(CODE_SIZE / modules));
  const pixels = Buffer.from(rows.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))));
  const small = sharp(pixels, { raw: { width: modules, height: modules, channels: 1 } });
  return await asDrawn(small.resize(size, size, { kernel: 'nearest' }));
}

/** One line for the way to the page, and lines of equal length for what is hard to type; long links fill their lines. */
function linkLines(link: string, size: number): string[] {
  const most = Math.floor(TEXT_WIDTH / ((size / 72) * DPI * MONO_ADVANCE));
  const start = link.lastIndexOf('/') + 1;
  const isShort = link.length - start <= 4 * LINE_SIGNS;
  return [...cutText(link.slice(0, start), most), ...cutText(link.slice(start), isShort ? LINE_SIGNS : most)];
}

const cutText = (text: string, length: number) => text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? [];

interface Parts {
  blocks: readonly { drawn: Drawn; place: Place }[];
  number: Drawn;
  isRightToLeft: boolean;
}

async function laidOut(sharp: SharpConstructor, { blocks, number, isRightToLeft }: Parts): Promise<Buffer> {
  let top = MARGIN;
  const corner = isRightToLeft ? MARGIN : PAGE.width - MARGIN - number.width;
  const placed: OverlayOptions[] = [{ input: number.input, top: NUMBER_TOP, left: corner }];
  for (const { drawn, place } of blocks) {
    const { input, width, height } = drawn;
    const start = isRightToLeft ? PAGE.width - MARGIN - width : MARGIN;
    placed.push({ input, top, left: place === 'start' ? start : Math.round((PAGE.width - width) / 2) });
    top += height + GAP;
  }
  const paper = sharp({ create: { ...PAGE, channels: 3, background: 'white' } });
  return await paper.composite(placed).toColourspace('b-w').withMetadata({ density: DPI }).png().toBuffer();
}

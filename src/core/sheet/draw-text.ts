import { join } from 'node:path';
import type { Sharp, SharpConstructor } from 'sharp';

/** A picture to lay on another one. */
export interface Drawn {
  input: Buffer;
  width: number;
  height: number;
}

export const SANS = { name: 'DejaVu Sans', file: 'DejaVuSans.ttf' };
/** Its letters differ: l, I and 1, O and 0. */
export const MONO = { name: 'DejaVu Sans Mono', file: 'DejaVuSansMono.ttf' };

interface Text {
  text: string;
  /** pt */
  size: number;
  font: typeof SANS;
  /** With DejaVuSans.ttf and DejaVuSansMono.ttf: the machine may have no fonts. */
  fontFolder: string;
  /** Pixels that a line may fill. */
  width: number;
  dpi: number;
}

/** Pango shapes it, so that Arabic is joined and runs from right to left. */
export const drawText = (sharp: SharpConstructor, { text, size, font, fontFolder, width, dpi }: Text): Promise<Drawn> =>
  asDrawn(
    sharp({
      text: {
        ...{ text: escaped(text), font: `${font.name} ${size}`, fontfile: join(fontFolder, font.file) },
        ...{ width, dpi, rgba: true, wrap: 'word-char' },
      },
    }),
  );

/** Pango reads markup. It would put a hyphen where it breaks a link. */
const escaped = (text: string) => {
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<span insert_hyphens="false">${plain}</span>`;
};

export async function asDrawn(image: Sharp): Promise<Drawn> {
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

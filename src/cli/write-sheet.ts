import { existsSync } from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { ReconError, systemErrorCode } from '../errors.ts';
import { diskWords } from '../system/disk-words.ts';
import { writeDurably } from '../system/durable-file.ts';
import { type Language, timeInWords } from '../system/languages.ts';
import type { Context } from './context.ts';

/**
 * Looks at all that could keep a sheet from being written, before there is a link. Returns what writes it.
 * @throws ReconError `usage` for a wrong name, or a file that is there
 */
export async function prepareSheet(path: string, asked: Language | undefined, context: Context) {
  const quoted = JSON.stringify(path);
  if (extname(path).toLowerCase() !== '.png') {
    throw new ReconError('usage', `--card is ${quoted}; it must end in .png`);
  }
  await refusePlace('--card', path);
  const { language: setting } = await context.settings();
  const language = asked ?? setting.value;
  const { drawSheet } = await import('../core/sheet/draw-sheet.ts');
  const fonts = ownFonts(context);
  return async ({ id, link, expiresAt, clinic }: ForSheet): Promise<void> => {
    const until = expiresAt === undefined ? undefined : timeInWords(language, expiresAt);
    const picture = await drawSheet({ link, id, language, clinic, until, fontFolder: fonts });
    await writeNew('--card', path, picture);
    context.streams.say(`the card to print is ${path}`);
  };
}

interface ForSheet {
  /** Of the patient. */
  id: string;
  link: string;
  expiresAt: number | undefined;
  /** Its name. */
  clinic: string | undefined;
}

/** @throws ReconError `usage` where a file is there, or no folder for it, `storage` where that cannot be known */
export async function refusePlace(flag: string, path: string): Promise<void> {
  const quoted = JSON.stringify(path);
  const isThere = await stat(path)
    .then(() => true)
    .catch(() => false);
  if (isThere) {
    throw new ReconError('usage', `${flag} ${quoted} is there already; nothing is overwritten`, {
      hint: `give the ${flag.replace('--', '')} another name, or delete that file first`,
    });
  }
  const folder = await stat(dirname(path)).catch((error: unknown) => {
    throw new ReconError('storage', `${flag} ${quoted} cannot be written: ${diskWords(error)}`, { cause: error });
  });
  if (!folder.isDirectory()) throw new ReconError('usage', `${flag} ${quoted} is in no folder`);
  // A link that is made for a card would be out without it.
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize >= LEAST_ROOM_BYTES) return;
  throw new ReconError('storage', `${flag} ${quoted} cannot be written: the disk is full`, {
    hint: 'choose another place, or make room there',
  });
}

/** More than a card or a picture takes. */
const LEAST_ROOM_BYTES = 2 ** 20;

/** Nothing that is there by now is overwritten, and no half file stays. @throws ReconError `storage` */
export async function writeNew(flag: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeDurably(path, 'wx', bytes);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') await rm(path, { force: true }).catch(() => undefined);
    const why = systemErrorCode(error) === 'EEXIST' ? 'it is there by now' : diskWords(error);
    throw new ReconError('storage', `${flag} ${JSON.stringify(path)} cannot be written: ${why}`, { cause: error });
  }
}

/** The folder of the fonts. */
export function ownFonts({ packageInfo }: Pick<Context, 'packageInfo'>): string {
  const fonts = join(packageInfo().root, 'dist', 'fonts');
  useOwnFonts(join(fonts, 'fonts.conf'));
  return fonts;
}

/** A machine without settings of fonts has no fonts either, and the library of pictures would complain on stderr. */
function useOwnFonts(file: string): void {
  if (process.env['FONTCONFIG_FILE'] || process.env['FONTCONFIG_PATH'] || existsSync('/etc/fonts/fonts.conf')) return;
  process.env['FONTCONFIG_FILE'] = file;
}

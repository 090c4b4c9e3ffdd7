import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { ReconError } from '../errors.ts';
import { writeDurably } from '../system/durable-file.ts';
import { type Language, timeInWords } from '../system/languages.ts';
import { whyNotRead } from '../system/why-not-read.ts';
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
  const isThere = await stat(path)
    .then(() => true)
    .catch(() => false);
  if (isThere) {
    throw new ReconError('usage', `--card ${quoted} is there already; nothing is overwritten`, {
      hint: 'give the card another name, or delete that file first',
    });
  }
  const folder = await stat(dirname(path)).catch((error: unknown) => {
    throw new ReconError('storage', `--card ${quoted} cannot be written: ${whyNotRead(error)}`, { cause: error });
  });
  if (!folder.isDirectory()) throw new ReconError('usage', `--card ${quoted} is in no folder`);
  const { clinic, language: setting } = await context.settings();
  const language = asked ?? setting.value;
  const { drawSheet } = await import('../core/sheet/draw-sheet.ts');
  const fonts = join(context.packageInfo().root, 'dist', 'fonts');
  useOwnFonts(join(fonts, 'fonts.conf'));
  return async (link: string, expiresAt: number | undefined): Promise<void> => {
    const until = expiresAt === undefined ? undefined : timeInWords(language, expiresAt);
    const picture = await drawSheet({ link, language, clinic: clinic?.value, until, fontFolder: fonts });
    try {
      await writeDurably(path, 'wx', picture);
    } catch (error) {
      throw new ReconError('storage', `--card ${quoted} cannot be written: ${whyNotRead(error)}`, { cause: error });
    }
    context.streams.say(`the card to print is ${path}`);
    if (clinic === undefined) {
      context.streams.say({
        before: 'the card names no clinic; to have a name on it',
        command: ['config', 'set', 'clinic', 'NAME'],
      });
    }
  };
}

/** A machine without settings of fonts has no fonts either, and the library of pictures would complain on stderr. */
function useOwnFonts(file: string): void {
  if (process.env['FONTCONFIG_FILE'] || process.env['FONTCONFIG_PATH'] || existsSync('/etc/fonts/fonts.conf')) return;
  process.env['FONTCONFIG_FILE'] = file;
}

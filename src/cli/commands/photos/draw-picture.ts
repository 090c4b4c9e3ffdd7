import { realpath, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { ReconError } from '../../../errors.ts';
import { diskWords } from '../../../system/disk-words.ts';
import { pictureOf, type SetLook } from '../../look/look-at-photos.ts';

type Format = 'jpeg' | 'png';
const FORMATS: Readonly<Record<string, Format>> = { '.jpg': 'jpeg', '.jpeg': 'jpeg', '.png': 'png' };

/** @throws ReconError `usage` for a name that says neither JPEG nor PNG */
export function pictureFormat(path: string): Format {
  const format = FORMATS[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw new ReconError('usage', `--picture is ${JSON.stringify(path)}; it must end in .jpg or .png`);
}

/** @throws ReconError `usage` if it would overwrite a photo, `storage` if it cannot be written */
export async function drawPicture(set: SetLook, path: string, format: Format, photos: readonly string[]) {
  const real = await realpath(path).catch(() => undefined);
  for (const photo of photos) {
    if (real === undefined || real !== (await realpath(photo).catch(() => undefined))) continue;
    throw new ReconError('usage', `--picture ${path} is one of the photos; it would be overwritten`);
  }
  if (set.photos.length === 0) return;
  const picture = await pictureOf(set, format);
  await writeFile(path, picture).catch((error: unknown) => {
    throw new ReconError('storage', `--picture ${path} cannot be written: ${diskWords(error)}`, { cause: error });
  });
}

import { stat } from 'node:fs/promises';
import type { ReconstructionType } from '../../../contract/reconstruction.ts';
import { bareFolders } from '../../../core/import/folder-input.ts';
import { shown } from '../../../core/shown.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { typeChoices } from '../../request/ask-type.ts';
import { reconstructionType } from '../../request/option-values.ts';

/**
 * The type of folders without `patient.json`, after each name that is read from one was shown (in a script not with
 * `-q`). `asks`: a person is asked whether the names are right, unless `yes` takes them as they are shown, and for the
 * type. undefined where nothing was typed and nobody is asked: then such folders are problems.
 */
export async function typeOfFolders(
  list: string,
  typed: string | undefined,
  context: Context,
  { asks, yes = false }: { asks: boolean; yes?: boolean },
): Promise<ReconstructionType | undefined> {
  const type = typed === undefined ? undefined : reconstructionType(typed);
  if (type === undefined && !asks) return undefined;
  if ((await stat(list).catch(() => undefined))?.isDirectory() !== true) return type;
  const bare = await bareFolders(list);
  const areNamed = bare.some(({ name }) => name !== undefined);
  if (bare.length === 0 || (type === undefined && !areNamed)) return type;
  const { streams } = context;
  // Where nobody is asked, `-q` keeps the names out of the mail of a timer.
  const tell = asks && !yes ? streams.note : streams.say;
  tell('The patients’ names, as they are read from the folders:');
  for (const { folder, name } of bare) {
    tell(name === undefined ? `${shown(folder)}: no name is read` : `${shown(folder)}: ${name}`);
  }
  if (!asks || !areNamed) return type;
  const prompt = await context.prompt();
  if (!yes && !(await prompt.confirm('Each folder is named after its patient. Are these the right names?'))) {
    throw new ReconError('declined', 'nothing was sent');
  }
  return type ?? reconstructionType(await prompt.choose('Which 3D model are the photos for?', typeChoices()));
}

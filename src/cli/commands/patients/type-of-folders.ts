import { stat } from 'node:fs/promises';
import type { ReconstructionType } from '../../../contract/reconstruction.ts';
import { bareFolders } from '../../../core/import/folder-input.ts';
import { shown } from '../../../core/shown.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { typeChoices } from '../../request/ask-type.ts';
import { reconstructionType } from '../../request/option-values.ts';

/**
 * The type of folders without `patient.json`, after each name that is read from one was shown. A person is asked;
 * undefined where nothing was typed and nobody can be asked: then such folders are problems.
 */
export async function typeOfFolders(
  list: string,
  typed: string | undefined,
  context: Context,
): Promise<ReconstructionType | undefined> {
  const type = typed === undefined ? undefined : reconstructionType(typed);
  if (type === undefined && !context.mayAsk()) return undefined;
  if ((await stat(list).catch(() => undefined))?.isDirectory() !== true) return type;
  const bare = await bareFolders(list);
  if (bare.length === 0 || (type === undefined && bare.every(({ name }) => name === undefined))) return type;
  const { streams } = context;
  for (const { folder, name } of bare) {
    streams.note(name === undefined ? `${shown(folder)}: no name is read` : `${shown(folder)}: ${name}`);
  }
  if (type !== undefined) return type;
  const prompt = await context.prompt();
  if (!(await prompt.confirm('These folders have no patient.json. Are these the names of their patients?'))) {
    throw new ReconError('declined', 'nothing was sent');
  }
  return reconstructionType(await prompt.choose('Which 3D model are the photos for?', typeChoices()));
}

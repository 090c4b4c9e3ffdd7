import type { NamedView } from '../../../contract/model-views.ts';
import { drawModelPicture } from '../../../core/sheet/model-picture.ts';
import type { ViewedArchive } from '../../../core/viewer/viewed-archive.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { ownFonts, refusePlace, writeNew } from '../../write-sheet.ts';
import { pictureFormat } from '../photos/draw-picture.ts';

/**
 * Looks at all that could keep a picture from being written, before a model is fetched. Returns what writes it: the
 * model from one side, or from the left, the front and the right. Like all that leaves the screen it has the id, and no
 * name.
 */
export async function preparePicture(
  path: string,
  { only, type }: { only?: NamedView; type?: string },
  context: Context,
) {
  const format = pictureFormat(path);
  await refusePlace('--picture', path);
  return async ({ model, frames }: ViewedArchive, typed: string): Promise<void> => {
    const { label, day, note } = model;
    const lines = [[label, ...(day === undefined ? [] : [`model as of ${day}`])].join(' · '), ...[note ?? []].flat()];
    const drawn =
      frames &&
      (await drawModelPicture({
        frames: await frames.bytes(),
        views: only === undefined ? ['left', 'front', 'right'] : [only],
        ...{ lines, format, fontFolder: ownFonts(context) },
      }));
    if (drawn === undefined) {
      throw new ReconError('not_offered', 'the archive of this model has no pictures of it', {
        hint: { command: ['view', typed], because: 'where “Save picture” makes one' },
      });
    }
    await writeNew('--picture', path, drawn);
    const views = only === undefined ? 'from the left, the front and the right' : `in the ${only} view`;
    context.streams.say(`saved the model ${views}: ${path}`);
    if (!(await context.isAnswerSaid())) await context.streams.answer(path);
    const page = ['view', typed, ...(type === undefined ? [] : ['--type', type])];
    const larger = { command: page, because: 'where “Save picture” makes a larger one' };
    if (only !== undefined) return await context.sayNext(larger);
    const front = { command: [...page, '--picture', 'FILE.png', '--only', 'front'], because: 'for the front alone' };
    await context.sayNext(front, { or: larger });
  };
}

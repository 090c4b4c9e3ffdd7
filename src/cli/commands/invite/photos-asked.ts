import { requirements } from '../../../contract/photo-rules.ts';
import { type ReconstructionType, VIEWS, type View } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { photosNamed } from '../../request/photos-named.ts';

/**
 * Tells where the model that is there was made of more photos than a link asks for, which replaces all of them; undefined
 * where it was not, or where the service does not say of which photos and how the model was made.
 */
export function fewerPhotosNote(
  { modelPhotos, modelProviders }: Pick<Reply<unknown>, 'modelPhotos' | 'modelProviders'>,
  type: ReconstructionType,
): string | undefined {
  const [before, provider] = [modelPhotos?.[type], modelProviders?.[type]];
  if (before === undefined || provider === undefined) return undefined;
  const needed: readonly string[] = requirements(type, provider);
  const asked = VIEWS.filter((view: View) => needed.includes(view));
  const more = before.filter((view) => !asked.includes(view));
  if (more.length === 0) return undefined;
  return `the link asks for ${photosNamed(asked)}; a model of these alone, without ${photosNamed(more)}, is less precise`;
}

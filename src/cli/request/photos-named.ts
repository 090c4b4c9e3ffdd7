import type { View } from '../../contract/reconstruction.ts';
import { listed } from '../../core/draft.ts';
import { VIEW_LABELS } from './flags.ts';

/** `the photo 45° left`, `the photos left profile and front` */
export function photosNamed(views: readonly View[]): string {
  const labels = views.map((view) => VIEW_LABELS[view].replace(/^[A-Z]/, (first) => first.toLowerCase()));
  return `the ${views.length === 1 ? 'photo' : 'photos'} ${listed(labels)}`;
}

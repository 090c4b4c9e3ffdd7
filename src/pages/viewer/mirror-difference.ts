import { type Difference, differenceFrom, mirrorOf } from './comparison.ts';
import type { Surface } from './measure/surface.ts';
import { searchesOf } from './surface-search.ts';

const known = new WeakMap<Surface, { difference: Difference | undefined }>();

/** How a surface differs from its own mirror image; found once for each surface. */
export function mirrorDifference(surface: Surface): Difference | undefined {
  const before = known.get(surface);
  if (before !== undefined) return before.difference;
  const difference = differenceFrom(surface, searchesOf(mirrorOf(surface)).findNearest);
  known.set(surface, { difference });
  return difference;
}

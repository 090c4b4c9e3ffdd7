import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { VIEWS } from '../../contract/reconstruction.ts';
import type { Draft } from '../../core/draft.ts';
import { sha256OfFile } from '../../system/sha256.ts';
import type { Context } from '../context.ts';

/**
 * Of pictures of the folder that are the same file, such as `IMG_1.jpg` and `IMG_1 (1).jpg` of a second download, one
 * stays, and nobody is asked which of them is meant. The others are told.
 */
export async function leaveOutCopies(draft: Draft, { streams, signal }: Context): Promise<void> {
  const { photos, photoFolder } = draft;
  if (photoFolder === undefined) return;
  const { several = {}, unnamed = [] } = photoFolder;
  const ofViews = [...Object.values(photos), ...Object.values(several).flat()];
  const paths = [...ofViews, ...unnamed].toSorted((one, other) => one.length - other.length);
  const copies = await copiesAmong([...new Set([...Object.values(photos), ...paths])], signal);
  if (copies.size === 0) return;
  const isKept = (path: string) => !copies.has(path);
  const told = [...unnamed, ...Object.values(several).flat()].filter((path) => copies.has(path));
  for (const path of told) streams.note(`not used: ${basename(path)}, a copy of ${basename(copies.get(path)!)}`);
  photoFolder.unnamed = unnamed.filter(isKept);
  const left = VIEWS.map((view) => ({ view, kept: several[view]?.filter(isKept) ?? [] }));
  for (const { view, kept } of left) if (kept.length === 1) photos[view] ??= kept[0]!;
  photoFolder.several = Object.fromEntries(left.flatMap(({ view, kept }) => (kept.length > 1 ? [[view, kept]] : [])));
}

/** Each file that has the bytes of an earlier one, and that one. */
async function copiesAmong(paths: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path).catch(() => undefined))?.size ?? path));
  const kept = new Map<string, string>();
  const copies = new Map<string, string>();
  for (const [at, path] of paths.entries()) {
    if (sizes.filter((size) => size === sizes[at]).length === 1) continue;
    const sum = await sha256OfFile(path, signal);
    const first = sum === undefined ? undefined : kept.get(sum);
    if (first !== undefined) copies.set(path, first);
    else if (sum !== undefined) kept.set(sum, path);
  }
  return copies;
}

import type { PhotoFormat } from './format.ts';

export function structureProblem(_bytes: Uint8Array, _format: PhotoFormat): string | undefined {
  return undefined;
}

import type { PhotoFormat } from './format.ts';

export interface Stripped {
  bytes: Uint8Array;
  removed: string[];
}

export function stripMetadata(bytes: Uint8Array, _format: PhotoFormat): Stripped {
  return { bytes, removed: [] };
}

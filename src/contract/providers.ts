import type { ReconstructionType } from './reconstruction.ts';

export interface Provider {
  /** The number on the wire (text in, integer out). */
  number: 4 | 5 | 6 | 7;
  /** The name that a person may type instead of the number. */
  name: string;
  /** The interface's own words for it. */
  title: string;
  type: ReconstructionType;
  /** Approximate generation time of the provider table, in seconds. */
  usualSeconds: number;
}

/**
 * The provider table of docs/interface.md §3. The interface does not say which type a provider belongs to; it is
 * inferred from the provider's name and the rules of that section.
 */
export const PROVIDERS: readonly Provider[] = [
  { number: 4, name: 'face', title: 'Face', type: 'face', usualSeconds: 30 },
  { number: 6, name: 'head', title: 'Head', type: 'face', usualSeconds: 60 },
  { number: 5, name: 'head-hq', title: 'Head High Quality (full head)', type: 'face', usualSeconds: 150 },
  { number: 4, name: 'torso', title: 'Torso', type: 'mammo', usualSeconds: 30 },
  { number: 6, name: 'upper-body', title: 'Upper body', type: 'mammo', usualSeconds: 45 },
  { number: 4, name: 'body', title: 'Body', type: 'body', usualSeconds: 45 },
  { number: 7, name: 'full-body', title: 'Full body', type: 'body', usualSeconds: 120 },
];

export const DEFAULT_PROVIDER = 4;

export function providersOf(type: ReconstructionType): readonly Provider[] {
  return PROVIDERS.filter((provider) => provider.type === type);
}

/** `5` or `head-hq` → the table's row for that type; undefined where the type has no such provider. */
export function findProvider(type: ReconstructionType, numberOrName: string): Provider | undefined {
  return providersOf(type).find((p) => String(p.number) === numberOrName || p.name === numberOrName);
}

/** The usual seconds of a generation; without a provider, those of the default one. */
export function usualSecondsOf(type: ReconstructionType, provider?: string): number | undefined {
  return findProvider(type, provider ?? String(DEFAULT_PROVIDER))?.usualSeconds;
}

import { requirements } from '../../src/contract/photo-rules.ts';
import type { MeasureName, View } from '../../src/contract/reconstruction.ts';
import type { EngineInput } from '../../src/engine/reconstruct.ts';
import type { Method, Options } from './options.ts';
import type { RegionName } from './score/read-ply.ts';
import { FAMILY, type SetName, type Subject, TYPE_OF } from './subjects.ts';
import { isView } from './views.ts';

/** One way to make a model of one set of photos. */
export interface Variant {
  set: SetName;
  provider: EngineInput['provider'];
  /** Of a head, whether the views that its provider can do without are given too. */
  allViews: boolean;
}

export const VARIANTS = {
  'torso 4': { set: 'torso', provider: 4, allViews: false },
  'torso 6': { set: 'torso', provider: 6, allViews: false },
  'head 4': { set: 'head', provider: 4, allViews: false },
  'head 6': { set: 'head', provider: 6, allViews: true },
  'head 5': { set: 'head', provider: 5, allViews: true },
  'body 4': { set: 'body', provider: 4, allViews: false },
  'body 7': { set: 'body', provider: 7, allViews: false },
} as const satisfies Record<string, Variant>;
export type VariantName = keyof typeof VARIANTS;

/** The regions scored on a set; models are aligned with the truth by the first. */
export const REGIONS: Record<SetName, readonly RegionName[]> = {
  torso: ['torso_front', 'breast', 'torso'],
  head: ['face', 'head'],
  body: ['all'],
};

/** The controls are compared with the variant that uses the same photos and measure. */
const CONTROLS: Record<Exclude<Method, 'engine'>, readonly VariantName[]> = {
  hull: ['torso 4', 'body 4'],
  mean: ['torso 4', 'head 4', 'body 4'],
};

/** The variants for people of the other family if none are named. */
const FAMILY_VARIANTS: readonly VariantName[] = ['torso 4', 'head 4', 'body 4'];

export interface Run {
  method: Method;
  variant: VariantName;
  subject: Subject;
}

/** The plan goes subject by subject, so that an interrupted run leaves complete people. */
export function planOf({ parts, methods, variants }: Options, subjects: readonly Subject[]): Run[] {
  const runs: Run[] = [];
  for (const subject of subjects) {
    for (const variant of Object.keys(VARIANTS) as VariantName[]) {
      const { set } = VARIANTS[variant];
      if (variants?.includes(variant) === false) continue;
      if (variants === undefined && subject.tier === FAMILY && !FAMILY_VARIANTS.includes(variant)) continue;
      if (subject.photos[set] === undefined || !(parts.includes(set) || parts.includes('speed'))) continue;
      for (const method of methods) {
        if (method !== 'engine' && !(CONTROLS[method].includes(variant) && parts.includes(set))) continue;
        runs.push({ method, variant, subject });
      }
    }
  }
  return runs;
}

/**
 * The input that a clinic must give for this variant; for a head also the eye distance, which is asked for but
 * optional.
 */
export function inputOf(subject: Subject, { set, provider, allViews }: Variant) {
  const needs = requirements(TYPE_OF[set], String(provider));
  const photos = Object.entries(subject.photos[set] ?? {}).filter(
    ([view]) => allViews || needs.some((n) => n === view),
  );
  const names: MeasureName[] = set === 'head' ? ['eye_distance'] : needs.filter((need) => !isView(need));
  return {
    type: TYPE_OF[set],
    provider,
    photos: Object.fromEntries(photos) as Partial<Record<View, string>>,
    measures: Object.fromEntries(names.map((name) => [name, subject.measures[name]])),
  };
}

import { requirements } from '../../contract/photo-rules.ts';
import {
  MEASURES,
  type MeasureName,
  type ReconstructionType,
  VIEWS,
  type View,
} from '../../contract/reconstruction.ts';

/** True for a measure that helps but is not required. */
const isOptional = (type: ReconstructionType, name: MeasureName) => type === 'face' && name === 'eye_distance';

/** The order of taking the photos: the front first, then round the body. */
const SHOWN_FIRST: readonly View[] = ['front', ...VIEWS.filter((view) => view !== 'front')];

/** The photos and measures that the page asks for, in its order. */
export function askedParts(type: ReconstructionType, provider: string) {
  const needs = new Set<string>(requirements(type, provider));
  return {
    views: SHOWN_FIRST.filter((view) => needs.has(view)),
    measures: MEASURES.filter((name) => needs.has(name) || isOptional(type, name)),
    isNeeded: (name: View | MeasureName) => needs.has(name),
  };
}

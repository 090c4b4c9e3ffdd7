import { requirements } from '../../contract/photo-rules.ts';
import { findProvider, type Provider, providersOf } from '../../contract/providers.ts';
import { isReconstructionType, type ReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import { type Draft, viewsOf } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import { severalOf, tellUnused, unplaced } from './folder-pictures.ts';
import { photosNamed } from './photos-named.ts';

/** The photos that a provider needs. */
const viewsFor = (type: ReconstructionType, { number }: Provider): View[] =>
  VIEWS.filter((view) => requirements(type, String(number)).includes(view));

/** The provider of a type that needs the most photos. */
const largestOf = (type: ReconstructionType): Provider =>
  providersOf(type).reduce((most, one) => (viewsFor(type, one).length > viewsFor(type, most).length ? one : most));

/** The photos that a provider needs and not every one of the type does. */
export function furtherViews(type: ReconstructionType, provider: Provider): View[] {
  const all = providersOf(type).map((one) => viewsFor(type, one));
  return viewsFor(type, provider).filter((view) => !all.every((views) => views.includes(view)));
}

/** The provider that uses all photos that are given, as far as a folder tells; undefined where any of the type does. */
export function fittingProvider(draft: Draft, type: ReconstructionType): Provider | undefined {
  const largest = largestOf(type);
  const further = furtherViews(type, largest);
  const given = [...viewsOf(draft), ...severalOf(draft)];
  const pictures = unplaced(draft).length;
  const areEnough = pictures > 0 && given.length + pictures >= viewsFor(type, largest).length;
  const isMeant = further.length > 0 && (areEnough || given.some((view) => further.includes(view)));
  return isMeant ? largest : undefined;
}

/**
 * Tells a person which photos the provider does not need. Who typed it is told which one uses them; who was asked for it
 * has seen that.
 */
export function sayUnused(draft: Draft, wasTyped: boolean, { streams }: Context): void {
  const { type, provider = '' } = draft;
  const row = isReconstructionType(type) ? findProvider(type, provider) : undefined;
  if (!isReconstructionType(type) || row === undefined) return;
  const left = unplaced(draft);
  tellUnused(draft, { streams });
  const extra = sayUnneeded(draft, { streams });
  const fitting = wasTyped ? fittingProvider(draft, type) : undefined;
  if (fitting === undefined || fitting.number === row.number || left.length + extra === 0) return;
  streams.say(`${fitting.title} uses ${photosNamed(furtherViews(type, fitting))}: --provider ${fitting.name}`);
}

/** Tells which of the given photos the provider does not need. @returns how many */
export function sayUnneeded(draft: Draft, { streams }: Pick<Context, 'streams'>): number {
  const { type, provider = '' } = draft;
  const row = isReconstructionType(type) ? findProvider(type, provider) : undefined;
  if (!isReconstructionType(type) || row === undefined) return 0;
  const extra = viewsOf(draft).filter((view) => !viewsFor(type, row).includes(view));
  const they = extra.length === 1 ? 'it is' : 'they are';
  // A service may use them all the same.
  if (extra.length > 0) streams.say(`${row.title} can be made without ${photosNamed(extra)}; ${they} sent too`);
  return extra.length;
}

/** Tells a person that the model before was made in another way, where that is known. */
export function sayOtherWay(
  { type, provider = '', providersBefore = {} }: Draft,
  { streams }: Pick<Context, 'streams'>,
): void {
  const before = isReconstructionType(type) ? findProvider(type, providersBefore[type] ?? '') : undefined;
  const now = isReconstructionType(type) ? findProvider(type, provider) : undefined;
  if (before === undefined || now === undefined || before.number === now.number) return;
  streams.note(`the model before was made as ${before.title}: as ${now.title} the two differ also without a treatment`);
}

import { type Draft, NAMELESS, warningsOf } from '../../core/draft.ts';
import type { Context } from '../context.ts';

/** Tells a person what is odd about what was typed, once. A name may still be asked for. */
export function tellWarnings(
  draft: Draft,
  { streams }: Pick<Context, 'streams'>,
  warnings: readonly string[] = warningsOf(draft),
): void {
  const told = draft.told ?? [];
  const fresh = warnings.filter((one) => one !== NAMELESS && !told.includes(one));
  for (const warning of fresh) streams.warn(warning);
  draft.told = [...told, ...fresh];
}

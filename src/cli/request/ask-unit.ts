import {
  isPossibleOf,
  isTooMuch,
  measureWarning,
  measureWords,
  ofAdults,
  sizeDoubt,
  unitsOf,
} from '../../contract/measure-hints.ts';
import { SIZE_FIELDS, type SizeField } from '../../contract/patient.ts';
import { parseMeasure } from '../../contract/photo-rules.ts';
import { MEASURES, type MeasureName } from '../../contract/reconstruction.ts';
import { pointForComma } from '../../contract/typed-measure.ts';
import type { Draft } from '../../core/draft.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { capital } from './flags.ts';
import { LEAVE } from './review.ts';
import { tellWarnings } from './tell-warnings.ts';

/**
 * Tells a person what the numbers of the command line are taken for, and asks about each that no adult has: most likely
 * another unit is meant, or a finger has slipped. `asksOfSlips`: also where no unit makes it usual.
 */
export async function askForUnits(
  draft: Draft,
  context: Context,
  { asksOfSlips = false }: { asksOfSlips?: boolean } = {},
): Promise<void> {
  tellWarnings(draft, context, draft.warnings);
  for (const name of MEASURES) await askForNumber(draft, draft.measures, { name, asksOfSlips }, context);
  for (const name of SIZE_FIELDS) await askForNumber(draft, draft.size, { name, asksOfSlips }, context);
  tellWarnings(draft, context);
}

async function askForNumber<Name extends MeasureName | SizeField>(
  draft: Draft,
  values: Partial<Record<Name, string>>,
  { name, asksOfSlips }: { name: Name; asksOfSlips: boolean },
  context: Context,
): Promise<void> {
  const typed: string | undefined = values[name];
  if (typed === undefined) return;
  const units = unitsOf(name, typed);
  if (units === undefined && !(asksOfSlips && isTooMuch(name, typed))) return;
  const prompt = await context.prompt();
  const unit = name === 'weight' ? 'kg' : 'cm';
  const label = capital(measureWords(name));
  const chosen = await prompt.choose<'other' | 'typed' | 'right' | 'leave'>(
    `${label}: ${typed} ${unit}? ${capital(ofAdults(name))}.`,
    [
      ...(units === undefined ? [] : [{ value: 'right', name: `No, ${units.right} ${unit} (${units.as})` } as const]),
      { value: 'other', name: 'No, type another number' },
      isPossibleOf(name, typed) ? { value: 'typed', name: `Yes, ${typed} ${unit}` } : { value: 'leave', name: LEAVE },
    ],
    // A slip may look like inches (19.8 for 98.1): nothing that nobody measured is only an Enter away. Metres have the same digits.
    { chosen: units?.as.endsWith(' m') ? 'right' : 'other' },
  );
  if (chosen === 'right') values[name] = units!.right;
  if (chosen === 'leave') throw new ReconError('declined', 'nothing was sent');
  // Who says yes has seen what is odd.
  if (chosen === 'typed') draft.told = [...(draft.told ?? []), measureWarning(name, typed) ?? ''];
  if (chosen !== 'other') return;
  const numberIn = (answer: string) => {
    const bare = answer.replace(new RegExp(`\\s*${unit}$`, 'i'), '');
    return pointForComma(bare) ?? bare;
  };
  const check = (answer: string) => {
    const text = numberIn(answer);
    if (parseMeasure(text) === undefined || text === '') return `a number of ${unit}; ${ofAdults(name)}`;
    return sizeDoubt(name, text);
  };
  values[name] = numberIn(await prompt.text(`${label} in ${unit}:`, check));
}

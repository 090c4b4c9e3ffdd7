import { unitsOf } from '../../contract/measure-hints.ts';
import { SIZE_FIELDS, type SizeField } from '../../contract/patient.ts';
import { MEASURES, type MeasureName } from '../../contract/reconstruction.ts';
import type { Draft } from '../../core/draft.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { capital } from './flags.ts';
import { LEAVE } from './review.ts';

/** Asks a person about each measure of the command line that is odd, but usual in another unit. */
export async function askForUnits({ measures, size }: Draft, context: Context): Promise<void> {
  for (const name of MEASURES) await askForUnit(measures, name, context);
  for (const name of SIZE_FIELDS) await askForUnit(size, name, context);
}

async function askForUnit<Name extends MeasureName | SizeField>(
  values: Partial<Record<Name, string>>,
  name: Name,
  context: Context,
): Promise<void> {
  const typed: string | undefined = values[name];
  const units = typed === undefined ? undefined : unitsOf(name, typed);
  if (typed === undefined || units === undefined) return;
  const { as, right, unit, isPossible } = units;
  const question = `${capital(name.replaceAll('_', ' '))}: ${typed} ${unit}?`;
  const chosen = await (await context.prompt()).choose<string | undefined>(question, [
    { value: right, name: `No, ${right} ${unit} (${as})` },
    isPossible ? { value: typed, name: `Yes, ${typed} ${unit}` } : { value: undefined, name: LEAVE },
  ]);
  if (chosen === undefined) throw new ReconError('interrupted', 'nothing was sent');
  values[name] = chosen;
}

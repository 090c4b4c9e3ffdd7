import type { PatientAnswer, Received } from '../../contract/answers.ts';
import { NO_IMPLANT } from '../../contract/implant-rows.ts';
import type { Implant } from '../../contract/simulation.ts';
import type { SavedSimulation } from '../../contract/viewer.ts';
import type { Reply } from '../answer.ts';
import { chosenOf } from '../chosen-reconstructions.ts';

const MOST_SHOWN = 500;
const MOST_LETTERS = 1000;

/** The simulations in a record of any service; what is not as it should be is empty. */
export function savedSimulations(record: Reply<PatientAnswer>): SavedSimulation[] {
  const all = chosenOf(record, 'mammo').flatMap((one) => (Array.isArray(one?.simulations) ? one.simulations : []));
  return all.slice(0, MOST_SHOWN).flatMap((one) => {
    if (!Number.isSafeInteger(one?.id)) return [];
    const words = { name: textOf(one?.name), description: textOf(one?.description) };
    const implants = { left_implant: implantOf(one?.left_implant), right_implant: implantOf(one?.right_implant) };
    return [{ id: Number(one?.id), ...words, ...implants }];
  });
}

function implantOf(sent: Received<Implant>): Implant {
  const { volume, diameter, projection, width, height, reference, white, implant_category: category } = sent ?? {};
  if (!(Number(volume) > 0)) return NO_IMPLANT;
  const { name, shape, profile, surface, brand } = category ?? {};
  const words = { name: textOf(name), shape: textOf(shape), profile: textOf(profile), surface: textOf(surface) };
  const sizes = { diameter: textOf(diameter), projection: textOf(projection), width: textOf(width) };
  return {
    ...{ volume: textOf(volume), ...sizes, height: textOf(height), reference: textOf(reference) },
    white: white === true,
    implant_category: { ...words, brand: { name: textOf(brand?.name) } },
  };
}

const textOf = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(0, MOST_LETTERS);

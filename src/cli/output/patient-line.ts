import { countryName } from '../../core/country.ts';
import { cutCell, roughTextWidth } from '../io/text-width.ts';
import { fieldOf, fieldText } from './field-text.ts';
import { modelStates } from './model-state.ts';

/**
 * What tells a patient from others of the same name: `Porto, Norte, Portugal`, number and address, `face ready`. Where
 * `isShort`, one of these two is enough.
 */
export function telling(patient: unknown, now: number, { isShort = false } = {}): Telling {
  const text = (name: string) => fieldText(fieldOf(patient, name)).trim();
  const contacts = [text('phone'), text('email')].filter(Boolean);
  return {
    place: [...new Set([text('city'), text('state'), countryName(text('country_iso'))])].filter(Boolean).join(', '),
    contacts: isShort ? contacts.slice(-1) : contacts,
    models: modelStates(patient, now)
      .map(({ type, word }) => `${type} ${word}`)
      .join(', '),
  };
}

/** Each is empty where nothing is known. */
interface Telling {
  place: string;
  contacts: readonly string[];
  models: string;
}

/** `patient 7, Ana Sample, Porto, +351 912 000 100, ana@example.org, face ready` */
export const whoText = (id: string, patient: unknown, now: number): string =>
  [`patient ${id}`, nameOf(patient), ...Object.values(telling(patient, now)).flat()].filter(Boolean).join(', ');

/** More of a name would push what is said of it out of its line. */
const CELLS_OF_NAME = 30;

export const shortName = (name: string): string => cutCell(name, CELLS_OF_NAME, roughTextWidth);

/** The name in a sentence that has to stay short, else `patient 7`. */
export const shortNameOf = (id: string, patient: unknown): string =>
  shortName(fieldText(fieldOf(patient, 'name')).trim() || `patient ${id}`);

export const nameOf = (patient: unknown): string => fieldText(fieldOf(patient, 'name')).trim() || 'without a name';

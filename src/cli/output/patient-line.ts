import { countryName } from '../../core/country.ts';
import { cutCell, roughTextWidth } from '../io/text-width.ts';
import { fieldOf, fieldText } from './field-text.ts';
import { stateCell } from './glance-columns.ts';

/**
 * What tells a patient from others of the same name: `Porto, Norte, Portugal`, number and address, `face ready`. Where
 * `isShort`, one of these two is enough.
 */
export function telling(patient: unknown, now: number, { isShort = false } = {}): Telling {
  const text = (name: string) => fieldText(fieldOf(patient, name)).trim();
  const contacts = [text('phone'), text('email')].filter(Boolean);
  const { text: models, shorter = [] } = stateCell(patient, { now, reasons: new Map() });
  return {
    place: [...new Set([text('city'), text('state'), countryName(text('country_iso'))])].filter(Boolean).join(', '),
    contacts: isShort ? contacts.slice(-1) : contacts,
    models,
    fewest: shorter.at(-1) ?? models,
  };
}

interface Telling {
  /** Empty where it is not known. */
  place: string;
  contacts: readonly string[];
  /** `face failed, mammo ready and accepted`; `no photos` */
  models: string;
  /** The same in the fewest words. */
  fewest: string;
}

/** `patient 7, Ana Sample` */
export const numberAndName = (id: string, patient: unknown): string => `patient ${id}, ${nameOf(patient)}`;

/** `patient 7, Ana Sample, Porto, +351 912 000 100, ana@example.org, face ready` */
export function whoText(id: string, patient: unknown, now: number): string {
  const { place, contacts, models } = telling(patient, now);
  return [numberAndName(id, patient), place, ...contacts, models].filter(Boolean).join(', ');
}

/** More of a name would push what is said of it out of its line. */
export const CELLS_OF_NAME = 30;

export const shortName = (name: string): string => cutCell(name, CELLS_OF_NAME, roughTextWidth);

/** The name in a sentence that has to stay short, else `patient 7`. */
export const shortNameOf = (id: string, patient: unknown): string =>
  shortName(fieldText(fieldOf(patient, 'name')).trim() || `patient ${id}`);

export const nameOf = (patient: unknown): string => fieldText(fieldOf(patient, 'name')).trim() || 'without a name';

/** `patient 7, Ana Sample` for a person who reads it; a log of a script has no names. */
export const whoIsTold = (id: string, patient: unknown, streams: { stderrIsTty(): boolean }): string =>
  patient !== undefined && streams.stderrIsTty() ? numberAndName(id, patient) : `patient ${id}`;

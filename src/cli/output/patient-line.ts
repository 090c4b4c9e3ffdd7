import { fieldOf, fieldText } from './field-text.ts';
import { modelStates } from './model-state.ts';

/** What tells a patient from others of the same name: `Porto, Norte`, an address or a number, `face ready`. */
export function telling(patient: unknown, now: number): string[] {
  const text = (name: string) => fieldText(fieldOf(patient, name)).trim();
  const place = [...new Set([text('city'), text('state')])].filter(Boolean).join(', ');
  const models = modelStates(patient, now)
    .map(({ type, word }) => `${type} ${word}`)
    .join(', ');
  return [place, text('email') || text('phone'), models].filter(Boolean);
}

/** `patient 7, Ana Sample, Porto, ana@example.org, face ready` */
export const whoText = (id: string, patient: unknown, now: number): string =>
  [`patient ${id}`, nameOf(patient), ...telling(patient, now)].join(', ');

export const nameOf = (patient: unknown): string => fieldText(fieldOf(patient, 'name')).trim() || 'without a name';

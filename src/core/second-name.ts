import type { PatientInput } from '../contract/patient.ts';
import { PROVIDERS } from '../contract/providers.ts';

// A patient has one model of a type; for one made in another way the same person gets a second record.

/** `Maria Silva (head)`: what tells the second record from the first. */
export const secondName = (name: string, way: string): string => `${name} (${way})`;

/** The person of a record, and for a second record the one of the first, too. */
export function personAndFirst(person: PatientInput): PatientInput[] {
  const { name = '' } = person;
  const ending = PROVIDERS.map((way) => secondName('', way.name)).find((end) => name.endsWith(end));
  return ending === undefined ? [person] : [person, { ...person, name: name.slice(0, -ending.length) }];
}

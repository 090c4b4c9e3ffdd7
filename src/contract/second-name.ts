import type { PatientInput } from './patient.ts';
import { PROVIDERS } from './providers.ts';

// A patient has one model of a type; for one made in another way the same person gets a second record.

/** `Maria Silva (head)`: what tells the second record from the first. */
export const secondName = (name: string, way: string): string => `${name} (${way})`;

/** The name on the first record, of a name on a second one; undefined of any other name. */
export function firstNameOf(name: string): string | undefined {
  const ending = PROVIDERS.map((way) => secondName('', way.name)).find((end) => name.endsWith(end));
  return ending === undefined ? undefined : name.slice(0, -ending.length);
}

/** The person of a record, and for a second record the one of the first, too. */
export function personAndFirst(person: PatientInput): PatientInput[] {
  const first = firstNameOf(person.name ?? '');
  return first === undefined ? [person] : [person, { ...person, name: first }];
}

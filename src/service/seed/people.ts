import type { PatientInput } from '../../contract/patient.ts';
import type { BodySize } from '../domain/patients.ts';
import { type HomePlace, NO_COUNTRY, PLACES } from './places.ts';
import { createRandom, type Random } from './random.ts';

export interface SyntheticPatient extends BodySize {
  patient: PatientInput;
}

/**
 * People who do not exist, the same for the same seed. The first has every field; every fifth of the others lacks some,
 * as real records do.
 */
export function syntheticPatients(count: number, seed: number): SyntheticPatient[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const place = index === 0 ? PLACES[0] : random.pick(PLACES);
    const person = wholePatient(place, index + 1, random);
    return index % 5 === 4 ? sparse(person) : person;
  });
}

function wholePatient(place: HomePlace, number: number, random: Random): SyntheticPatient & { height: number } {
  const [street, postalCode, city, state] = place.address;
  const names = [random.pick(place.given), random.pick(place.family)];
  const patient = {
    name: (place.familyFirst ? names.reverse() : names).join(' '),
    // The number tells two people with the same name apart.
    email: `synthetic.${number}@example.${random.pick(['org', 'com'])}`,
    gender: random.pick(['female', 'female', 'male', 'other']),
    phone: digitsInto(place.phone ?? NO_COUNTRY, random),
    country: place.country,
    address: `${street} ${1 + random.integer(199)}`,
    city,
    postal_code: digitsInto(postalCode, random),
    state,
  };
  return { patient, height: random.number(150, 195, 0.5), weight: random.number(48, 105, 0.1) };
}

function sparse({ patient, height }: SyntheticPatient & { height: number }): SyntheticPatient {
  const { name = '', email = '', country = '' } = patient;
  return { patient: { name, email, country }, height };
}

const digitsInto = (pattern: string, random: Random) => pattern.replace(/#/g, () => String(random.integer(10)));

import { firstNameOf } from '../../contract/second-name.ts';
import type { PatientRow } from '../storage/schema.ts';

/** What tells of two records whether they are of one person. */
export type Known = Pick<PatientRow, 'name_folded' | 'email_folded' | 'phone'>;

/**
 * Whether two records are surely of one person: the same name, and the same e-mail address or phone number, or one is
 * named as a second record of the other. A namesake without these is another person.
 */
export function isOnePerson(one: Known, other: Known): boolean {
  const [first, second] = [one, other].map(({ name_folded: name }) => firstNameOf(name) ?? name);
  if (first === '' || first !== second) return false;
  if (one.name_folded !== other.name_folded) return true;
  return isSame(one.email_folded, other.email_folded) || isSame(numberIn(one), numberIn(other));
}

const isSame = (one: string, other: string) => one !== '' && one === other;

/** The end of a number, which is the same with the country's code and without. */
const numberIn = ({ phone }: Known) => {
  const digits = (phone ?? '').replaceAll(/\D/g, '');
  return digits.length < NUMBER_DIGITS ? '' : digits.slice(-NUMBER_DIGITS);
};

const NUMBER_DIGITS = 7;

import { phoneDigits } from './phone.ts';

interface Plan {
  name: string;
  /** Behind the + of a number from abroad. */
  dial: string;
  digits: number;
}

/** Countries where every number of a person has the same length, and no 0 in front. Of others nothing is certain. */
const PLANS: Readonly<Record<string, Plan>> = {
  CA: { name: 'Canada', dial: '1', digits: 10 },
  CZ: { name: 'Czechia', dial: '420', digits: 9 },
  ES: { name: 'Spain', dial: '34', digits: 9 },
  GR: { name: 'Greece', dial: '30', digits: 10 },
  PL: { name: 'Poland', dial: '48', digits: 9 },
  PT: { name: 'Portugal', dial: '351', digits: 9 },
  US: { name: 'the United States', dial: '1', digits: 10 },
};

/**
 * Why a number cannot be of its country: the one that it names, else the one that is given, by its code. Undefined where
 * it can, or nothing is certain.
 */
export function foreignPhone(phone: string, country: string | undefined): string | undefined {
  const { digits, namesCountry } = phoneDigits(phone);
  const own = PLANS[country ?? ''];
  const named = own !== undefined && digits.startsWith(own.dial) ? own : planOf(digits);
  const plan = namesCountry ? named : own;
  if (plan === undefined || isOf(plan, digits, namesCountry)) return undefined;
  return `the phone number does not look like one of ${plan.name}, which has ${plan.digits} digits and no 0 in front; it is sent as it is`;
}

const planOf = (digits: string) => Object.values(PLANS).find(({ dial }) => digits.startsWith(dial));

/** The digits of the country may stand in front without a +, too. */
function isOf({ dial, digits: count }: Plan, digits: string, namesCountry: boolean): boolean {
  const isNational = (text: string) => text.length === count && !text.startsWith('0');
  return (!namesCountry && isNational(digits)) || (digits.startsWith(dial) && isNational(digits.slice(dial.length)));
}

import { readCountry } from './country.ts';
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

/** Of further countries: behind the +, and how many digits follow, at least and at most. */
const ABROAD: Readonly<Record<string, readonly [dial: string, least: number, most: number]>> = {
  AO: ['244', 9, 9],
  BE: ['32', 9, 9],
  BR: ['55', 10, 11],
  CH: ['41', 9, 9],
  CV: ['238', 7, 7],
  DE: ['49', 10, 11],
  FR: ['33', 9, 9],
  GB: ['44', 10, 10],
  IE: ['353', 9, 9],
  IT: ['39', 10, 10],
  MZ: ['258', 9, 9],
  NL: ['31', 9, 9],
};
/** Whose numbers of 12 digits are no other country's. */
const SURE_WITHOUT_COUNTRY = ['PT', 'CZ', 'IE'];

/**
 * `351210000000` with the plus that a spreadsheet took away: a number within its country is shorter. Undefined where the
 * country, as somebody wrote it, or without one the length does not make it certain.
 */
export function withLostPlus(text: string, country = ''): string | undefined {
  const digits = text.replaceAll(/[\s()./-]/g, '');
  if (!/^[1-9]\d+$/.test(digits)) return undefined;
  const read = country.trim() === '' ? undefined : readCountry(country);
  const codes = read === undefined ? SURE_WITHOUT_COUNTRY : 'code' in read ? [read.code] : [];
  return codes.some((code) => isWithDial(code, digits)) ? `+${text.trim()}` : undefined;
}

function isWithDial(code: string, digits: string): boolean {
  const plan = PLANS[code];
  const [dial, least, most] = plan === undefined ? (ABROAD[code] ?? []) : [plan.dial, plan.digits, plan.digits];
  if (dial === undefined || !digits.startsWith(dial)) return false;
  const behind = digits.slice(dial.length);
  return !behind.startsWith('0') && behind.length >= least! && behind.length <= most!;
}

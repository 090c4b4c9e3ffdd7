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
  // Nobody has named one of those that share a code.
  const those = plan === own ? [plan] : Object.values(PLANS).filter(({ dial }) => dial === plan.dial);
  const names = those.map(({ name }) => name).join(' or ');
  return `the phone number does not look like one of ${names}, which has ${plan.digits} digits and no 0 in front; it is sent as it is`;
}

const planOf = (digits: string) => Object.values(PLANS).find(({ dial }) => digits.startsWith(dial));

/** The digits of the country may stand in front without a +, too. */
function isOf({ dial, digits: count }: Plan, digits: string, namesCountry: boolean): boolean {
  const isNational = (text: string) => text.length === count && !text.startsWith('0');
  return (!namesCountry && isNational(digits)) || (digits.startsWith(dial) && isNational(digits.slice(dial.length)));
}

/**
 * Of further countries: behind the +, and how many digits follow, at least and at most; then how few there are at some
 * telephones of a house.
 */
const ABROAD: Readonly<Record<string, readonly [dial: string, least: number, most: number, ofHouse?: number]>> = {
  AO: ['244', 9, 9],
  BE: ['32', 9, 9, 8],
  BR: ['55', 10, 11],
  CH: ['41', 9, 9],
  CV: ['238', 7, 7],
  DE: ['49', 10, 11, 8],
  FR: ['33', 9, 9],
  GB: ['44', 10, 10, 9],
  IE: ['353', 9, 9, 7],
  IT: ['39', 10, 10, 8],
  MZ: ['258', 9, 9, 8],
  NL: ['31', 9, 9],
};
/** Whose numbers of 12 digits are no other country's. */
const SURE_WITHOUT_COUNTRY = ['PT', 'CZ', 'IE'];

/** The codes of all countries; none begins with another one. */
const DIALS =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|21[12368]|2[2-4]\d|25[0-8]|26\d|29[01789]|35\d|37\d|38[0-35-79]|42[013]|50\d|59\d|67[02-9]|68\d|69[0-2]|85[02356]|88[06]|96\d|97[0-7]|99[2-68])/;
/** The digits of a number with its country, where no plan is known. */
const WITH_DIAL = { least: 10, most: 15 } as const;

/**
 * `351210000000` with the plus that a spreadsheet took away: a number within its country is shorter. Undefined where the
 * country, as somebody wrote it, or without one the length does not make it certain.
 */
export function withLostPlus(text: string, country = ''): string | undefined {
  const digits = bareDigits(text);
  if (digits === undefined) return undefined;
  const read = codeOf(country);
  const codes = country.trim() === '' ? SURE_WITHOUT_COUNTRY : read === undefined ? [] : [read];
  return codes.some((code) => isWithDial(code, digits)) ? `+${text.trim()}` : undefined;
}

/**
 * The same in a column of which a person says that its numbers lost their plus: each that may begin with a country's code
 * gets it back. `isDoubtful` is one of which even so nothing is certain.
 */
export function withPlusOfColumn(text: string, country = ''): { whole?: string; isDoubtful: boolean } {
  const digits = bareDigits(text);
  if (digits === undefined) return { isDoubtful: false };
  const sure = withLostPlus(text, country);
  if (sure !== undefined) return { whole: sure, isDoubtful: false };
  const code = codeOf(country);
  const isNational = code !== undefined && isOfLength(code, digits);
  const mayHaveDial = mayBeWithDial(digits);
  // Elsewhere a 0 may have been lost, too.
  if (isNational && !mayHaveDial) return { isDoubtful: PLANS[code] === undefined };
  if (isNational || !mayHaveDial) return { isDoubtful: true };
  return { whole: `+${text.trim()}`, isDoubtful: false };
}

/** Undefined for what has a +, a 0 in front or words. */
function bareDigits(text: string): string | undefined {
  const digits = text.replaceAll(/[\s()./-]/g, '');
  return /^[1-9]\d+$/.test(digits) ? digits : undefined;
}

function codeOf(country: string): string | undefined {
  const read = country.trim() === '' ? undefined : readCountry(country);
  return read !== undefined && 'code' in read ? read.code : undefined;
}

function lengthsOf(code: string): { dial: string; least: number; most: number; ofHouse: number } | undefined {
  const plan = PLANS[code];
  const [dial, least, most, ofHouse = least] =
    plan === undefined ? (ABROAD[code] ?? []) : [plan.dial, plan.digits, plan.digits];
  return dial === undefined ? undefined : { dial, least: least!, most: most!, ofHouse: ofHouse! };
}

function isOfLength(code: string, digits: string): boolean {
  const lengths = lengthsOf(code);
  return lengths !== undefined && digits.length >= lengths.least && digits.length <= lengths.most;
}

function isWithDial(code: string, digits: string): boolean {
  const dial = lengthsOf(code)?.dial;
  if (dial === undefined || !digits.startsWith(dial)) return false;
  const behind = digits.slice(dial.length);
  return !behind.startsWith('0') && isOfLength(code, behind);
}

function mayBeWithDial(digits: string): boolean {
  const [dial] = DIALS.exec(digits) ?? [];
  if (dial === undefined) return false;
  const code = [...Object.keys(PLANS), ...Object.keys(ABROAD)].find((one) => lengthsOf(one)?.dial === dial);
  const lengths = code === undefined ? undefined : lengthsOf(code);
  if (lengths === undefined) return digits.length >= WITH_DIAL.least && digits.length <= WITH_DIAL.most;
  const behind = digits.slice(dial.length);
  // Of these, only Italy keeps the 0 behind its code.
  return (
    (code === 'IT' || !behind.startsWith('0')) && behind.length >= lengths.ofHouse && behind.length <= lengths.most
  );
}

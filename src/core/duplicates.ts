import type { Received } from '../contract/answers.ts';
import type { Patient, PatientInput } from '../contract/patient.ts';
import { ReconError } from '../errors.ts';
import { idText, type Reply } from './answer.ts';
import type { Client } from './client.ts';
import type { ListFilters } from './patient-list.ts';

type Listed = Received<Patient>;

/**
 * What a person is known by where there is no id: name, email and phone. Capitals, spaces and the two ways to spell the
 * same letter make no other person; so a field left out and an empty one are the same. undefined where none is given.
 */
export function naturalKeyOf(patient: Listed | PatientInput): string | undefined {
  const parts = [plain(patient?.name), plain(patient?.email), plain(patient?.phone).replaceAll(/[\s()./-]/g, '')];
  return parts.every((part) => part === '') ? undefined : JSON.stringify(parts);
}

/** The same person, also where one phone number is written with its country and the other without. */
export function isSamePerson(one: Listed, other: PatientInput): boolean {
  if (naturalKeyOf(other) === undefined) return false;
  if (naturalKeyOf(one) === naturalKeyOf(other)) return true;
  const names = (['name', 'email'] as const).every((field) => plain(one?.[field]) === plain(other[field]));
  return names && isSameNumber(digits(one?.phone), digits(other.phone), WHOLE_NUMBER_DIGITS);
}

const plain = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim() : '';

export interface Alike {
  /** Patients whose name, email and phone are those given, but for letters and signs that a service may tidy up. */
  alike: Listed[];
  /** Ids of those among them who are the same person. */
  same: string[];
  /** How many are alike and have no id that can be read: nobody can tell them from others. */
  nameless: number;
  /** As the list's answer says them. */
  keyMemoryMs?: number | undefined;
  answeredAt?: number | undefined;
}

/** Somebody who deletes faster than pages come would keep a search busy for ever. */
const MOST_STEPS_BACK = 20;

/**
 * Looks for a person. Where none of the three is given nothing can be the same. Only name and email are filters of the
 * interface, so a phone number alone reads the whole list. A space around a name finds nobody, so it is not asked for.
 * @throws ReconError `unavailable` where the list kept changing while it was read: somebody may have been missed
 */
export async function findAlike(client: Lists, patient: PatientInput): Promise<Alike> {
  if (naturalKeyOf(patient) === undefined) {
    const { keyMemoryMs, answeredAt } = await client.listPatients({ perPage: 1 });
    return { alike: [], same: [], nameless: 0, keyMemoryMs, answeredAt };
  }
  const [name, email] = [patient.name?.trim(), patient.email?.trim()];
  // A service that keeps addresses in small letters may find none by capitals.
  const isSmall = email === email?.toLowerCase();
  const filters = { ...(name ? { name } : {}), ...(email && (isSmall || !name) ? { email } : {}) };
  const { listed, keyMemoryMs, answeredAt } = await steadyList(client, filters);
  const all = listed.filter((one) => isAlike(one, patient));
  const alike = all.filter(hasId);
  const same = alike.filter((one) => isSamePerson(one, patient)).flatMap((one) => idText(one?.id) ?? []);
  return { alike, same, nameless: all.length - alike.length, keyMemoryMs, answeredAt };
}

/**
 * Everybody who could be this person in a service that writes what it is sent in its own way: nothing that was given is
 * there and different. Asks for no filter, because a filter may want exactly what the service does not keep.
 */
export async function findWhoCouldBe(
  client: Lists,
  patient: PatientInput,
): Promise<{ found: Listed[]; nameless: number }> {
  const { listed } = await steadyList(client, {});
  const all = listed.filter((one) => couldBe(one, patient));
  const found = all.filter(hasId);
  return { found, nameless: all.length - found.length };
}

type Lists = Pick<Client, 'eachPage' | 'listPatients'>;
const hasId = (one: Listed) => idText(one?.id) !== undefined;

/**
 * Everybody on the list. It pages by position, so who is deleted meanwhile moves the next ones up by one, and one of them
 * out of sight: then it is read again from so many pages earlier as are missing patients. Who is added hides nobody.
 */
async function steadyList(client: Lists, filters: ListFilters) {
  const listed = new Map<string, Listed>();
  const head: Pick<Reply<unknown>, 'keyMemoryMs' | 'answeredAt'> = {};
  let total = 0;
  let page = 1;
  for (let stepsBack = 0; stepsBack <= MOST_STEPS_BACK; stepsBack += 1) {
    let missing = 0;
    for await (const { body, keyMemoryMs, answeredAt } of client.eachPage({ ...filters, page })) {
      if (total === 0) Object.assign(head, { keyMemoryMs, answeredAt });
      for (const one of body?.patients ?? []) listed.set(idText(one?.id) ?? `nameless ${listed.size}`, one);
      const now = body?.meta?.total_entries ?? total;
      missing = total - now;
      total = now;
      if (missing > 0) break;
      page += 1;
    }
    if (missing <= 0) return { listed: [...listed.values()], ...head };
    page = Math.max(1, page - missing);
  }
  throw new ReconError('unavailable', 'the list of patients kept changing while it was searched', {
    hint: 'the same command again in a moment',
  });
}

function isAlike(listed: Listed, patient: PatientInput): boolean {
  return KEY_FIELDS.every((field) => {
    const [there, sent] = [listed?.[field], patient[field]];
    if (folded(sent) === '') return true;
    return folded(there) === folded(sent) || (field === 'phone' && isSameNumber(digits(there), digits(sent)));
  });
}

/** Whether this may be the person who was sent: one of the three that were given is there, or none was given. */
export function isKnownBy(listed: Listed, patient: PatientInput): boolean {
  const given = KEY_FIELDS.filter((field) => folded(patient[field]) !== '');
  return (
    given.length === 0 ||
    given.some((field) => folded(listed?.[field]) === folded(patient[field])) ||
    isSameNumber(digits(listed?.phone), digits(patient.phone), WHOLE_NUMBER_DIGITS) ||
    isSameName(folded(listed?.name), folded(patient.name))
  );
}

/** The same address or number, or a name that is the same but for order and length, and nothing against it. */
function couldBe(listed: Listed, patient: PatientInput): boolean {
  const [email, phone] = [folded(patient.email), digits(patient.phone)];
  if (email !== '' && folded(listed?.email) === email) return true;
  if (isSameNumber(digits(listed?.phone), phone)) return true;
  const isOtherEmail = email !== '' && folded(listed?.email) !== '';
  const isOtherPhone = phone !== '' && digits(listed?.phone) !== '';
  return !isOtherEmail && !isOtherPhone && isSameName(folded(listed?.name), folded(patient.name));
}

function isSameName(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  const words = (name: string) => name.split(/[ ,]+/).filter(Boolean).sort().join(' ');
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length);
  return words(one) === words(other) || (short.length >= CUT_NAME_CHARACTERS && long.startsWith(short));
}

/** No service cuts names shorter than this. */
const CUT_NAME_CHARACTERS = 8;

/** Enough to be worth a person's look. */
const LOCAL_NUMBER_DIGITS = 4;
/** Enough to be the same number. */
const WHOLE_NUMBER_DIGITS = 7;

/** One with a country's code before it, or without the nought that it replaces. */
function isSameNumber(one: string, other: string, leastDigits = LOCAL_NUMBER_DIGITS): boolean {
  const [short = '', long = ''] = [one, other]
    .map((text) => text.replace(/^0+/, ''))
    .sort((a, b) => a.length - b.length);
  return short !== '' && (short === long || (short.length >= leastDigits && long.endsWith(short)));
}

const KEY_FIELDS = ['name', 'email', 'phone'] as const;

const folded = (value: unknown) =>
  typeof value === 'string'
    ? value.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
    : '';
const digits = (value: unknown) => (typeof value === 'string' ? value.replaceAll(/\D/g, '') : '');

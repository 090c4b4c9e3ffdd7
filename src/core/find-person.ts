import type { Received } from '../contract/answers.ts';
import type { Patient, PatientInput } from '../contract/patient.ts';
import { ReconError } from '../errors.ts';
import { idText } from './answer.ts';
import type { Client } from './client.ts';
import { givenFirst, withoutTitles } from './name-order.ts';
import type { ListFilters } from './patient-list.ts';
import {
  agreesInAll,
  agreesInNameAndContact,
  agreesUnopposed,
  isAlike,
  isNamesake,
  isSamePerson,
  isSlip,
  naturalKeyOf,
  sharedWith,
} from './same-person.ts';
import { hasSpellings } from './spellings.ts';
import { readWholeList } from './whole-list.ts';

type Listed = Received<Patient>;
type Lists = Pick<Client, 'eachPage' | 'listNobody'>;

/**
 * Looks for a person. `agreeing` are the patients whose name, email and phone are those given, but for letters and signs
 * that a service may tidy up; `same` are the ids of those among them who are the same person. If none of the three is
 * given, nothing can be the same. Only name and email are filters of the interface, so a phone number alone reads the
 * whole list. A name with a space around it would find nobody, so the space is not sent. A name that is known in two
 * orders (`Surname, First name`) is looked for in both: `alsoNamed` is the other one, if the name itself does not tell.
 * `withContact` are those with this name and one of the contacts, where that `isContactEnough`: then a name is asked for
 * without its e-mail address, and `namesakes` are all who have this name there.
 * @throws ReconError `unavailable` if the list kept changing while it was read: somebody may have been missed
 */
export async function findAgreeing(
  client: Lists,
  patient: PatientInput,
  { alsoNamed, isContactEnough = false }: { alsoNamed?: string | undefined; isContactEnough?: boolean } = {},
) {
  if (naturalKeyOf(patient) === undefined) {
    const { keyMemoryMs, answeredAt, routes } = await client.listNobody();
    return { agreeing: [], same: [], withContact: [], namesakes: [], keyMemoryMs, answeredAt, routes };
  }
  const [name, email] = [patient.name?.trim(), patient.email?.trim()];
  // A service that keeps addresses in small letters may find none by capitals.
  const isSmall = email === email?.toLowerCase();
  const byEmail = email && (name ? isSmall && !isContactEnough : true) ? { email } : {};
  const hasContact = (one: Listed) => isContactEnough && agreesInNameAndContact(one, patient);
  const hasName = (one: Listed) => isContactEnough && isNamesake(one, patient);
  const find = (as: string | undefined) =>
    findAll(
      client,
      { ...(as ? { name: as } : {}), ...byEmail },
      (one) => agreesInAll(one, patient) || hasContact(one) || hasName(one),
    );
  const { found, ...head } = await find(name);
  const known = new Set(found.map((one) => idText(one?.id)));
  for (const other of otherNames(name ?? '', alsoNamed?.trim(), isContactEnough)) {
    for (const one of (await find(other)).found) {
      const id = idText(one?.id);
      if (!known.has(id)) found.push(one);
      known.add(id);
    }
  }
  const agreeing = found.filter((one) => agreesInAll(one, patient));
  const same = idsOf(agreeing.filter((one) => isSamePerson(one, patient)));
  return {
    ...{ agreeing, same, ...head },
    withContact: idsOf(found.filter(hasContact)),
    namesakes: idsOf(found.filter(hasName)),
  };
}

/** What the service may have this name as: in the other order, and, for one that has titles, without these. */
function otherNames(name: string, alsoNamed: string | undefined, isContactEnough: boolean): string[] {
  const named = [name, alsoNamed || givenFirst(name) || ''];
  const bare = isContactEnough ? [name, alsoNamed ?? ''].map(withoutTitles) : [];
  const all = new Set([...named, ...bare, ...bare.map((one) => givenFirst(one) ?? '')]);
  return [...all].filter((other) => other !== '' && other !== name);
}

export const idsOf = (listed: readonly Listed[]) => listed.flatMap((one) => idText(one?.id) ?? []);

/**
 * Everybody who may be this person in a service that stores what it is sent in its own way (see `agreesUnopposed`). It
 * sends no filter, because a filter may look for exactly what the service does not store.
 */
export const findUnopposed = async (client: Lists, patient: PatientInput): Promise<Listed[]> =>
  (await findAll(client, {}, (one) => agreesUnopposed(one, patient))).found;

/**
 * The ids of those who may be this person, typed in twice. It asks for one word of the name alone: the words may stand in
 * another order there, and be spelled otherwise. A service that finds whole names only will show nobody.
 */
export async function findAlike(client: Lists, patient: PatientInput): Promise<string[]> {
  if (!patient.name?.trim()) return [];
  const { found } = await findAll(client, likeFilter(patient.name), (one) => isAlike(one, patient));
  return idsOf(found);
}

/**
 * Those who share a name, a number or an address with this person, and are not the same. The interface has no filter for a
 * number, so one reads the whole list.
 */
export async function findSharing(client: Pick<Client, 'eachPage'>, patient: PatientInput, onProgress?: OnProgress) {
  const isWhole = Boolean(patient.phone ?? patient.email);
  if (!isWhole && !patient.name?.trim()) return [];
  const { listed } = await readWholeList(client, isWhole ? {} : likeFilter(patient.name), onProgress);
  return listed.flatMap((one) => {
    const [id, shared] = [idText(one?.id), sharedWith(one, patient)];
    if (id === undefined || shared === undefined) return [];
    return [{ id, patient: one, shared, isSlip: isSlip(one, patient) }];
  });
}

type OnProgress = Parameters<typeof readWholeList>[2];

/** The longest word that a service has in the same letters: a filter finds no `Müller` by `mueller`, and no `Dr.` */
function likeFilter(name = ''): ListFilters {
  const words = withoutTitles(name).split(/[\s,]+/);
  const [word] = words.filter((one) => !hasSpellings(one)).toSorted((a, b) => b.length - a.length);
  return word ? { name: word } : {};
}

/** @throws ReconError `protocol` if one of them has no id that can be read: nobody could tell that one from others */
async function findAll(client: Lists, filters: ListFilters, isWanted: (one: Listed) => boolean) {
  const { listed, keyMemoryMs, answeredAt, routes } = await readWholeList(client, filters);
  const found = listed.filter(isWanted);
  if (found.some((one) => idText(one?.id) === undefined)) {
    throw new ReconError('protocol', 'the service lists patients like this one with ids that are no numbers', {
      hint: 'ask the people who run the service',
    });
  }
  return { found, keyMemoryMs, answeredAt, routes };
}

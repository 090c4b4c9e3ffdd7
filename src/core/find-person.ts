import type { Received } from '../contract/answers.ts';
import type { Patient, PatientInput } from '../contract/patient.ts';
import { ReconError } from '../errors.ts';
import { idText, type Reply } from './answer.ts';
import type { Client } from './client.ts';
import type { ListFilters } from './patient-list.ts';
import { agreesInAll, agreesUnopposed, isSamePerson, naturalKeyOf } from './same-person.ts';

/** Without a limit, deletions that are faster than the reading would never let it end. */
const MOST_STEPS_BACK = 20;

type Listed = Received<Patient>;
type Lists = Pick<Client, 'eachPage' | 'listPatients'>;

/**
 * Looks for a person. `agreeing` are the patients whose name, email and phone are those given, but for letters and signs
 * that a service may tidy up; `same` are the ids of those among them who are the same person. If none of the three is
 * given, nothing can be the same. Only name and email are filters of the interface, so a phone number alone reads the
 * whole list. A name with a space around it would find nobody, so the space is not sent.
 * @throws ReconError `unavailable` if the list kept changing while it was read: somebody may have been missed
 */
export async function findAgreeing(client: Lists, patient: PatientInput) {
  if (naturalKeyOf(patient) === undefined) {
    const { keyMemoryMs, answeredAt } = await client.listPatients({ perPage: 1 });
    return { agreeing: [], same: [], keyMemoryMs, answeredAt };
  }
  const [name, email] = [patient.name?.trim(), patient.email?.trim()];
  // A service that keeps addresses in small letters may find none by capitals.
  const isSmall = email === email?.toLowerCase();
  const filters = { ...(name ? { name } : {}), ...(email && (isSmall || !name) ? { email } : {}) };
  const { found, ...head } = await findAll(client, filters, (one) => agreesInAll(one, patient));
  const same = found.filter((one) => isSamePerson(one, patient)).flatMap((one) => idText(one?.id) ?? []);
  return { agreeing: found, same, ...head };
}

/**
 * Everybody who could be this person in a service that writes what it is sent in its own way: nothing that was given is
 * there and different. Asks for no filter, because a filter may want exactly what the service does not keep.
 */
export const findUnopposed = async (client: Lists, patient: PatientInput): Promise<Listed[]> =>
  (await findAll(client, {}, (one) => agreesUnopposed(one, patient))).found;

/** @throws ReconError `protocol` if one of them has no id that can be read: nobody could tell that one from others */
async function findAll(client: Lists, filters: ListFilters, isWanted: (one: Listed) => boolean) {
  const { listed, keyMemoryMs, answeredAt } = await readWholeList(client, filters);
  const found = listed.filter(isWanted);
  if (found.some((one) => idText(one?.id) === undefined)) {
    throw new ReconError('protocol', 'the service lists patients like this one with ids that are no numbers', {
      hint: 'asking the operator of the service',
    });
  }
  return { found, keyMemoryMs, answeredAt };
}

/**
 * Reads all patients of a list. The interface pages by position: a deletion moves the following patients up, and one
 * of them may move from the next page to a page that was already read. So for each patient missing from the total, one
 * page before is read again. An added patient hides no other one.
 * @throws ReconError `unavailable` if the list kept changing while it was read: a patient may have been missed
 */
async function readWholeList(client: Pick<Client, 'eachPage'>, filters: ListFilters) {
  const listed = new Map<string, Listed>();
  const head: Pick<Reply<unknown>, 'keyMemoryMs' | 'answeredAt'> = {};
  let total = 0;
  let page = 1;
  for (let stepsBack = 0; stepsBack <= MOST_STEPS_BACK; stepsBack += 1) {
    let missing = 0;
    for await (const { body, keyMemoryMs, answeredAt } of client.eachPage({ ...filters, page })) {
      if (total === 0) Object.assign(head, { keyMemoryMs, answeredAt });
      for (const one of body?.patients ?? []) listed.set(idText(one?.id) ?? `without id ${listed.size}`, one);
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

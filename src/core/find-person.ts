import type { Received } from '../contract/answers.ts';
import type { Patient, PatientInput } from '../contract/patient.ts';
import { idText } from './answer.ts';
import type { Client } from './client.ts';
import { agreesInAll, agreesUnopposed, isSamePerson, naturalKeyOf } from './same-person.ts';
import { readWholeList } from './whole-list.ts';

type Listed = Received<Patient>;
type Lists = Pick<Client, 'eachPage' | 'listPatients'>;

export interface Agreeing {
  /** Patients whose name, email and phone are those given, but for letters and signs that a service may tidy up. */
  agreeing: Listed[];
  /** Ids of those among them who are the same person. */
  same: string[];
  /** How many agree and have no id that can be read: nobody can tell them from others. */
  withoutId: number;
  /** As the list's answer says them. */
  keyMemoryMs?: number | undefined;
  answeredAt?: number | undefined;
}

/**
 * Looks for a person. Where none of the three is given nothing can be the same. Only name and email are filters of the
 * interface, so a phone number alone reads the whole list. A space around a name finds nobody, so it is not asked for.
 * @throws ReconError `unavailable` where the list kept changing while it was read: somebody may have been missed
 */
export async function findAgreeing(client: Lists, patient: PatientInput): Promise<Agreeing> {
  if (naturalKeyOf(patient) === undefined) {
    const { keyMemoryMs, answeredAt } = await client.listPatients({ perPage: 1 });
    return { agreeing: [], same: [], withoutId: 0, keyMemoryMs, answeredAt };
  }
  const [name, email] = [patient.name?.trim(), patient.email?.trim()];
  // A service that keeps addresses in small letters may find none by capitals.
  const isSmall = email === email?.toLowerCase();
  const filters = { ...(name ? { name } : {}), ...(email && (isSmall || !name) ? { email } : {}) };
  const { listed, keyMemoryMs, answeredAt } = await readWholeList(client, filters);
  const all = listed.filter((one) => agreesInAll(one, patient));
  const agreeing = all.filter(hasId);
  const same = agreeing.filter((one) => isSamePerson(one, patient)).flatMap((one) => idText(one?.id) ?? []);
  return { agreeing, same, withoutId: all.length - agreeing.length, keyMemoryMs, answeredAt };
}

/**
 * Everybody who could be this person in a service that writes what it is sent in its own way: nothing that was given is
 * there and different. Asks for no filter, because a filter may want exactly what the service does not keep.
 */
export async function findUnopposed(
  client: Lists,
  patient: PatientInput,
): Promise<{ found: Listed[]; withoutId: number }> {
  const { listed } = await readWholeList(client, {});
  const all = listed.filter((one) => agreesUnopposed(one, patient));
  const found = all.filter(hasId);
  return { found, withoutId: all.length - found.length };
}

const hasId = (one: Listed) => idText(one?.id) !== undefined;

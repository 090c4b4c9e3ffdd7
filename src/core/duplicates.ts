import type { Received } from '../contract/answers.ts';
import type { Patient, PatientInput } from '../contract/patient.ts';
import { idText } from './answer.ts';
import type { Client } from './client.ts';

/**
 * Ids of the patients with the same name, email and phone, in the list's order. Where none of the
 * three is given nothing can be the same. Only name and email are filters of the interface, so a
 * phone number alone reads the whole list. A space around a name finds nobody, so it is not asked for.
 */
export async function findSamePatients(client: Pick<Client, 'eachPage'>, patient: PatientInput): Promise<string[]> {
  const [name, email] = [patient.name?.trim(), patient.email?.trim()];
  if (keyOf(patient) === keyOf({})) return [];
  const filters = { ...(name ? { name } : {}), ...(email ? { email } : {}) };
  const found = new Set<string>();
  for await (const { body } of client.eachPage(filters)) {
    for (const listed of body?.patients ?? []) {
      const id = idText(listed?.id);
      if (id !== undefined && keyOf(listed) === keyOf(patient)) found.add(id);
    }
  }
  return [...found];
}

/** Letters that look alike but are spelled in two ways are one; so is a field left out and an empty one. */
function keyOf(patient: Received<Patient> | PatientInput): string {
  const fold = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim() : '');
  return JSON.stringify([fold(patient?.name), fold(patient?.email), fold(patient?.phone)]);
}

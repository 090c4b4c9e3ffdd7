import type { Received } from '../contract/answers.ts';
import type { Patient, PatientInput } from '../contract/patient.ts';
import { ReconError } from '../errors.ts';
import { idText } from './answer.ts';
import type { Client } from './client.ts';
import type { ListFilters } from './patient-list.ts';
import { watchList } from './steady-list.ts';

type Listed = Received<Patient>;

/**
 * What a person is known by where there is no id: name, email and phone. Letters that look alike but are spelled in two
 * ways are one; so is a field left out and an empty one. undefined where none of the three is given.
 */
export function naturalKeyOf(patient: Listed | PatientInput): string | undefined {
  const fold = (value: unknown) => (typeof value === 'string' ? value.normalize('NFC').trim() : '');
  const parts = [fold(patient?.name), fold(patient?.email), fold(patient?.phone)];
  return parts.every((part) => part === '') ? undefined : JSON.stringify(parts);
}

export interface Alike {
  /** Patients whose name, email and phone are those given, but for letters and signs that a service may tidy up. */
  alike: Listed[];
  /** Ids of those among them with exactly the same three. */
  same: string[];
  /** As the list's answer says it. */
  keyMemoryMs: number | undefined;
}

const TIMES_TO_READ = 3;

/**
 * Looks for a person. Where none of the three is given nothing can be the same. Only name and email are filters of the
 * interface, so a phone number alone reads the whole list. A space around a name finds nobody, so it is not asked for.
 * @throws ReconError `unavailable` where the list kept changing while it was read: somebody may have been missed
 */
export async function findAlike(
  client: Pick<Client, 'eachPage' | 'listPatients'>,
  patient: PatientInput,
): Promise<Alike> {
  const key = naturalKeyOf(patient);
  if (key === undefined) {
    return { alike: [], same: [], keyMemoryMs: (await client.listPatients({ perPage: 1 })).keyMemoryMs };
  }
  const [name, email] = [patient.name?.trim(), patient.email?.trim()];
  const filters = { ...(name ? { name } : {}), ...(email ? { email } : {}) };
  for (let time = 1; time <= TIMES_TO_READ; time += 1) {
    const { listed, keyMemoryMs, isSteady } = await readList(client, filters);
    if (!isSteady) continue;
    const alike = listed.filter((one) => idText(one?.id) !== undefined && isAlike(one, patient));
    const same = alike.filter((one) => naturalKeyOf(one) === key).flatMap((one) => idText(one?.id) ?? []);
    return { alike, same, keyMemoryMs };
  }
  throw new ReconError('unavailable', 'the list of patients kept changing while it was searched', {
    hint: 'the same command again in a moment',
  });
}

async function readList(client: Pick<Client, 'eachPage'>, filters: ListFilters) {
  const watch = watchList();
  const listed: Listed[] = [];
  let keyMemoryMs: number | undefined;
  let pages = 0;
  for await (const page of client.eachPage(filters)) {
    listed.push(...watch.fresh(page));
    keyMemoryMs = page.keyMemoryMs;
    pages += 1;
  }
  return { listed, keyMemoryMs, isSteady: pages < 2 || watch.change() === undefined };
}

function isAlike(listed: Listed, patient: PatientInput): boolean {
  return KEY_FIELDS.every((field) => {
    const [there, sent] = [listed?.[field], patient[field]];
    if (folded(sent) === '') return true;
    return field === 'phone' && digits(sent) !== '' ? digits(there) === digits(sent) : folded(there) === folded(sent);
  });
}

const KEY_FIELDS = ['name', 'email', 'phone'] as const;

const folded = (value: unknown) =>
  typeof value === 'string'
    ? value.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
    : '';
const digits = (value: unknown) => (typeof value === 'string' ? value.replaceAll(/\D/g, '') : '');

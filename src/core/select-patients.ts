import { isLosslessNumber } from 'lossless-json';
import type { PatientsAnswer, Received } from '../contract/answers.ts';
import type { Patient } from '../contract/patient.ts';
import { ACCEPTED_STATE, isSettled, NO_RECONSTRUCTION, READY_STATUS } from '../contract/reconstruction.ts';
import { idText, type Reply } from './answer.ts';
import { readId } from './ids.ts';
import type { InvitationMade } from './invitations-made.ts';
import type { ListWatch } from './list-watch.ts';
import { type DoubtsByPatient, notesOfModels } from './model-facts.ts';
import { SURNAME, surnameFirst } from './name-order.ts';
import { hasPhone } from './phone.ts';
import { hasCityLike, hasNameLike } from './whom.ts';

type Listed = Received<Patient>;

/** What the interface has no filter for, so that the client looks itself. */
export interface Selection {
  /** One of these is the status of a reconstruction, in the service's own words; or accepted, as somebody has done it. */
  statuses?: readonly string[] | undefined;
  /** The links that are out, where their patients are among those who are looked for. */
  links?: readonly InvitationMade[] | undefined;
  /** Changed since then, the patient or a reconstruction, epoch ms. */
  since?: number | undefined;
  /** The phone number, its end, or six digits of it in a row. */
  phone?: string | undefined;
  /** Digits that are the id, or as `phone`. */
  idOrPhone?: string | undefined;
  /** Words that are all in the name, in any order. */
  name?: string | undefined;
  /** Words that all begin a word of the city. */
  city?: string | undefined;
  /** By the word that a person sees: an earlier model that was accepted is ready, whatever newer photos gave. */
  asShown?: boolean | undefined;
}

export function isSelected(patient: Listed, selection: Selection): boolean {
  const { statuses, links, since, phone, idOrPhone, name, city, asShown } = selection;
  const hasStatus = () => {
    if (links?.some(isOf(patient))) return true;
    if (statuses?.includes(ACCEPTED_STATE) && reconstructionsOf(patient).some(isSettled)) return true;
    const own = statusesOf(patient, asShown);
    return (own.length === 0 ? [NO_RECONSTRUCTION] : own).some((status) => statuses?.includes(status));
  };
  return (
    (statuses === undefined || hasStatus()) &&
    (since === undefined || changedAt(patient) >= since) &&
    (phone === undefined || hasPhone(phone)(patient?.phone)) &&
    (idOrPhone === undefined || idText(patient?.id) === readId(idOrPhone) || hasPhone(idOrPhone)(patient?.phone)) &&
    (name === undefined || hasNameLike(name)(patient)) &&
    (city === undefined || hasCityLike(city)(patient))
  );
}

const isOf = (patient: Listed) => (link: InvitationMade) => link.id === idText(patient?.id);

/**
 * What a list of links tells of a patient beside the record: `{"link_out": "face", "link_out_until": "2026-…"}`, and of a
 * link that leads to where the service was, that address.
 */
export function withLink(patient: Listed, { links }: Selection): Listed {
  if (links === undefined) return patient;
  const own = links.filter(isOf(patient));
  const ends = own.flatMap(({ expiresAt }) => expiresAt ?? []);
  const told = {
    link_out: own.length === 0 ? null : own.map(({ type }) => type).join(', '),
    link_out_until: ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString(),
  };
  const former = own.find(({ formerAddress }) => formerAddress !== undefined)?.formerAddress;
  return { ...patient, ...told, ...(former !== undefined && { link_out_former_address: former }) };
}

/** Not selected only because nothing tells when it was changed. */
export const isUndated = (patient: Listed, { since, ...others }: Selection): boolean =>
  since !== undefined && changedAt(patient) === UNDATED && isSelected(patient, others);

const UNDATED = Number.NEGATIVE_INFINITY;

/** A service may leave the patient's own time as it is where only a reconstruction changes. */
function changedAt(patient: Listed): number {
  const times = [patient, ...reconstructionsOf(patient)].map((one) => Date.parse(String(one?.updated_at)));
  return Math.max(UNDATED, ...times.filter((time) => !Number.isNaN(time)));
}

/** Of all reconstructions; `asShown` as in a `Selection`. */
export const statusesOf = (patient: Listed, asShown = false): string[] =>
  reconstructionsOf(patient).flatMap((one) => {
    if (asShown && isSettled(one)) return READY_STATUS;
    return typeof one?.status === 'string' ? one.status : [];
  });

function reconstructionsOf(patient: Listed) {
  const all = patient?.reconstructions;
  return Array.isArray(all) ? all : [];
}

export interface Selected {
  patients: Listed[];
  /** How many were looked at. */
  read: number;
  /** How many are of each status, whether selected or not. */
  statuses: ReadonlyMap<string, number>;
  /** How many are not selected because nothing tells when they were changed. */
  undated: number;
  /** Units by field, where the service tells them. */
  units: Reply<unknown>['units'];
  /** Of the models of those who were read. */
  doubts: DoubtsByPatient;
  /** Whose the token is, where the service tells. */
  account: Reply<unknown>['account'];
}

/** Reads pages to their end; of several patients of one id the first. */
export async function selectFrom(
  pages: AsyncIterable<Reply<PatientsAnswer>>,
  watch: Pick<ListWatch, 'fresh' | 'count'>,
  selection: Selection = {},
  onProgress: (read: number, total: number | undefined) => void = () => {},
): Promise<Selected> {
  const patients: Listed[] = [];
  const statuses = new Map<string, number>();
  let undated = 0;
  let units: Selected['units'];
  let account: Selected['account'];
  const { notes, add } = notesOfModels();
  for await (const reply of pages) {
    units ??= reply.units;
    account ??= reply.account;
    add(reply);
    for (const patient of watch.fresh(reply)) {
      for (const status of statusesOf(patient, selection.asShown))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (isSelected(patient, selection)) patients.push(withLink(patient, selection));
      else if (isUndated(patient, selection)) undated += 1;
    }
    onProgress(watch.count(), reply.body?.meta?.total_entries ?? undefined);
  }
  return { patients, read: watch.count(), statuses, undated, units, account, doubts: notes.doubts };
}

export interface Order {
  /** A field of the patient, as the interface names it, or SURNAME. */
  field: string;
  isDescending: boolean;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Numbers by size, texts as in a phone book; what is empty comes last either way. */
export function sorted(patients: readonly Listed[], { field, isDescending }: Order): Listed[] {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const keyed = patients.map((patient) => ({ patient, key: keyOf(patient, field) }));
  // To a collator 62.5 is 62 and 5, less than 62.25; of whole numbers above 2^53 it knows more than a number does.
  const compareKeys = (one: string, other: string) =>
    (NUMBER.test(one) && NUMBER.test(other) && Number(one) - Number(other)) || collator.compare(one, other);
  const compare = (one: string, other: string) => {
    if (one === '' || other === '') return Number(one === '') - Number(other === '');
    const order = compareKeys(one, other);
    return isDescending ? -order : order;
  };
  return keyed.toSorted((one, other) => compare(one.key, other.key)).map(({ patient }) => patient);
}

function keyOf(patient: Listed, field: string): string {
  if (field === SURNAME) return surnameFirst(keyOf(patient, 'name'));
  const value: unknown = new Map(Object.entries(patient ?? {})).get(field);
  // Times may come with different offsets.
  if (field === 'updated_at') return String(Date.parse(String(value)) || '');
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || isLosslessNumber(value) ? String(value) : '';
}

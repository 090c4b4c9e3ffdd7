import type { After, AfterImage } from '../contract/after.ts';
import type { PatientAnswer } from '../contract/answers.ts';
import type { Patient } from '../contract/patient.ts';
import {
  RECONSTRUCTION_TYPES,
  type Reconstruction,
  type ReconstructionType,
  wireTypeOf,
} from '../contract/reconstruction.ts';
import type { Implant, Simulation } from '../contract/simulation.ts';
import type { Account } from './domain/accounts.ts';
import type { StoredAfter } from './domain/afters.ts';
import type { KeptFile } from './domain/files.ts';
import { isOfTwoPeople, measuresFromText, shownOf } from './domain/generation.ts';
import { findPatient, type ShownPatient } from './domain/patients.ts';
import { type ReconstructionRecord, reconstructionsOf, type ShownFile } from './domain/records.ts';
import type { Store } from './domain/store.ts';
import type { Links } from './links.ts';

/** `2026-01-02T03:04:05.678+00:00`, the interface's spelling of a time. */
const wireTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00');

export interface PresentOptions {
  links: Links;
  /** In list and get answers; absent from create and update answers. */
  withSimulations: boolean;
}

/** The body that get, create and update share; `async` tells if the last generation was asynchronous. */
export async function patientAnswer(
  { store, links }: { store: Store; links: Links },
  owner: Account,
  id: number,
  { withSimulations, isBare = false }: { withSimulations: boolean; isBare?: boolean },
): Promise<PatientAnswer> {
  const row = await findPatient(store.db, owner, id);
  // The database need not be asked for what has just been made without any.
  const all = isBare ? [] : await reconstructionsOf(store, owner, [id]);
  const [patient] = presented([row], all, owner, { links, withSimulations });
  return { patient: patient!, async: String(row.last_async === 1) };
}

/**
 * Rows → the interface's patients, each with its reconstructions; whose models may be of two people, as words of a header;
 * and the ids of those of whom a photo is kept once more, perhaps with another patient.
 */
export async function presentPatients(
  store: Store,
  owner: Account,
  rows: readonly ShownPatient[],
  options: PresentOptions,
): Promise<{ patients: Patient[]; twoPeople: string[]; withTwins: number[] }> {
  const ids = rows.map((row) => row.id);
  const all = await reconstructionsOf(store, owner, ids);
  const withTwins = new Set(all.flatMap(({ hasTwin, patient_id }) => (hasTwin ? patient_id : [])));
  return {
    patients: presented(rows, all, owner, options),
    twoPeople: twoPeopleWords(all),
    withTwins: [...withTwins],
  };
}

/** `7=face`, for each model that can be read and whose photos may show two people. */
const twoPeopleWords = (all: readonly ReconstructionRecord[]): string[] =>
  all
    .filter(({ slot, certainty }) => slot === 'current' && certainty !== null && isOfTwoPeople(certainty))
    .map(({ patient_id, type }) => `${patient_id}=${type}`);

function presented(
  rows: readonly ShownPatient[],
  all: readonly ReconstructionRecord[],
  owner: Account,
  options: PresentOptions,
): Patient[] {
  const reconstructionsOfRow = (id: number) => {
    const records = all.filter((record) => record.patient_id === id);
    return RECONSTRUCTION_TYPES.flatMap((type) => presentReconstruction(type, records, owner.id, options));
  };
  return rows.map((row) => ({
    id: row.id,
    player_id: row.player_id,
    name: row.name,
    email: row.email,
    height: row.height,
    weight: row.weight,
    phone: row.phone,
    gender: row.gender,
    address: row.address,
    city: row.city,
    postal_code: row.postal_code,
    state: row.state,
    country_iso: row.country,
    updated_at: wireTime(row.updated_at),
    reconstructions: reconstructionsOfRow(row.id),
  }));
}

/**
 * The reconstruction of one type, if there is one. Pictures and measures come from the one that can be read; status and
 * time from the newest generation.
 */
function presentReconstruction(
  type: ReconstructionType,
  records: readonly ReconstructionRecord[],
  ownerId: number,
  { links, withSimulations }: PresentOptions,
): Reconstruction[] {
  const ofType = records.filter((record) => record.type === type);
  const readable = ofType.find((record) => record.slot === 'current');
  if (readable === undefined) return [];
  const newest = ofType.find((record) => record.slot === 'next') ?? readable;
  const url = (name: ShownFile) => {
    const fileId = readable.files.get(name);
    return fileId === undefined ? null : links.image(ownerId, fileId);
  };
  const simulations = () => readable.simulations.map((row) => presentSimulation(row, url('frames')));
  return [
    {
      type: wireTypeOf(type),
      accepted: readable.accepted === 1,
      status: shownOf(newest).status,
      updated_at: wireTime(newest.updated_at),
      frames: url('frames'),
      mesaures: measuresFromText(readable.measures),
      left: url('left'),
      front: url('front'),
      right: url('right'),
      ...(withSimulations && { simulations: simulations() }),
    },
  ];
}

function presentSimulation(row: ReconstructionRecord['simulations'][number], frames: string | null): Simulation {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    updated_at: wireTime(row.updated_at),
    frames: frames ?? '',
    left_implant: JSON.parse(row.left_implant) as Implant,
    right_implant: JSON.parse(row.right_implant) as Implant,
  };
}

export function presentAfter(row: StoredAfter, files: readonly KeptFile[], ownerId: number, links: Links): After {
  const image = (view: string): AfterImage => {
    const file = files.find(({ name }) => name === view);
    if (file === undefined) return { url: null, thumb: { url: null } };
    return { url: links.image(ownerId, file.id), thumb: { url: links.thumb(ownerId, file.id) } };
  };
  return {
    weight: row.weight,
    status: shownOf(row).status,
    accepted: String(row.accepted === 1),
    provider: row.provider,
    measures: measuresFromText(row.measures),
    front: image('front'),
    left: image('left'),
    right: image('right'),
    back: image('back'),
  };
}

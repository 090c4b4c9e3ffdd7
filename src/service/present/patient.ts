import type { Patient } from '../../contract/patient.ts';
import type { Account } from '../domain/accounts.ts';
import type { StoredPatient } from '../domain/patients.ts';
import { type ReconstructionRecord, reconstructionsOf } from '../domain/records.ts';
import type { Store } from '../domain/store.ts';
import { type PresentOptions, presentReconstructions } from './reconstruction.ts';
import { wireTime } from './time.ts';

/** Rows → the interface's patients, each with its reconstructions. */
export async function presentPatients(
  store: Store,
  owner: Account,
  rows: readonly StoredPatient[],
  options: PresentOptions,
): Promise<Patient[]> {
  const ids = rows.map((row) => row.id);
  const records = await reconstructionsOf(store, owner, ids);
  return rows.map((row) => presentPatient(row, records.get(row.id) ?? [], options));
}

function presentPatient(row: StoredPatient, records: ReconstructionRecord[], options: PresentOptions): Patient {
  return {
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
    reconstructions: presentReconstructions(records, row.owner_id, options),
  };
}

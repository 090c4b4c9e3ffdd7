import type { Generated } from 'kysely';

/**
 * The rows as they lie in the database. Times are milliseconds since the epoch, yes/no is 1/0,
 * JSON is text. Who may see a patient is `patients.owner_id` and stands in every WHERE.
 */
export interface Tables {
  accounts: AccountRow;
  tokens: TokenRow;
  patients: PatientRow;
  tombstones: TombstoneRow;
  reconstructions: ReconstructionRow;
  afters: AfterRow;
  simulations: SimulationRow;
  files: FileRow;
  jobs: JobRow;
  invitations: InvitationRow;
  idempotency: IdempotencyRow;
  settings: { key: string; value: string };
  folder: FolderRow;
  unfinished_files: UnfinishedFileRow;
}

/** The data folder itself; one row. */
export interface FolderRow {
  /** Random. */
  id: string;
  /** Grows by one with each transaction that changes something. */
  commits: number;
}

/** A file on its way in or out, on record before anything happens to it on the disk. */
export interface UnfinishedFileRow {
  id: string;
  /** `new`: no record owns it yet. `erased`: its record is gone. */
  kind: 'new' | 'erased';
}

export interface AccountRow {
  id: Generated<number>;
  name: string;
  /** The main account of a sub account; null for a main account. */
  parent_id: number | null;
  created_at: number;
}

export interface TokenRow {
  id: Generated<number>;
  account_id: number;
  /** SHA-256 of the token, hex; the token itself is never kept. */
  hash: string;
  created_at: number;
  revoked_at: number | null;
}

export interface PatientRow {
  id: Generated<number>;
  owner_id: number;
  player_id: string;
  name: string | null;
  email: string | null;
  gender: string | null;
  phone: string | null;
  country: string | null;
  address: string | null;
  city: string | null;
  postal_code: string | null;
  state: string | null;
  height: number | null;
  weight: number | null;
  /** Lower case without accents; what the list filters look at. */
  name_folded: string;
  email_folded: string;
  /** Whether the last generation was asynchronous. */
  last_async: number;
  created_at: number;
  updated_at: number;
}

/** What stays of a deleted patient: that there was one, and who deleted it when. */
export interface TombstoneRow {
  patient_id: number;
  owner_id: number;
  actor_id: number;
  deleted_at: number;
}

/**
 * One generation. A patient has at most one `current` row per type, which is what is read, and at
 * most one `next` row, which takes its place once it is ready.
 */
export interface ReconstructionRow {
  id: Generated<number>;
  patient_id: number;
  type: string;
  slot: string;
  provider: number;
  accepted: number;
  status: string;
  /** Why the generation failed, for a person. */
  reason: string | null;
  /** 1 while a file of it is not on the disk; status and reason stay what they are. */
  is_incomplete: Generated<number>;
  /** JSON: the measures that were sent, in cm. */
  given_measures: string;
  /** JSON: the measures that the answer shows, in cm. */
  measures: string;
  created_at: number;
  updated_at: number;
}

export interface AfterRow {
  id: Generated<number>;
  patient_id: number;
  type: string;
  provider: number;
  accepted: number;
  status: string;
  reason: string | null;
  is_incomplete: Generated<number>;
  weight: string | null;
  given_measures: string;
  measures: string;
  created_at: number;
  updated_at: number;
}

export interface SimulationRow {
  id: Generated<number>;
  reconstruction_id: number;
  name: string;
  description: string;
  /** JSON of the wire's Implant. */
  left_implant: string;
  right_implant: string;
  updated_at: number;
}

/** A file of a reconstruction or of an after: a photo by its view, or a part of the model. */
export interface FileRow {
  /** Random; also the file's name on disk. */
  id: string;
  reconstruction_id: number | null;
  after_id: number | null;
  name: string;
  sha256: string;
  size_bytes: number;
  mime: string;
  created_at: number;
}

export interface JobRow {
  id: Generated<number>;
  reconstruction_id: number | null;
  after_id: number | null;
  /** queued → running → done or failed */
  state: string;
  attempt: number;
  /** Until when the attempt is taken; 0 where nobody works on it. */
  lease_until: number;
  created_at: number;
  finished_at: number | null;
}

export interface InvitationRow {
  id: Generated<number>;
  patient_id: number;
  type: string;
  token_hash: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface IdempotencyRow {
  account_id: number;
  key: string;
  /** SHA-256 of operation and parsed parts, hex. */
  request_hash: string;
  /** The patient whose data the stored answer shows. */
  patient_id: number | null;
  /** The after that was made, where the request was for one. */
  after_id: number | null;
  /** Null while the first request is at work. */
  status: number | null;
  /** Null once the patient is deleted or transferred. */
  body: string | null;
  created_at: number;
}

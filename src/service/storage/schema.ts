import type { Generated } from 'kysely';
import type { PatientField } from '../../contract/patient.ts';
import type { Scope } from '../../contract/scopes.ts';

/**
 * The rows of the database. Times are milliseconds since the epoch, yes/no is 1/0, JSON is text. `patients.owner_id`
 * decides who may see a patient and is in every WHERE.
 */
export interface Tables {
  accounts: AccountRow;
  tokens: TokenRow;
  patients: PatientRow;
  patient_counts: PatientCountRow;
  tombstones: TombstoneRow;
  reconstructions: ReconstructionRow;
  afters: AfterRow;
  simulations: SimulationRow;
  files: FileRow;
  jobs: JobRow;
  invitations: InvitationRow;
  invited_photos: InvitedPhotoRow;
  idempotency: IdempotencyRow;
  settings: { key: string; value: string };
  folder: FolderRow;
  unfinished_files: UnfinishedFileRow;
  audit_inbox: AuditInboxRow;
  audit_lines: AuditLineRow;
  audit_start: { number: number; hash: string };
}

/** The data folder itself; one row. */
interface FolderRow {
  /** Random text. */
  id: string;
  /** Grows by one with each transaction that changes something. */
  commits: number;
}

/** A file that is being added or removed; recorded before the disk is touched. */
interface UnfinishedFileRow {
  id: string;
  /** `new`: no record owns it yet. `erased`: its record is gone. */
  kind: 'new' | 'erased';
  /** By the database's clock; 0 for `erased`. */
  created_at: Generated<number>;
}

interface AccountRow {
  id: Generated<number>;
  name: string;
  /** The main account of a sub account; null for a main account. */
  parent_id: number | null;
  created_at: number;
  /** Null for an account that may be used. */
  disabled_at: number | null;
  /** What it and its sub accounts may store at most; null is no limit. */
  quota_bytes: number | null;
  quota_patients: number | null;
}

interface TokenRow {
  id: Generated<number>;
  account_id: number;
  /** SHA-256 of the token, hex; the token itself is never kept. */
  hash: string;
  created_at: number;
  revoked_at: number | null;
  label: Generated<string>;
  scope: Generated<Scope>;
  /** By the database's clock; null for a token that does not expire. */
  expires_at: number | null;
  /** By the database's clock, to the minute. */
  last_used_at: number | null;
}

/** The fields that a form sets, and ours. */
export interface PatientRow extends Record<PatientField, string | null> {
  id: Generated<number>;
  owner_id: number;
  player_id: string;
  height: number | null;
  weight: number | null;
  /** Lower case without accents; the list filters search it. */
  name_folded: string;
  email_folded: string;
  /** 1 if the last generation was asynchronous. */
  last_async: number;
  created_at: number;
  updated_at: number;
}

/** How many patients an account has with ids from `first_id` to the next row's. Triggers keep it. */
interface PatientCountRow {
  owner_id: number;
  first_id: number;
  entries: number;
  /** Of their files. */
  bytes: number;
  /** Grows with each change that a list could tell by its order, its filters or its count. */
  changes: number;
}

/** The rest of a deleted patient: the id, the time and who deleted it. */
interface TombstoneRow {
  patient_id: number;
  owner_id: number;
  actor_id: number;
  deleted_at: number;
}

/** A record that is made by a generation. */
interface GeneratedRow {
  id: Generated<number>;
  patient_id: number;
  type: string;
  provider: number;
  accepted: number;
  status: string;
  /** The reason of a failed generation, in words for a person. */
  reason: string | null;
  /** 1 while a file of the record is missing on the disk; status and reason do not change. */
  is_incomplete: Generated<number>;
  /** JSON: the measures that were sent, in cm. */
  given_measures: string;
  /** JSON: the measures that the answer shows, in cm. */
  measures: string;
  /** JSON of `Certainty`; null without a model, and with one of an older recon. */
  certainty: string | null;
  created_at: number;
  updated_at: number;
}

/**
 * A patient has at most one `current` row per type, which is read, and at most one `next` row, which replaces it when it
 * is ready.
 */
export interface ReconstructionRow extends GeneratedRow {
  slot: string;
  /** JSON of `EarlierModel[]`, the newest first: what the models were made with that this one took the place of. */
  earlier: string | null;
}

export interface AfterRow extends GeneratedRow {
  weight: string | null;
}

export interface SimulationRow {
  id: Generated<number>;
  reconstruction_id: number;
  name: string;
  description: string;
  /** JSON of the interface's Implant. */
  left_implant: string;
  right_implant: string;
  updated_at: number;
  /** JSON of `SimulationLines`; null where it was saved without them. */
  lines: string | null;
}

/** A file of a reconstruction or of an after: a photo by its view, or a part of the model. */
interface FileRow {
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

interface JobRow {
  id: Generated<number>;
  /** The account that asked for it. */
  account_id: number;
  reconstruction_id: number | null;
  after_id: number | null;
  /** queued → running → done or failed */
  state: string;
  attempt: number;
  /** The number of attempts that the engine broke off. */
  failures: Generated<number>;
  /** Of the running attempt, 0 to 1. */
  progress: Generated<number>;
  /** The end of the lease; of a queued job, before which it is not taken: it was put off, else 0. */
  lease_until: number;
  created_at: number;
  /** When the running attempt began; null where nothing is known of it. */
  begun_at: Generated<number | null>;
  finished_at: number | null;
}

interface InvitationRow {
  id: Generated<number>;
  patient_id: number;
  type: string;
  token_hash: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  /** SHA-256 of the key that the photos were sent with, hex; null if they came without one. */
  sent_key: string | null;
  /** What was made of the photos; it may be gone. */
  reconstruction_id: number | null;
  /** When its page was opened first; null as long as nobody has. */
  opened_at: number | null;
}

/** A photo that came by an invitation before the patient sent the set. Then it becomes a row of `files`. */
export interface InvitedPhotoRow {
  /** Random; also the file's name on disk. */
  id: string;
  invitation_id: number;
  view: string;
  /** What the page calls it, so that the same one sent again is known. */
  sent_id: string;
  /** Of the bytes as they came, hex; `sha256` is of those without place, time and camera. */
  sent_sha256: string;
  /** Equal if the pixels are equal. */
  picture_hash: string;
  sha256: string;
  size_bytes: number;
  mime: string;
  created_at: number;
  /** The names of what is doubtful as a JSON array; null if nobody has looked. */
  warnings: string | null;
  /** 1 if a generation would refuse it; null if nobody has looked, or an older recon has. */
  is_unusable: number | null;
}

export interface IdempotencyRow {
  account_id: number;
  key: string;
  /** SHA-256 of operation and parsed parts, hex. */
  request_hash: string;
  /** The patient whose data the stored answer shows. */
  patient_id: number | null;
  /** The after that was made, if the request was for one. */
  after_id: number | null;
  /** Null while the first request is at work. */
  status: number | null;
  /** Null once the patient is deleted or transferred. */
  body: string | null;
  created_at: number;
}

/** A line of the audit that has no place in the chain yet. */
interface AuditInboxRow {
  id: Generated<number>;
  /** JSON of `AuditLine`. */
  line: string;
}

export interface AuditLineRow {
  /** From 1 on, without a gap. */
  number: number;
  /** The time of the line, for searching. */
  written_at: number;
  /** JSON of `AuditLine`, as it was written. */
  line: string;
  /** Of this line and, through the hash before it, of all earlier ones. */
  hash: string;
}

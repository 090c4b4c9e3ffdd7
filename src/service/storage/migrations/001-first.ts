import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table settings (key text primary key, value text not null) strict`,

  `create table accounts (
    id integer primary key autoincrement,
    name text not null unique,
    parent_id integer references accounts (id),
    created_at integer not null
  ) strict`,

  `create table tokens (
    id integer primary key autoincrement,
    account_id integer not null references accounts (id) on delete cascade,
    hash text not null unique,
    created_at integer not null,
    revoked_at integer
  ) strict`,

  // autoincrement: the id of a deleted patient never names another person.
  `create table patients (
    id integer primary key autoincrement,
    owner_id integer not null references accounts (id),
    player_id text not null unique,
    name text, email text, gender text, phone text, country text,
    address text, city text, postal_code text, state text,
    height real, weight real,
    name_folded text not null,
    email_folded text not null,
    last_async integer not null,
    created_at integer not null,
    updated_at integer not null
  ) strict`,
  `create index patients_of_owner on patients (owner_id, id)`,

  `create table tombstones (
    patient_id integer primary key,
    owner_id integer not null,
    actor_id integer not null,
    deleted_at integer not null
  ) strict`,

  `create table reconstructions (
    id integer primary key autoincrement,
    patient_id integer not null references patients (id) on delete cascade,
    type text not null check (type in ('mammo', 'face', 'body')),
    slot text not null check (slot in ('current', 'next')),
    provider integer not null,
    accepted integer not null,
    status text not null,
    reason text,
    given_measures text not null,
    measures text not null,
    created_at integer not null,
    updated_at integer not null,
    unique (patient_id, type, slot)
  ) strict`,

  `create table afters (
    id integer primary key autoincrement,
    patient_id integer not null references patients (id) on delete cascade,
    type text not null check (type in ('mammo', 'face', 'body')),
    provider integer not null,
    accepted integer not null,
    status text not null,
    reason text,
    weight text,
    given_measures text not null,
    measures text not null,
    created_at integer not null,
    updated_at integer not null
  ) strict`,
  `create index afters_of_patient on afters (patient_id)`,

  `create table simulations (
    id integer primary key autoincrement,
    reconstruction_id integer not null references reconstructions (id) on delete cascade,
    name text not null,
    description text not null,
    left_implant text not null,
    right_implant text not null,
    updated_at integer not null
  ) strict`,
  `create index simulations_of_reconstruction on simulations (reconstruction_id)`,

  `create table files (
    id text primary key,
    reconstruction_id integer references reconstructions (id) on delete cascade,
    after_id integer references afters (id) on delete cascade,
    name text not null,
    sha256 text not null,
    size_bytes integer not null,
    mime text not null,
    created_at integer not null,
    check ((reconstruction_id is null) <> (after_id is null)),
    unique (reconstruction_id, name),
    unique (after_id, name)
  ) strict`,

  `create table jobs (
    id integer primary key autoincrement,
    reconstruction_id integer unique references reconstructions (id) on delete cascade,
    after_id integer unique references afters (id) on delete cascade,
    state text not null check (state in ('queued', 'running', 'done', 'failed')),
    attempt integer not null,
    lease_until integer not null,
    created_at integer not null,
    finished_at integer,
    check ((reconstruction_id is null) <> (after_id is null))
  ) strict`,
  `create index jobs_open on jobs (id) where state in ('queued', 'running')`,

  `create table invitations (
    id integer primary key autoincrement,
    patient_id integer not null references patients (id) on delete cascade,
    type text not null,
    token_hash text not null unique,
    created_at integer not null,
    expires_at integer not null,
    used_at integer
  ) strict`,

  `create table idempotency (
    account_id integer not null references accounts (id) on delete cascade,
    key text not null,
    request_hash text not null,
    patient_id integer,
    status integer,
    body text,
    created_at integer not null,
    primary key (account_id, key)
  ) strict`,
  `create index idempotency_of_patient on idempotency (patient_id)`,
];

export async function first<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

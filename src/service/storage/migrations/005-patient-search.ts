import { type Kysely, sql } from 'kysely';

/** A row for each character of the text; its `key` counts from 0. */
export const charactersOf = (text: string) =>
  `json_each('[' || substr(replace(hex(zeroblob(length(${text}))), '00', ',0'), 2) || ']')`;

const ADD_ENTRY = `insert into patient_counts values (new.owner_id, new.id - new.id % 8192, 1, 1)
  on conflict do update set entries = entries + 1, changes = changes + 1`;
const REMOVE_ENTRY = `update patient_counts set entries = entries - 1, changes = changes + 1
  where owner_id = old.owner_id and first_id = old.id - old.id % 8192`;
const REMOVE_GRAMS = `delete from patient_grams where (owner_id, gram, patient_id) in
  (select owner_id, gram, patient_id from grams_of_patients where patient_id = old.id)`;
const IS_MOVED_OR_RENAMED = `old.owner_id <> new.owner_id or old.name_folded <> new.name_folded
  or old.email_folded <> new.email_folded`;

const STATEMENTS = [
  // How many patients an account has among 8,192 ids, the lowest of which is first_id. `changes` grows with each change
  // of a patient that a list could tell by its order, its filters or its count. Rows are never deleted.
  `create table patient_counts (
    owner_id integer not null,
    first_id integer not null,
    entries integer not null,
    changes integer not null,
    primary key (owner_id, first_id)
  ) strict, without rowid`,
  `insert into patient_counts select owner_id, id - id % 8192, count(*), 1 from patients group by 1, 2`,
  `create trigger patient_counted after insert on patients begin ${ADD_ENTRY}; end`,
  `create trigger patient_uncounted after delete on patients begin ${REMOVE_ENTRY}; end`,
  `create trigger patient_moved after update of owner_id, name_folded, email_folded on patients
    when ${IS_MOVED_OR_RENAMED} begin ${REMOVE_ENTRY}; ${ADD_ENTRY}; end`,

  // The patients by each three characters in their name (n) and email address (e), and by the first one and two of each
  // word of the name (w). Only patients up to the id in search_progress are in it; see patient-index.ts.
  `create table patient_grams (
    owner_id integer not null,
    gram text not null,
    patient_id integer not null,
    primary key (owner_id, gram, patient_id)
  ) strict, without rowid`,
  `create table search_progress (indexed_to integer not null) strict`,
  `insert into search_progress values (0)`,
  `create view grams_of_patients as
    select owner_id, 'n' || substr(name_folded, place.key + 1, 3) as gram, patients.id as patient_id
      from patients, ${charactersOf('name_folded')} as place where place.key + 3 <= length(name_folded)
    union all
    select owner_id, 'e' || substr(email_folded, place.key + 1, 3), patients.id
      from patients, ${charactersOf('email_folded')} as place where place.key + 3 <= length(email_folded)
    union all
    select owner_id, 'w' || substr(name_folded, place.key + 1, size.value), patients.id
      from patients, ${charactersOf('name_folded')} as place, json_each('[1,2]') as size
      where place.key + size.value <= length(name_folded)
        and (place.key = 0 or substr(name_folded, place.key, 1) not glob '[a-z0-9]')`,
  `create trigger patient_grams_deleted before delete on patients begin ${REMOVE_GRAMS}; end`,
  `create trigger patient_grams_outdated before update of owner_id, name_folded, email_folded on patients
    when ${IS_MOVED_OR_RENAMED} begin ${REMOVE_GRAMS}; end`,
  `create trigger patient_grams_renewed after update of owner_id, name_folded, email_folded on patients
    when (${IS_MOVED_OR_RENAMED}) and new.id <= (select indexed_to from search_progress)
    begin
      insert or ignore into patient_grams
        select owner_id, gram, patient_id from grams_of_patients where patient_id = new.id;
    end`,
];

/** Lists count without reading all patients, and search on an index. */
export async function patientSearch<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

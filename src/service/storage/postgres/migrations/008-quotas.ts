import { type Kysely, sql } from 'kysely';

const bytesOf = (patient: string) =>
  `(select coalesce(sum(size_bytes), 0) from files_of_patients where patient_id = ${patient})`;
const PLACE = (row: string) =>
  `owner_id = ${row}.owner_id and first_id = ${row}.id - ${row}.id % 32768 and lane = ${row}.id % 16`;
/** Before its files go with it. */
const uncount = (table: string, column: string) => [
  `create function uncount_bytes_of_${table}() returns trigger language plpgsql as $$
    begin
      update patient_counts set bytes = bytes - (select coalesce(sum(size_bytes), 0) from files where ${column} = old.id)
        from patients where patients.id = old.patient_id
          and patient_counts.owner_id = patients.owner_id
          and first_id = patients.id - patients.id % 32768 and lane = patients.id % 16;
      return old;
    end $$`,
  `create trigger ${table}_bytes_uncounted before delete on ${table}
    for each row execute function uncount_bytes_of_${table}()`,
];

const STATEMENTS = [
  // A worker of an earlier recon may still be storing files: none comes between the sum and the triggers.
  'lock table patients, reconstructions, afters, files in share row exclusive mode',
  // As in migration 010 of SQLite.
  `alter table accounts add column quota_bytes bigint, add column quota_patients bigint`,
  `alter table patient_counts add column bytes bigint not null default 0`,
  `create view files_of_patients as
    select patients.id as patient_id, owner_id, size_bytes
      from patients
      join reconstructions on reconstructions.patient_id = patients.id
      join files on files.reconstruction_id = reconstructions.id
    union all
    select patients.id, owner_id, size_bytes
      from patients join afters on afters.patient_id = patients.id join files on files.after_id = afters.id`,
  `update patient_counts set bytes = found.bytes from (
      select owner_id, patient_id - patient_id % 32768 as first_id, patient_id % 16 as lane, sum(size_bytes) as bytes
        from files_of_patients group by 1, 2, 3
    ) as found
    where (patient_counts.owner_id, patient_counts.first_id, patient_counts.lane)
      = (found.owner_id, found.first_id, found.lane)`,

  `create function count_files() returns trigger language plpgsql as $$
    begin
      update patient_counts set bytes = patient_counts.bytes + found.bytes
        from (
          select owner_id, patients.id - patients.id % 32768 as first_id, patients.id % 16 as lane, sum(size_bytes) as bytes
            from added
            left join reconstructions on reconstructions.id = added.reconstruction_id
            left join afters on afters.id = added.after_id
            join patients on patients.id = coalesce(reconstructions.patient_id, afters.patient_id)
            group by 1, 2, 3
        ) as found
        where (patient_counts.owner_id, patient_counts.first_id, patient_counts.lane)
          = (found.owner_id, found.first_id, found.lane);
      return null;
    end $$`,
  `create trigger files_counted after insert on files referencing new table as added
    for each statement execute function count_files()`,
  ...uncount('reconstructions', 'reconstruction_id'),
  ...uncount('afters', 'after_id'),
  `create function uncount_bytes_of_patient() returns trigger language plpgsql as $$
    begin
      update patient_counts set bytes = bytes - ${bytesOf('old.id')} where ${PLACE('old')};
      return old;
    end $$`,
  `create trigger patient_bytes_uncounted before delete on patients
    for each row execute function uncount_bytes_of_patient()`,
  `create function move_bytes_of_patient() returns trigger language plpgsql as $$
    begin
      update patient_counts set bytes = bytes - ${bytesOf('new.id')} where ${PLACE('old')};
      insert into patient_counts (owner_id, first_id, lane, entries, changes, bytes)
        values (new.owner_id, new.id - new.id % 32768, new.id % 16, 0, 0, ${bytesOf('new.id')})
        on conflict (owner_id, first_id, lane) do update set bytes = patient_counts.bytes + excluded.bytes;
      return null;
    end $$`,
  `create trigger patient_bytes_moved after update of owner_id on patients for each row
    when (old.owner_id <> new.owner_id) execute function move_bytes_of_patient()`,
];

/** An account may have a limit of what it stores. */
export async function quotas<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

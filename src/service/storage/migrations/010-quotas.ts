import { type Kysely, sql } from 'kysely';

const PLACE = (row: string) => `owner_id = ${row}.owner_id and first_id = ${row}.id - ${row}.id % 8192`;
const ADD_ENTRY = `insert into patient_counts (owner_id, first_id, entries, changes)
  values (new.owner_id, new.id - new.id % 8192, 1, 1)
  on conflict do update set entries = entries + 1, changes = changes + 1`;
const REMOVE_ENTRY = `update patient_counts set entries = entries - 1, changes = changes + 1 where ${PLACE('old')}`;
const IS_MOVED_OR_RENAMED = `old.owner_id <> new.owner_id or old.name_folded <> new.name_folded
  or old.email_folded <> new.email_folded`;
const bytesOf = (patient: string) =>
  `(select coalesce(sum(size_bytes), 0) from files_of_patients where patient_id = ${patient})`;
/** Before its files go with it. */
const uncount = (table: string, column: string) => `create trigger ${table}_bytes_uncounted before delete on ${table}
  begin
    update patient_counts
      set bytes = bytes - (select coalesce(sum(size_bytes), 0) from files where ${column} = old.id)
      where (owner_id, first_id) = (select owner_id, id - id % 8192 from patients where id = old.patient_id);
  end`;

const STATEMENTS = [
  // What an account may store at most; null is no limit.
  `alter table accounts add column quota_bytes integer`,
  `alter table accounts add column quota_patients integer`,

  // The bytes of the patients' files, counted beside the patients.
  `alter table patient_counts add column bytes integer not null default 0`,
  `create view files_of_patients as
    select patients.id as patient_id, owner_id, size_bytes
      from patients
      join reconstructions on reconstructions.patient_id = patients.id
      join files on files.reconstruction_id = reconstructions.id
    union all
    select patients.id, owner_id, size_bytes
      from patients join afters on afters.patient_id = patients.id join files on files.after_id = afters.id`,
  `update patient_counts set bytes = found.bytes from (
      select owner_id, patient_id - patient_id % 8192 as first_id, sum(size_bytes) as bytes
        from files_of_patients group by 1, 2
    ) as found
    where patient_counts.owner_id = found.owner_id and patient_counts.first_id = found.first_id`,

  // As before, with the names of the columns: one more has come.
  'drop trigger patient_counted',
  'drop trigger patient_moved',
  `create trigger patient_counted after insert on patients begin ${ADD_ENTRY}; end`,
  `create trigger patient_moved after update of owner_id, name_folded, email_folded on patients
    when ${IS_MOVED_OR_RENAMED} begin ${REMOVE_ENTRY}; ${ADD_ENTRY}; end`,

  `create trigger file_counted after insert on files begin
    update patient_counts set bytes = bytes + new.size_bytes
      where (owner_id, first_id) = (select owner_id, id - id % 8192 from patients where id = coalesce(
        (select patient_id from reconstructions where id = new.reconstruction_id),
        (select patient_id from afters where id = new.after_id)));
  end`,
  uncount('reconstructions', 'reconstruction_id'),
  uncount('afters', 'after_id'),
  `create trigger patient_bytes_uncounted before delete on patients begin
    update patient_counts set bytes = bytes - ${bytesOf('old.id')} where ${PLACE('old')};
  end`,
  // The other trigger of the same change may come first or last.
  `create trigger patient_bytes_moved after update of owner_id on patients when old.owner_id <> new.owner_id begin
    update patient_counts set bytes = bytes - ${bytesOf('new.id')} where ${PLACE('old')};
    insert into patient_counts values (new.owner_id, new.id - new.id % 8192, 0, 0, ${bytesOf('new.id')})
      on conflict do update set bytes = bytes + excluded.bytes;
  end`,
];

/** An account may have a limit of what it stores. */
export async function quotas<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

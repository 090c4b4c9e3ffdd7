import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // As in SQLite, for 32,768 ids each. Creates that run at the same time have ids that follow each other, and so another
  // lane each: in one row, every commit would wait for the one before.
  `create table patient_counts (
    owner_id bigint not null,
    first_id bigint not null,
    lane integer not null,
    entries integer not null,
    changes integer not null,
    primary key (owner_id, first_id, lane)
  ) with (fillfactor = 50)`,
  `insert into patient_counts
    select owner_id, id - id % 32768, id % 16, count(*), 1 from patients group by 1, 2, 3`,

  `create function count_patient() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update patient_counts set entries = entries - 1, changes = changes + 1
          where owner_id = old.owner_id and first_id = old.id - old.id % 32768 and lane = old.id % 16;
      end if;
      if tg_op <> 'DELETE' then
        insert into patient_counts values (new.owner_id, new.id - new.id % 32768, new.id % 16, 1, 1)
          on conflict (owner_id, first_id, lane)
          do update set entries = patient_counts.entries + 1, changes = patient_counts.changes + 1;
      end if;
      return null;
    end $$`,
  `create trigger patient_counted after insert or delete on patients for each row execute function count_patient()`,
  `create trigger patient_moved after update of owner_id, name_folded, email_folded on patients for each row
    when ((old.owner_id, old.name_folded, old.email_folded) <> (new.owner_id, new.name_folded, new.email_folded))
    execute function count_patient()`,

  // The first one and two characters of each word.
  `create function word_beginnings(words text) returns text[] language sql immutable parallel safe as $$
    select array(
      select distinct substr(words, at, size) from generate_series(1, length(words)) as at, generate_series(1, 2) as size
      where at + size - 1 <= length(words) and (at = 1 or substr(words, at - 1, 1) collate "C" !~ '[a-z0-9]')
    ) $$`,
  `create extension if not exists pg_trgm`,
  `create index patients_by_text on patients
    using gin (name_folded gin_trgm_ops, email_folded gin_trgm_ops, word_beginnings(name_folded))`,
];

/** Lists count without reading all patients, and search on an index. */
export async function patientSearch<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

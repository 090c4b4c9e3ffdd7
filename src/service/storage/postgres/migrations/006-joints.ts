import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // The joints of migration 006 of SQLite, each behind the account's id: those of other accounts are not read.
  `create function joints_of(owner_id bigint, name text) returns text[]
    language plpgsql immutable strict parallel safe as $$
    declare
      next text;
      last_7 text := '';
      last_5 text;
      found text[] := '{}';
    begin
      foreach next in array string_to_array(name, null) loop
        last_7 := right(last_7 || next, 7);
        last_5 := right(last_7, 5);
        if last_7 like '___ ___' then found := found || (owner_id || ' ' || last_7); end if;
        if last_5 like '___ _' or last_5 like '__ __' or last_5 like '_ ___' then
          found := found || (owner_id || ' ' || last_5);
        end if;
      end loop;
      return found;
    end $$`,
  // A patient has few of them, so each goes into the index at once: no search reads a list of those that wait.
  `create index patients_by_joint on patients using gin (joints_of(owner_id, name_folded)) with (fastupdate = off)`,
  // PostgreSQL would not count what is in the index before a tenth of all patients has changed.
  `analyze patients`,

  // The same as in migration 002, in one walk: that one went to the nth character n times, 34 s for a name of 60,000.
  `create or replace function word_beginnings(words text) returns text[]
    language plpgsql immutable strict parallel safe as $$
    declare
      next text;
      before text := '';
      begun text := '';
      found text[] := '{}';
    begin
      foreach next in array string_to_array(words, null) loop
        if begun <> '' then found := found || (begun || next); end if;
        begun := case when before collate "C" ~ '[a-z0-9]' then '' else next end;
        if begun <> '' then found := found || begun; end if;
        before := next;
      end loop;
      return found;
    end $$`,
];

/** Two words of a name, each of them common, are found by the place where they meet: few patients share that. */
export async function joints<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

import { type Kysely, sql } from 'kysely';
import { charactersOf } from './005-patient-search.ts';

/** The characters that a joint has before and after its space. */
const SIZES = [
  [3, 3],
  [3, 1],
  [2, 2],
  [1, 3],
]
  .map((size) => `(${size})`)
  .join();

const REMOVE = `delete from patient_joints where (owner_id, joint, patient_id) in
  (select owner_id, joint, patient_id from joints_of_patients where patient_id = old.id)`;
const IS_MOVED_OR_RENAMED = 'old.owner_id <> new.owner_id or old.name_folded <> new.name_folded';

const STATEMENTS = [
  // The patients by each joint of their name: a space with some characters on both sides of it. The name stands beside it,
  // because to read it from the patient's own row is ten times as much work. Only patients up to joined_to are in it.
  `create table patient_joints (
    owner_id integer not null,
    joint text not null,
    patient_id integer not null,
    name_folded text not null,
    primary key (owner_id, joint, patient_id)
  ) strict, without rowid`,
  `alter table search_progress add column joined_to integer not null default 0`,
  `create view joints_of_patients as
    select owner_id, substr(name_folded, space.at - size.column1, size.column1 + 1 + size.column2) as joint, patient_id,
      name_folded
    from (
      select owner_id, patients.id as patient_id, name_folded, character.key + 1 as at
        from patients, ${charactersOf('name_folded')} as character
        where substr(name_folded, character.key + 1, 1) = ' '
    ) as space, (values ${SIZES}) as size
    where space.at > size.column1 and space.at + size.column2 <= length(name_folded)`,
  `create trigger patient_joints_deleted before delete on patients begin ${REMOVE}; end`,
  `create trigger patient_joints_outdated before update of owner_id, name_folded on patients
    when ${IS_MOVED_OR_RENAMED} begin ${REMOVE}; end`,
  `create trigger patient_joints_renewed after update of owner_id, name_folded on patients
    when (${IS_MOVED_OR_RENAMED}) and new.id <= (select joined_to from search_progress)
    begin
      insert or ignore into patient_joints select * from joints_of_patients where patient_id = new.id;
    end`,
];

/** Two words of a name, each of them common, are found by the place where they meet: few patients share that. */
export async function joints<Schema>(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

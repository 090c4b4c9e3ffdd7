import { type Kysely, sql } from 'kysely';

/** Each look at patients asks for the links by which their photos came. */
export async function invitationsByPatient<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql.raw('create index invitations_by_patient on invitations (patient_id)').execute(db);
}
